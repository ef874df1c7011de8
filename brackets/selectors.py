"""Reading whole events."""

from __future__ import annotations

from brackets.models import Match
from scorecards.selectors import card_records, decision_records, tie_game_records, tie_order_records
from tournaments.eventfile import EventFile, MatchRecord, PlayoffRecord
from tournaments.models import Tournament
from tournaments.selectors import entrant_records, event_facts, schedule_of


def event_file_of(tournament: Tournament) -> EventFile:
    """Return everything that is stored of a tournament as an event file. Fourteen queries or fewer."""
    return EventFile(
        event=event_facts(tournament),
        entrants=entrant_records(tournament),
        schedule=schedule_of(tournament),
        scorecards=card_records(tournament),
        decisions=decision_records(tournament),
        tie_games=tie_game_records(tournament),
        tie_orders=tie_order_records(tournament),
        playoff=_playoff_record(tournament),
    )


def _playoff_record(tournament: Tournament) -> PlayoffRecord | None:
    matches = tuple(
        MatchRecord(match.round, match.slot, (match.upper_games, match.lower_games), match.forfeits)
        for match in Match.objects.filter(bracket__tournament=tournament).order_by("pk")
    )
    if tournament.best_of is None and not matches:
        return None
    return PlayoffRecord(tuple(tournament.best_of or ()), matches)
