"""Rule 13.2: one in four, the approved charts, byes. In acc-2010 it stands, unnumbered, under playoff brackets."""

from dataclasses import replace

import pytest

from brackets.rules.report import report_on
from brackets.rules.seeding import MatchResult, bracket_size, byes, chart, draw, first_round, is_approved
from scorecards.rules.qualifying import number_of_qualifiers
from tests.builders import both_cards, event
from tournaments.rules.types import EntrantRecord

# The first round of each approved chart from top to bottom.
CHARTS = {
    4: "1-4 2-3",
    8: "1-8 4-5 3-6 2-7",
    16: "1-16 8-9 5-12 4-13 3-14 6-11 7-10 2-15",
    32: """1-32 16-17 9-24 8-25 5-28 12-21 13-20 4-29
           3-30 14-19 11-22 6-27 7-26 10-23 15-18 2-31""",
    64: """1-64 32-33 16-49 17-48 9-56 24-41 25-40 8-57 5-60 28-37 12-53 21-44 13-52 20-45 29-36 4-61
           3-62 30-35 14-51 19-46 11-54 22-43 27-38 6-59 7-58 26-39 10-55 23-42 15-50 18-47 31-34 2-63""",
}


def as_text(size: int) -> str:
    return " ".join(f"{better}-{worse}" for better, worse in chart(size))


# 13.2.b: one in four qualifies, rounded up.


@pytest.mark.parametrize(
    ("entrants", "qualifiers"),
    [(108, 27), (120, 30), (121, 31), (122, 31), (123, 31), (124, 31), (125, 32), (132, 33), (60, 15), (1, 1)],
)
def test_13_2_b_one_in_four_qualifies_rounded_up(entrants: int, qualifiers: int) -> None:
    assert number_of_qualifiers(entrants) == qualifiers


def test_13_2_b_nobody_qualifies_of_nobody() -> None:
    assert number_of_qualifiers(0) == 0


def test_13_2_b_who_never_came_is_no_entrant_of_whom_one_in_four_qualifies() -> None:
    field = event(both_cards({(1, 1, 2): 16}), games=1)
    people = tuple(EntrantRecord(number, f"Entrant {number}") for number in range(1, 50))
    everybody = replace(field, entrants=people)
    without = replace(field, entrants=(*people[:-1], replace(people[-1], withdrawn_after_game=0)))

    reports = [report_on(one) for one in (everybody, without)]

    assert [(report.entrants, report.qualifiers) for report in reports] == [(49, 13), (48, 12)]
    assert {place.entrant for place in reports[1].standings} == set(range(1, 49))


def test_13_2_b_director_may_set_another_number() -> None:
    assert number_of_qualifiers(124, 32) == 32


def test_13_2_b_no_more_qualify_than_there_are() -> None:
    assert number_of_qualifiers(6, 8) == 6


# 13.2.c: the approved charts.


@pytest.mark.parametrize("size", CHARTS)
def test_13_2_c_chart_is_the_approved_one(size: int) -> None:
    assert as_text(size) == " ".join(CHARTS[size].split())


def test_13_2_c_two_qualifiers_play_a_final() -> None:
    assert chart(2) == ((1, 2),)


@pytest.mark.parametrize("size", [-4, 0, 1, 3, 12, 31, 48, 100])
def test_13_2_c_no_chart_is_anything_but_a_power_of_two(size: int) -> None:
    with pytest.raises(ValueError, match=f"^{size} is not a bracket size"):
        chart(size)


@pytest.mark.parametrize("size", [4, 8, 16, 32, 64, 128, 256, 512])
def test_13_2_c_chart_without_its_lower_half_is_the_next_smaller_chart(size: int) -> None:
    """Once the better seed has won each match, those who meet are the pairs of the next smaller chart."""
    winners = [better for better, _ in chart(size)]
    pairs = [tuple(sorted(pair)) for pair in zip(winners[::2], winners[1::2], strict=True)]

    assert pairs == list(chart(size // 2))


def test_13_2_c_larger_chart_keeps_the_top_and_the_foot_of_each_quarter() -> None:
    """The largest approved chart and its extensions begin and end each quarter with the same seeds."""
    corners = [
        [chart(size)[index][0] for index in (0, size // 8 - 1, size // 8, size // 4 - 1)]
        + [chart(size)[index][0] for index in (size // 4, 3 * size // 8 - 1, 3 * size // 8, size // 2 - 1)]
        for size in (16, 32, 64, 128, 256)
    ]

    assert corners == [[1, 8, 5, 4, 3, 6, 7, 2]] * 5


@pytest.mark.parametrize(
    ("size", "entrants", "approved"),
    [
        (4, 11, False),
        (4, 12, True),
        (4, 16, True),
        (8, 17, True),
        (64, 256, True),
        (128, 257, False),
        (128, 306, False),
        (128, 494, False),
        (2, 8, False),
        (2, 124, False),
        (128, 256, False),
    ],
)
def test_13_2_c_charts_are_printed_for_12_to_256_entrants(size: int, entrants: int, approved: bool) -> None:
    assert is_approved(size, entrants, "acc-2020") is approved


@pytest.mark.parametrize(
    ("size", "entrants", "approved"),
    [
        (2, 8, False),
        (4, 12, False),
        (4, 16, False),
        (8, 8, True),
        (8, 17, True),
        (8, 32, True),
        (16, 64, True),
        (64, 256, True),
        (64, 257, False),
        (128, 306, False),
    ],
)
def test_13_2_c_charts_of_2010_are_printed_up_to_256_entrants_from_eight_places(
    size: int, entrants: int, approved: bool
) -> None:
    assert is_approved(size, entrants, "acc-2010") is approved


@pytest.mark.parametrize(("edition", "approved"), [("acc-2020", True), ("acc-2010", False)])
def test_13_2_c_report_goes_by_the_events_edition(edition: str, approved: bool) -> None:
    report = report_on(event([], games=1, entrants=range(1, 14), edition=edition))

    assert (report.bracket_size, report.approved_chart) == (4, approved)
    assert report.to_json()["approved_chart"] is approved


# 13.2.d: byes.


@pytest.mark.parametrize(
    ("entrants", "qualifiers", "size", "number_of_byes", "play"),
    [(108, 27, 32, 5, 22), (132, 33, 64, 31, 2), (60, 15, 16, 1, 14), (128, 32, 32, 0, 32)],
)
def test_13_2_d_byes_fill_the_next_full_bracket(
    entrants: int, qualifiers: int, size: int, number_of_byes: int, play: int
) -> None:
    seeded = range(1, number_of_qualifiers(entrants) + 1)

    matches = first_round(seeded)

    assert (len(seeded), bracket_size(qualifiers), byes(qualifiers)) == (qualifiers, size, number_of_byes)
    assert sorted(match.upper.seed for match in matches if match.upper and match.is_bye) == list(
        range(1, number_of_byes + 1)
    )
    assert sum(2 for match in matches if not match.is_bye) == play


@pytest.mark.parametrize(
    ("qualifiers", "size"), [(0, 0), (1, 2), (2, 2), (3, 4), (4, 4), (5, 8), (64, 64), (65, 128), (124, 128)]
)
def test_13_2_d_bracket_is_the_next_power_of_two(qualifiers: int, size: int) -> None:
    assert bracket_size(qualifiers) == size


@pytest.mark.parametrize("qualifiers", [2, 3, 5, 15, 27, 31, 33, 64, 77, 124])
def test_13_2_d_5_second_round_is_full(qualifiers: int) -> None:
    seeded = range(1, qualifiers + 1)
    upper_wins = {(1, slot): MatchResult(3, 0) for slot in range(1, bracket_size(qualifiers) // 2 + 1)}

    rounds = draw(seeded, upper_wins)

    if qualifiers > 2:
        assert all(match.upper and match.lower for match in rounds[1])
    assert sum(match.is_bye for drawn in rounds[1:] for match in drawn) == 0


@pytest.mark.parametrize("qualifiers", [0, 1])
def test_13_2_d_fewer_than_two_play_no_bracket(qualifiers: int) -> None:
    assert first_round(range(1, qualifiers + 1)) == ()
