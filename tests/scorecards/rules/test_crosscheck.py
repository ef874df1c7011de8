import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.rules.report import report_on
from scorecards.rules.crosscheck import CrossCheck, UndecidedGame, cross_check
from scorecards.rules.line_points import NOTHING, total
from scorecards.rules.qualifying import apparent_qualifiers, number_of_qualifiers
from scorecards.rules.ranking import head_to_head_wins
from tests.builders import HOUSE_PLAYER, card, entry_of, loss, win
from tests.reference import Reference, without_free_text
from tests.strategies import events, examples, shuffled
from tournaments.rules.types import EventFile, Line

pytestmark = pytest.mark.slow

ONLY_TO_THE_DISADVANTAGE = {*("12.2.a", "12.2.b", "12.2.h"), *("guideline 11.a", "guideline 11.b", "guideline 11.g")}


def check_of(event_file: EventFile) -> tuple[CrossCheck, int]:
    ranked = [entrant.number for entrant in event_file.entrants if not entrant.house_player]
    qualifiers = number_of_qualifiers(len(ranked), event_file.event.qualifiers)
    check = cross_check(
        event_file.scorecards,
        entrants=ranked,
        qualifiers=qualifiers,
        games=event_file.event.games,
        edition=event_file.event.edition,
        decisions=event_file.decisions,
    )
    return check, qualifiers


# Properties.


@examples(300)
@given(event_file=events())
def test_report_is_that_of_the_slow_reference_and_alters_no_card(event_file: EventFile) -> None:
    before = repr(event_file)

    report = without_free_text(report_on(event_file).to_json())

    assert repr(event_file) == before
    assert report == without_free_text(Reference(event_file).report())


@given(data=st.data())
def test_report_does_not_depend_on_the_order_of_entry(data: st.DataObject) -> None:
    event_file = data.draw(events())
    other = data.draw(shuffled(event_file))

    assert report_on(other).to_json() == report_on(event_file).to_json()


@given(event_file=events())
def test_cross_check_flags_rules_and_changes_only_what_it_may(event_file: EventFile) -> None:
    check, qualifiers = check_of(event_file)
    checked = set(check.checked)

    # Whoever was in the qualifying places by the cards as written, or is in the end, is checked.
    originals = _originals(check)
    before = {entrant: total(originals.get(entrant, {}).values()).standing for entrant in check.totals}
    after = {entrant: totals.standing for entrant, totals in check.totals.items()}
    assert apparent_qualifiers(before, qualifiers) <= checked
    assert apparent_qualifiers(after, qualifiers) <= checked

    # Nobody who is checked is better off by a, b or h.
    for ruling in check.rulings:
        if ONLY_TO_THE_DISADVANTAGE.issuperset(ruling.rules):
            for change in ruling.changes:
                as_it_was = {**check.lines[change.entrant], ruling.game: change.before}
                assert change.entrant in checked
                assert total(check.lines[change.entrant].values()).standing <= total(as_it_was.values()).standing

    # Every ruling has somebody who is checked, and every other game has nobody, but for who had left before it.
    assert [found for found in (*check.rulings, *check.undecided) if checked.isdisjoint(found.entrants)] == []
    lines = check.lines
    assert [
        found
        for found in check.unchecked
        if any(entrant in checked and found.game in lines.get(entrant, {}) for entrant in found.entrants)
    ] == []

    # But for rulings and decisions every line is as written, with its own game points put right.
    expected = {(card.entrant, line.game): line for card in event_file.scorecards for line in card.lines} | {
        (entrant, right.game): right for entrant, _, right in check.put_right
    }
    settled_otherwise = {(change.entrant, ruling.game) for ruling in check.rulings for change in ruling.changes} | {
        (entrant, found.game) for found in event_file.decisions for entrant in found.entrants
    }
    in_force = {(entrant, game): line for entrant, own in check.lines.items() for game, line in own.items()}
    assert {key: _numbers(line) for key, line in in_force.items() if key not in settled_otherwise} == {
        key: _numbers(line) for key, line in expected.items() if key not in settled_otherwise
    }


def _originals(check: CrossCheck) -> dict[int, dict[int, Line]]:
    """Return the lines before any ruling, each card's own arithmetic put right."""
    lines = {entrant: dict(own) for entrant, own in check.lines.items()}
    for ruling in check.rulings:
        for change in ruling.changes:
            lines[change.entrant][ruling.game] = change.before
    return lines


def _numbers(line: Line) -> tuple[int | None, ...]:
    """Leave the opponent out: a blank one is filled in where exactly one other card names the entrant."""
    return (line.points, line.plus, line.minus)


# Who is on a card, and who is not.


def test_entrant_without_a_card_has_nothing() -> None:
    check = cross_check([card(1, (2, win(16)))], entrants=(1, 2), qualifiers=1, games=1)

    assert check.totals[2] == NOTHING
    assert (check.rulings, check.undecided, check.unchecked) == ((), (), ())


def test_everybody_is_checked_where_all_qualify() -> None:
    cards = [card(1, (2, win(16))), card(2, (1, loss(16)))]

    assert cross_check(cards, entrants=(1, 2, 3), qualifiers=3, games=1).checked == (1, 2, 3)


def test_nobody_is_checked_where_nobody_qualifies() -> None:
    cards = [card(1, (2, win(21))), card(2, (1, loss(16)))]

    assert cross_check(cards, entrants=(1, 2), qualifiers=0, games=1).checked == ()


def test_house_player_is_ruled_with_the_opponent_but_never_checked() -> None:
    cards = [card(1, (HOUSE_PLAYER, win(21))), card(HOUSE_PLAYER, (1, loss(16)))]

    check = cross_check(cards, entrants=(1,), qualifiers=1, games=1)

    assert (check.checked, [ruling.rules for ruling in check.rulings]) == ((1,), [("12.2.a",)])
    assert (entry_of(check, 1), entry_of(check, HOUSE_PLAYER)) == (win(16), loss(16))


# Lines that leave the opponent blank.


def test_blank_opponent_whom_two_cards_name_is_left_to_the_director() -> None:
    cards = [card(1, (2, win(16))), card(2, (None, loss(16))), card(3, (2, win(16)))]

    check = cross_check(cards, entrants=(1, 2, 3), qualifiers=3, games=1)

    assert [(found.game, found.entrants) for found in check.undecided] == [(1, (1, 2)), (1, (2, 3))]


def test_blank_opponent_whom_no_card_names_is_left_to_the_director() -> None:
    check = cross_check([card(1, (None, win(16)))], entrants=(1,), qualifiers=1, games=1)

    assert check.undecided == (UndecidedGame(1, (1,), "the card names no opponent"),)


def test_blank_opponent_is_whoever_names_the_entrant() -> None:
    cards = [card(1, (2, win(21))), card(2, (None, loss(16)))]

    check = cross_check(cards, entrants=(1, 2), qualifiers=1, games=1)

    assert [(ruling.entrants, ruling.rules) for ruling in check.rulings] == [((1, 2), ("12.2.a",))]
    assert check.undecided == ()
    assert check.lines[2][1].opponent == 1
    assert head_to_head_wins([1, 2], check.lines) == {1: 1, 2: 0}
