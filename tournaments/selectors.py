"""Reading tournaments, entrants and schedules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import Any

from django.db.models import Count, Q

from tournaments.eventfile import EntrantRecord, EventFacts, ScheduledGame
from tournaments.models import Entrant, Pairing, Tournament
from tournaments.models import ScheduledGame as StoredGame

# Events last a weekend at the most: until then one that has begun is "now".
DAYS_OF_AN_EVENT = 3


@dataclass(frozen=True, slots=True)
class TournamentList:
    """All tournaments as people look for them; each list is in the order in which it is shown."""

    now: Sequence[Tournament]
    coming: Sequence[Tournament]
    past: Sequence[Tournament]

    @property
    def is_empty(self) -> bool:
        """Whether there is no tournament at all."""
        return not (self.now or self.coming or self.past)


def list_tournaments(today: date) -> TournamentList:
    """Sort all tournaments into now, coming (soonest first, undated last) and past (latest first)."""
    entrant_count = Count("entrants", filter=Q(entrants__house_player=False))
    # Where rows are counted the model's own order does not hold.
    tournaments = list(Tournament.objects.annotate(entrant_count=entrant_count).order_by("-starts_on", "-pk"))
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
    )


def entrant_records(tournament: Tournament) -> tuple[EntrantRecord, ...]:
    """Return all entrants in the order in which they were entered. One query."""
    fields = (
        *("number", "name", "partner", "acc_number", "club", "city", "seat"),
        *("house_player", "withdrawn_after_game"),
    )
    rows = Entrant.objects.filter(tournament=tournament).order_by("pk").values(*fields)
    return tuple(EntrantRecord(**row) for row in rows)


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
    return f"{person['name']} & {person['partner']}" if person["partner"] else str(person["name"])


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
