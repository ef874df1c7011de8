"""Counting, mixed cards and mistaken penalties, as judges tap them (rules 9 and 11)."""

from judging.rules.call_questions import (
    FOUND_BY,
    HOLES,
    YES_NO,
    Facts,
    Proposal,
    Question,
    Unanswered,
    choice,
    field,
    for_sides,
    found_by,
    member,
    one_of,
    player,
    tapped,
)
from judging.rules.counting import (
    Mixed,
    PenaltyMistake,
    StarterFound,
    crib_counted_first,
    dealer_counted_first,
    mixed_too_soon,
    penalty_mistaken,
    score_announced,
    starter_mixed,
)
from judging.rules.remedy import Remedy

MAX_HAND = 29
WHAT = (
    ("too-soon", "The dealer pegged the hand before the other player"),
    ("crib-first", "The dealer counted the crib before the hand"),
    ("announced", "The dealer announced a wrong score"),
    ("hand", "Mixed the own hand too soon"),
    ("crib", "The dealer mixed the crib too soon"),
    ("starter", "The starter was mixed with other cards"),
)
OF_A_DEALER = ("too-soon", "crib-first", "announced", "crib")


def ask_counting(facts: Facts) -> tuple[Question, ...]:
    """Ask what happened, who, and what decides about it."""
    who = player("Who dealt?" if facts.answers.get("what") in OF_A_DEALER else "Who did it?")
    return (choice("what", "What happened", WHAT), who, *_ask_more(facts), *HOLES)


def _ask_more(facts: Facts) -> tuple[Question, ...]:
    match facts.answers.get("what"):
        case "too-soon":
            return (_points("pegged", "Points the dealer pegged"), _points("hand", "Hand of the other player"))
        case "crib-first":
            return (_points("pegged", "Points pegged for the crib"), _points("hand", "Hand of the dealer"))
        case "announced":
            return (
                _points("said", "Announced"),
                _points("right", "Right"),
                choice("is-pegged", "What was announced is pegged", YES_NO, "no"),
                choice("accepted", "The other has mixed the cards away, or accepted", YES_NO, "no"),
            )
        case "hand" | "crib":
            return (
                choice("confirmed", "The count was pegged and accepted", YES_NO, "no", folded=True),
                field("pegged", "Points pegged for it", "0", folded=False, most=MAX_HAND),
            )
        case "starter":
            return (one_of("found", "Which card it is", StarterFound),)
    return ()


def _points(name: str, label: str) -> Question:
    return field(name, label, folded=False, most=MAX_HAND)


def work_counting(facts: Facts) -> Proposal:
    """Work it out; where something concerns a dealer, the dealer is the offender."""
    lead = "Dealer" if facts.text("what") in OF_A_DEALER else "Offender"
    return for_sides(facts, _remedy(facts), facts.side(), lead)


def _remedy(facts: Facts) -> Remedy:
    edition, board = facts.edition, facts.board
    match facts.text("what"):
        case "too-soon":
            return dealer_counted_first(pegged=facts.number("pegged"), pone_due=facts.number("hand"), board=board)
        case "crib-first":
            return crib_counted_first(
                edition=edition, pegged=facts.number("pegged"), hand=facts.number("hand"), board=board
            )
        case "announced":
            return score_announced(
                edition=edition,
                announced=facts.number("said"),
                right=facts.number("right"),
                accepted=facts.is_yes("accepted", "no"),
                is_pegged=facts.is_yes("is-pegged", "no"),
                board=board,
            )
        case "hand" | "crib" as what:
            return mixed_too_soon(
                edition=edition,
                mixed=Mixed.HAND if what == "hand" else Mixed.CRIB_BY_DEALER,
                pegged=facts.number("pegged", "0"),
                confirmed=facts.is_yes("confirmed", "no"),
                board=board,
            )
        case "starter":
            return starter_mixed(found=member(StarterFound, facts.text("found")), board=board)
    raise Unanswered("what")


def ask_penalty(facts: Facts) -> tuple[Question, ...]:
    """Ask who called or pegged the penalty, and what is wrong with it."""
    mistake = facts.answers.get("mistake")
    more: tuple[Question, ...] = ()
    if mistake == PenaltyMistake.TOO_MANY.name.lower():
        more = (tapped("pegged", "Holes too many"), FOUND_BY)
    elif mistake == PenaltyMistake.NOT_DUE.name.lower():
        more = (field("pegged", "Points pegged for it", "0", folded=False, most=15),)
    return (
        player("Who pegged or called the penalty?"),
        one_of("mistake", "What is wrong", PenaltyMistake),
        *more,
        *HOLES,
    )


def work_penalty(facts: Facts) -> Proposal:
    """Work it out (rules 11.2 and 11.3)."""
    mistake = member(PenaltyMistake, facts.text("mistake"))
    remedy = penalty_mistaken(
        edition=facts.edition,
        mistake=mistake,
        pegged=facts.number("pegged", "" if mistake is PenaltyMistake.TOO_MANY else "0"),
        found_by=found_by(facts),
        board=facts.board,
    )
    return for_sides(facts, remedy, facts.side(), "Called or pegged by")
