"""The countings: everything that differs from scoring to scoring, in one place.

For each scoring: which columns a line has, how the two lines of a game are compared, how a card is added up, how
entrants are ranked, what a standing shows. Whoever adds a scoring writes its rules in a module of their own, enters
them here and in :mod:`tournaments.cardcolumns`, and gives it a form and fragments for its lines. Nothing else asks
which scoring it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial

from scorecards.crosscheck import CrossCheck, cross_check
from scorecards.pegged import (
    POINTS_LEFT,
    TOTAL_POINTS,
    GameSheet,
    check_sheets,
    rank_sheets,
    sat_out_of_sheets,
)
from scorecards.qualifying import number_of_qualifiers
from scorecards.ranking import Order, Ranking, acc_order, rank
from scorecards.scoring import SCHEMES, CardTotals, Scheme, total
from scorecards.standingfigures import CARD_FIGURES, LEFT_FIGURES, POINTS_FIGURES, Figures
from tournaments.cardcolumns import COLUMNS, CardColumns
from tournaments.eventfile import EventFacts, EventFile, Line
from tournaments.linesdue import sat_out_in

PLAYOFF_FORMAT = "qualifying-playoff"


@dataclass(frozen=True, slots=True)
class Counting:
    """How events of one scoring are counted.

    ``check`` takes the event, the ranked entrants and the number of qualifiers; ``rank`` the event, what the check
    found, the totals and the number of qualifiers; ``settled_down_to`` tells from the event's format and the numbers of
    qualifiers and of places down to which place ties have to be settled; ``sat_out`` for which games an entrant's card
    needs no line. ``scheme`` are the game points, ``sheet`` the game sheet: one of the two is ``None``. ``figures`` are
    what a standing shows, ``total`` adds up the lines of one card.
    """

    columns: CardColumns
    figures: Figures
    total: Callable[[Iterable[Line]], CardTotals]
    order: Callable[[str], Order]
    qualifiers: Callable[[EventFacts, int], int]
    check: Callable[[EventFile, Sequence[int], int], CrossCheck]
    rank: Callable[[EventFile, CrossCheck, Mapping[int, CardTotals], int], Ranking]
    settled_down_to: Callable[[str, int, int], int]
    sat_out: Callable[[EventFile], Mapping[int, Set[int]]]
    scheme: Scheme | None = None
    sheet: GameSheet | None = None


def counting_of(scoring: str) -> Counting:
    """Return how events of a scoring are counted."""
    return COUNTINGS[scoring]


def _cards(scoring: str) -> Counting:
    """Return the counting of ordinary cards: game points and spreads (rule 12.2, appendix 7)."""
    scheme = SCHEMES[scoring]
    return Counting(
        columns=COLUMNS[scoring],
        figures=CARD_FIGURES,
        total=total,
        order=acc_order,
        qualifiers=_one_in_four,
        check=partial(_check_cards, scheme=scheme),
        rank=_rank_cards,
        settled_down_to=lambda event_format, qualifiers, places: qualifiers,
        sat_out=lambda event_file: sat_out_in(event_file.schedule),
        scheme=scheme,
    )


def _one_in_four(event: EventFacts, entrants: int) -> int:
    return number_of_qualifiers(entrants, event.qualifiers)


def _check_cards(
    event_file: EventFile, ranked: Sequence[int], qualifiers: int, *, scheme: Scheme
) -> CrossCheck:
    event = event_file.event
    return cross_check(
        event_file.scorecards,
        entrants=ranked,
        qualifiers=qualifiers,
        games=event.games,
        edition=event.edition,
        decisions=event_file.decisions,
        scheme=scheme,
        sat_out=sat_out_in(event_file.schedule),
    )


def _rank_cards(
    event_file: EventFile, check: CrossCheck, totals: Mapping[int, CardTotals], qualifiers: int
) -> Ranking:
    return rank(
        totals,
        qualifiers=qualifiers,
        edition=event_file.event.edition,
        lines=check.lines,
        tie_games=event_file.tie_games,
        tie_orders=event_file.tie_orders,
    )


def _sheets(scoring: str, sheet: GameSheet, figures: Figures) -> Counting:
    """Return the counting of game sheets (:mod:`scorecards.pegged`)."""
    return Counting(
        columns=COLUMNS[scoring],
        figures=figures,
        total=lambda lines: sheet.totals(*sheet.sums(lines)),
        order=lambda edition: sheet.order,
        qualifiers=_only_for_playoffs,
        check=lambda event_file, ranked, qualifiers: check_sheets(event_file, ranked, sheet),
        rank=partial(_rank_sheets, sheet=sheet),
        settled_down_to=_settled_down_to,
        sat_out=sat_out_of_sheets,
        sheet=sheet,
    )


def _only_for_playoffs(event: EventFacts, entrants: int) -> int:
    """Return how many qualify: nobody where there is nothing to qualify for, unless the director has set a number."""
    if event.format != PLAYOFF_FORMAT and event.qualifiers is None:
        return 0
    return number_of_qualifiers(entrants, event.qualifiers)


def _rank_sheets(
    event_file: EventFile,
    check: CrossCheck,
    totals: Mapping[int, CardTotals],
    qualifiers: int,
    *,
    sheet: GameSheet,
) -> Ranking:
    return rank_sheets(
        event_file,
        check,
        totals,
        sheet,
        qualifiers=qualifiers,
        settled_down_to=_settled_down_to(event_file.event.format, qualifiers, len(totals)),
    )


def _settled_down_to(event_format: str, qualifiers: int, places: int) -> int:
    """Where no playoffs follow the standings are the result: every tie has to be settled."""
    return qualifiers if event_format == PLAYOFF_FORMAT else places


COUNTINGS: Mapping[str, Counting] = {
    **{scoring: _cards(scoring) for scoring in SCHEMES},
    "total-points": _sheets("total-points", TOTAL_POINTS, POINTS_FIGURES),
    "points-left": _sheets("points-left", POINTS_LEFT, LEFT_FIGURES),
}
