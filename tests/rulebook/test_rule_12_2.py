"""Rule 12.2 (acc-2020): how each discrepancy between two cards is resolved.

Entrant 1 wrote the first entry, entrant 2 the second; ``flagged`` are the apparent qualifiers.
"""

import pytest

from scorecards.rules.calculation import calculate
from scorecards.rules.crosscheck import FoundRuling, RulingChange, UncheckedGame, UndecidedGame, cross_check
from scorecards.rules.discrepancies import NotCovered
from scorecards.rules.line_points import Totals
from scorecards.rules.ruling_notes import MORE_THAN_CLAIMED, UNLIKE_SPREADS, notes_on
from tests.builders import BLANK, Entry, Settled, card, check_two_cards, entry_of, event, line, loss, settle, win

EVERYBODY = ({1}, {2}, {1, 2})

# Rules, what the case is, who is flagged, both entries as written, both in force.
SETTLED = [
    # One apparent qualifier has the disadvantage; two can both have it.
    ("12.2.a", "flagged winner takes the smaller", [{1}], (win(21), loss(16)), (win(16), loss(16))),
    ("12.2.a", "flagged loser takes the larger", [{2}], (win(21), loss(16)), (win(21), loss(21))),
    ("12.2.a", "second card wins and is flagged", [{2}], (loss(16), win(21)), (loss(16), win(16))),
    ("12.2.a", "second card wins, first is flagged", [{1}], (loss(16), win(21)), (loss(21), win(21))),
    ("12.2.a", "blank game points", [{1}], (Entry(None, 21, None), Entry(None, None, 16)), (win(16), loss(16))),
    ("12.2.b", "both take the worse", [{1, 2}], (win(17), loss(16)), (win(16), loss(17))),
    ("12.2.b", "second card wins", [{1, 2}], (loss(16), win(17)), (loss(17), win(16))),
    # A spread on one card only, and a card that is wholly blank.
    ("12.2.c", "on the winning card", EVERYBODY, (win(24), Entry(points=0)), (win(24), loss(24))),
    ("12.2.c", "on the losing card", EVERYBODY, (Entry(points=2), loss(24)), (win(24), loss(24))),
    ("12.2.c", "no skunk", [{1}], (Entry(points=2), loss(30)), (Entry(2, 30, None), loss(30))),
    ("12.2.c", "skunk", [{1}], (Entry(points=2), loss(31)), (Entry(3, 31, None), loss(31))),
    *(
        ("12.2.c", "wholly blank", EVERYBODY, cards, in_force)
        for one, other in ((win(24), loss(24)), (win(31), loss(31)), (loss(24), win(24)), (loss(31), win(31)))
        for cards, in_force in (((one, BLANK), (one, other)), ((BLANK, one), (other, one)))
    ),
    # The same result on both cards, spreads in opposite columns.
    ("12.2.d", "two wins, plus wins", EVERYBODY, (win(12), Entry(2, None, 12)), (win(12), loss(12))),
    ("12.2.d", "two losses, plus wins", EVERYBODY, (loss(12), Entry(0, 12, None)), (loss(12), win(12))),
    ("12.2.d", "skunk in the plus column", [{2}], (Entry(0, 31, None), loss(31)), (Entry(3, 31, None), loss(31))),
    ("12.2.d 12.2.a", "flagged winner", [{1}], (win(20), Entry(2, None, 14)), (win(14), loss(14))),
    ("12.2.d 12.2.a", "flagged loser", [{2}], (win(20), Entry(2, None, 14)), (win(20), loss(20))),
    ("12.2.d 12.2.b", "two flagged", [{1, 2}], (loss(14), Entry(0, 20, None)), (loss(20), win(14))),
    ("12.2.d 12.2.h", "worse already", EVERYBODY, (win(14), Entry(2, None, 20)), (win(14), loss(20))),
    # The same result on both cards, spreads in the same column: each keeps its own.
    ("12.2.e", "two wins are two losses", EVERYBODY, (win(18), win(18)), (loss(18), loss(18))),
    ("12.2.e", "own spreads", EVERYBODY, (win(40), win(9)), (loss(40), loss(9))),
    ("12.2.e", "two wins in minus", [{1}], (Entry(2, None, 18), Entry(3, None, 40)), (loss(18), loss(40))),
    ("12.2.e", "two losses in plus", [{2}], (Entry(0, 18, None), Entry(0, 7, None)), (loss(18), loss(7))),
    # One win and one loss, a spread in the wrong column.
    ("12.2.f", "both in plus", EVERYBODY, (win(15), Entry(0, 15, None)), (win(15), loss(15))),
    ("12.2.f", "both in minus", EVERYBODY, (Entry(2, None, 15), loss(15)), (win(15), loss(15))),
    ("12.2.f", "game points follow from the spread", [{1}], (Entry(3, None, 15), loss(15)), (win(15), loss(15))),
    ("12.2.f 12.2.c", "wrong column alone", [{1}], (Entry(2, None, 33), Entry(0)), (Entry(3, 33, None), loss(33))),
    ("12.2.f 12.2.c", "loser's plus column alone", [{2}], (Entry(points=2), Entry(0, 8, None)), (win(8), loss(8))),
    ("12.2.f 12.2.a", "flagged winner", [{1}], (win(21), Entry(0, 16, None)), (win(16), loss(16))),
    ("12.2.f 12.2.a", "flagged loser", [{2}], (Entry(2, None, 21), loss(16)), (win(21), loss(21))),
    ("12.2.f 12.2.b", "two flagged", [{1, 2}], (Entry(0, 16, None), win(17)), (loss(17), win(16))),
    ("12.2.f 12.2.h", "worse already", [{1}], (win(15), Entry(0, 20, None)), (win(15), loss(20))),
    # No harm, no foul.
    ("12.2.h", "each has the worse", EVERYBODY, (win(15), loss(20)), (win(15), loss(20))),
    ("12.2.h", "second card wins", [{2}], (loss(20), win(15)), (loss(20), win(15))),
    ("12.2.h", "skunk on the losing card only", [{1, 2}], (win(30), loss(31)), (win(30), loss(31))),
]


@pytest.mark.parametrize(
    ("rules", "flagged", "cards", "in_force"),
    [
        pytest.param(rules, flagged, cards, in_force, id=f"{rules}: {case}")
        for rules, case, flags, cards, in_force in SETTLED
        for flagged in flags
    ],
)
def test_12_2_a_to_h_settle_a_game(
    rules: str, flagged: set[int], cards: tuple[Entry, Entry], in_force: tuple[Entry, Entry]
) -> None:
    assert settle(*cards, flagged=flagged) == Settled(tuple(rules.split()), *in_force)


# Rule, who is flagged, both entries as written, and which entries of whose card are changed to what.
CHANGES = [
    ("12.2.a", {1}, (win(21), loss(16)), {1: win(16)}),
    ("12.2.b", {1, 2}, (win(17), loss(16)), {1: win(16), 2: loss(17)}),
    ("12.2.c", {1}, (win(24), Entry(points=0)), {2: loss(24)}),
    ("12.2.c", {1}, (BLANK, loss(35)), {1: win(35)}),
    ("12.2.e", {1}, (loss(18), loss(7)), {}),
    ("12.2.h", {1}, (win(15), loss(20)), {}),
]


@pytest.mark.parametrize(("rule", "flagged", "cards", "changed"), CHANGES)
def test_12_2_a_to_h_change_these_lines_and_no_others(
    rule: str, flagged: set[int], cards: tuple[Entry, Entry], changed: dict[int, Entry]
) -> None:
    changes = tuple(
        RulingChange(one, line(1, 3 - one, cards[one - 1]), line(1, 3 - one, after)) for one, after in changed.items()
    )

    assert check_two_cards(*cards, flagged=flagged).rulings == (FoundRuling(1, (1, 2), (rule,), changes),)


def test_12_2_a_leaves_cards_alone_where_neither_is_an_apparent_qualifier() -> None:
    check = check_two_cards(win(21), loss(16), flagged=())

    assert check.rulings == ()
    assert check.unchecked == (UncheckedGame(1, (1, 2)),)
    assert (check.lines[1][1], check.lines[2][1]) == (line(1, 2, win(21)), line(1, 1, loss(16)))


@pytest.mark.parametrize(("column", "opposite"), [(Entry(plus=24), loss(24)), (Entry(minus=24), win(24))])
def test_12_2_c_spread_alone_is_a_result_for_a_blank_card(column: Entry, opposite: Entry) -> None:
    """Blank game points are no error: the column says who won."""
    assert settle(column, BLANK, flagged={2}).second == opposite


def notes_on_two_cards(first: Entry, second: Entry, edition: str = "acc-2020") -> tuple[str, ...]:
    check = check_two_cards(first, second, flagged={1}, edition=edition)
    [ruling] = check.rulings
    written = (line(1, 2, first), line(1, 1, second))
    return notes_on(ruling.rules, zip(written, (check.lines[1][1], check.lines[2][1]), strict=True))


@pytest.mark.parametrize("edition", ["acc-2020", "acc-2010"])
@pytest.mark.parametrize(
    ("first", "second", "is_lifted"),
    [
        (Entry(points=2), loss(35), True),  # a skunk that was not claimed
        (Entry(points=2), loss(30), False),
        (Entry(points=3), loss(35), False),
        (Entry(points=3), loss(30), False),
        (BLANK, loss(5), True),
        (BLANK, win(5), False),
        (Entry(points=0), win(35), False),
    ],
)
def test_12_2_c_that_lifts_a_card_above_its_own_claim_is_noted(
    first: Entry, second: Entry, is_lifted: bool, edition: str
) -> None:
    rule = {"acc-2020": "12.2.c", "acc-2010": "guideline 11.c"}[edition]

    assert notes_on_two_cards(first, second, edition) == ((MORE_THAN_CLAIMED.format(rule=rule),) if is_lifted else ())


@pytest.mark.parametrize(
    ("first", "second", "is_open"),
    [(win(18), win(18), False), (win(40), win(9), True), (loss(18), loss(7), True), (loss(7), loss(7), False)],
)
def test_12_2_e_says_that_the_book_leaves_unlike_spreads_open(first: Entry, second: Entry, is_open: bool) -> None:
    assert notes_on_two_cards(first, second) == ((UNLIKE_SPREADS,) if is_open else ())


@pytest.mark.parametrize("edition", ["acc-2020", "acc-2010"])
@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
@pytest.mark.parametrize("losers", [15, 18])
def test_12_2_f_does_not_reach_two_spreads_that_are_both_in_the_wrong_column(
    losers: int, flagged: set[int], edition: str
) -> None:
    """The rule speaks of both in the same column, so that one of them is right."""
    winner, loser = Entry(2, None, 15), Entry(0, losers, None)

    for first, second in ((winner, loser), (loser, winner)):
        check = check_two_cards(first, second, flagged=flagged, edition=edition)

        assert check.rulings == ()
        assert check.undecided == (UndecidedGame(1, (1, 2), NotCovered.BOTH_IN_WRONG_COLUMN.value),)
        assert (entry_of(check, 1), entry_of(check, 2)) == (first, second)


# 12.2.g: totals are adjusted.


@pytest.mark.parametrize(
    ("first", "second", "flagged", "both"),
    [
        # A skunk that shrinks below 31 loses a game point, one that shrinks to 31 stays a skunk.
        (win(31), loss(30), 1, (Totals(2 + 9, 4, plus=30 + 300, minus=0), Totals(0, 0, plus=0, minus=30))),
        (win(40), loss(31), 1, (Totals(3 + 9, 4, plus=31 + 300, minus=0), Totals(0, 0, plus=0, minus=31))),
        # A lost claim takes away game points and games won.
        (win(18), win(40), 1, (Totals(9, 3, plus=300, minus=18), Totals(0, 0, plus=0, minus=40))),
        # An opponent who is not flagged has totals adjusted too.
        (Entry(2, None, 33), loss(33), 2, (Totals(3, 1, plus=33, minus=0), Totals(9, 3, plus=300, minus=33))),
    ],
)
def test_12_2_g_totals_are_adjusted(first: Entry, second: Entry, flagged: int, both: tuple[Totals, Totals]) -> None:
    check = check_two_cards(first, second, flagged={flagged})

    assert (check.totals[1], check.totals[2]) == both


# 12.2.i: whose place the rulings change.


def test_12_2_i_standings_before_the_rulings_are_kept_beside_those_after() -> None:
    cards = [
        card(1, (2, win(40)), (3, win(20))),
        card(2, (1, loss(40)), (4, win(10))),
        card(3, (4, win(25)), (1, loss(30))),
        card(4, (3, loss(25)), (2, loss(10))),
    ]
    unlike = [card(1, (2, win(40)), (3, win(20))), card(2, (1, loss(12)), (4, win(38))), *cards[2:]]

    same, changed = (calculate(event(found, games=2)) for found in (cards[:2], unlike))

    assert same.before is same.result.ranking
    assert {place.entrant: place.totals.game_points for place in changed.before.places} == {1: 5, 2: 3, 3: 2, 4: 0}
    assert {place.entrant: place.totals.game_points for place in changed.result.ranking.places} == {
        1: 4,
        2: 3,
        3: 2,
        4: 0,
    }


# What is no discrepancy at all.


@pytest.mark.parametrize("spread", [1, 30, 31, 121])
def test_12_2_cards_that_agree_need_no_ruling(spread: int) -> None:
    check = check_two_cards(win(spread), loss(spread), flagged={1})

    assert (check.rulings, check.undecided, check.unchecked) == ((), (), ())


def test_12_2_cards_agree_where_game_points_are_blank() -> None:
    check = check_two_cards(Entry(None, 16, None), Entry(None, None, 16), flagged={1})

    assert (check.rulings, check.undecided, check.arithmetic) == ((), (), ())
    assert (check.lines[1][1], check.lines[2][1]) == (line(1, 2, win(16)), line(1, 1, loss(16)))


def test_12_2_line_without_an_opponent_that_two_cards_claim_is_theirs_to_settle() -> None:
    cards = [card(1, (3, win(21))), card(2, (3, win(9))), card(3, (None, loss(21)))]

    check = cross_check(cards, entrants=(1, 2, 3), qualifiers=3, games=1)

    reason = NotCovered.DIFFERENT_OPPONENTS.value
    assert check.undecided == (UndecidedGame(1, (1, 3), reason), UndecidedGame(1, (2, 3), reason))


def test_12_2_line_that_is_missing_leaves_its_game_alone() -> None:
    check = cross_check([card(1, (2, win(21))), card(2, None)], entrants=(1, 2), qualifiers=1, games=1)

    assert (check.rulings, check.undecided, check.unchecked) == ((), (), ())
    assert check.lines[1][1] == line(1, 2, win(21))
