"""What goes wrong before the play, as judges tap it: the cut, the deal, the pack, the crib (rules 3 to 5)."""

from judging.rules.call_questions import (
    HOLES,
    YES_NO,
    Facts,
    Proposal,
    Question,
    Unanswered,
    choice,
    field,
    for_sides,
    member,
    one_of,
    player,
)
from judging.rules.dealing import (
    CardSeen,
    Fault,
    card_seen,
    crib_astray,
    dealt_out_of_turn,
    discard_taken_back,
    faulty_pack,
    forgotten_cut,
)
from judging.rules.remedy import Remedy
from judging.rules.rulebook import IN_FORCE

SEEN, TURN, CUT, PACK, CRIB, DISCARD = "seen", "turn", "cut", "pack", "crib", "discard"
WHAT = {
    SEEN: "A card was seen in the deal",
    TURN: "The wrong player dealt",
    CUT: "The cut was forgotten",
    PACK: "The pack is faulty",
    CRIB: "Crib cards on the wrong side",
}
DISCARD_BACK = (DISCARD, "Wants a discard back")

BOTH_PLAYED = choice("both-played", "Both have played a card", YES_NO)
SINCE = (
    field("since-dealer", "Points of the dealer in this deal", "0", most=61),
    field("since-pone", "Points of the other in this deal", "0", most=61),
)


def ask_before_play(facts: Facts) -> tuple[Question, ...]:
    """Ask what happened, who dealt, and what decides about it."""
    named = (*WHAT.items(), *((DISCARD_BACK,) if facts.edition == IN_FORCE else ()))
    asked = (choice("what", "What happened", named), player("Who dealt?", "dealer"))
    return (*asked, *_ask_more(facts), *HOLES)


def _ask_more(facts: Facts) -> tuple[Question, ...]:
    what = facts.answers.get("what")
    if what == SEEN:
        return (one_of("how-seen", "How", CardSeen),)
    if what == TURN:
        return (BOTH_PLAYED, *SINCE)
    if what == CUT:
        return (choice("taken-up", "The other has taken up a card", YES_NO),)
    if what == PACK:
        fault = facts.answers.get("fault")
        more = {
            Fault.MARKED.name.lower(): (choice("taken-up", "Somebody has taken up a card", YES_NO),),
            Fault.DOUBLED.name.lower(): SINCE,
        }
        return (one_of("fault", "What is wrong", Fault), *more.get(fault or "", ()))
    if what == CRIB:
        sides = (("one", "those of one player"), ("all", "all four"))
        turned = choice("starter", "The starter is turned", YES_NO)
        has_turned = facts.answers.get("starter") == "yes"
        return (choice("cards", "Which", sides), turned, *((BOTH_PLAYED,) if has_turned else ()))
    if what == DISCARD:
        return (choice("other-discarded", "The other player has discarded", YES_NO),)
    return ()


def work_before_play(facts: Facts) -> Proposal:
    """Work it out; the dealer stands for the offender, who pays nothing here."""
    dealer = facts.side("dealer")
    return for_sides(facts, _remedy(facts), dealer, "Dealer")


def _remedy(facts: Facts) -> Remedy:
    what, edition, board = facts.text("what"), facts.edition, facts.board
    if what == SEEN:
        return card_seen(edition=edition, seen=member(CardSeen, facts.text("how-seen")), board=board)
    if what == TURN:
        has_played = facts.is_yes("both-played", "")
        since = (0, 0) if has_played else _since(facts)
        return dealt_out_of_turn(edition=edition, both_have_played=has_played, board=board, pegged_since=since)
    if what == CUT:
        return forgotten_cut(taken_up=facts.is_yes("taken-up", ""), board=board)
    if what == PACK:
        fault = member(Fault, facts.text("fault"))
        return faulty_pack(
            edition=edition,
            fault=fault,
            taken_up=fault is Fault.MARKED and facts.is_yes("taken-up", ""),
            board=board,
            pegged_since=_since(facts) if fault is Fault.DOUBLED else (0, 0),
        )
    if what == CRIB:
        is_turned = facts.is_yes("starter", "")
        return crib_astray(
            by_both=facts.text("cards") == "all",
            starter_turned=is_turned,
            both_have_played=is_turned and facts.is_yes("both-played", ""),
            board=board,
        )
    if what == DISCARD and edition == IN_FORCE:
        return discard_taken_back(edition=edition, other_has_discarded=facts.is_yes("other-discarded", ""), board=board)
    raise Unanswered("what")


def _since(facts: Facts) -> tuple[int, int]:
    return facts.number("since-dealer", "0"), facts.number("since-pone", "0")
