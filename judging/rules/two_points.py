"""What costs two points: looking at cards too early, and a few things done to crib, starter and pegs.

The opponent scores them (rule 11.1.a). What else is done differs from edition to edition, and so does the list.
"""

from dataclasses import dataclass
from enum import Enum

from judging.rules.remedy import (
    GAME_HOLE,
    UNKNOWN,
    Board,
    Pegging,
    Remedy,
    WorkingError,
    number_of_points,
    refuse_finished_game,
    retracted,
)

POINTS = 2


class Offence(Enum):
    """What a player has done."""

    BOTTOM_AFTER_SHUFFLE = "shuffled last and looked at the bottom card"
    BOTTOM_WHILE_CUTTING = "looked at the bottom card while cutting before the deal"
    BOTTOM_AFTER_CUT = "as dealer, looked at the bottom card after the cut"
    BOTTOM_AT_STARTER = "as pone, looked at the bottom card while cutting the starter"
    CRIB_BEFORE_COUNT = "looked into the crib before its turn to be counted"
    CRIB_BEFORE_DISCARD = "looked into the crib before discarding to it"
    CRIB_TAKEN_UP = "took a discard up again and looked at it"
    CRIB_PLAYED = "as dealer, took the crib for the hand"
    CRIB_MIXED = "as pone, mixed the dealer's crib with the pack"
    STARTER_IN_HAND = "as dealer, took the starter into the hand unseen by the pone"
    BACK_PEG_MOVED = "moved the back peg nearer to the front peg"


@dataclass(frozen=True, slots=True)
class Penalty:
    """The rule by which an offence costs two points, what else is done, and whether pegging is taken back."""

    rule: str
    then: str = ""
    takes_back: bool = False


_CUT_AGAIN = "The pack is shuffled and cut once more."
_DRAWN_BLIND = "The other player draws two cards blind from the offender's hand"
_BOTH = {
    Offence.BOTTOM_WHILE_CUTTING: Penalty("3.3.a", _CUT_AGAIN),
    Offence.BOTTOM_AFTER_CUT: Penalty("3.3.b", _CUT_AGAIN),
    Offence.BOTTOM_AT_STARTER: Penalty("6.1.b", "The dealer is shown the card too."),
    Offence.CRIB_PLAYED: Penalty(
        "5.2.c",
        "Before the play the dealer takes up the right hand. Once play has begun the dealer plays on with the crib, and"
        " what the dealer has pegged is taken back. The pone may see the cards that were to be the crib.",
        takes_back=True,
    ),
    Offence.CRIB_MIXED: Penalty(
        "9.4.c",
        "The dealer gets the crib back and pegs it. If the two do not agree on its cards, judges fill it with what"
        " both remember, and then from the top of the shuffled pack.",
    ),
    Offence.STARTER_IN_HAND: Penalty(
        "6.1.c",
        "The pone draws two cards blind from the dealer's hand, looks at both and makes one the starter; the other"
        " goes back.",
    ),
}
PENALTIES = {
    "acc-2020": {
        **_BOTH,
        Offence.BOTTOM_AFTER_SHUFFLE: Penalty("2.1", "The offender shuffles again."),
        Offence.CRIB_BEFORE_COUNT: Penalty("5.2.a", "The opponent may look at the crib as well."),
        Offence.CRIB_BEFORE_DISCARD: Penalty(
            "5.2.b", f"{_DRAWN_BLIND}, looks at the cards and lays them into the crib: that was the discard. Play on."
        ),
        Offence.BACK_PEG_MOVED: Penalty("8.5.c", "The peg goes back to its hole."),
    },
    "acc-2010": {
        **_BOTH,
        Offence.BOTTOM_AFTER_SHUFFLE: Penalty("2.1", "The pack is shuffled again."),
        Offence.CRIB_BEFORE_COUNT: Penalty("5.2.a"),
        Offence.CRIB_BEFORE_DISCARD: Penalty(
            "5.2.b", f"{_DRAWN_BLIND}, and they go into the crib unseen: that was the discard. Play on."
        ),
        Offence.CRIB_TAKEN_UP: Penalty(
            "5.1.b",
            "Cards that have not been mixed with the hand go back into the crib. If they have, rule 5.2.b tells what"
            " goes there.",
        ),
    },
}


def two_points(*, edition: str, offence: Offence, board: Board = UNKNOWN, pegged_since: int = 0) -> Remedy:
    """Work out an offence that costs two points (rules 2.1, 3.3.a and b, 5.2.a to c, 6.1.b and c, 9.4.c).

    Only in 2010 is it an offence to take up a discard (5.1.b, withdrawn since: rule 5.3 lets a player do so
    until the other has discarded); only in 2020 to move the back peg (8.5.c). ``pegged_since`` is what a dealer has
    pegged while playing the crib. In 2010 rule 2.1 names the dealer alone, in 2020 the shuffler. If the two points end
    the game, nothing else is done.

    Raises:
        WorkingError: the edition has no such offence or takes no points back for it, or the game is over.
    """
    penalty = PENALTIES[edition].get(offence)
    if penalty is None:
        raise WorkingError(f"This edition has no penalty for a player who {offence.value}.")
    if pegged_since and not penalty.takes_back:
        raise WorkingError(f"Rule {penalty.rule} takes no points back.")
    refuse_finished_game(board)
    offender = retracted(board.offender, pegged_since)
    opponent = Pegging(board.opponent).forwards(POINTS)
    summary = f"The opponent pegs {number_of_points(opponent.forward)}."
    if opponent.stands != GAME_HOLE:
        summary = f"{summary} {penalty.then}".rstrip()
    elif pegged_since:
        summary += f" The offender's {number_of_points(pegged_since)} in the play are taken back."
    return Remedy(summary, (penalty.rule,), offender, opponent)
