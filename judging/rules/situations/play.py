"""Starter and play, as judges tap it: counts said wrongly, jacks, leads, cards let go (rules 6 and 7)."""

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
from judging.rules.remedy import Board, Remedy
from judging.rules.starter_and_play import (
    AnnouncedCount,
    Heels,
    Lead,
    TwoCards,
    card_let_go,
    his_heels,
    starter_too_soon,
    two_cards_at_once,
    two_starters,
    wrong_count_said,
    wrong_lead,
)

STARTER, TWO_TURNED, JACK, LEAD, LET_GO, TWO_LAID = ("starter", "two-turned", "jack", "lead", "let-go", "two-laid")
WHAT = (
    (JACK, "Two for a jack as starter"),
    (LEAD, "The dealer led"),
    (LET_GO, "Wants back a card let go"),
    (TWO_LAID, "Two or more cards laid at once"),
    (STARTER, "Starter turned too soon"),
    (TWO_TURNED, "More than one card turned as starter"),
)
OF_A_DEALER = (STARTER, TWO_TURNED, JACK, LEAD)


def ask_wrong_count(facts: Facts) -> tuple[Question, ...]:
    """Ask who said it, when it came out, and what was pegged on it."""
    del facts
    return (
        player("Who said the wrong count?"),
        one_of("announced", "When it came out", AnnouncedCount),
        tapped("pegged", "Points pegged that the right count would not give", 0),
        *HOLES,
    )


def work_wrong_count(facts: Facts) -> Proposal:
    """Work it out (rule 7.4)."""
    remedy = wrong_count_said(
        announced=member(AnnouncedCount, facts.text("announced")), pegged=facts.number("pegged"), board=facts.board
    )
    return for_sides(facts, remedy, facts.side())


def ask_play(facts: Facts) -> tuple[Question, ...]:
    """Ask what happened, and what decides about it."""
    who = player("Who dealt?" if facts.answers.get("what") in OF_A_DEALER else "Who did it?")
    return (choice("what", "What happened", WHAT), who, *_ask_more(facts), *_holes(facts))


def _holes(facts: Facts) -> tuple[Question, ...]:
    """Ask for the holes; where a game was claimed the offender's comes from the points short of it."""
    return HOLES[1:] if _is_claimed(facts) else HOLES


def _is_claimed(facts: Facts) -> bool:
    answers = facts.answers
    return answers.get("what") == LET_GO and answers.get("past-31") == answers.get("claimed") == "yes"


def _ask_more(facts: Facts) -> tuple[Question, ...]:
    match facts.answers.get("what"):
        case "starter":
            yet = (("yes", "the dealer"), ("no", "the other player"))
            return (
                choice("by-dealer", "Who had yet to discard?", yet, "yes"),
                field("pegged", "Points pegged for it as a jack", "0", most=2),
            )
        case "jack":
            late = facts.answers.get("heels") == Heels.PEGGED_LATE.name.lower()
            return (one_of("heels", "The two points", Heels), *((FOUND_BY,) if late else ()))
        case "lead":
            more: tuple[Question, ...] = ()
            if facts.answers.get("lead") == Lead.PONE_PLAYED_ON_IT.name.lower():
                more = (
                    field("since-dealer", "Points pegged by the dealer", "0", most=12),
                    field("since-pone", "Points pegged by the other", "0", folded=False, most=12),
                )
            return (one_of("lead", "How far", Lead), *more)
        case "let-go":
            past = choice("past-31", "The card takes the count past 31", YES_NO)
            return (past, *_ask_past_31(facts)) if facts.answers.get("past-31") == "yes" else (past,)
        case "two-laid":
            return (one_of("cards", "The count that was said", TwoCards),)
    return ()


def _ask_past_31(facts: Facts) -> tuple[Question, ...]:
    claimed = choice("claimed", "The game was claimed with it", YES_NO, "no")
    if _is_claimed(facts):
        return (claimed, tapped("short", "How many points short of 121?"))
    return (claimed, field("pegged", "Points pegged for the card", "0", folded=False, most=12), FOUND_BY)


def work_play(facts: Facts) -> Proposal:
    """Work it out; where something concerns the deal, the dealer is the offender."""
    lead = "Dealer" if facts.text("what") in OF_A_DEALER else "Offender"
    return for_sides(facts, _remedy(facts), facts.side(), lead)


def _remedy(facts: Facts) -> Remedy:
    edition, board = facts.edition, facts.board
    match facts.text("what"):
        case "starter":
            return starter_too_soon(
                edition=edition,
                by_dealer=facts.is_yes("by-dealer", "yes"),
                pegged=facts.number("pegged", "0"),
                board=board,
            )
        case "two-turned":
            return two_starters(board=board)
        case "jack":
            heels = member(Heels, facts.text("heels"))
            return his_heels(heels=heels, found_by=found_by(facts), board=board)
        case "lead":
            lead = member(Lead, facts.text("lead"))
            since = (facts.number("since-dealer", "0"), facts.number("since-pone", "0"))
            on_it = lead is Lead.PONE_PLAYED_ON_IT
            return wrong_lead(edition=edition, lead=lead, pegged_since=since if on_it else (0, 0), board=board)
        case "let-go":
            return _let_go(facts)
        case "two-laid":
            return two_cards_at_once(edition=edition, cards=member(TwoCards, facts.text("cards")), board=board)
    raise Unanswered("what")


def _let_go(facts: Facts) -> Remedy:
    if not facts.is_yes("past-31", ""):
        return card_let_go(edition=facts.edition, past_31=False, board=facts.board)
    is_claimed = facts.is_yes("claimed", "no")
    board = facts.board
    if is_claimed:
        board = Board(max(0, 121 - facts.number("short")), facts.hole("opponent-hole"))
    return card_let_go(
        edition=facts.edition,
        past_31=True,
        pegged=0 if is_claimed else facts.number("pegged", "0"),
        found_by=found_by(facts),
        claimed_game=is_claimed,
        board=board,
    )
