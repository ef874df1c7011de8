"""The countings: everything that differs from scoring to scoring, in one place.

For each scoring: which columns a line has, how the two lines of a game are compared, how a card is added up, how
entrants are ranked, what a standing shows. Whoever adds a scoring writes its rules in a module of their own, enters
them here and in :mod:`tournaments.cardcolumns`, and gives it a form and fragments for its lines. Nothing else asks
which scoring it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
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
from scorecards.scoring import SCHEMES, CardTotals, Scheme
from tournaments.cardcolumns import COLUMNS, CardColumns
from tournaments.eventfile import EventFacts, EventFile
from tournaments.linesdue import sat_out_in

PLAYOFF_FORMAT = "qualifying-playoff"


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a standing: its key in the report, and its heading in full and short.

    ``is_signed`` says that it is written with its sign, ``is_exact`` that it is left out where there is little room.
    """

    key: str
    label: str
    short: str
    is_signed: bool = False
    is_exact: bool = False

    def in_words(self, place: Mapping[str, int]) -> str:
        """Return the number as a standing shows it."""
        return f"{place[self.key]:+d}" if self.is_signed else str(place[self.key])


@dataclass(frozen=True, slots=True)
class Counting:
    """How events of one scoring are counted.

    ``check`` takes the event, the ranked entrants and the number of qualifiers; ``rank`` the event, what the check
    found, the totals and the number of qualifiers; ``sat_out`` tells for which games an entrant's card needs no line.
    ``scheme`` are the game points, ``sheet`` the game sheet: one of the two is ``None``. ``figures`` are what a
    standing shows, the first of which decides first.
    """

    columns: CardColumns
    figures: tuple[Figure, ...]
    order: Callable[[str], Order]
    qualifiers: Callable[[EventFacts, int], int]
    check: Callable[[EventFile, Sequence[int], int], CrossCheck]
    rank: Callable[[EventFile, CrossCheck, Mapping[int, CardTotals], int], Ranking]
    sat_out: Callable[[EventFile], Mapping[int, Set[int]]]
    scheme: Scheme | None = None
    sheet: GameSheet | None = None

    def in_card_notation(self, place: Mapping[str, int]) -> str:
        """Return a place of the report as players write it: the first two figures, and what is signed."""
        first, second, *others = self.figures
        signed = [f" {figure.in_words(place)}" for figure in others if figure.is_signed]
        return f"{first.in_words(place)}/{second.in_words(place)}{''.join(signed)}"


GAMES_WON = Figure("games_won", "Games won", "Won")
CARD_FIGURES = (
    Figure("game_points", "Game points", "Pts"),
    GAMES_WON,
    Figure("net", "Net spread", "Net", is_signed=True),
    Figure("plus", "Plus points", "Plus", is_exact=True),
)
POINTS_FIGURES = (Figure("total_points", "Total points", "Points"), GAMES_WON)
LEFT_FIGURES = (Figure("points_left", "Points left", "Left"), GAMES_WON)


def counting_of(scoring: str) -> Counting:
    """Return how events of a scoring are counted."""
    return COUNTINGS[scoring]


def _cards(scoring: str) -> Counting:
    """Return the counting of ordinary cards: game points and spreads (rule 12.2, appendix 7)."""
    scheme = SCHEMES[scoring]
    return Counting(
        columns=COLUMNS[scoring],
        figures=CARD_FIGURES,
        order=acc_order,
        qualifiers=_one_in_four,
        check=partial(_check_cards, scheme=scheme),
        rank=_rank_cards,
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


def _sheets(scoring: str, sheet: GameSheet, figures: tuple[Figure, ...]) -> Counting:
    """Return the counting of game sheets (:mod:`scorecards.pegged`)."""
    return Counting(
        columns=COLUMNS[scoring],
        figures=figures,
        order=lambda edition: sheet.order,
        qualifiers=_only_for_playoffs,
        check=lambda event_file, ranked, qualifiers: check_sheets(event_file, ranked, sheet),
        rank=partial(_rank_sheets, sheet=sheet),
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
    """Rank game sheets. Where no playoffs follow the standings are the result: every tie has to be settled."""
    has_playoffs = event_file.event.format == PLAYOFF_FORMAT
    return rank_sheets(
        event_file,
        check,
        totals,
        sheet,
        qualifiers=qualifiers,
        settled_down_to=qualifiers if has_playoffs else len(totals),
    )


COUNTINGS: Mapping[str, Counting] = {
    **{scoring: _cards(scoring) for scoring in SCHEMES},
    "total-points": _sheets("total-points", TOTAL_POINTS, POINTS_FIGURES),
    "points-left": _sheets("points-left", POINTS_LEFT, LEFT_FIGURES),
}
