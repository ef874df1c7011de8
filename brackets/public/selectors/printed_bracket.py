"""Read the sheets on which a bracket of more than 32 places is printed, with names in their boxes."""

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


class PrintedSide:
    """One side of a box: where its text stands, and the width into which a long name is pressed, 0 for none."""

    def __init__(self, box: Box, side: BracketSide, row: int) -> None:
        self.seed, self.games, self.is_winner = side.seed, side.games, side.is_winner
        self.name = shortened(side.name, NAME_WIDTH * MOST_PRESSED / LETTERS, is_bold=side.is_winner)
        self.max_width = NAME_WIDTH if estimated_width(side.name, is_bold=side.is_winner) > FITS else 0
        self.x, self.y = box.x, box.y + row * ROW + ROW - 7
        self.name_x = self.x + NAME_FROM
        self.seed_x, self.games_x = self.name_x - 6, self.name_x + NAME_WIDTH + 20


class PrintedBox:
    """A match on paper: its frame, the line between the sides, the known sides, and how many games were forfeited."""

    def __init__(self, box: Box, match: BracketMatch) -> None:
        self.box, self.forfeits = box, match.forfeits
        self.divided_at = 0 if box.is_bye else box.y + ROW
        self.below = box.y + box.height + BELOW
        self.sides = [PrintedSide(box, side, row) for row, side in enumerate(match.sides) if side is not None]


class PrintedSheet:
    """One page of the printed bracket, filled with names.

    ``comes_from`` and ``leads_to`` are where the number of another sheet stands, and the number.
    ``champion_max_width`` is the width into which a long name of the champion is pressed, 0 for none.
    """

    def __init__(self, sheet: BracketSheet, count: int, bracket: BracketView) -> None:
        first, last = (round_name(number, bracket.size) for number in (sheet.first_round, sheet.last_round))
        matches = {(match.round, match.slot): match for match in bracket.matches}
        self.number, self.count, self.champion = sheet.number, count, sheet.champion
        self.title = f"{first} to {last}" if first != last else first
        self.lines = [" ".join(f"{x},{y}" for x, y in link.points) for link in sheet.links]
        linked = [(link, link.sheet) for link in sheet.links if link.sheet is not None]
        aside = ASIDE if linked else EDGE
        self.view = f"{-aside} {-EDGE} {sheet.width + 2 * aside} {sheet.height + 2 * EDGE}"
        before = [(link.points[0], other) for link, other in linked if link.round < sheet.first_round]
        after = [(link.points[-1], other) for link, other in linked if link.round >= sheet.first_round]
        self.comes_from = [(x - 5, y + 4, other) for (x, y), other in before]
        self.leads_to = [(x + 5, y + 4, other) for (x, y), other in after]
        self.boxes = [PrintedBox(box, matches[box.round, box.slot]) for box in sheet.boxes]
        won = bracket.champion
        is_long = won is not None and estimated_width(won.name, is_bold=True) > CHAMPION_WIDTH
        self.champion_max_width = CHAMPION_WIDTH if is_long else 0


def printed_sheets(bracket: BracketView | None) -> list[PrintedSheet]:
    """Return the sheets of a bracket of more than 32 places; a smaller one is printed as it is on the screen."""
    return sheets_of(bracket) if bracket is not None and bracket.size > PLACES_ON_A_SHEET else []


def sheets_of(bracket: BracketView | None) -> list[PrintedSheet]:
    """Return the sheets of a bracket of any size."""
    if bracket is None:
        return []
    qualifiers = sum(side is not None for match in bracket.rounds[0].matches for side in match.sides)
    drawn = sheets(qualifiers)
    return [PrintedSheet(sheet, len(drawn), bracket) for sheet in drawn]


def estimated_width(name: str, *, is_bold: bool) -> float:
    """Return about how wide a name is drawn, in units of the drawing."""
    return ems(name, is_bold=is_bold) * LETTERS
