"""Renege, false claims, pegging too far, muggins, the opponent's pegs: who pegs what.

Each working takes the facts that judges have found and returns a remedy with the rule numbers of the event's
edition. Where the two front pegs stand may be left out; what is due is then given in full, as if the board had
room for it. Scores taken back and pegs put right are corrections, not penalties (rule 11.1.b): they go to nobody.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from judging.rules.hand import CARDS_IN_HAND, RANKS, value_of
from judging.rules.remedy import (
    GAME_HOLE,
    NOT_COVERED,
    UNKNOWN,
    Board,
    Party,
    Pegging,
    Remedy,
    WorkingError,
    nothing_pegged,
    number_of_points,
    refuse_finished_game,
    retracted,
)

MAX_COUNT = 31
NO_RENEGE_UP_TO = 21
POINTS_FOR_A_CARD = 2
TWO_POINTS = 2
FALSE_CLAIM_BACK = 15


# Renege

RENEGE = {
    "acc-2020": {part: f"7.3.{part}" for part in "abcde"} | {"": "7.3"},
    "acc-2010": dict.fromkeys(("", *"abcde"), "7.3"),
}

UNSEEN = {"acc-2020": ", without seeing them", "acc-2010": ""}


def playable(held: Sequence[int], count: int) -> list[int]:
    """Return the ranks among those held that could have been played singly on a count of 0 to 31."""
    return [rank for rank in held if count + value_of(rank) <= MAX_COUNT]


def renege(
    *,
    edition: str,
    held: Sequence[int],
    count: int,
    board: Board = UNKNOWN,
    pegged_since: tuple[int, int] = (0, 0),
    pegged_out: bool = False,
    corrected: bool = False,
    in_time: bool = True,
) -> Remedy:
    """Work out a renege (rules 7.3.a to e; one paragraph, 7.3, in 2010).

    ``held`` are the ranks (1 to 13) that the offender held at the "go", ``count`` the count then. ``pegged_since``
    are the points that offender and opponent have pegged after it, the "go" itself included: they are taken back
    before anything is awarded. ``pegged_out``: the opponent reached the game hole after the "go". ``corrected``:
    the "go" was taken back before anybody played or pegged. ``in_time``: the claim came before the opponent's next
    card or announced hand.

    Left open by the book: 2020 allows no renege on a count of 21 or less, where every card can be played, and does
    not say what becomes of such a "go". 2010 says nothing of an opponent who pegs out; as only that opponent could
    claim, the game is over there too.

    Raises:
        WorkingError: such cards cannot be held, no such count be reached, or not so much be pegged by then.
    """
    _refuse_cards(held, count)
    rules, cards = RENEGE[edition], len(playable(held, count))
    if pegged_out or board.opponent == GAME_HOLE:
        return _pegged_out(edition, board)
    if not cards:
        return nothing_pegged("No renege: no card could have been played. The go stands.", (rules[""],), board)
    if edition == "acc-2020" and count <= NO_RENEGE_UP_TO:
        return nothing_pegged(
            f"No renege can be called on a count of {NO_RENEGE_UP_TO} or less.",
            (rules[""],),
            board,
            left_open=f"What becomes of the go is for the judges to settle (rule {NOT_COVERED[edition]}).",
        )
    if corrected:
        return nothing_pegged("No penalty: the go was taken back in time. Play goes on.", (rules["a"],), board)
    if not in_time:
        late = "Too late: the claim had to come before the next card or count."
        return nothing_pegged(late, (rules["a"],), board)
    due = POINTS_FOR_A_CARD * cards
    offender = retracted(board.offender, pegged_since[0])
    opponent = retracted(board.opponent, pegged_since[1]).forwards(due)
    name = {1: "Renege", 2: "Double renege", 3: "Triple renege"}.get(cards, f"Renege of {cards} cards")
    summary = (
        f"{name}. Cards played since go back to the hands, and what was pegged since is taken back. The opponent pegs"
        f" {number_of_points(opponent.forward)}, {POINTS_FOR_A_CARD} for each playable card"
    )
    if opponent.stands == GAME_HOLE:
        return Remedy(f"{summary}.", (rules["b"],), offender, opponent)
    return Remedy(
        f"{summary}, and says whether these cards are played or dead{UNSEEN[edition]}. Every card counts in the hands.",
        tuple(dict.fromkeys((rules["b"], rules["c"], rules["d"]))),
        offender,
        opponent,
    )


def _pegged_out(edition: str, board: Board) -> Remedy:
    left_open = "This edition does not say so; but only the opponent, who has won, could claim."
    return Remedy(
        "No renege: the opponent has pegged out, and the game is over.",
        (RENEGE[edition]["e"],),
        Pegging(board.offender),
        Pegging(GAME_HOLE),
        "" if edition == "acc-2020" else left_open,
    )


def _refuse_cards(held: Sequence[int], count: int) -> None:
    if not 0 <= count <= MAX_COUNT:
        raise WorkingError(f"{count} is no count: it runs from 0 to {MAX_COUNT}.")
    if len(held) > CARDS_IN_HAND:
        raise WorkingError(f"Nobody holds more than {CARDS_IN_HAND} cards in the play.")
    if any(not 1 <= rank <= len(RANKS) for rank in held):
        raise WorkingError(f"A rank runs from 1 for an ace to {len(RANKS)} for a king.")


# False claim of game


class ClaimAct(Enum):
    """How a player claims the game without the points for it."""

    GAME_HOLE = "pegged into the game hole"
    SCORECARD = "wrote the win on a scorecard"
    GAME_RECORD_HOLE = "put a peg into the holes for games won"
    GAME_RECORD_PEG = "moved the peg for games won"


CLAIM_ACTS = {
    "acc-2020": {
        ClaimAct.GAME_HOLE: "8.4.a.(1)",
        ClaimAct.GAME_RECORD_HOLE: "8.4.a.(2)",
        ClaimAct.GAME_RECORD_PEG: "8.4.a.(3)",
    },
    "acc-2010": {
        ClaimAct.GAME_HOLE: "8.4.a.(1)",
        ClaimAct.SCORECARD: "8.4.a.(2)",
        ClaimAct.GAME_RECORD_HOLE: "8.4.a.(3)",
        ClaimAct.GAME_RECORD_PEG: "8.4.a.(4)",
    },
}
FALSE_CLAIM_STEPS = ("8.4.b.(1)", "8.4.b.(2)", "8.4.b.(3)")


def false_claim(*, edition: str, board: Board, act: ClaimAct = ClaimAct.GAME_HOLE, crib_first: bool = False) -> Remedy:
    """Work out a false claim of game (rules 8.4.a and 8.4.b).

    ``board.offender`` is the hole of the points that were truly scored, 0 to 120: there the front peg goes, wherever
    it was put. With both pegs out, players or judges first settle which hole that is. From there to the game hole
    is the overclaim, which the opponent pegs as far as the board goes; then the offender goes back fifteen, even
    where the opponent has just won. An act that the edition does not list (2020 no longer lists the scorecard) is
    cited as 8.4.a, which speaks of similar acts. ``crib_first``: a dealer got there by counting the crib before the
    hand; in 2020 that is no false claim (9.2.e), 2010 makes no such exception.

    Left open by the book: an offender with fewer than fifteen points. Rule 4.4.a.(3) gives the opponent what cannot be
    pegged back, but only of its own penalty; here the peg stops at the start and the rest is reported as ``unpegged``.

    Raises:
        WorkingError: the true hole is not given, is the game hole (then the claim is true), or the opponent has won.
    """
    if board.offender is None:
        raise WorkingError("Up to which hole had the offender truly scored?")
    if board.offender == GAME_HOLE:
        raise WorkingError(f"A player who has scored to hole {GAME_HOLE} has won: the claim is true.")
    refuse_finished_game(board)
    if crib_first and edition == "acc-2020":
        return nothing_pegged(
            "No false claim: the crib was counted before the hand. What was pegged for the crib is taken back, without"
            f" penalty, to hole {board.offender}. Then the hand is counted and pegged, and the crib after it.",
            ("9.2.e",),
            board,
        )
    overclaimed = GAME_HOLE - board.offender
    opponent = Pegging(board.opponent).forwards(overclaimed)
    offender = Pegging(board.offender).backwards(FALSE_CLAIM_BACK)
    summary = (
        f"The offender's front peg goes to hole {board.offender}, the points truly scored. The opponent pegs"
        f" {number_of_points(opponent.forward)}, of {overclaimed} overclaimed. Then the offender goes back"
        f" {number_of_points(offender.back)}, to hole {offender.stands}."
    )
    left_open = ""
    if offender.unpegged:
        left_open = (
            f"{number_of_points(offender.unpegged)} of the {FALSE_CLAIM_BACK} cannot be pegged back. The book gives"
            f" them to nobody; the judges may settle it (rule {NOT_COVERED[edition]})."
        )
    how = CLAIM_ACTS[edition].get(act, "8.4.a")
    return Remedy(summary, (how, *FALSE_CLAIM_STEPS), offender, opponent, left_open)


# Pegging too far, or back too little


def overpegging(
    *, error: int, found_by: Party, board: Board = UNKNOWN, in_time: bool = True, during_play: bool = True
) -> Remedy:
    """Work out points pegged in the pegger's favour (rules 8.4.c and d, alike in both editions).

    ``error`` is 1 or more: holes too far forward, or too few holes back on a penalty (rule 11.2). ``board`` is as it
    stands with the error on it. ``in_time``: nobody has played, counted or accepted since.

    Raises:
        WorkingError: no error, more than the peg has ever moved, or a peg in the game hole (a false claim).
    """
    if error < 1:
        raise WorkingError("An error of no points needs no correction.")
    if board.offender == GAME_HOLE:
        raise WorkingError("The peg is in the game hole: that is a false claim of game.")
    refuse_finished_game(board)
    offender = retracted(board.offender, error)
    if not in_time:
        rule = "8.4.d" if during_play else "8.4.c"
        return nothing_pegged("Too late: the score stands as it was pegged.", (rule,), board)
    back = f"goes back {number_of_points(error)} to the right hole"
    if found_by is Party.OFFENDER:
        return Remedy(
            f"No penalty. The offender tells the opponent first, and then the peg {back}.",
            ("8.4.c.(2)",),
            offender,
            Pegging(board.opponent),
        )
    opponent = Pegging(board.opponent).forwards(error)
    return Remedy(
        f"The offender's peg {back}. The opponent pegs {number_of_points(opponent.forward)}.",
        ("8.4.c.(1)",),
        offender,
        opponent,
    )


def card_past_31(*, edition: str, pegged: int, found_by: Party, board: Board = UNKNOWN, in_time: bool = True) -> Remedy:
    """Work out points pegged for a card that took the count past 31 (rule 7.1.e).

    In 2020 they are an overpeg (rule 8.4.c). In 2010 they come off without penalty; the rule sets no
    time for that. A player who claims the game with them has made a false claim in both: ``false_claim``.

    Raises:
        WorkingError: as for ``overpegging``.
    """
    if edition == "acc-2020":
        overpegged = overpegging(error=pegged, found_by=found_by, board=board, in_time=in_time)
        taken_up = "" if overpegged.rules == ("8.4.d",) else "The card goes back to the hand. "
        return replace(overpegged, summary=f"{taken_up}{overpegged.summary}", rules=("7.1.e", *overpegged.rules))
    offender = overpegging(error=pegged, found_by=Party.OFFENDER, board=board).offender
    return Remedy(
        "No penalty. The card goes back to the hand, and the offender's peg goes back"
        f" {number_of_points(pegged)}, all that was pegged for it.",
        ("7.1.e",),
        offender,
        Pegging(board.opponent),
    )


def underpegging() -> Remedy:
    """Say what becomes of points pegged to the pegger's own disadvantage (rule 8.3); muggins may still be called."""
    return Remedy("No correction once the fingers are off the peg: the score stands as it was pegged.", ("8.3",))


# The opponent's pegs

OPPONENTS_PEG = {"acc-2020": "8.7", "acc-2010": "8.8"}
PUT_BACK = {
    "acc-2020": "The peg goes back to its hole.",
    "acc-2010": "The peg goes back to its hole; a front peg whose hole is in doubt by rule 8.7.",
}


def opponents_peg(*, edition: str, due: int = 0, board: Board = UNKNOWN) -> Remedy:
    """Work out a score pegged with the opponent's peg (rule 8.7; in 2010 rule 8.8).

    in 2010 a part of 8.7, on pegs knocked out, settles where a front peg belongs; 2020 says nothing of it.
    ``due`` is what the offender has to peg, below 0 for points back. ``board`` is as it stood before the peg was
    taken up. The penalty comes first, so an opponent whom it brings to the game hole has won, and ``due`` is
    not pegged.

    Raises:
        WorkingError: the game is over already.
    """
    refuse_finished_game(board)
    opponent = Pegging(board.opponent).forwards(TWO_POINTS)
    offender = Pegging(board.offender)
    summary = f"{PUT_BACK[edition]} The opponent pegs {number_of_points(opponent.forward)}"
    if opponent.stands == GAME_HOLE:
        return Remedy(f"{summary}.", (OPPONENTS_PEG[edition],), offender, opponent)
    offender = offender.forwards(due) if due >= 0 else offender.backwards(-due)
    return Remedy(
        f"{summary}. Then the offender pegs the right score with their own back peg.",
        (OPPONENTS_PEG[edition],),
        offender,
        opponent,
    )
