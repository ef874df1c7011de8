"""The situations that a judge can choose from, the commonest first, each with its questions and its working."""

from dataclasses import replace

from judging.rules.call_questions import SIDES, CallSituation, Facts, Kind, Proposal, Question, Unanswered, choice
from judging.rules.remedy import NOT_COVERED
from judging.rules.rulebook import IN_FORCE, Rule, depth_of, find_rule, in_other_edition, rules_of
from judging.rules.search import search
from judging.rules.situations.by_rule import NO_REMEDY, route_of
from judging.rules.situations.cards import (
    ask_kept,
    ask_renege,
    ask_two_points,
    ask_wrong_number,
    work_kept,
    work_renege,
    work_two_points,
    work_wrong_number,
)
from judging.rules.situations.counting import ask_counting, ask_penalty, work_counting, work_penalty
from judging.rules.situations.deal import ask_before_play, work_before_play
from judging.rules.situations.pegging import (
    ask_false_claim,
    ask_muggins,
    ask_offender,
    ask_opponents_peg,
    ask_overpegging,
    work_false_claim,
    work_muggins,
    work_opponents_peg,
    work_overpegging,
    work_underpegging,
)
from judging.rules.situations.pegs import ask_pegs, work_pegs
from judging.rules.situations.play import ask_play, ask_wrong_count, work_play, work_wrong_count

REMOVAL, REMOVAL_RULE = "removal", "11.4.b"
OTHER = "other"

# Removal, and whatever else


def work_removal(facts: Facts) -> Proposal:
    """Say what a refusal costs (rule 11.4.b)."""
    name = facts.names[SIDES.index(facts.side())]
    text = (
        f"{name} refuses a ruling of which three judges have given notice, and is out of the event. What is being"
        " played is lost; where spread counts, the other player wins by ten."
    )
    return Proposal(text, (REMOVAL_RULE,))


COMMONEST = ("7.4", "6.3.c", "9.2.c", "8.5.a", "8.9", "9.4.a", "7.1.e", "8.10")
"""What is offered under "Something else" before anything is typed, by the numbers of the edition in force."""
MAX_OFFERED = 8
NO_RULE = "none"


def rules_offered(edition: str, words: str) -> list[Rule]:
    """Return the rules to choose from: what fits the words, the best first, or the commonest where none are typed."""
    if words.strip():
        found = search(edition, words, MAX_OFFERED)
        return [rule for rule in found if not rule.is_withdrawn and depth_of(rule.number)]
    in_force = [rules_of(IN_FORCE)[number] for number in COMMONEST]
    if edition == IN_FORCE:
        return in_force
    return [rule for here in in_force if (rule := in_other_edition(here))]


def ask_other(facts: Facts) -> tuple[Question, ...]:
    """Ask for words, then for one of the rules found by them, then whatever works that rule out."""
    words = facts.answers.get("words", "")
    offered = rules_offered(facts.edition, words)
    chosen = find_rule(facts.edition, facts.answers.get("rule", ""))
    if chosen and chosen not in offered and not chosen.is_withdrawn:
        offered = [chosen, *offered]
    named = tuple((rule.number, f"{rule.number} {rule.title}") for rule in offered)
    asked = (
        Question("words", "What happened, in a few words", Kind.WORDS, optional=True),
        choice("rule", "Which rule" if named else "No rule found", (*named, (NO_RULE, "none of these"))),
    )
    route = route_of(facts.edition, chosen.number) if chosen else None
    if route is None:
        return asked
    given = replace(facts, answers={**facts.answers, **route.answers})
    more = BY_SLUG[route.slug].ask(given)
    return (*asked, *(question for question in more if question.name not in route.answers))


def work_other(facts: Facts) -> Proposal:
    """Work out the rule that was chosen; one that moves no points is put in words, and no rule is for the judges."""
    number = facts.text("rule")
    if number == NO_RULE:
        return Proposal("", (NOT_COVERED[facts.edition],))
    rule = find_rule(facts.edition, number)
    if rule is None or rule.is_withdrawn:
        raise Unanswered("rule")
    if route := route_of(facts.edition, number):
        given = replace(facts, answers={**facts.answers, **route.answers})
        return BY_SLUG[route.slug].work(given)
    left_open = f"The book names no remedy (rule {NOT_COVERED[facts.edition]})." if number in NO_REMEDY else ""
    return Proposal(f"{rule.title}. {rule.summary}", (number,), left_open=left_open)


# The six commonest come first, each with its drawing; the rest is a list.
CALL_SITUATIONS = (
    CallSituation("pegged-too-many", "Pegged too many", ask_overpegging, work_overpegging, "pegs"),
    CallSituation("renege", "Renege", ask_renege, work_renege, "go"),
    CallSituation("wrong-number", "Wrong number of cards", ask_wrong_number, work_wrong_number, "cards"),
    CallSituation("two-points", "Looked at a card", ask_two_points, work_two_points, "eye"),
    CallSituation("false-claim", "Claimed the game too soon", ask_false_claim, work_false_claim, "flag"),
    CallSituation("wrong-count", "Wrong count said", ask_wrong_count, work_wrong_count, "count"),
    CallSituation("muggins", "Muggins", ask_muggins, work_muggins),
    CallSituation("opponents-peg", "Moved the other’s peg", ask_opponents_peg, work_opponents_peg),
    CallSituation("pegged-too-few", "Pegged too few", ask_offender, work_underpegging),
    CallSituation("kept-from-counting", "Kept the other from counting cards", ask_kept, work_kept),
    CallSituation("play", "Starter, lead or card laid", ask_play, work_play),
    CallSituation("pegs", "Pegs out, a go, or pegging out", ask_pegs, work_pegs),
    CallSituation("counting", "Counting and mixed cards", ask_counting, work_counting),
    CallSituation("penalty", "Mistake with a penalty", ask_penalty, work_penalty),
    CallSituation("before-play", "Cut, deal, pack or crib", ask_before_play, work_before_play),
    CallSituation(REMOVAL, "Refuses a ruling of three judges", ask_offender, work_removal),
    CallSituation(OTHER, "Something else", ask_other, work_other),
)
BY_SLUG = {situation.slug: situation for situation in CALL_SITUATIONS}
