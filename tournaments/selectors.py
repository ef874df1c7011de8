"""Reading tournaments, entrants and schedules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import compress, groupby
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q

from tournaments.eventfile import OF_PAIRS, EntrantRecord, EventFacts, ScheduledGame
from tournaments.linesdue import SCORINGS_WITH_FLOATERS, games_sat_out, sat_out_in
from tournaments.models import Entrant, Pairing, Tournament
from tournaments.models import ScheduledGame as StoredGame
from tournaments.pairs import are_ages_known
from tournaments.selectors_pairs import PAIR_COLUMNS, pair_of, pair_terms
from tournaments.text import pair_name

# Events last a weekend at the most: until then one that has begun is "now".
DAYS_OF_AN_EVENT = 3


@dataclass(frozen=True, slots=True)
class TournamentList:
    """Tournaments as people look for them; each list is in the order in which it is shown.

    ``total`` counts also those that a search has not found.
    """

    now: Sequence[Tournament]
    coming: Sequence[Tournament]
    past: Sequence[Tournament]
    total: int

    @property
    def is_empty(self) -> bool:
        """Whether there is no tournament at all."""
        return self.total == 0

    @property
    def found(self) -> int:
        """How many are shown."""
        return len(self.now) + len(self.coming) + len(self.past)


def list_tournaments(today: date, *, name: str = "") -> TournamentList:
    """Sort tournaments into now, coming (soonest first, undated last) and past (latest first).

    ``name`` narrows them down to those whose names hold all of its words.
    """
    entrant_count = Count("entrants", filter=Q(entrants__house_player=False))
    # Where rows are counted the model's own order does not hold.
    everything = list(Tournament.objects.annotate(entrant_count=entrant_count).order_by("-starts_on", "-pk"))
    words = name.casefold().split()
    tournaments = [one for one in everything if all(word in one.name.casefold() for word in words)]
    first_day = today - timedelta(days=DAYS_OF_AN_EVENT - 1)
    dated = [tournament for tournament in tournaments if tournament.starts_on is not None]
    undated = [tournament for tournament in tournaments if tournament.starts_on is None]
    coming = [tournament for tournament in dated if tournament.starts_on and tournament.starts_on > today]
    return TournamentList(
        now=[
            tournament
            for tournament in dated
            if tournament.starts_on and first_day <= tournament.starts_on <= today
        ],
        coming=[*reversed(coming), *undated],
        past=[
            tournament for tournament in dated if tournament.starts_on and tournament.starts_on < first_day
        ],
        total=len(everything),
    )


def event_facts(tournament: Tournament) -> EventFacts:
    """Return the event as the event file states it."""
    return EventFacts(
        name=tournament.name,
        games=tournament.games,
        starts_on=tournament.starts_on,
        kind=tournament.kind,
        edition=tournament.edition,
        format=tournament.format,
        scoring=tournament.scoring,
        muggins=tournament.muggins,
        qualifiers=tournament.qualifiers,
        qualifiers_reason=tournament.qualifiers_reason,
        drop_outs=tournament.drop_outs,
    )


def entrant_records(tournament: Tournament) -> tuple[EntrantRecord, ...]:
    """Return all entrants in the order in which they were entered. One query."""
    fields = (
        *("number", "name", "partner", "acc_number", "club", "city", "seat"),
        *("house_player", "withdrawn_after_game", "province", "pool", "ages_confirmed"),
    )
    of_pairs = PAIR_COLUMNS if tournament.is_of_pairs else ()
    rows = Entrant.objects.filter(tournament=tournament).order_by("pk").values(*{*fields, *of_pairs})
    return tuple(_record(row, fields, tournament) for row in rows)


def _record(row: Mapping[str, Any], fields: Iterable[str], tournament: Tournament) -> EntrantRecord:
    """Return an entrant as the event file has it: of a pair not the years of birth, but whether they will do."""
    stated = {field: row[field] for field in fields}
    if not tournament.is_of_sheets and not tournament.is_double_round_robin:
        # Such as may be left of a time when the event was one of pairs.
        return EntrantRecord(**{field: value for field, value in stated.items() if field not in OF_PAIRS})
    if tournament.is_of_pairs:
        stated["ages_confirmed"] = are_ages_known(pair_of(row), pair_terms(tournament))
    return EntrantRecord(**stated)


def entrants_by_number(tournament: Tournament, numbers: Iterable[int]) -> dict[int, Entrant]:
    """Return the entrants of these numbers, by number; nobody for a number that nobody has. One query."""
    found = Entrant.objects.filter(tournament=tournament, number__in=set(numbers))
    return {entrant.number: entrant for entrant in found}


def people_of(tournament: Tournament) -> dict[int, dict[str, Any]]:
    """Return every entrant by number as plain data, which renders faster than model objects. One query."""
    fields = (
        "number",
        "name",
        "partner",
        "acc_number",
        "club",
        "city",
        "seat",
        "house_player",
        "withdrawn_after_game",
    )
    return {
        row["number"]: row
        for row in Entrant.objects.filter(tournament=tournament).order_by("pk").values(*fields)
    }


def display_name(person: Mapping[str, Any]) -> str:
    """Return the name under which an entrant is shown: one name, or both names of a pair."""
    return pair_name(person["name"], person["partner"])


def schedule_of(tournament: Tournament) -> tuple[ScheduledGame, ...]:
    """Return the schedule in the order in which it was entered. Two queries."""
    games = StoredGame.objects.filter(tournament=tournament).order_by("pk").values_list("pk", "game")
    rows = (
        Pairing.objects.filter(scheduled_game__tournament=tournament)
        .order_by("scheduled_game_id", "pk")
        .values_list("scheduled_game_id", "first__number", "second__number")
    )
    pairs = {
        game: tuple((first, second) for _, first, second in group)
        for game, group in groupby(rows, lambda row: row[0])
    }
    return tuple(ScheduledGame(game, pairs.get(key, ())) for key, game in games)


def sat_out_of(tournament: Tournament) -> dict[int, frozenset[int]]:
    """Return the games that entrants sit out, by number, of those only who sit out any. One query."""
    rows = StoredGame.objects.filter(tournament=tournament).values_list(
        *("game", "pairings__first__number", "pairings__second__number"),
        *("pairings__first__house_player", "pairings__second__house_player"),
    )
    pairs: dict[int, list[tuple[int, int]]] = {}
    floaters: set[int] = set()
    for game, first, second, *are_house_players in rows:
        own = pairs.setdefault(game, [])
        if first is not None:
            own.append((first, second))
            floaters.update(compress((first, second), are_house_players))
    schedule = (ScheduledGame(game, tuple(own)) for game, own in pairs.items())
    return sat_out_in(schedule, floaters if tournament.is_of_sheets else ())


def games_sat_out_by(entrant: Entrant) -> frozenset[int]:
    """Return the games that one entrant sits out. One query."""
    own = Pairing.objects.filter(Q(first=entrant) | Q(second=entrant), scheduled_game=OuterRef("pk"))
    against_floater = own.filter(Q(first__house_player=True) | Q(second__house_player=True))
    games = StoredGame.objects.filter(tournament=entrant.tournament_id).annotate(
        is_played=Exists(own), is_against_floater=Exists(against_floater)
    )
    rows = list(games.values_list("game", "is_played", "is_against_floater", "tournament__scoring"))
    floated = {game for game, _, is_off, scoring in rows if is_off and scoring in SCORINGS_WITH_FLOATERS}
    out = games_sat_out((game for game, *_ in rows), {game for game, is_played, *_ in rows if is_played})
    return out | floated
