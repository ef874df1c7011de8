"""Make a demo tournament: ``manage.py make_demo``."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from brackets.demo.club import make_match_night, make_matches, make_weeks
from brackets.demo.event import make_consolation, make_event, max_playoff_rounds
from brackets.demo.game_sheets import make_sheets
from brackets.demo.store import store_season, store_tournament
from brackets.event_files.command_lookup import require_tables
from brackets.event_files.store import import_event
from tournaments.event_file.writing import write_event_file
from tournaments.models import Tournament
from tournaments.rules.constants import EDITIONS
from tournaments.rules.types import EventFile

PLAYOFF_ROUNDS = 2
TOURNAMENT = "tournament"
# What can be made, and how many enter unless it is said.
ENTRANTS = {TOURNAMENT: 124, "pairs-55plus": 12, "points-left": 12, "match-points": 12, "club-season": 16}
SCORING_OF_SHEETS = {"pairs-55plus": "total-points", "points-left": "points-left"}


class Command(BaseCommand):
    help = (
        "Makes an invented tournament with realistic results and card errors of every kind, stores it and"
        " prints its address. The same options make the same tournament."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--format",
            choices=ENTRANTS,
            default=TOURNAMENT,
            help="a tournament with playoffs (default); pairs who all meet twice, by total points or by points left; "
            "a club's night of matches, or the weekly events of its season with such a night",
        )
        parser.add_argument(
            "--players",
            type=int,
            metavar="N",
            help="entrants (default: 124; 12 pairs, 12 for matches, 16 for a season)",
        )
        parser.add_argument("--games", type=int, default=22, metavar="G", help="games on a card (default: 22)")
        parser.add_argument("--seed", type=int, default=2026, metavar="S", help="another seed, another event")
        parser.add_argument("--edition", choices=EDITIONS, default="acc-2020", help="the rulebook in force")
        parser.add_argument("--name", default="Harbor Lights Open", help="what the event is called")
        parser.add_argument(
            "--playoff-rounds",
            type=int,
            metavar="K",
            help=f"playoff rounds already played (default: {PLAYOFF_ROUNDS}, or fewer in a small event)",
        )
        parser.add_argument(
            "--open",
            action="store_true",
            help="in the middle of checking, with decisions and ties left to the director",
        )
        parser.add_argument(
            "--if-empty",
            action="store_true",
            help="do nothing if there is a tournament already, else make its consolation in the middle of checking too",
        )
        parser.add_argument(
            "--file", metavar="PATH", help="write an event file and store nothing; - is standard output"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["file"] is not None and options["if_empty"]:
            raise CommandError("--if-empty is about what is stored, and --file stores nothing: give one of the two.")
        if options["if_empty"]:
            require_tables()
            if Tournament.objects.exists():
                return
        if options["players"] is None:
            options["players"] = ENTRANTS[options["format"]]
        if options["format"] == "club-season":
            self.stdout.write(_store_season(options).get_absolute_url())
            return
        event_file = _make(options)
        if options["file"] is None:
            require_tables()
            if options["format"] != TOURNAMENT:
                tournament = import_event(event_file=event_file, director=None, imported_by="make_demo")
            else:
                consolation = make_consolation(event_file) if options["if_empty"] else None
                if consolation is not None:  # first, so that lists of events begin with the main one
                    store_tournament(consolation, is_checked=False)
                tournament = store_tournament(event_file, is_checked=not options["open"])
            self.stdout.write(tournament.get_absolute_url())
        elif options["file"] == "-":
            self.stdout.write(write_event_file(event_file), ending="")
        else:
            _write(Path(options["file"]), write_event_file(event_file))


def _make_event(options: dict[str, Any]) -> EventFile:
    is_open, rounds = options["open"], options["playoff_rounds"]
    if not options["name"].strip():
        raise CommandError("The event needs a name.")
    if rounds is None:
        rounds = 0 if is_open else min(PLAYOFF_ROUNDS, max_playoff_rounds(options["players"]))
    try:
        return make_event(
            players=options["players"],
            games=options["games"],
            seed=options["seed"],
            edition=options["edition"],
            name=options["name"],
            settled=not is_open,
            playoff_rounds=rounds,
        )
    except ValueError as error:
        raise CommandError(f"{error}.") from error


def _make_sheets(options: dict[str, Any]) -> EventFile:
    """Make a double round robin of pairs. Its games follow from the number of pairs, and it has no playoffs."""
    try:
        return make_sheets(
            pairs=options["players"],
            scoring=SCORING_OF_SHEETS[options["format"]],
            seed=options["seed"],
            name=options["name"],
            settled=not options["open"],
        )
    except ValueError as error:
        raise CommandError(f"{error}.") from error


def _make_matches(options: dict[str, Any]) -> EventFile:
    try:
        return make_matches(players=options["players"], seed=options["seed"], name=options["name"])
    except ValueError as error:
        raise CommandError(f"{error}.") from error


def _store_season(options: dict[str, Any]) -> Tournament:
    """Store the weeks of a season; they are several events, which no one file holds."""
    if options["file"] is not None:
        raise CommandError("A season is several events: it is stored, and no file holds it.")
    require_tables()
    try:
        weeks = make_weeks(players=options["players"], seed=options["seed"])
        night = make_match_night(weeks, seed=options["seed"])
    except ValueError as error:
        raise CommandError(f"{error}.") from error
    return store_season(weeks=weeks, club="Harbor Peggers", name="Summer season", night=night)


def _make(options: dict[str, Any]) -> EventFile:
    if options["format"] in SCORING_OF_SHEETS:
        return _make_sheets(options)
    return _make_matches(options) if options["format"] == "match-points" else _make_event(options)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
