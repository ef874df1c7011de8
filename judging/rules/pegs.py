"""Pegs taken out, touched, put in the wrong track; a go pegged too soon; games not pegged out, and conceded.

2020 dropped the rule on pegs knocked out, which moves its later numbers up by one.
"""

from dataclasses import replace
from enum import Enum

from judging.rules.pegging_penalties import ClaimAct, false_claim, overpegging
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

GO = 1
WRONG_TRACK = {"acc-2020": "8.8", "acc-2010": "8.9"}
GO_TOO_SOON = {"acc-2020": "8.9", "acc-2010": "8.10"}
PEGGING_OUT = {"acc-2020": "8.10", "acc-2010": "8.11"}
CONCEDED = {"acc-2020": "8.10.b", "acc-2010": "8.11.d"}
EQUAL_TO_PEGGING_OUT = {
    ClaimAct.SCORECARD: "8.11.a.(1)",
    ClaimAct.GAME_RECORD_HOLE: "8.11.a.(2)",
    ClaimAct.GAME_RECORD_PEG: "8.11.a.(3)",
}


class FrontPeg(Enum):
    """What has become of a front peg that was taken out with a score still to be pegged."""

    NOT_CLEAR = "it has not come clear of its hole"
    IN_HAND = "it is still in hand"
    PEGGED_FORWARD = "it was pegged forward and let go"
    PEGGED_BACKWARD = "it was pegged backward and let go"
    BACK_ON_FOURTH = "pegged back from first street onto fourth"
    BOTH_ON_FOURTH = "both pegs are back on fourth street"


FRONT_PEG_RULES = {
    FrontPeg.NOT_CLEAR: "8.5.a",
    FrontPeg.IN_HAND: "8.5.a.(1)",
    FrontPeg.PEGGED_BACKWARD: "8.5.a.(2)",
    FrontPeg.BACK_ON_FOURTH: "8.5.a.(2)",
    FrontPeg.BOTH_ON_FOURTH: "8.5.a.(2)",
    FrontPeg.PEGGED_FORWARD: "8.5.a.(3)",
}


class Touched(Enum):
    """Which peg was touched, and how."""

    OWN_LOOSE = "pressed in an own loose peg"
    OPPONENTS = "touched the other’s peg by accident"
    FRONT_KNOCKED_OUT = "knocked out a front peg"
    BACK_KNOCKED_OUT = "knocked out a back peg"


def front_peg_out(*, edition: str, front_peg: FrontPeg, before: int, score: int, board: Board = UNKNOWN) -> Remedy:
    """Work out a front peg taken out with a score to be pegged (rules 8.5.a.(1), 8.5.a.(2) and 8.5.a.(3)).

    ``board.offender`` is where the front peg stood before it was taken out, ``before`` the score that it stood for
    (front peg less rear peg), ``score`` the one still to be pegged. The rear peg becomes the front peg, so
    ``before`` is lost in all cases; pegged backward and let go, ``score`` is lost as well. Both pegs on fourth
    street lose everything. From when on a peg counts as taken out, 2020 alone says.

    Raises:
        WorkingError: the game is over, so much cannot have been pegged, the hole is needed, or the edition says nothing
            of a peg that never left its hole.
    """
    refuse_finished_game(board)
    rule, opponent = (FRONT_PEG_RULES[front_peg],), Pegging(board.opponent)
    if front_peg is FrontPeg.NOT_CLEAR:
        if edition != "acc-2020":
            raise WorkingError("This edition does not say from when on a peg counts as taken out.")
        return nothing_pegged("Nothing was taken out: the peg stays, and the score is pegged as usual.", rule, board)
    if front_peg is FrontPeg.BOTH_ON_FOURTH:
        if board.offender is None:
            raise WorkingError("In which hole had the front peg stood?")
        return Remedy(
            "Both pegs come off the board. The offender starts again from zero.",
            rule,
            retracted(board.offender, board.offender),
            opponent,
        )
    offender = retracted(board.offender, before)
    lost = f"the {number_of_points(before)} before are lost"
    match front_peg:
        case FrontPeg.PEGGED_BACKWARD:
            summary = f"Both pegs stay where they are. The score and {lost}."
        case FrontPeg.BACK_ON_FOURTH:
            summary = f"The peg on fourth street goes behind the one on first street. The score and {lost}."
        case _:
            offender = offender.forwards(score)
            behind = (
                "The peg in hand is the rear peg now"
                if front_peg is FrontPeg.IN_HAND
                else "The peg goes behind the other"
            )
            summary = f"{behind}: {lost}. From there the offender pegs {number_of_points(offender.forward)}."
    return Remedy(summary, rule, offender, opponent)


def both_pegs_out(*, edition: str, score: int, board: Board = UNKNOWN) -> Remedy:
    """Work out both pegs taken out with a score to be pegged (rule 8.5.b).

    ``board.offender`` is the hole that the players agree on, or that judges settle. In 2020 ``score`` is then pegged;
    in 2010 it is lost, unless the pegs were knocked out by accident (8.7 there: ``peg_touched``).

    Left open by the book: pegs taken out with nothing to be pegged.

    Raises:
        WorkingError: the game is over.
    """
    refuse_finished_game(board)
    placed = "The front peg goes where both agree that it stood, else where judges settle"
    if not score:
        return nothing_pegged(
            f"{placed}.",
            ("8.5.b",),
            board,
            f"Rule 8.5.b speaks of pegs taken out with a score to be pegged (rule {NOT_COVERED[edition]}).",
        )
    if edition == "acc-2010":
        return nothing_pegged(
            f"{placed}, and the other peg behind it. The {number_of_points(score)} are lost. If the pegs were knocked"
            " out by accident, rule 8.7 applies instead.",
            ("8.5.b",),
            board,
        )
    offender = Pegging(board.offender).forwards(score)
    return Remedy(
        f"No penalty. {placed}. From there the offender pegs {number_of_points(offender.forward)}.",
        ("8.5.b",),
        offender,
        Pegging(board.opponent),
    )


def peg_touched(*, edition: str, touched: Touched, board: Board = UNKNOWN) -> Remedy:
    """Say what becomes of a peg that was touched or knocked out (rule 8.6; in 2010 knocked out: rule 8.7).

    Left open by the book: in 2020, where a peg goes that was knocked out.

    Raises:
        WorkingError: the game is over.
    """
    refuse_finished_game(board)
    if touched is Touched.OWN_LOOSE:
        return nothing_pegged(
            "No penalty. A loose peg may be pressed in; the other player is told first.", ("8.6",), board
        )
    if touched is Touched.OPPONENTS:
        return nothing_pegged("No penalty. A touch by accident costs nothing.", ("8.6",), board)
    where = (
        "The front peg goes back as both players agree, else as judges settle."
        if touched is Touched.FRONT_KNOCKED_OUT
        else "The back peg may go anywhere behind the front peg."
    )
    if edition == "acc-2010":
        return nothing_pegged(f"No penalty. {where}", ("8.7",), board)
    return nothing_pegged(
        f"No penalty. {where}",
        ("8.6",),
        board,
        f"This edition does not say where the peg goes (rule {NOT_COVERED[edition]}).",
    )


def wrong_track(*, edition: str, board: Board = UNKNOWN) -> Remedy:
    """Work out a right score in the wrong track (rule 8.8; in 2010 rule 8.9).

    Raises:
        WorkingError: the game is over.
    """
    refuse_finished_game(board)
    return nothing_pegged(
        "No penalty. The score is right: the peg is moved into its own track.", (WRONG_TRACK[edition],), board
    )


def go_too_soon(
    *, edition: str, opponent_could_play: bool, found_by: Party = Party.OPPONENT, board: Board = UNKNOWN
) -> Remedy:
    """Work out a go pegged before it was said (rule 8.9; in 2010 rule 8.10).

    The cards that the opponent still holds decide: none that could be played, and the point stands; otherwise it is
    an overpeg (rule 8.4.c), and in the game hole a false claim (rule 8.4.a). ``board`` is as it stands, the point
    pegged.

    Raises:
        WorkingError: the opponent has won, or no point can have been pegged.
    """
    rule = GO_TOO_SOON[edition]
    refuse_finished_game(Board(None, board.opponent))
    if not opponent_could_play:
        return nothing_pegged("The other player could not have played: the go stands.", (rule,), board)
    if board.offender == GAME_HOLE:
        remedy = false_claim(edition=edition, board=Board(GAME_HOLE - GO, board.opponent))
    else:
        remedy = overpegging(error=GO, found_by=found_by, board=board)
    return replace(
        remedy, summary=f"The other player could have played: no go. {remedy.summary}", rules=(rule, *remedy.rules)
    )


def not_pegged_out(
    *, edition: str, refuses: bool, due: int, muggins: bool = False, match_play: bool = False, board: Board = UNKNOWN
) -> Remedy:
    """Work out a player who has the points to go out and does not peg them (rules 8.10 and 8.10.a; in 2010 8.11).

    ``due`` are these points. In 2020, outside match play, the opponent reminds the player, who pegs out; one who
    refuses loses them, and play goes on. Where muggins is played neither edition's rule applies (rule 10.1.c).

    Left open by the book: match play in 2020, and in 2010 a player who neither pegs out nor does what counts as it.

    Raises:
        WorkingError: the game is over, or these points do not reach the game hole.
    """
    refuse_finished_game(board)
    if not _reaches_game_hole(board, due):
        raise WorkingError(f"{number_of_points(due)} do not reach the game hole from {board.offender}.")
    if muggins:
        return _muggins_instead(board)
    if edition == "acc-2010" or match_play:
        why = (
            "This edition asks players to peg out and names no price for not doing so"
            if edition == "acc-2010"
            else "In match play nobody has to peg out, and the book does not say what ends the game instead"
        )
        return nothing_pegged(
            "Nothing is lost: the player may still peg out.",
            (PEGGING_OUT[edition],),
            board,
            f"{why} (rule {NOT_COVERED[edition]}).",
        )
    if refuses:
        return nothing_pegged(
            f"The game is not over. The player loses the {number_of_points(due)}, and play goes on.", ("8.10.a",), board
        )
    return Remedy(
        "No penalty. The other player reminds the player to peg out.",
        ("8.10",),
        Pegging(board.offender).forwards(due),
        Pegging(board.opponent),
    )


def win_claimed_by_act(*, edition: str, act: ClaimAct, due: int, muggins: bool = False, board: Board) -> Remedy:
    """Work out a win written down or recorded instead of pegged (rules 8.11.a to c of 2010).

    ``due`` are the points the player had and did not peg: with enough of them the player has won, otherwise the act
    is a false claim from where they lead (rule 8.4). ``board.offender`` is where the front peg stands.

    Raises:
        WorkingError: the edition has no such rule, the hole is not given, or the game is over.
    """
    if edition != "acc-2010":
        raise WorkingError("That an act can stand for pegging out is in only the 2010 edition.")
    if board.offender is None:
        raise WorkingError("Where does the player’s front peg stand?")
    refuse_finished_game(board)
    if muggins:
        return _muggins_instead(board)
    if _reaches_game_hole(board, due):
        return Remedy(
            "The player had the points to win: that is as good as pegging out.",
            (EQUAL_TO_PEGGING_OUT[act], "8.11.b"),
            Pegging(board.offender).forwards(due),
            Pegging(board.opponent),
        )
    claim = false_claim(edition=edition, board=Board(board.offender + due, board.opponent), act=act)
    return replace(claim, rules=("8.11.c", *claim.rules))


def game_conceded(*, edition: str, match_play: bool, board: Board = UNKNOWN) -> Remedy:
    """Work out a game that a player concedes (rule 8.10.b; in 2010 rule 8.11.d): the offender is who gives up.

    In match play the opponent is out by it. In a qualifying round play goes on; that 2020 alone says.

    Raises:
        WorkingError: the game is over.
    """
    refuse_finished_game(board)
    rule = (CONCEDED[edition],)
    if not match_play:
        left_open = f"This edition speaks of match play only (rule {NOT_COVERED[edition]})."
        return nothing_pegged(
            "A qualifying game cannot be given up: play goes on.",
            rule,
            board,
            "" if edition == "acc-2020" else left_open,
        )
    winner = Pegging(GAME_HOLE)
    if board.opponent is not None:
        winner = Pegging(board.opponent).forwards(GAME_HOLE - board.opponent)
    return Remedy("The game is conceded: the other player is out.", rule, Pegging(board.offender), winner)


def _reaches_game_hole(board: Board, due: int) -> bool:
    return board.offender is None or board.offender + due >= GAME_HOLE


def _muggins_instead(board: Board) -> Remedy:
    return nothing_pegged(
        "Muggins is played here: pegging out is a must, and points not pegged are for the other player to call.",
        ("10.1.c",),
        board,
    )
