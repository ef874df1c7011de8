"""How many cards are entered, for the apps below. A game that players reported counts as entered."""

from django.db.models import Exists, F, Max, OuterRef, Q

from scorecards.models import DecidedLine, GameReport, Line, Scorecard
from tournaments.models import Tournament

_IS_ENTERED = Q(lines__isnull=False) | Q(foot_written=True)


def has_entered_cards(tournament: Tournament) -> bool:
    """Tell whether any card has a line or a foot. Two queries at most."""
    return (
        Scorecard.objects.filter(_IS_ENTERED, entrant__tournament=tournament).exists()
        or GameReport.objects.filter(entrant__tournament=tournament).exists()
    )


def cards_of_members() -> tuple[Q, Q]:
    """Return for whose event any card is in, and for whose all are, as conditions on staff members. No query."""
    # What the cards come to is stored with its version: an older one says nothing about their present state.
    whole = Q(
        tournament__stored_result__is_complete=True,
        tournament__stored_result__version__gte=F("tournament__cards_version"),
    )
    event = OuterRef("tournament")
    begun = Scorecard.objects.filter(_IS_ENTERED, entrant__tournament=event)
    reported = GameReport.objects.filter(entrant__tournament=event)
    return Q(Exists(begun)) | Q(Exists(reported)), whole


def entered_lines(tournament: Tournament) -> frozenset[tuple[int, int]]:
    """Return every line that is entered or decided, as entrant's number and game. One query."""
    lines = Line.objects.filter(scorecard__entrant__tournament=tournament).order_by()
    reports = GameReport.objects.filter(entrant__tournament=tournament).order_by()
    rows = lines.values_list("scorecard__entrant__number", "game")
    decided = DecidedLine.objects.filter(decision__tournament=tournament, decision__revoked_at=None).order_by()
    return frozenset(
        rows.union(
            reports.values_list("entrant__number", "game"), decided.values_list("entrant__number", "decision__game")
        )
    )


def last_entered_game(tournament: Tournament) -> int:
    """Return the last game for which any card has a line, 0 while there is none. Two queries."""
    lines = Line.objects.filter(scorecard__entrant__tournament=tournament)
    reports = GameReport.objects.filter(entrant__tournament=tournament)
    return max(rows.aggregate(last=Max("game"))["last"] or 0 for rows in (lines, reports))
