"""Read the sheets on which a bracket of more than 32 places is printed, with names in their boxes."""

from collections.abc import Sequence
from dataclasses import dataclass

from brackets.rules.bracket_layout import PLACES_ON_A_SHEET, ROW, Box, BracketSheet, sheets
from brackets.standings.bracket import BracketMatch, BracketSide, BracketView, round_name
from tournaments.rules.text import ems, shortened

EDGE = 8
"""The margin around a sheet: the thickness of a line and room for the text below its last box."""

BELOW = 10
"""From a box to the foot of the letters below it: between two boxes there is little more."""

ASIDE = 64
"""What the number of another sheet takes, to the left and to the right of a drawing."""

NAME_FROM = 34
NAME_WIDTH = 160
FITS = 166
"""What is estimated wider than this would run into the games, and is pressed into ``NAME_WIDTH``."""

MOST_PRESSED = 1.7
"""A name so many times wider than ``NAME_WIDTH`` is cut: pressed further, nobody could read it."""

CHAMPION_WIDTH = 204
LETTERS = 17
"""The size by which names are fitted: a little larger than printed."""


@dataclass(frozen=True, slots=True)
class PrintedSide:
    """One side of a box: where its text stands, and the width into which a long name is pressed, 0 for none."""

    seed: int
    name: str
    games: int | None
    is_winner: bool
    x: int
    y: int
    max_width: int

    @property
    def seed_x(self) -> int:
        return self.x + NAME_FROM - 6

    @property
    def name_x(self) -> int:
        return self.x + NAME_FROM

    @property
    def games_x(self) -> int:
        return self.x + NAME_FROM + NAME_WIDTH + 20


@dataclass(frozen=True, slots=True)
class PrintedBox:
    """A match on paper: its frame, the line between the sides, the known sides, and how many games were forfeited."""

    box: Box
    divided_at: int
    sides: Sequence[PrintedSide]
    forfeits: int

    @property
    def below(self) -> int:
        return self.box.y + self.box.height + BELOW


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """One page of the printed bracket."""

    number: int
    count: int
    title: str
    view: str
    lines: Sequence[str]
    comes_from: Sequence[tuple[int, int, int]]
    leads_to: Sequence[tuple[int, int, int]]
    """Where the number of another sheet stands, and the number."""

    boxes: Sequence[PrintedBox]
    champion: Box | None
    champion_max_width: int
    """The width into which a long name of the champion is pressed, 0 for none."""


def printed_sheets(bracket: BracketView | None) -> list[PrintedSheet]:
    """Return the sheets of a bracket of more than 32 places; a smaller one is printed as it is on the screen."""
    if bracket is None or bracket.size <= PLACES_ON_A_SHEET:
        return []
    qualifiers = sum(side is not None for match in bracket.rounds[0].matches for side in match.sides)
    drawn = sheets(qualifiers)
    return [_sheet(sheet, len(drawn), bracket) for sheet in drawn]


def _view(sheet: BracketSheet) -> str:
    aside = ASIDE if any(link.sheet is not None for link in sheet.links) else EDGE
    return f"{-aside} {-EDGE} {sheet.width + 2 * aside} {sheet.height + 2 * EDGE}"


def _sheet(sheet: BracketSheet, count: int, bracket: BracketView) -> PrintedSheet:
    """Fill a sheet with names."""
    first, last = (round_name(number, bracket.size) for number in (sheet.first_round, sheet.last_round))
    matches = {(match.round, match.slot): match for one in bracket.rounds for match in one.matches}
    return PrintedSheet(
        number=sheet.number,
        count=count,
        title=f"{first} to {last}" if first != last else first,
        view=_view(sheet),
        lines=[" ".join(f"{x},{y}" for x, y in link.points) for link in sheet.links],
        comes_from=[
            (link.points[0][0] - 5, link.points[0][1] + 4, link.sheet)
            for link in sheet.links
            if link.sheet is not None and link.round < sheet.first_round
        ],
        leads_to=[
            (link.points[-1][0] + 5, link.points[-1][1] + 4, link.sheet)
            for link in sheet.links
            if link.sheet is not None and link.round >= sheet.first_round
        ],
        boxes=[_box(box, matches[box.round, box.slot]) for box in sheet.boxes],
        champion=sheet.champion,
        champion_max_width=CHAMPION_WIDTH
        if bracket.champion is not None and estimated_width(bracket.champion.name, is_bold=True) > CHAMPION_WIDTH
        else 0,
    )


def _box(box: Box, match: BracketMatch) -> PrintedBox:
    sides = [_side(box, side, row) for row, side in enumerate(match.sides) if side is not None]
    return PrintedBox(box, 0 if box.is_bye else box.y + ROW, sides, match.forfeits)


def _side(box: Box, side: BracketSide, row: int) -> PrintedSide:
    return PrintedSide(
        seed=side.seed,
        name=shortened(side.name, NAME_WIDTH * MOST_PRESSED / LETTERS, is_bold=side.is_winner),
        games=side.games,
        is_winner=side.is_winner,
        x=box.x,
        y=box.y + row * ROW + ROW - 7,
        max_width=NAME_WIDTH if estimated_width(side.name, is_bold=side.is_winner) > FITS else 0,
    )


def estimated_width(name: str, *, is_bold: bool) -> float:
    """Return about how wide a name is drawn, in units of the drawing."""
    return ems(name, is_bold=is_bold) * LETTERS
