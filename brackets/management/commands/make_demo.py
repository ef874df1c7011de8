"""Make a demo event: ``manage.py make_demo``."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from brackets.demo.club import make_matches
from brackets.demo.event import Station, make_consolation, make_event, max_playoff_rounds, up_to
from brackets.demo.game_sheets import make_sheets
from brackets.demo.store import MADE_BY, store_tournament
from brackets.event_files.command_line import require_tables
from brackets.event_files.store import import_event
from tournaments.event_file.writing import write_event_file
from tournaments.models import Tournament
from tournaments.rules.constants import EDITIONS
from tournaments.rules.types import EventFile

PLAYOFF_ROUNDS = 2
TOURNAMENT = "tournament"
# What can be made, and how many enter by default.
ENTRANTS = {TOURNAMENT: 124, "pairs-55plus": 12, "points-left": 12, "match-points": 12}
SCORING_OF_SHEETS = {"pairs-55plus": "total-points", "points-left": "points-left"}


class Command(BaseCommand):
    help = (
        "Makes an invented event with realistic results and card errors of every kind, stores it and"
        " prints its address. The same options make the same event."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--format",
            choices=ENTRANTS,
            default=TOURNAMENT,
            help="a tournament with playoffs (default); pairs who all meet twice, by total points or by points left; "
            "a club's night of matches",
        )
        parser.add_argument(
            "--players", type=int, metavar="N", help="entrants (default: 124; 12 pairs, 12 for matches)"
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
            "--at",
            type=Station,
            choices=Station,
            default=Station.PLAYOFFS,
            metavar="STATION",
            help="how far a tournament is: door, play, cards (half of them are in), check (half of it is done),"
            " or playoffs (default)",
        )
        parser.add_argument(
            "--open",
            dest="at",
            action="store_const",
            const=Station.CHECK,
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
        path, is_first = options["file"], options["if_empty"]
        if path is not None and is_first:
            raise CommandError("--if-empty is about what is stored, and --file stores nothing: give one of the two.")
        if is_first:
            require_tables()
            if Tournament.objects.exists():
                return
        try:
            event_file = _make(options)
        except ValueError as error:
            raise CommandError(f"{error}.") from error
        if path is not None:
            self._write(path, write_event_file(event_file))
            return
        require_tables()
        if options["format"] != TOURNAMENT:
            self.stdout.write(import_event(event_file=event_file, imported_by=MADE_BY).get_absolute_url())
        else:
            if is_first and (consolation := make_consolation(event_file)):
                # First, so that lists of events begin with the main one.
                store_tournament(consolation, Station.CHECK)
            self.stdout.write(store_tournament(event_file, options["at"]).get_absolute_url())

    def _write(self, path: str, text: str) -> None:
        if path == "-":
            self.stdout.write(text, ending="")
            return
        try:
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}.") from error


def _make(options: dict[str, Any]) -> EventFile:
    """Make the event file; ``ValueError`` where the numbers do not go together."""
    kind, station, name, seed = options["format"], options["at"], options["name"], options["seed"]
    players = ENTRANTS[kind] if options["players"] is None else options["players"]
    is_settled = station is Station.PLAYOFFS
    if not name.strip():
        raise ValueError("The event needs a name")
    if kind in SCORING_OF_SHEETS:
        return make_sheets(pairs=players, scoring=SCORING_OF_SHEETS[kind], seed=seed, name=name, settled=is_settled)
    if kind == "match-points":
        return make_matches(players=players, seed=seed, name=name)
    rounds = options["playoff_rounds"]
    if rounds is None:
        rounds = min(PLAYOFF_ROUNDS, max_playoff_rounds(players)) if is_settled else 0
    made = make_event(
        players=players,
        games=options["games"],
        seed=seed,
        edition=options["edition"],
        name=name,
        settled=is_settled,
        playoff_rounds=rounds,
    )
    return up_to(station, made)
