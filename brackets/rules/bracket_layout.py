"""Positions of the matches of a drawn bracket and the lines between them, for screen, paper and phone.

Everything is in whole units of a drawing whose top left corner is 0, 0; what a unit is on glass or paper is for the
page to say, the same for all sheets of one bracket. Boxes reach to the very edge: leave the thickness of a line
around a sheet. Up to 32 places the bracket is one sheet. A larger one breaks where sections of 32 places have their
winner: a sheet for each section and one more for the rounds after them, so that no line is cut through.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from brackets.rules.seeding import bracket_size, first_round, match_after, rounds_of

PLACES_ON_A_SHEET = 32
ROW = 24
"""The height of one side of a match."""

SPACE = 12
"""Between two matches of a sheet's first round."""

BOX_WIDTH = 220
GAP = 40
"""Between two rounds; half of it is a line that comes out of a match, half one that leads into the next."""

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Box:
    """A match: the upper side is the upper half of it, the lower side the lower. A bye has one side only."""

    round: int
    slot: int
    x: int
    y: int
    width: int
    height: int
    is_bye: bool = False

    @property
    def middle(self) -> int:
        """The height at which its winner leaves."""
        return self.y + self.height // 2

    def entry(self, upper: bool) -> int:
        """Return the height at which a side comes in."""
        return self.y + (ROW // 2 if upper else self.height - ROW // 2)


@dataclass(frozen=True, slots=True)
class Link:
    """The line by which a winner moves on; ``sheet`` is the number of the one at its other end, ``None`` if here."""

    round: int
    slot: int
    points: tuple[Point, ...]
    sheet: int | None = None


@dataclass(frozen=True, slots=True)
class BracketSheet:
    """One page: rounds ``first_round`` to ``last_round`` of a section; ``champion`` stands after the final."""

    number: int
    first_round: int
    last_round: int
    width: int
    height: int
    boxes: tuple[Box, ...]
    links: tuple[Link, ...]
    champion: Box | None


@dataclass(frozen=True, slots=True)
class _Section:
    """What is drawn on one sheet: so many matches of a first round, from a slot on, and all that follows them."""

    number: int
    first_round: int
    first_slot: int
    matches: int
    space: int

    @property
    def pitch(self) -> int:
        """From one match of the first round to the next."""
        return 2 * ROW + self.space

    @property
    def last_round(self) -> int:
        return self.first_round + rounds_of(2 * self.matches) - 1

    @property
    def last_match(self) -> tuple[int, int]:
        return self.last_round, (self.first_slot - 1) // self.matches + 1

    @property
    def slots(self) -> Iterator[tuple[int, int, int]]:
        """Yield round, slot, and the slot counted from the top of the sheet."""
        for steps, number in enumerate(range(self.first_round, self.last_round + 1)):
            before = (self.first_slot - 1) >> steps
            yield from ((number, before + index, index) for index in range(1, (self.matches >> steps) + 1))


def sheets(qualifiers: int, *, space: int = SPACE) -> tuple[BracketSheet, ...]:
    """Return the sheets of a bracket, sections from the top, the last rounds last; none below two qualifiers.

    ``space`` is between two matches of a sheet's first round.
    """
    resting = {match.slot for match in first_round(range(qualifiers)) if match.is_bye}
    sections = _sections(bracket_size(qualifiers), space) if qualifiers > 1 else ()
    last_matches = {section.last_match: section.number for section in sections}
    first_matches = {
        (number, slot): section.number
        for section in sections
        for number, slot, _ in section.slots
        if number == section.first_round
    }
    return tuple(_sheet(section, resting, first_matches, last_matches) for section in sections)


def _sections(size: int, space: int) -> tuple[_Section, ...]:
    found: list[_Section] = []
    number, places = 1, size
    while places > PLACES_ON_A_SHEET:
        matches = PLACES_ON_A_SHEET // 2
        found += [
            _Section(len(found) + 1 + index, number, index * matches + 1, matches, space)
            for index in range(places // PLACES_ON_A_SHEET)
        ]
        number += rounds_of(PLACES_ON_A_SHEET)
        places //= PLACES_ON_A_SHEET
    return (*found, _Section(len(found) + 1, number, 1, places // 2, space))


def _sheet(
    section: _Section,
    resting: set[int],
    first_matches: dict[tuple[int, int], int],
    last_matches: dict[tuple[int, int], int],
) -> BracketSheet:
    margin = GAP // 2 if section.first_round > 1 else 0
    boxes = {
        (number, slot): _box(section, number, slot, index, margin, number == 1 and slot in resting)
        for number, slot, index in section.slots
    }
    links = [
        link
        for (number, slot), box in boxes.items()
        if number == section.first_round > 1
        for link in _links_in(box, last_matches)
    ]
    for box in boxes.values():
        following = boxes.get(match_after(box.round, box.slot))
        if following is not None:
            links.append(_link(box, following))
    last = boxes[section.last_match]
    leads_to = first_matches.get(match_after(*section.last_match))
    champion = None
    if leads_to is None:
        champion = Box(last.round + 1, 1, last.x + BOX_WIDTH + GAP, last.middle - ROW // 2, BOX_WIDTH, ROW)
        points = ((last.x + BOX_WIDTH, last.middle), (champion.x, last.middle))
    else:
        points = ((last.x + BOX_WIDTH, last.middle), (last.x + BOX_WIDTH + GAP // 2, last.middle))
    links.append(Link(last.round, last.slot, points, leads_to))
    return BracketSheet(
        section.number,
        section.first_round,
        section.last_round,
        champion.x + BOX_WIDTH if champion else points[-1][0],
        section.matches * section.pitch,
        tuple(boxes.values()),
        tuple(links),
        champion,
    )


def _box(section: _Section, number: int, slot: int, index: int, margin: int, is_bye: bool) -> Box:
    steps = number - section.first_round
    middle = (2 * index - 1) * (section.pitch << steps) // 2
    height = ROW if is_bye else 2 * ROW
    x = margin + steps * (BOX_WIDTH + GAP)
    return Box(number, slot, x, middle - height // 2, BOX_WIDTH, height, is_bye)


def _link(box: Box, following: Box) -> Link:
    start, end = box.x + box.width, following.x
    bend, entry = (start + end) // 2, following.entry(upper=box.slot % 2 == 1)
    return Link(box.round, box.slot, ((start, box.middle), (bend, box.middle), (bend, entry), (end, entry)))


def _links_in(box: Box, last_matches: dict[tuple[int, int], int]) -> Iterator[Link]:
    for upper in (True, False):
        before = (box.round - 1, 2 * box.slot - (1 if upper else 0))
        height = box.entry(upper)
        yield Link(*before, ((box.x - GAP // 2, height), (box.x, height)), last_matches[before])


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """One round for a phone, matches below one another; after every two, whose winners meet, comes a space."""

    round: int
    width: int
    height: int
    boxes: tuple[Box, ...]


def columns(qualifiers: int) -> tuple[BracketColumn, ...]:
    """Return the rounds of a bracket one by one, as a narrow screen shows them; none where fewer than two qualify."""
    current = [(match.slot, match.is_bye) for match in first_round(range(qualifiers))]
    found: list[BracketColumn] = []
    while current:
        number, y = len(found) + 1, 0
        boxes: list[Box] = []
        for slot, is_bye in current:
            height = ROW if is_bye else 2 * ROW
            boxes.append(Box(number, slot, 0, y, BOX_WIDTH, height, is_bye))
            y += height + (SPACE if slot % 2 else 2 * SPACE)
        found.append(BracketColumn(number, BOX_WIDTH, boxes[-1].y + boxes[-1].height, tuple(boxes)))
        current = [(slot, False) for slot in range(1, len(current) // 2 + 1)]
    return tuple(found)
