"""Pegged too many, too few, with the wrong pegs; games claimed too soon; muggins."""

from judging.rules.call_questions import (
    FOUND_BY,
    HOLES,
    IN_TIME,
    YES_NO,
    Facts,
    Proposal,
    Question,
    choice,
    field,
    for_sides,
    found_by,
    member,
    player,
    tapped,
)
from judging.rules.muggins import Missed, muggins
from judging.rules.pegging_penalties import (
    CLAIM_ACTS,
    ClaimAct,
    card_past_31,
    false_claim,
    opponents_peg,
    overpegging,
    underpegging,
)
from judging.rules.remedy import GAME_HOLE, Board
from judging.rules.rulebook import IN_FORCE

# Pegged too many, too few, with the wrong pegs


def ask_overpegging(facts: Facts) -> tuple[Question, ...]:
    """Ask who pegged how many too far, and who noticed."""
    when = (("play", "during the play"), ("count", "while counting"))
    return (
        player("Who pegged too many?"),
        tapped("error", "Holes too many"),
        FOUND_BY,
        IN_TIME,
        choice("when", "Pegged", when, "play", folded=True),
        choice("past-31", "For a card past 31", YES_NO, "no", folded=True),
        *HOLES,
    )


def work_overpegging(facts: Facts) -> Proposal:
    """Work it out (rules 8.4.c and d; past 31 rule 7.1.e)."""
    if facts.is_yes("past-31", "no"):
        too_far = card_past_31(
            edition=facts.edition,
            pegged=facts.number("error"),
            found_by=found_by(facts),
            board=facts.board,
            in_time=facts.is_yes("in-time"),
        )
        return for_sides(facts, too_far, facts.side())
    remedy = overpegging(
        error=facts.number("error"),
        found_by=found_by(facts),
        board=facts.board,
        in_time=facts.is_yes("in-time"),
        during_play=facts.text("when", "play") == "play",
    )
    return for_sides(facts, remedy, facts.side())


def ask_offender(facts: Facts) -> tuple[Question, ...]:
    """Ask for the one player, and nothing else."""
    return (player("Who did it?"),)


def work_underpegging(facts: Facts) -> Proposal:
    """Say that it stands (rule 8.3)."""
    return for_sides(facts, underpegging(), facts.side())


def ask_opponents_peg(facts: Facts) -> tuple[Question, ...]:
    """Ask what is still to be pegged with the right peg."""
    ways = (("forward", "forward"), ("back", "back, a penalty"))
    return (
        player("Who took the other’s peg?"),
        field("due", "Points the offender still has to peg", "0", most=29),
        choice("way", "Which way these points go", ways, "forward", folded=True),
        *HOLES,
    )


def work_opponents_peg(facts: Facts) -> Proposal:
    """Work it out (rule 8.7; in 2010 rule 8.8)."""
    due = facts.number("due", "0") * (-1 if facts.text("way", "forward") == "back" else 1)
    remedy = opponents_peg(edition=facts.edition, due=due, board=facts.board)
    return for_sides(facts, remedy, facts.side())


# False claim of game

CRIB_FIRST = choice("crib-first", "A dealer, by counting the crib before the hand", YES_NO, "no", folded=True)


def ask_false_claim(facts: Facts) -> tuple[Question, ...]:
    """Ask how far from the game hole the points truly reached."""
    acts = tuple((act.name.lower(), act.value) for act in CLAIM_ACTS[facts.edition])
    return (
        player("Who claimed the game?"),
        tapped("short", f"How many points short of {GAME_HOLE}?"),
        choice("act", "How", acts, ClaimAct.GAME_HOLE.name.lower(), folded=True),
        *((CRIB_FIRST,) if facts.edition == IN_FORCE else ()),
        HOLES[1],
    )


def work_false_claim(facts: Facts) -> Proposal:
    """Work it out (rules 8.4.a and b)."""
    who, true_hole = facts.side(), GAME_HOLE - facts.number("short")
    remedy = false_claim(
        edition=facts.edition,
        board=Board(true_hole, facts.hole("opponent-hole")),
        act=member(ClaimAct, facts.text("act", ClaimAct.GAME_HOLE.name.lower())),
        crib_first=facts.is_yes("crib-first", "no"),
    )
    return for_sides(facts, remedy, who)


# Muggins


def ask_muggins(facts: Facts) -> tuple[Question, ...]:
    """Ask what was claimed and what was missed, where the event plays it."""
    missed = tuple((one.name.lower(), one.value) for one in Missed)
    who = player("Who missed points?")
    if not facts.muggins:
        return (who,)
    return (
        who,
        tapped("claimed", "Points claimed by the other"),
        tapped("true", "Points truly missed", 0),
        IN_TIME,
        choice("missed", "Missed", missed, Missed.IN_COUNT.name.lower(), folded=True),
        *HOLES,
    )


def work_muggins(facts: Facts) -> Proposal:
    """Work it out (rule 10)."""
    remedy = muggins(
        edition=facts.edition,
        played=facts.muggins,
        claimed=facts.number("claimed", "" if facts.muggins else "1"),
        true=facts.number("true", "" if facts.muggins else "0"),
        missed=member(Missed, facts.text("missed", Missed.IN_COUNT.name.lower())),
        board=facts.board,
        in_time=facts.is_yes("in-time", "" if facts.muggins else "yes"),
    )
    return for_sides(facts, remedy, facts.side(), "Missed by")
