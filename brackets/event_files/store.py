"""Store a whole event, and draw its bracket."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import connection, transaction

from brackets.models import Bracket, Match, Seed
from brackets.rules.report import Report, with_bracket
from scorecards.club_matches.services import store_club_matches
from scorecards.models import Correction, Line, Ruling, Scorecard
from scorecards.records.outcomes import store_result
from scorecards.records.store import store_cards, store_decisions
from scorecards.rules.calculation import calculate
from tournaments.changes.audit import Outsider, record_change
from tournaments.events.creating import store_event_file
from tournaments.models import Audience, AuditAction, Entrant, Tournament
from tournaments.rules.types import EventFile

LINES_OF_A_LARGE_EVENT = 1_000


def import_event(
    *,
    event_file: EventFile,
    director: User | None = None,
    imported_by: str = "",
    standings_shown: Audience = Audience.EVERYBODY,
) -> Tournament:
    """Store an event file as a new tournament; the log names ``imported_by``, by default the director.

    Everybody sees the standings of invented events; imported ones are shown to nobody until they are posted
    (``standings_shown``).
    """
    calculation = calculate(event_file)
    who = imported_by or (director.get_username() if director is not None else "import_event")
    with transaction.atomic():
        tournament, entrants = store_event_file(event_file, director, standings_shown)
        store_cards(entrants=entrants, event_file=event_file)
        # The file does not say who decided; the person who imports it did not.
        store_decisions(tournament=tournament, entrants=entrants, event_file=event_file, made_by="the event file")
        store_club_matches(tournament=tournament, entrants=entrants, event_file=event_file, made_by="the event file")
        store_result(tournament, event_file, calculation)
        _store_bracket(tournament, entrants, event_file, with_bracket(calculation.result))
        record_change(
            tournament,
            Outsider(who, director),
            AuditAction.EVENT_IMPORTED,
            tournament.name,
            after={
                "entrants": len(event_file.entrants),
                "scorecards": len(event_file.scorecards),
                "decisions": len(event_file.decisions),
                "rulings": len(calculation.result.rulings),
            },
        )
        if sum(len(card.lines) for card in event_file.scorecards) >= LINES_OF_A_LARGE_EVENT:
            _count_rows()
    return tournament


def _count_rows() -> None:
    """Have PostgreSQL count what was stored, which it does by itself a minute later.

    Until then it takes the tables for as small as they were, and reads the lines of a large event once for each line.
    """
    if connection.vendor == "postgresql":
        tables = (model._meta.db_table for model in (Entrant, Scorecard, Line, Ruling, Correction))
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(map(connection.ops.quote_name, tables))}")


def _store_bracket(
    tournament: Tournament, entrants: Mapping[int, Entrant], event_file: EventFile, report: Report
) -> None:
    if report.bracket_size < 2 or event_file.playoff is None or not event_file.playoff.matches:
        return
    bracket = Bracket.objects.create(tournament=tournament, size=report.bracket_size)
    Seed.objects.bulk_create(
        Seed(bracket=bracket, seed=seed, entrant=entrants[number]) for seed, number in enumerate(report.seeded, start=1)
    )
    Match.objects.bulk_create(
        Match(
            bracket=bracket,
            round=match.round,
            slot=match.slot,
            upper_games=match.games[0],
            lower_games=match.games[1],
            forfeits=match.forfeits,
            made_by="the event file",
        )
        for match in event_file.playoff.matches
    )
