"""Games reported at the table, as the engine reads them: of a whole event, and around one card."""

from __future__ import annotations

from collections.abc import Mapping, Set

from django.db.models import Q, QuerySet

from scorecards.models import GameReport, GameUnlock, RoundClosing
from scorecards.rules.line_points import SCHEMES
from scorecards.rules.table_reports import How, Report, Reported, Stage, Unlock, line_of, result_in_words
from tournaments.models import Entrant, Tournament
from tournaments.rules.types import Line


def closing_of(tournament: Tournament) -> RoundClosing | None:
    """Return how the qualifying round was closed for phones, ``None`` while it is open. One query."""
    return RoundClosing.objects.active().filter(tournament=tournament).first()


def is_reporting(tournament: Tournament) -> bool:
    """Whether players have reported games on phones and the round is not closed. Two queries, none on paper."""
    if not tournament.has_phones or closing_of(tournament) is not None:
        return False
    return GameReport.objects.filter(entrant__tournament=tournament).exists()


def reports_of(tournament: Tournament) -> Reported:
    """Return every report of an event that counts. Two queries."""
    return _counting(
        GameReport.objects.filter(entrant__tournament=tournament),
        GameUnlock.objects.filter(first__tournament=tournament),
    )


def reports_around(entrant: Entrant) -> Reported:
    """Return the reports that one card depends on: its own, its opponents', and those that name it. Two queries."""
    return _counting(_rows_around(entrant), GameUnlock.objects.filter(Q(first__tournament=entrant.tournament_id)))


def _rows_around(entrant: Entrant) -> QuerySet[GameReport]:
    own = GameReport.objects.filter(entrant=entrant)
    naming = GameReport.objects.filter(opponent=entrant)
    return GameReport.objects.filter(
        Q(entrant=entrant)
        | Q(opponent=entrant)
        | Q(entrant__in=own.order_by().values("opponent"))
        | Q(entrant__in=naming.order_by().values("entrant"))
    )


def _counting(reports: QuerySet[GameReport], unlocks: QuerySet[GameUnlock]) -> Reported:
    rows = reports.order_by("pk").values_list(
        "pk", "game", "entrant__number", "opponent__number", "won", "spread", "how"
    )
    return Reported.of(
        (Report(*row[:-1], How(row[-1])) for row in rows),
        (
            Unlock(game, (first, second), after)
            for game, first, second, after in unlocks.values_list("game", "first__number", "second__number", "after")
        ),
    )


def locked_lines(tournament: Tournament, entrant: Entrant) -> Mapping[int, Line]:
    """Return the lines of a card that both players agreed on at the table, by game; no query where phones are off."""
    if not tournament.has_phones or not GameReport.objects.filter(entrant=entrant).exists():
        return {}
    reported, scheme = reports_around(entrant), SCHEMES[tournament.scoring]
    states = (reported.state(number, game) for number, game in reported.current if number == entrant.number)
    return {
        state.game: line_of(state.own, scheme)
        for state in states
        if state.stage is Stage.LOCKED and state.own is not None
    }


def said_by_opponents(tournament: Tournament, entrant: Entrant, lines: Mapping[int, Line]) -> dict[int, str]:
    """Say for the lines of a card that differ from what the opponent reported what that is: ``B-5 reported won by 15``.

    Only lines that are entered are compared: nobody enters a card from another one.
    """
    reports = GameReport.objects.filter(opponent=entrant, game__in=list(lines))
    if not tournament.has_phones or not lines or not reports.exists():
        return {}
    scheme = SCHEMES[tournament.scoring]
    seats = {number: seat or str(number) for number, seat in reports.values_list("entrant__number", "entrant__seat")}
    reported, found = reports_around(entrant), {}
    for game, line in sorted(lines.items()):
        theirs = reported.current.get((line.opponent or 0, game))
        if theirs is None or theirs.opponent != entrant.number:
            continue
        mirror = Report(0, game, entrant.number, theirs.entrant, not theirs.won, theirs.spread)
        if line_of(mirror, scheme) != line:
            words = result_in_words(won=theirs.won, spread=theirs.spread, scheme=scheme)
            found[game] = f"{seats[theirs.entrant]} reported {words}"
    return found


def entrants_by_phone(tournament: Tournament) -> Set[int]:
    """Return the numbers of those who reported a game themselves. One query."""
    reports = GameReport.objects.filter(entrant__tournament=tournament).exclude(how=How.INITIALED)
    return frozenset(reports.order_by().values_list("entrant__number", flat=True))
