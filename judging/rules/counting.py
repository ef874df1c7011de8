"""Counting out of order, wrong counts, starter or cards mixed too soon, and mistaken penalties.

Where something concerns a dealer, remedies mean the dealer by the offender and the pone by the opponent.
What a player forfeits or takes back goes to nobody (rule 11.1.b).
"""

from dataclasses import replace
from enum import Enum

from judging.rules.pegging_penalties import TWO_POINTS, overpegging
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


class StarterFound(Enum):
    """How far it took to settle which card the starter is, once it was mixed with others."""

    AGREED = "both agree which card it is"
    REBUILT = "what was said or pegged shows it"
    DRAWN = "nothing shows it; it is among hand or crib"
    LOST_IN_PACK = "nothing shows it; it is in the pack"


class Mixed(Enum):
    """What a player mixed with other cards before its turn was over."""

    HAND = "the own hand, with crib or pack"
    CRIB_BY_DEALER = "the crib, as dealer, with the pack"


class PenaltyMistake(Enum):
    """What is wrong about a penalty that was pegged."""

    NOT_DUE = "no penalty was due"
    TOO_MANY = "pegged too far forward, or too few back"
    TOO_FEW = "pegged too short, or too many back"


MIXED_RULES = {Mixed.HAND: "9.4.a", Mixed.CRIB_BY_DEALER: "9.4.b"}

# The steps by which judges find a starter that was mixed with other cards, each after the one before.
_REBUILD = "Judges first rebuild the five cards of hand or crib from what both say and what was pegged."
STARTER_STEPS: dict[StarterFound, tuple[tuple[str, ...], str]] = {
    StarterFound.AGREED: ((), "The starter goes back on the pack."),
    StarterFound.REBUILT: (("9.3.a.(1)",), f"{_REBUILD} That shows the starter, which goes back on the pack."),
    StarterFound.DRAWN: (
        ("9.3.a.(1)", "9.3.a.(2)"),
        (
            f"{_REBUILD} As that proves nothing, the opponent draws two of them blind, looks, and picks one as the"
            " starter; the other goes back."
        ),
    ),
    StarterFound.LOST_IN_PACK: (
        ("9.3.a.(1)", "9.3.a.(3)"),
        (
            f"{_REBUILD} As the starter is lost in the pack, a judge shuffles, the opponent cuts, and a judge turns a"
            " new one."
        ),
    ),
}


def dealer_counted_first(*, pegged: int, pone_due: int, board: Board = UNKNOWN) -> Remedy:
    """Work out a dealer who pegged the hand before the pone (rule 9.2.c, alike in both editions).

    ``pegged`` is what the dealer pegged, and rightly so: a wrong number is first put right as ``overpegging``.
    ``pone_due`` is the pone's hand. The dealer's points come off, the pone pegs, then the dealer; a pone who is out by
    then has won. A dealer in the game hole goes back as well: the points were there, only too soon.

    Raises:
        WorkingError: the pone has won, or so much cannot have been pegged.
    """
    refuse_finished_game(Board(None, board.opponent))
    dealer = retracted(board.offender, pegged)
    pone = Pegging(board.opponent).forwards(pone_due)
    summary = (
        f"No penalty. The dealer takes {number_of_points(pegged)} back, and the pone pegs"
        f" {number_of_points(pone.forward)}."
    )
    if pone.stands != GAME_HOLE:
        dealer = dealer.forwards(pegged)
        summary += f" Then the dealer pegs {number_of_points(dealer.forward)}."
    return Remedy(summary, ("9.2.c",), dealer, pone)


def score_announced(
    *, edition: str, announced: int, right: int, accepted: bool, is_pegged: bool = False, board: Board = UNKNOWN
) -> Remedy:
    """Work out a count that the dealer announced wrongly (rule 9.2.d).

    ``accepted``: the pone has mixed the dealer's cards into the pack, in 2010 or has accepted by word. Until then the
    dealer may correct what was said, not what was pegged: points too few stand (rule 8.3), points too many come
    off (rule 8.4.c). ``is_pegged``: the announced number was pegged and let go.

    Left open by the book: 2010 does not say until when an announcement may be corrected.

    Raises:
        WorkingError: the announcement is right, the game is over, or so much cannot have been pegged.
    """
    if announced == right:
        raise WorkingError("That is what was announced: there is nothing to put right.")
    if is_pegged and announced > right:
        overpegged = overpegging(
            error=announced - right, found_by=Party.OFFENDER, board=board, in_time=not accepted, during_play=False
        )
        return replace(overpegged, rules=("9.2.d", *overpegged.rules))
    refuse_finished_game(board)
    if is_pegged:
        return nothing_pegged(
            "The announcement may be corrected, the peg may not: the score stands as it was pegged."
            if not accepted
            else "Too late: the score stands as it was pegged.",
            ("9.2.d", "8.3"),
            board,
        )
    dealer = Pegging(board.offender).forwards(announced if accepted else right)
    late = "Too late to correct it" if accepted else "No penalty. The announcement is corrected"
    left_open = f"This edition does not say until when that may be done (rule {NOT_COVERED[edition]})."
    return Remedy(
        f"{late}: the dealer pegs {number_of_points(dealer.forward)}.",
        ("9.2.d",),
        dealer,
        Pegging(board.opponent),
        left_open if edition == "acc-2010" and not accepted else "",
    )


def crib_counted_first(*, edition: str, pegged: int, hand: int, board: Board = UNKNOWN) -> Remedy:
    """Work out a dealer who counted the crib before the hand (rule 9.2.e, new in 2020).

    ``pegged`` is the crib, ``hand`` the dealer's hand. The crib comes off, the hand is pegged and the crib after it, so
    that a peg in the game hole is no false claim. 2010 has no such rule: a look into the crib before its turn costs
    two points there (rule 5.2.a), and what becomes of the crib's points is left open; they are worked out alike.

    Raises:
        WorkingError: the pone has won, so much cannot have been pegged, or in 2010 the dealer is in the game hole (a
            false claim).
    """
    is_new = edition == "acc-2020"
    if not is_new and board.offender == GAME_HOLE:
        raise WorkingError("The peg is in the game hole: in this edition that is a false claim of game.")
    refuse_finished_game(Board(None, board.opponent))
    dealer, pone = retracted(board.offender, pegged), Pegging(board.opponent)
    back = f"The {number_of_points(pegged)} for the crib come off"
    then = f"The dealer pegs {number_of_points(hand)} for the hand, and then the crib."
    if is_new:
        return Remedy(f"No penalty. {back}. {then}", ("9.2.e",), dealer.forwards(hand).forwards(pegged), pone)
    pone = pone.forwards(TWO_POINTS)
    summary = f"The opponent pegs {number_of_points(pone.forward)}. {back}."
    if pone.stands != GAME_HOLE:
        dealer, summary = dealer.forwards(hand).forwards(pegged), f"{summary} {then}"
    return Remedy(
        summary,
        ("5.2.a",),
        dealer,
        pone,
        f"This edition does not say what becomes of the points for the crib (rule {NOT_COVERED[edition]}).",
    )


def starter_mixed(*, found: StarterFound, board: Board = UNKNOWN) -> Remedy:
    """Work out a starter mixed with other cards, step by step (rule 9.3.a, alike in both editions).

    Two points in any case, then rules 9.3.a.(1), 9.3.a.(2) or 9.3.a.(3) as far as it takes; nothing more where the
    two points end the game.

    Raises:
        WorkingError: the game is over.
    """
    refuse_finished_game(board)
    opponent = Pegging(board.opponent).forwards(TWO_POINTS)
    summary, (rules, steps) = f"The opponent pegs {number_of_points(opponent.forward)}.", STARTER_STEPS[found]
    if opponent.stands == GAME_HOLE:
        return Remedy(summary, ("9.3.a",), Pegging(board.offender), opponent)
    return Remedy(f"{summary} {steps}", ("9.3.a", *rules), Pegging(board.offender), opponent)


def mixed_too_soon(
    *, edition: str, mixed: Mixed, pegged: int = 0, confirmed: bool = False, board: Board = UNKNOWN
) -> Remedy:
    """Work out cards mixed before they were pegged and accepted (rules 9.4.a and b, alike in both editions).

    The offender loses the count. ``pegged`` is what was pegged for it, ``confirmed`` whether the opponent had
    accepted the count. A pone who mixes the dealer's crib is penalized: ``two_points``.

    Left open by the book: whether a count that was pegged and not yet accepted is lost; here it is.

    Raises:
        WorkingError: the game is over, or so much cannot have been pegged.
    """
    refuse_finished_game(board)
    rule = (MIXED_RULES[mixed],)
    if confirmed:
        return nothing_pegged("The count was pegged and accepted: it stands.", rule, board)
    what = "hand" if mixed is Mixed.HAND else "crib"
    left_open = f"Rule {rule[0]} can be read to end once the points are pegged (rule {NOT_COVERED[edition]})."
    back = f" The {number_of_points(pegged)} pegged for it come off." if pegged else ""
    return Remedy(
        f"The offender loses the count of the {what}.{back}",
        rule,
        retracted(board.offender, pegged),
        Pegging(board.opponent),
        left_open if pegged else "",
    )


def penalty_mistaken(
    *, edition: str, mistake: PenaltyMistake, pegged: int = 0, found_by: Party = Party.OPPONENT, board: Board = UNKNOWN
) -> Remedy:
    """Work out a penalty that was called or pegged wrongly (rules 11.2 and 11.3, alike in both editions).

    The offender is who called or pegged it, ``pegged`` how many points too far. A penalty that was not due only comes
    off. One pegged with the wrong number is put right like a score (rules 8.3 and 8.4.c), which rule 11.1.b calls a
    correction, so that rule 11.3 does not stand against it.

    Left open by the book: a penalty pegged too far into the game hole. What a false claim costs is a penalty (rule
    8.4.b), so the peg only goes back.

    Raises:
        WorkingError: the other player has won, or so much cannot have been pegged.
    """
    refuse_finished_game(Board(None, board.opponent))
    if mistake is PenaltyMistake.TOO_FEW:
        return nothing_pegged("No correction: the penalty stands as it was pegged.", ("11.2", "8.3"), board)
    is_out = board.offender == GAME_HOLE
    if mistake is PenaltyMistake.TOO_MANY and not is_out:
        overpegged = overpegging(error=pegged, found_by=found_by, board=board)
        return replace(overpegged, rules=("11.2", *overpegged.rules, "11.3"))
    why = "No penalty was due, and none is due for calling it." if mistake is PenaltyMistake.NOT_DUE else ""
    back = f"The peg goes back {number_of_points(pegged)}, and nobody pegs anything for that."
    return Remedy(
        f"{why} {back}".lstrip(),
        ("11.3",),
        retracted(board.offender, pegged),
        Pegging(board.opponent),
        f"Rule 8.4.b would have the offender go fifteen back; rule 11.3 rules that out (rule {NOT_COVERED[edition]})."
        if is_out
        else "",
    )
