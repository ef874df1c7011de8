import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from brackets.rules.report import Report, report_on
from scorecards.rules.calculation import calculate, missing_lines
from tests.builders import HOUSE_PLAYER, Entry, both_cards, card, event, loss, win
from tests.events import CASE_NAMES, CASES_SETTLED
from tests.reference import Reference, without_free_text
from tournaments.event_file.reading import read_event_file
from tournaments.rules.types import CardRecord, FootTotals, ScheduledGame, TieGameRecord


@pytest.mark.parametrize("name", CASE_NAMES)
def test_report_is_that_of_the_sample(cases_dir: Path, name: str) -> None:
    reading = read_event_file((cases_dir / f"{name}.json").read_bytes())
    assert reading.event_file is not None, reading.errors
    expected = json.loads((cases_dir / f"{name}.report.json").read_bytes())

    report = report_on(reading.event_file).to_json()

    assert without_free_text(report) == without_free_text(expected)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES_SETTLED)
def test_slow_reference_gives_the_sample_too(cases_dir: Path, name: str) -> None:
    """What the engines are compared with elsewhere is right itself (it draws no more than eight)."""
    reading = read_event_file((cases_dir / f"{name}.json").read_bytes())
    assert reading.event_file is not None, reading.errors
    expected = without_free_text(json.loads((cases_dir / f"{name}.report.json").read_bytes()))

    worked_out = without_free_text(Reference(reading.event_file).report())

    assert {**worked_out, "first_round": None} == {**expected, "first_round": None}


def test_every_sample_has_its_report(cases_dir: Path) -> None:
    reports = {path.name.removesuffix(".report.json") for path in cases_dir.glob("*.report.json")}
    assert set(CASE_NAMES) == reports != set()


def four_in_order(**kwargs: Any) -> Report:
    """Report on four entrants who rank 1, 2, 3, 4 after a full round; two of them qualify."""
    results = {(1, 1, 4): 12, (1, 2, 3): 9, (2, 1, 3): 11, (2, 2, 4): 8, (3, 1, 2): 20, (3, 3, 4): 7}
    return report_on(event(both_cards(results), games=3, **{"qualifiers": 2, **kwargs}))


def test_report_draws_the_first_round() -> None:
    report = four_in_order(qualifiers=3)

    assert report.to_json()["first_round"] == [
        {"slot": 1, "upper": {"seed": 1, "entrant": 1}, "lower": None},
        {"slot": 2, "upper": {"seed": 2, "entrant": 2}, "lower": {"seed": 3, "entrant": 3}},
    ]
    assert report.seeded == (1, 2, 3)


def test_report_draws_nothing_for_one_qualifier() -> None:
    report = four_in_order(qualifiers=None)

    assert (report.qualifiers, report.complete, report.first_round, report.seeded) == (1, True, (), ())


# Who counts as an entrant.


def test_report_counts_no_house_player() -> None:
    results = {(1, 1, HOUSE_PLAYER): 12, (1, 2, 3): 9, (2, 1, 3): 11, (2, 2, HOUSE_PLAYER): 8}
    cards = both_cards({**results, (3, 1, 2): 20, (3, HOUSE_PLAYER, 3): 121})

    report = report_on(event(cards, games=3, house_players=[HOUSE_PLAYER]))

    assert (report.entrants, report.qualifiers, report.complete) == (3, 1, True)
    assert [place.entrant for place in report.ranking.places] == [1, 2, 3]
    assert report.checked == (1,)


def test_report_counts_and_ranks_an_entrant_without_a_card() -> None:
    report = report_on(event([card(1, (2, win(16)))], games=1, entrants=[1, 2]))

    assert (report.entrants, report.complete) == (2, False)
    assert [(place.entrant, place.totals.game_points) for place in report.ranking.places] == [(1, 2), (2, 0)]


def test_report_counts_and_ranks_an_entrant_who_has_left() -> None:
    report = four_in_order(withdrawn={4: 1})

    assert report.entrants == 4
    assert [place.entrant for place in report.ranking.places] == [1, 2, 3, 4]


# When it is complete.


def test_report_is_incomplete_while_a_line_is_missing() -> None:
    cards = [card(1, (2, win(16)), (2, win(5))), card(2, (1, loss(16)), None)]

    report = report_on(event(cards, games=2, qualifiers=2))

    assert (report.complete, report.first_round) == (False, ())


@pytest.mark.parametrize(("withdrawn_after_game", "complete"), [(1, True), (2, False), (3, False)])
def test_report_misses_no_line_after_a_withdrawal(withdrawn_after_game: int, complete: bool) -> None:
    cards = [card(1, (2, win(16)), (2, win(10)), (2, win(10))), card(2, (1, loss(16)), None, None)]

    report = report_on(event(cards, games=3, qualifiers=2, withdrawn={2: withdrawn_after_game}))

    assert report.complete is complete
    assert (len(report.first_round) == 1) is complete


def test_report_misses_a_line_before_a_withdrawal_in_spite_of_one_after_it() -> None:
    cards = [card(1, (2, win(16)), (2, win(10)), (2, win(10))), card(2, (1, loss(16)), None, (1, loss(10)))]

    assert report_on(event(cards, games=3, withdrawn={2: 2})).complete is False


SITTING_OUT = (ScheduledGame(1, ((1, 2),)), ScheduledGame(2, ((1, 3),)), ScheduledGame(3, ((2, 3),)))
"""Three entrants of whom each sits out one game of three."""


def each_sits_out_once() -> tuple[CardRecord, ...]:
    return both_cards({(1, 1, 2): 16, (2, 1, 3): 12, (3, 2, 3): 10})


def test_report_misses_no_line_that_the_schedule_leaves_out() -> None:
    cards = each_sits_out_once()

    by_the_schedule = report_on(event(cards, games=3, qualifiers=2, schedule=SITTING_OUT))
    without_one = report_on(event(cards, games=3, qualifiers=2))

    assert (by_the_schedule.complete, by_the_schedule.seeded) == (True, (1, 2))
    assert (without_one.complete, without_one.seeded) == (False, ())


def test_report_misses_every_line_of_whom_the_schedule_does_not_know() -> None:
    cards = [*each_sits_out_once(), card(4, None, None, (1, win(5)))]

    check = calculate(event(cards, games=3, schedule=SITTING_OUT)).check

    assert missing_lines(event(cards, games=3, schedule=SITTING_OUT), check) == [(4, 1), (4, 2)]


def test_report_misses_the_line_of_a_game_that_is_not_scheduled() -> None:
    cards = each_sits_out_once()
    scheduled = event(cards, games=3, schedule=SITTING_OUT[:2])

    assert missing_lines(scheduled, calculate(scheduled).check) == [(1, 3)]


def test_report_compares_foot_totals_once_every_line_due_is_there() -> None:
    cards = each_sits_out_once()
    wrong = replace(cards[0], recorded=FootTotals(game_points=5))

    errors = calculate(event([wrong, *cards[1:]], games=3, schedule=SITTING_OUT)).check.arithmetic
    too_early = calculate(event([wrong, *cards[1:]], games=3, schedule=SITTING_OUT[:2])).check.arithmetic

    assert [(error.entrant, error.field, error.computed) for error in errors] == [(1, "game_points", 4)]
    assert too_early == ()


def test_report_counts_a_line_in_a_game_that_was_to_be_sat_out() -> None:
    """The card is the truth about who played whom: the line counts, and stands in for none that is due."""
    cards = [card(1, (2, win(16)), None, (3, win(12))), *each_sits_out_once()[1:]]

    check = calculate(event(cards, games=3, schedule=SITTING_OUT)).check

    assert check.totals[1].game_points == 4
    assert missing_lines(event(cards, games=3, schedule=SITTING_OUT), check) == [(1, 2)]


def test_report_ruling_needs_no_opponent_who_has_left() -> None:
    cards = [card(1, (2, win(16)), (2, win(10))), card(2, (1, loss(16)), None)]

    report = report_on(event(cards, games=2, withdrawn={2: 1}))

    assert (report.rulings, report.undecided, report.unchecked) == ((), (), ())


# When the bracket waits.


def two_level_in_front() -> dict[tuple[int, int, int], int]:
    """1 and 2 are level on everything and have not met; 3 and 4 follow."""
    return {(1, 1, 4): 12, (1, 2, 3): 12, (2, 1, 3): 9, (2, 2, 4): 9, (3, 3, 4): 5}


def test_report_draws_nothing_while_a_tie_among_qualifiers_is_open() -> None:
    cards = both_cards(two_level_in_front())
    left = {1: 2, 2: 2}

    still_open = report_on(event(cards, games=3, qualifiers=2, withdrawn=left))
    settled = report_on(
        event(cards, games=3, qualifiers=2, withdrawn=left, tie_games=[TieGameRecord(winner=2, loser=1)])
    )

    assert (still_open.ranking.tie_games_needed, still_open.first_round) == (((1, 2),), ())
    assert settled.seeded == (2, 1)
    assert settled.ranking.high_nonqualifier == 3


def test_report_draws_in_spite_of_a_tie_below_the_line() -> None:
    cards = both_cards({(1, 1, 3): 20, (2, 2, 4): 19, (3, 1, 2): 5})
    report = report_on(event(cards, games=3, qualifiers=2, withdrawn=dict.fromkeys(range(1, 5), 0)))
    level = both_cards({(1, 1, 3): 20, (1, 2, 4): 20, (2, 1, 4): 9, (2, 2, 3): 9, (3, 1, 2): 5})

    ranked = report_on(event(level, games=3, qualifiers=2, withdrawn=dict.fromkeys(range(1, 5), 2)))

    assert report.complete is True
    assert [(place.rank, place.entrant, place.decided_by) for place in ranked.ranking.places] == [
        (1, 1, None),
        (2, 2, "game points"),
        (3, 3, "game points"),
        (3, 4, "tied"),
    ]
    assert (ranked.ranking.high_nonqualifier, ranked.seeded) == (None, (1, 2))


def test_report_draws_in_spite_of_a_discrepancy_that_is_nobodys_to_check() -> None:
    cards = [
        card(1, (2, win(40))),
        card(2, (1, loss(40))),
        card(3, (4, win(39))),
        card(4, (3, loss(39))),
        card(5, (6, win(5))),
        card(6, (5, Entry(0, 5, 5))),
    ]

    report = report_on(event(cards, games=1, qualifiers=2))

    assert [found.entrants for found in report.unchecked] == [(5, 6)]
    assert report.seeded == (1, 3)


def test_report_of_the_earlier_edition_cites_its_guidelines() -> None:
    cards = [card(1, (2, win(21))), card(2, (1, loss(16)))]

    report = report_on(event(cards, games=1, edition="acc-2010"))

    assert [ruling.rules for ruling in report.rulings] == [("guideline 11.a",)]
    assert report.edition == "acc-2010"
