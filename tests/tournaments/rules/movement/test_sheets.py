"""What is read aloud after each game, and what lies on each table."""

import pytest

from tests.tournaments.rules.movement.planned import planned
from tournaments.rules.movement.setup import MovementKind, Setup
from tournaments.rules.movement.sheets import CallerNote, MovementCard, MovementRow, caller_notes, movement_cards
from tournaments.rules.seating import seats
from tournaments.rules.types import ScheduledGame

RING, SECTIONS = MovementKind.RING, MovementKind.SECTIONS


def notes_of(setup: Setup) -> tuple[CallerNote, ...]:
    movement, seat_of = planned(setup)
    return caller_notes(movement.schedule, seat_of, {}, games=setup.games)


def cards_of(setup: Setup) -> tuple[MovementCard, ...]:
    movement, seat_of = planned(setup)
    return movement_cards(movement.schedule, seat_of, {}, games=setup.games)


def test_first_game_is_at_the_drawn_seats() -> None:
    assert notes_of(Setup(12, 6))[0] == CallerNote(1, "Everybody sits in the drawn seat.")


@pytest.mark.parametrize(
    ("setup", "sentence", "moves"),
    [
        (
            Setup(12, 6),
            "Even seats move one board on.",
            ["A-2 to A-10 go one board on, to A-4 to A-12.", "A-12 goes to A-2."],
        ),
        (
            Setup(12, 8),
            "Everybody but A-1 moves: odd seats one board on, even seats one board back.",
            [
                "A-3 to A-9 go one board on, to A-5 to A-11.",
                "A-11 goes to A-12.",
                "A-2 goes to A-3.",
                "A-4 to A-12 go one board back, to A-2 to A-10.",
            ],
        ),
        (
            Setup(11, 10, makeups=True, kind=RING),
            "Everybody moves: odd seats one board on, even seats one board back.",
            [
                "A-1 to A-9 go one board on, to A-3 to A-11.",
                "A-11 goes to A-10.",
                "A-2 goes to A-1.",
                "A-4 to A-10 go one board back, to A-2 to A-8.",
            ],
        ),
        (Setup(12, 6, 2), "Nobody moves.", []),
        (
            Setup(24, 8, kind=SECTIONS, sections=(6, 6)),
            "Even seats move one board on.",
            [
                "A-2 to A-10 go one board on, to A-4 to A-12.",
                "A-12 goes to A-2.",
                "B-2 to B-10 go one board on, to B-4 to B-12.",
                "B-12 goes to B-2.",
            ],
        ),
    ],
)
def test_way_to_the_next_game_is_said(setup: Setup, sentence: str, moves: list[str]) -> None:
    note = notes_of(setup)[1]

    assert (note.game, note.sentence, list(note.moves)) == (2, sentence, moves)


def test_same_way_is_said_whole_once() -> None:
    notes = notes_of(Setup(12, 6, 2))

    assert [note.moves for note in notes] == [
        *((), (), ("A-2 to A-10 go one board on, to A-4 to A-12.", "A-12 goes to A-2.")),
        *((), ("As after game 2.",), ()),
    ]


def test_movers_of_a_section_are_sent_to_the_next_one() -> None:
    note = notes_of(Setup(24, 8, kind=SECTIONS, sections=(6, 6)))[6]

    assert note.sentence == "Even seats go to the next section."
    assert note.moves[0] == "A-2 to A-10 go 7 boards on, to B-4 to B-12."


def test_seat_with_a_bye_and_pairs_of_the_extra_round_are_named() -> None:
    notes = notes_of(Setup(7, 4, makeups=True))

    assert [note.byes for note in notes] == [("A-7",), ("A-1",), ("A-3",), ("A-5",), ()]
    assert notes[2].moves == ("A-4 to A-6 go one board on, to A-6 to A-8.", "A-8 goes to A-2.")
    assert notes[4] == CallerNote(
        5, "Extra round for those who had a bye:", ("A-7 and A-5 at A-7", "A-1 and A-3 at A-1")
    )


def test_players_who_change_seats_by_hand_are_named() -> None:
    games = (ScheduledGame(1, ((1, 2), (3, 4))), ScheduledGame(2, ((1, 3), (2, 4))))
    seat_of = {1: "A-1", 2: "A-2", 3: "A-3", 4: "A-4"}

    [_, note] = caller_notes(games, seat_of, {}, games=2)

    assert (note.sentence, note.moves) == ("Players change seats:", ("A-3 goes to A-2.", "A-2 goes to A-3."))


def test_side_of_a_table_that_changes_is_said_together() -> None:
    games = (ScheduledGame(1, ((1, 2), (3, 4))), ScheduledGame(2, ((5, 1), (6, 3))))
    seat_of = {1: "A-1", 2: "A-2", 3: "A-3", 4: "A-4", 5: "B-1", 6: "B-3"}

    [_, note] = caller_notes(games, seat_of, {}, games=2)

    assert note.moves == ("A-1 to A-3 go to B-2 to B-4.",)


def test_board_with_one_chair_taken_leaves_anchors_and_movers_of_the_next_table_as_they_are() -> None:
    games = (ScheduledGame(1, ((1, 2), (4, 5), (6, 7))), ScheduledGame(2, ((1, 7), (4, 2), (6, 5))))
    seat_of = {1: "A-1", 2: "A-2", 3: "A-3", 4: "B-1", 5: "B-2", 6: "B-3", 7: "B-4"}

    [_, note] = caller_notes((*games, ScheduledGame(3, ((1, 3),))), seat_of, {}, games=3)[:2]

    assert note.moves == ("A-2 goes to B-2.", "B-2 goes to B-4.", "B-4 goes to A-2.")


def test_more_ways_than_anybody_listens_to_are_on_the_cards() -> None:
    field = range(1, 41)
    mixed = ScheduledGame(2, tuple(zip(field[:20], (*field[20::2], *field[21::2]), strict=True)))
    first = ScheduledGame(1, tuple(zip(field[::2], field[1::2], strict=True)))

    [_, note] = caller_notes((first, mixed), dict(zip(field, seats(40), strict=True)), {}, games=2)

    assert note.moves == ("Go to the seat on your card.",)


def test_latecomer_and_leaver_have_no_bye() -> None:
    games = (
        ScheduledGame(1, ((1, 2), (3, 4))),
        ScheduledGame(2, ((1, 4), (5, 6), (3, 2))),
        ScheduledGame(3, ((5, 6),)),
    )
    seat_of = dict(zip(range(1, 7), seats(6), strict=True))

    assert [note.byes for note in caller_notes(games, seat_of, {5: 2, 6: 2}, games=3)] == [(), (), ()]


def test_card_of_a_table_says_where_each_seat_goes() -> None:
    [card, other] = cards_of(Setup(24, 8, kind=SECTIONS, sections=(6, 6)))

    assert (card.table, other.table) == ("A", "B")
    assert card.rows[:2] == (MovementRow("A-1", ""), MovementRow("A-2", "A-4", ("after game 6 to B-4",)))
    assert card.rows[-1] == MovementRow("A-12", "A-2", ("after game 6 to B-2",))


def test_card_of_a_ring_has_a_way_for_each_seat_but_the_first() -> None:
    [card] = cards_of(Setup(8, 6))

    assert {row.seat: row.goes_to for row in card.rows} == {
        "A-1": "",
        "A-3": "A-5",
        "A-5": "A-7",
        "A-7": "A-8",
        "A-8": "A-6",
        "A-6": "A-4",
        "A-4": "A-2",
        "A-2": "A-3",
    }
    assert {row.exceptions for row in card.rows} == {()}


def test_card_says_where_somebody_stays_for_once() -> None:
    games = (
        ScheduledGame(1, ((1, 2), (3, 4), (5, 6))),
        ScheduledGame(2, ((1, 6), (3, 2), (5, 4))),
        ScheduledGame(3, ((1, 4), (3, 6), (5, 2))),
        ScheduledGame(4, ((1, 4), (3, 2), (5, 6))),
    )

    [card] = movement_cards(games, dict(zip(range(1, 7), seats(6), strict=True)), {}, games=4)

    assert card.rows[1] == MovementRow("A-2", "A-4", ("after game 3 stay here",))


def test_game_of_two_who_both_left_leaves_nobody_sitting_alone() -> None:
    movement, seat_of = planned(Setup(12, 6))
    pair = movement.schedule[2].pairs[0]

    notes = caller_notes(movement.schedule, seat_of, {}, games=6, left=dict.fromkeys(pair, 2))

    gone = {seat_of[number] for number in pair}
    assert not any(seat in gone for note in notes for seat in note.left)
