"""The ties that matter as staff see them: who is level, their games against each other, what settles them."""

from dataclasses import replace

import pytest

from brackets.event_files.store import import_event
from scorecards.ranking.actions import record_tie_game
from scorecards.ranking.ranking import Ranking, Tie
from tests.builders import both_cards, event, loss, win
from tests.events import in_a_circle, round_robin
from tests.scorecards.cards.card_entry import checker, save, stored
from tests.scorecards.checking.cross_checks import latest
from tests.scorecards.ranking.rankings import both_lost_their_game, parted_by_their_game, two_level
from tournaments.rules.types import EventFile

pytestmark = pytest.mark.django_db


def ties(event_file: EventFile) -> list[Tie]:
    return list(Ranking(import_event(event_file=event_file)).ties)


def members(tie: Tie) -> list[tuple[int, int, str, int | None]]:
    """Return number, place, what decided it and wins of each member."""
    return [
        (row.holder.number, row.standing.rank, (row.standing.decided_by or "") if index else "", wins)
        for index, (row, wins) in enumerate(tie.members)
    ]


def open_parts(tie: Tie) -> list[tuple[list[int], bool]]:
    return [(part.numbers, part.needs_game) for part in tie.open]


def unmet(tie: Tie) -> list[tuple[int, int]]:
    return [(first.number, second.number) for first, second in tie.unmet]


def test_app_7_nobody_level_is_no_tie() -> None:
    assert ties(round_robin()) == []


def test_app_7_tie_below_the_line_does_not_matter() -> None:
    results = {(1, 1, 2): 20, (1, 3, 4): 10, (2, 1, 3): 20, (2, 4, 2): 10, (3, 1, 4): 20, (3, 2, 3): 10}

    assert ties(event(both_cards(results), games=3)) == []


def test_app_7_e_their_game_parts_two_and_is_shown_with_both_lines() -> None:
    [tie] = ties(parted_by_their_game())

    assert members(tie) == [(1, 2, "", 1), (2, 3, "head-to-head", 0)]
    assert (tie.first.rank, tie.first.totals.in_card_notation(), tie.plus, tie.settled_by, tie.open) == (
        2,
        "2/1 +0",
        10,
        "head-to-head",
        [],
    )
    [(game, first, second, *lines, winner)] = tie.meetings
    assert (game, first.number, second.number) == (1, 1, 2)
    assert [(line.points, line.plus, line.minus) for line in lines if line] == [
        (win(10).points, 10, None),
        (loss(10).points, None, 10),
    ]
    assert winner == first
    assert unmet(tie) == []


def test_app_7_e_head_to_head_does_not_apply_to_two_who_have_not_met() -> None:
    [tie] = ties(two_level())

    assert members(tie) == [(1, 1, "", None), (2, 1, "tied", None)]
    assert (tie.meetings, unmet(tie), open_parts(tie)) == ([], [(1, 2)], [([1, 2], True)])


def test_app_7_e_game_that_both_lost_is_shown_and_decides_nothing() -> None:
    [tie] = ties(both_lost_their_game())

    [(game, _, _, *lines, winner)] = tie.meetings
    assert (game, winner) == (1, None)
    assert [line.minus for line in lines if line] == [10, 10]
    assert (unmet(tie), open_parts(tie)) == ([(1, 2)], [([1, 2], True)])


def test_app_7_e_circle_of_three_is_shown_game_by_game_and_needs_an_order() -> None:
    [tie] = ties(in_a_circle())

    games = [(game, winner.number) for game, *_, winner in tie.meetings if winner]
    assert games == [(1, 1), (2, 2), (3, 3)]
    assert members(tie) == [(1, 1, "", 1), (2, 1, "tied", 1), (3, 1, "tied", 1)]
    assert (unmet(tie), open_parts(tie)) == ([], [([1, 2, 3], False)])


def test_guideline_7_two_need_an_order_because_there_is_neither_head_to_head_nor_tie_game() -> None:
    event_file = parted_by_their_game()

    [tie] = ties(replace(event_file, event=replace(event_file.event, edition="acc-2010")))

    assert members(tie) == [(1, 2, "", None), (2, 2, "tied", None)]
    assert open_parts(tie) == [([1, 2], False)]


def test_app_7_f_open_ties_come_first() -> None:
    results = {(1, 1, 2): 10, (1, 3, 4): 10, (1, 5, 6): 10, (2, 1, 3): 10, (2, 2, 5): 10, (2, 4, 6): 10}
    file = event(both_cards(results), games=2, qualifiers=4)

    found = ties(file)

    assert [bool(tie.open) for tie in found] == sorted((bool(tie.open) for tie in found), reverse=True)
    assert [open_parts(tie) for tie in found if tie.open] == [([([2, 3, 4, 5], False)])]


def test_tie_game_that_stands_tells_whether_it_settles_anything() -> None:
    tournament = import_event(event_file=two_level())
    member = checker(tournament)
    record_tie_game(tournament=tournament, actor=member, winner=2, loser=1)
    settled = Ranking(latest(tournament))
    card = stored(tournament, 1)
    save(tournament, member, replace(card, lines=(replace(card.lines[0], plus=9), card.lines[1])), version=1)
    parted = Ranking(latest(tournament))

    assert [(record.is_game, counts) for record, _, counts in settled.records] == [(True, True)]
    assert [tie.settled_by for tie in settled.ties] == ["tie game"]
    assert [(record.is_game, counts) for record, _, counts in parted.records] == [(True, False)]
