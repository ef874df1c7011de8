"""Muggins: points that one player missed and the other calls for, where the event plays it (rule 10)."""

from enum import Enum

from judging.rules.remedy import (
    GAME_HOLE,
    UNKNOWN,
    Board,
    Pegging,
    Remedy,
    WorkingError,
    nothing_pegged,
    number_of_points,
    refuse_finished_game,
)


class Missed(Enum):
    """What it was that a player failed to peg."""

    IN_PLAY = "points in the play"
    IN_COUNT = "points in a hand or crib"
    PENALTY = "a penalty"
    MUGGINS = "muggins points"
    HEELS = "two for a jack as starter"
    PEGGED_BACKWARD = "points lost by pegging backward"
    FORFEITED = "points forfeited by both pegs taken out, or by not pegging out"


_EXEMPT = {Missed.PENALTY: "10.3.a", Missed.MUGGINS: "10.3.b", Missed.HEELS: "10.3.c", Missed.PEGGED_BACKWARD: "10.3.d"}
EXEMPT = {"acc-2020": _EXEMPT, "acc-2010": {**_EXEMPT, Missed.FORFEITED: "10.3.e"}}


def muggins(
    *,
    edition: str,
    played: bool,
    claimed: int,
    true: int,
    missed: Missed = Missed.IN_COUNT,
    board: Board = UNKNOWN,
    in_time: bool = True,
) -> Remedy:
    """Work out a call of muggins (rule 10.4.a); the offender is who is said to have missed points.

    ``claimed`` is 1 or more, ``true`` what was really missed, 0 or more. ``board`` is as it stands after the missed
    or short pegging, the call itself not pegged. The caller pegs the lesser of the two numbers, and no more than the
    offender could have pegged by counting rightly; both stop at the game hole. ``played``: the event plays muggins
    (rule 10.1.a). ``in_time``: the call came within 10.4.b or 10.4.c.

    In 2020 a call where nothing was missed, or where muggins does not apply (10.3.a to d), costs the caller the
    points: they go to the offender. The book speaks of points "taken"; they are worked out as the points claimed. In
    2010 a wrong call costs nothing. A late call costs nothing in either, as the book names no price. Points
    forfeited are exempt by name in 2010 only (10.3.e).

    Raises:
        WorkingError: nothing is claimed, fewer than 0 were missed, or the game is over.
    """
    if claimed < 1 or true < 0:
        raise WorkingError("Say how many points were claimed (1 or more) and how many were truly missed (0 or more).")
    refuse_finished_game(board)
    if not played:
        return nothing_pegged("This event does not play muggins: points that were missed are lost.", ("10.1.a",), board)
    if not in_time:
        rule = "10.4.b" if missed is Missed.IN_PLAY else "10.4.c"
        return nothing_pegged("Too late: the call does not count, and nobody pegs anything.", (rule,), board)
    exempt = EXEMPT[edition].get(missed)
    if exempt or true == 0:
        return _wrong_call(edition, claimed, board, (exempt,) if exempt else ())
    due = min(claimed, true)
    could_have_pegged = Pegging(board.offender).forwards(due).forward
    caller = Pegging(board.opponent).forwards(could_have_pegged)
    summary = f"The caller pegs {number_of_points(caller.forward)}"
    if claimed != true:
        summary += f": the lesser of {claimed} claimed and {true} missed"
    if could_have_pegged < due:
        summary += f"; the other player had only {number_of_points(could_have_pegged)} left to the game hole"
    elif caller.unpegged:
        summary += f"; that is as far as the board goes, hole {GAME_HOLE}"
    return Remedy(f"{summary}.", ("10.4.a",), Pegging(board.offender), caller)


def _wrong_call(edition: str, claimed: int, board: Board, exempt: tuple[str, ...]) -> Remedy:
    why = "Muggins does not apply to these points." if exempt else "Nothing was missed: that was no muggins."
    if edition == "acc-2010":
        return nothing_pegged(f"{why} Nobody pegs anything.", exempt or ("10.4.a",), board)
    accused = Pegging(board.offender).forwards(claimed)
    return Remedy(
        f"{why} The caller takes back what was pegged for it, and the other player pegs"
        f" {number_of_points(accused.forward)}.",
        (*exempt, "10.4.a"),
        accused,
        Pegging(board.opponent),
        "The book awards the points taken; here they are those that were claimed."
        + (" It does not say whether a call for such points is one without muggins; here it is." if exempt else ""),
    )
