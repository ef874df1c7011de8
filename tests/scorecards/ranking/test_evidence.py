"""Rule 12.2.i: players whom rulings moved get a notice, with both lines as written and the rule."""

from dataclasses import replace

import pytest

from brackets.event_files.store import import_event
from scorecards.ranking.evidence import Evidence, Notice
from scorecards.rules.ruled_cards import CardRuling
from tests.events import in_a_circle, round_robin, without_cards
from tests.scorecards.ranking.rankings import decided_against_the_leader, moved_below_the_line, overtaken
from tournaments.rules.types import EventFile, FootTotals, TieOrderRecord

pytestmark = pytest.mark.django_db


def told(event_file: EventFile) -> list[Notice]:
    found = Evidence(import_event(event_file=event_file))
    return list(found.tell(found.moved))


def moves(found: list[Notice]) -> list[tuple[int, int, int, bool | None, bool | None]]:
    """Return number, places and whether qualified, before and after, of each notice."""
    return [(one.holder.number, one.was.rank, one.now.rank, one.was.qualifies, one.now.qualifies) for one in found]


def written(ruling: CardRuling) -> list[tuple[int, int | None, int | None]]:
    """Return whose line it is and its spreads as written, of both sides."""
    sides = [(side.entrant.number, side.written) for side in ruling.sides]
    return [(number, line.plus, line.minus) for number, line in sides if line is not None]


@pytest.mark.parametrize("event_file", [round_robin(), without_cards(round_robin())], ids=["agreed", "no cards"])
def test_12_2_i_nobody_is_told_where_nothing_was_ruled(event_file: EventFile) -> None:
    assert told(event_file) == []


def test_12_2_i_ruling_that_moves_nobody_is_no_notice() -> None:
    assert told(overtaken(written=19)) == []


def test_12_2_i_newly_out_and_newly_in_are_told_with_places_before_and_after() -> None:
    found = told(overtaken())

    assert moves(found) == [(2, 2, 1, False, True), (1, 1, 2, True, False)]
    assert [one.is_about_qualifying for one in found] == [True, True]
    assert [one.verdict for one in found] == ["qualifies now", "does not qualify any more"]
    assert [(one.was.totals.in_card_notation(), one.now.totals.in_card_notation()) for one in found] == [
        ("4/2 +28", "4/2 +28"),
        ("4/2 +30", "4/2 +22"),
    ]


def test_12_2_i_own_ruling_is_shown_with_both_lines_as_written() -> None:
    [_, loser] = told(overtaken())

    [ruling] = loser.rulings
    assert (ruling.game, [rule for rule, _ in ruling.rules]) == (1, ["12.2.a"])
    assert written(ruling) == [(1, 20, None), (3, None, 12)]
    assert [change.after.plus for change in ruling.sides[0].changes] == [12]
    assert list(loser.others) == []


def test_12_2_i_whoever_is_moved_by_others_corrections_alone_is_shown_those() -> None:
    [winner, _] = told(overtaken())

    assert list(winner.rulings) == []
    [other] = winner.others
    assert (other.holder.number, other.was.rank, other.now.rank) == (1, 1, 2)
    assert [written(ruling) for ruling in other.rulings] == [[(1, 20, None), (3, None, 12)]]


def test_12_2_i_another_place_among_the_qualifiers_is_told() -> None:
    found = told(overtaken(qualifiers=2))

    assert moves(found) == [(2, 2, 1, True, True), (1, 1, 2, True, True)]
    assert {(one.is_about_qualifying, one.is_below_line) for one in found} == {(False, False)}
    assert {one.verdict for one in found} == {"qualifies, at another place"}


def test_12_2_i_another_place_below_the_line_is_told() -> None:
    found = told(moved_below_the_line())

    assert moves(found) == [(3, 3, 2, False, False), (2, 2, 3, False, False)]
    assert {(one.is_below_line, one.verdict) for one in found} == {(True, "does not qualify, as before")}
    assert [[rule for rule, _ in ruling.rules] for ruling in found[1].rulings] == [["12.2.d"]]


def test_12_2_i_place_that_a_decision_changed_is_told_with_its_reason() -> None:
    [winner, loser, *below] = told(decided_against_the_leader())

    assert moves([winner, loser]) == [(2, 2, 1, False, True), (1, 1, 2, True, False)]
    assert moves(below) == [(3, 4, 3, False, False), (4, 3, 4, False, False)]
    [ruling] = loser.rulings
    assert (ruling.is_decision, ruling.reason, ruling.rules[0][0]) == (True, "ruled by the head judge", "14.1")
    assert written(ruling) == [(1, 20, None), (3, None, 20)]
    assert [other.holder.number for other in winner.others] == [1]


def test_12_2_i_order_entered_for_a_tie_is_no_ruling() -> None:
    settled = replace(in_a_circle(), tie_orders=(TieOrderRecord((3, 1, 2), "cut for it"),))

    assert told(settled) == []


def test_12_2_i_own_arithmetic_that_cost_or_gave_a_place_is_told() -> None:
    """By the foot as written 2 has 9 game points and leads; the lines add up to less."""
    event_file = overtaken(written=20)
    cards = [
        replace(card, recorded=FootTotals(9, 2, None, None)) if card.entrant == 2 else card
        for card in event_file.scorecards
    ]

    found = told(replace(event_file, scorecards=tuple(cards)))

    assert moves(found) == [(1, 2, 1, False, True), (2, 1, 2, True, False)]
    assert [[(one.field, one.recorded) for one in notice.sums] for notice in found] == [[], [("game_points", 9)]]
    assert [(other.holder.number, len(other.sums)) for other in found[0].others] == [(2, 1)]
    assert [notice.rulings for notice in found] == [[], []]


def test_12_2_i_totals_in_each_others_place_move_nobody() -> None:
    event_file = overtaken(written=20)
    cards = [
        replace(card, recorded=FootTotals(2, 4, None, None)) if card.entrant == 1 else card
        for card in event_file.scorecards
    ]

    assert told(replace(event_file, scorecards=tuple(cards))) == []
