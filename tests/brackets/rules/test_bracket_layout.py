from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.rules.bracket_layout import (
    BOX_WIDTH,
    GAP,
    PLACES_ON_A_SHEET,
    ROW,
    SPACE,
    Box,
    BracketSheet,
    Link,
    columns,
    sheets,
)
from brackets.rules.seeding import (
    DrawnMatch,
    MatchResult,
    bracket_size,
    byes,
    draw,
    first_round,
    match_after,
    rounds_of,
)
from tests.strategies import examples

# Qualifiers, and for each sheet its rounds, matches of its first round, and the sheet that it leads to.
BREAKS = {
    2: [(1, 1, 1, None)],
    3: [(1, 2, 2, None)],
    13: [(1, 4, 8, None)],
    31: [(1, 5, 16, None)],
    32: [(1, 5, 16, None)],
    33: [(1, 5, 16, 3), (1, 5, 16, 3), (6, 6, 1, None)],
    77: [*[(1, 5, 16, 5)] * 4, (6, 7, 2, None)],
    128: [*[(1, 5, 16, 5)] * 4, (6, 7, 2, None)],
    2000: [*[(1, 5, 16, 65)] * 32, *[(1, 5, 16, 66)] * 32, *[(6, 10, 16, 67)] * 2, (11, 11, 1, None)],
}
QUALIFIERS = sorted(BREAKS)


def boxes_of(drawn: tuple[BracketSheet, ...]) -> dict[tuple[int, int], tuple[BracketSheet, Box]]:
    return {(box.round, box.slot): (sheet, box) for sheet in drawn for box in sheet.boxes}


def leaving(sheet: BracketSheet) -> dict[tuple[int, int], Link]:
    """Return the links that start at a match of a sheet."""
    here = {(box.round, box.slot) for box in sheet.boxes}
    return {(link.round, link.slot): link for link in sheet.links if (link.round, link.slot) in here}


def overlap(first: Box, second: Box) -> bool:
    return (
        first.x < second.x + second.width
        and second.x < first.x + first.width
        and first.y < second.y + second.height
        and second.y < first.y + first.height
    )


@pytest.mark.parametrize("qualifiers", QUALIFIERS)
def test_bracket_breaks_where_a_section_has_its_winner(qualifiers: int) -> None:
    drawn = sheets(qualifiers)

    assert [sheet.number for sheet in drawn] == list(range(1, len(drawn) + 1))
    assert [
        (
            sheet.first_round,
            sheet.last_round,
            sum(box.round == sheet.first_round for box in sheet.boxes),
            next((link.sheet for key, link in leaving(sheet).items() if link.sheet), None),
        )
        for sheet in drawn
    ] == BREAKS[qualifiers]


@pytest.mark.parametrize("qualifiers", QUALIFIERS)
def test_each_match_stands_on_one_sheet(qualifiers: int) -> None:
    found = [(box.round, box.slot) for sheet in sheets(qualifiers) for box in sheet.boxes]

    size = bracket_size(qualifiers)
    assert sorted(found) == [
        (number, slot) for number in range(1, rounds_of(size) + 1) for slot in range(1, (size >> number) + 1)
    ]


@pytest.mark.parametrize("qualifiers", QUALIFIERS)
def test_byes_are_drawn_as_one_side(qualifiers: int) -> None:
    boxes = [box for sheet in sheets(qualifiers) for box in sheet.boxes]

    resting = {match.slot for match in first_round(range(qualifiers)) if match.is_bye}
    assert {box.slot for box in boxes if box.is_bye} == resting
    assert {box.round for box in boxes if box.is_bye} <= {1}
    assert len(resting) == byes(qualifiers)
    assert {(box.is_bye, box.height) for box in boxes} <= {(True, ROW), (False, 2 * ROW)}


@pytest.mark.parametrize("qualifiers", QUALIFIERS)
def test_nothing_overlaps_or_leaves_its_sheet(qualifiers: int) -> None:
    for sheet in sheets(qualifiers):
        boxes = [*sheet.boxes, *([sheet.champion] if sheet.champion else [])]
        corners = [(box.x, box.y) for box in boxes] + [(box.x + box.width, box.y + box.height) for box in boxes]
        points = [point for link in sheet.links for point in link.points]

        assert [pair for pair in combinations(boxes, 2) if overlap(*pair)] == []
        assert [(x, y) for x, y in corners + points if not (0 <= x <= sheet.width and 0 <= y <= sheet.height)] == []


@pytest.mark.parametrize("qualifiers", QUALIFIERS)
def test_each_winner_has_one_line_to_the_side_that_they_come_to(qualifiers: int) -> None:
    drawn = sheets(qualifiers)
    boxes = boxes_of(drawn)
    final = (rounds_of(bracket_size(qualifiers)), 1)

    for key, (sheet, box) in boxes.items():
        line = leaving(sheet)[key]
        assert line.points[0] == (box.x + BOX_WIDTH, box.middle)
        if key == final:
            assert sheet.champion is not None
            assert line.points[-1] == (sheet.champion.x, sheet.champion.y + ROW // 2)
            continue
        next_sheet, following = boxes[match_after(*key)]
        side = (following.x, following.entry(upper=key[1] % 2 == 1))
        if next_sheet is sheet:
            assert (line.points[-1], line.sheet) == (side, None)
        else:
            coming = next(link for link in next_sheet.links if (link.round, link.slot) == key)
            assert (line.sheet, coming.sheet) == (next_sheet.number, sheet.number)
            assert (line.points[-1][0], coming.points[-1]) == (sheet.width, side)


@pytest.mark.parametrize("qualifiers", QUALIFIERS)
def test_lines_are_level_or_upright_and_bend_between_the_rounds(qualifiers: int) -> None:
    for sheet in sheets(qualifiers):
        for link in sheet.links:
            steps = [(before[0] == after[0], before[1] == after[1]) for before, after in pairwise(link.points)]
            assert [step for step in steps if not any(step)] == []
            assert link.points[-1][0] - link.points[0][0] in (GAP // 2, GAP)
            assert [x for x, _ in link.points] == sorted(x for x, _ in link.points)


@pytest.mark.parametrize("qualifiers", QUALIFIERS)
def test_match_stands_halfway_between_those_before_it(qualifiers: int) -> None:
    for sheet in sheets(qualifiers):
        boxes = {(box.round, box.slot): box for box in sheet.boxes}
        for (number, slot), box in boxes.items():
            if number > sheet.first_round:
                upper, lower = boxes[number - 1, 2 * slot - 1], boxes[number - 1, 2 * slot]
                assert 2 * box.middle == upper.middle + lower.middle


def test_only_the_last_sheet_has_a_champion() -> None:
    for qualifiers in QUALIFIERS:
        assert [sheet.champion is not None for sheet in sheets(qualifiers)] == [
            *[False] * (len(BREAKS[qualifiers]) - 1),
            True,
        ]


def test_one_sheet_holds_thirty_two_places_and_no_more() -> None:
    assert [len(sheets(qualifiers)) for qualifiers in (17, 32, 33, 64, 65)] == [1, 1, 3, 3, 5]
    assert max(sheet.height for sheet in sheets(128)) == PLACES_ON_A_SHEET // 2 * (2 * ROW + SPACE)


@pytest.mark.parametrize("qualifiers", [0, 1])
def test_without_a_bracket_nothing_is_drawn(qualifiers: int) -> None:
    assert (sheets(qualifiers), columns(qualifiers)) == ((), ())


# Phone.


@pytest.mark.parametrize("qualifiers", QUALIFIERS)
def test_phone_has_a_column_for_each_round_with_matches_from_top_to_bottom(qualifiers: int) -> None:
    found = columns(qualifiers)

    size = bracket_size(qualifiers)
    assert [(column.round, len(column.boxes)) for column in found] == [
        (number, size >> number) for number in range(1, rounds_of(size) + 1)
    ]
    assert sum(box.is_bye for column in found for box in column.boxes) == byes(qualifiers)
    for column in found:
        assert [box.slot for box in column.boxes] == list(range(1, len(column.boxes) + 1))
        assert [box for box in column.boxes if box.x != 0 or box.x + box.width > column.width] == []
        assert column.boxes[-1].y + column.boxes[-1].height == column.height
        for above, below in pairwise(column.boxes):
            space = below.y - above.y - above.height
            # Two whose winners meet stand closer together than two whose winners do not.
            assert space == (12 if match_after(1, above.slot) == match_after(1, below.slot) else 24)


# The way of one player.


def way_of(entrant: int, rounds: Sequence[Sequence[DrawnMatch]]) -> tuple[tuple[int, int], ...]:
    """Return where one entrant plays or has played, as (round, slot) from the first round on, byes as well."""
    return tuple(
        (match.round, match.slot)
        for matches in rounds
        for match in matches
        if any(side is not None and side.entrant == entrant for side in (match.upper, match.lower))
    )


def test_way_of_a_player_leads_from_the_first_round_to_where_they_lost() -> None:
    rounds = draw([11, 12, 13], {(1, 2): MatchResult(0, 3), (2, 1): MatchResult(1, 3)})

    assert [way_of(entrant, rounds) for entrant in (11, 12, 13, 14)] == [
        ((1, 1), (2, 1)),
        ((1, 2),),
        ((1, 2), (2, 1)),
        (),
    ]


@examples(30)
@given(qualifiers=st.integers(2, 300), chance=st.randoms(use_true_random=False))
def test_every_way_is_along_the_lines(qualifiers: int, chance: object) -> None:
    results: dict[tuple[int, int], MatchResult] = {}
    for number in range(1, rounds_of(bracket_size(qualifiers)) + 1):
        for match in draw(range(qualifiers), results)[number - 1]:
            if not match.is_bye:
                results[number, match.slot] = chance.choice((MatchResult(3, 0), MatchResult(1, 3)))
    rounds = draw(range(qualifiers), results)

    for entrant in range(qualifiers):
        way = way_of(entrant, rounds)
        assert [match_after(*stop) for stop in way[:-1]] == list(way[1:])
        assert way[0][0] == 1


def test_more_space_moves_matches_apart_and_leaves_their_size_and_columns() -> None:
    [near], [far] = sheets(8), sheets(8, space=SPACE + 50)

    assert (far.width, far.height) == (near.width, near.height + 4 * 50)
    assert [(box.x, box.width, box.height) for box in far.boxes] == [
        (box.x, box.width, box.height) for box in near.boxes
    ]
    first = [box.y for box in far.boxes if box.round == 1]
    assert {below - above for above, below in pairwise(first)} == {2 * ROW + SPACE + 50}
    final = far.boxes[-1]
    assert (final.round, final.middle) == (3, far.height // 2)
