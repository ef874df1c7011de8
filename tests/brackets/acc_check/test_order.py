"""Ties of equal cards, worked out again: by the games between them, by a game played off, by the director's order."""

from typing import Any

import pytest

from brackets.acc_check.cards import Finding, Line, Lines, order_findings

Data = dict[str, Any]
EQUAL: Data = {"game_points": 12, "games_won": 6, "net": 20, "plus": 90, "qualifies": True}


def tied(*order: int, decided_by: str, **event: Any) -> Data:
    """Return an event in which all cards are equal; they stand in this order, each below the first so decided."""
    return {
        "edition": "acc-2020",
        "entrants": [{"number": number, "house_player": False, "withdrawn_after_game": None} for number in order],
        "exemption": {"qualifiers": len(order), "reason": "All play on."},
        "qualifiers": len(order),
        "replaced": [],
        "tie_games": [],
        "tie_orders": [],
        "standings": [
            EQUAL | {"rank": rank, "entrant": number, "decided_by": decided_by if rank > 1 else None}
            for rank, number in enumerate(order, start=1)
        ],
        **event,
    }


def won(*games: tuple[int, int]) -> Lines:
    """Return both lines of each game of a winner and a loser."""
    lines: Lines = {}
    for game, (winner, loser) in enumerate(games, start=1):
        lines[winner, game] = Line(loser, 2, 9, None)
        lines[loser, game] = Line(winner, 0, None, 9)
    return lines


def found(event: Data, lines: Lines) -> list[Finding]:
    return list(order_findings(event, lines))


def test_game_between_two_decides_their_tie() -> None:
    assert found(tied(8, 5, decided_by="head-to-head"), won((8, 5))) == []

    assert found(tied(5, 8, decided_by="head-to-head"), won((8, 5))) == [
        Finding("order", "Place 1 is 8's; the report has 5 as 1."),
        Finding("order", "Place 2 is 5's; the report has 8 as 2."),
    ]
    assert found(tied(8, 5, decided_by="lots"), won((8, 5))) == [
        Finding("tie", "Place 2 of 5 was decided by head-to-head; the report says lots.")
    ]


def test_games_among_three_decide_by_how_many_each_won() -> None:
    games = won((3, 7), (3, 4), (7, 4))

    assert found(tied(3, 7, 4, decided_by="head-to-head"), games) == []
    assert found(tied(3, 4, 7, decided_by="head-to-head"), games) == [
        Finding("order", "Place 2 is 7's; the report has 4 as 2."),
        Finding("order", "Place 3 is 4's; the report has 7 as 3."),
    ]


def test_part_of_a_tie_that_stays_equal_is_parted_by_its_own_games() -> None:
    games = won((1, 3), (1, 4), (2, 1), (2, 3), (4, 2), (3, 4))

    assert found(tied(2, 1, 3, 4, decided_by="head-to-head"), games) == []
    assert found(tied(1, 2, 3, 4, decided_by="head-to-head"), games)[0] == Finding(
        "order", "Place 1 is 2's; the report has 1 as 1."
    )


@pytest.mark.parametrize(
    ("edition", "games"),
    [
        ("acc-2020", won((1, 2), (2, 3), (3, 1))),
        ("acc-2020", won((1, 2), (1, 3))),
        ("acc-2010", won((1, 2), (1, 3), (2, 3))),
    ],
    ids=["in a circle", "two never met", "the old edition"],
)
def test_games_that_do_not_decide_leave_a_tie_to_the_directors_order(edition: str, games: Lines) -> None:
    others, order = ({"order": order, "reason": "Lots were drawn."} for order in ([9, 8], [2, 3, 1]))
    by_director = {"edition": edition, "tie_orders": [others, order]}

    assert found(tied(2, 3, 1, decided_by="tie order", **by_director), games) == []
    assert found(tied(2, 1, 3, decided_by="tie order", **by_director), games) == [
        Finding("order", "Place 2 is 3's; the report has 1 as 2."),
        Finding("order", "Place 3 is 1's; the report has 3 as 3."),
    ]


def test_game_played_off_decides_where_two_never_met() -> None:
    others, game = {"winner": 1, "loser": 2}, {"winner": 6, "loser": 4}

    assert found(tied(6, 4, decided_by="tie game", tie_games=[others, game]), {}) == []
    assert found(tied(4, 6, decided_by="tie game", tie_games=[others, game]), {}) == [
        Finding("order", "Place 1 is 6's; the report has 4 as 1."),
        Finding("order", "Place 2 is 4's; the report has 6 as 2."),
    ]


def test_cards_that_contradict_each_other_leave_both_in_one_place() -> None:
    lines = won((5, 8)) | {(8, 1): Line(5, 2, 9, None)}
    event = tied(5, 8, decided_by="tied", exemption={"qualifiers": 1, "reason": "One bed is left."}, qualifiers=1)

    assert found(event, lines) == [
        Finding("order", "Place 1 is 8's; the report has 8 as 2."),
        Finding("one in four", "Entrant 5 is in an open tie; the report says otherwise."),
        Finding("one in four", "Entrant 8 is in an open tie; the report says otherwise."),
    ]
