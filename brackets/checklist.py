"""The appendix of the rulebook as a checklist: what has to be so before the qualifiers may be posted.

Counts go in, conditions come out, in the order of the appendix. Each says in words what is outstanding; where it
is mended is for the page to know.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum


class Item(Enum):
    """The conditions, by the words under which their overrides are kept."""

    ENTRANTS = "entrants"
    CARDS = "cards"
    TOTALS = "totals"
    LINE = "line"
    CHECKED = "checked"
    UNDECIDED = "undecided"
    DEAD_ZONE = "dead-zone"
    TIES = "ties"
    HIGH_NONQUALIFIER = "high-nonqualifier"


# Without an order of the qualifiers there is nothing to post: these are settled, never waived.
NEVER_WAIVED = frozenset({Item.LINE, Item.UNDECIDED, Item.TIES})

TITLES = {
    Item.ENTRANTS: ("Entrants counted", "App.2"),
    Item.CARDS: ("Cards collected and counted", "App.3"),
    Item.TOTALS: ("Totals agree", "App.5"),
    Item.LINE: ("The line and the piles", "App.4"),
    Item.CHECKED: ("Qualifiers' cards checked, by table", "App.10"),
    Item.UNDECIDED: ("No game left undecided", "14.1"),
    Item.DEAD_ZONE: ("Dead zone looked at again", "App.11"),
    Item.TIES: ("Ties settled", "App.7"),
    Item.HIGH_NONQUALIFIER: ("High non-qualifier noted", "App.8"),
}
RULES_2010 = {
    Item.ENTRANTS: "guideline 2",
    Item.CARDS: "guideline 3",
    Item.TOTALS: "guideline 5",
    Item.LINE: "guideline 4",
    Item.CHECKED: "guideline 10",
    Item.UNDECIDED: "13",
    Item.DEAD_ZONE: "guideline 12",
    Item.TIES: "guideline 7",
    Item.HIGH_NONQUALIFIER: "guideline 8",
}

# Where the standings are the result, and nobody qualifies, the appendix does not apply: only these are left.
OF_A_RESULT = frozenset({Item.ENTRANTS, Item.CARDS, Item.TOTALS, Item.UNDECIDED, Item.TIES})


@dataclass(frozen=True, slots=True)
class Facts:
    """What the desk knows: counts unless said otherwise.

    ``not_arrived`` are entrants who are neither checked in nor have a line on any card nor have withdrawn.
    ``cards`` is how many cards are to come in, ``cards_in`` how many are whole. ``sums_open`` are cards outside the
    dead zone that do not add up and are not initialled, ``games_open`` rulings not initialled yet. ``joined`` are
    entrants whom corrections brought into the qualifying places, ``joined_open`` rulings about them not initialled
    yet. ``ties_open`` are ties that touch the qualifying places. ``line`` is the last qualifying card in card
    notation, ``high_nonqualifiers`` who stands first below the line, blank where nobody can. ``waived`` are the
    conditions that the director goes on without: nothing else waits for them either. ``is_result`` tells that the
    standings are the result of the event: nobody qualifies, and every tie has to be settled.
    """

    entrants: int
    not_arrived: int
    qualifiers: int
    cards: int
    cards_in: int
    sums_open: int
    games_to_check: int
    games_open: int
    undecided: int
    joined: int
    joined_open: int
    ties_open: int
    line: str
    high_nonqualifiers: Sequence[str]
    edition: str = "acc-2020"
    waived: Collection[Item] = ()
    is_result: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: whether it is met, and in words how it stands. ``open`` counts what is outstanding.

    ``why_not_yet`` says why nothing can be done about it before something else is done; blank where it can.
    """

    item: Item
    title: str
    rule: str
    is_met: bool
    open: int
    text: str
    why_not_yet: str = ""

    @property
    def may_be_waived(self) -> bool:
        """Whether the director may post without it, with a reason."""
        return self.open > 0 and self.item not in NEVER_WAIVED


def checklist(facts: Facts) -> list[Condition]:
    """Return every condition in the order of the appendix (2010: of the guidelines).

    Where the standings are the result only those that do not rest on who qualifies.
    """
    missing = facts.cards - facts.cards_in
    later = f"{_count(missing, 'card')} still to come" if missing and Item.CARDS not in facts.waived else ""
    if not facts.cards:
        later = "no cards yet"
    unresolved = facts.undecided + (facts.games_open if Item.CHECKED not in facts.waived else 0)

    def condition(item: Item, *, wanting: int, done: str, outstanding: str, not_yet: str = "") -> Condition:
        title, rule = TITLES[item]
        if facts.is_result:
            rule = ""
        elif facts.edition == "acc-2010":
            rule = RULES_2010.get(item, rule)
        is_met = not wanting and not not_yet
        return Condition(
            item, title, rule, is_met, wanting, done if is_met else outstanding or not_yet, not_yet
        )

    whose = "every card" if facts.is_result else "every card outside the dead zone"
    where = "" if facts.is_result else " in the qualifying places"
    conditions = [
        condition(
            Item.ENTRANTS,
            wanting=facts.not_arrived if facts.entrants > 1 else 1,
            done=_count(facts.entrants, "entrant")
            + ("" if facts.is_result else f": {facts.qualifiers} qualify"),
            outstanding=(
                f"{facts.not_arrived} of {facts.entrants} neither checked in nor on any card"
                if facts.entrants > 1
                else "fewer than two entrants"
            ),
        ),
        condition(
            Item.CARDS,
            wanting=missing if facts.cards else 1,
            done=f"all {_count(facts.cards, 'card')} in",
            outstanding=f"{_count(missing, 'card')} of {facts.cards} not in"
            if facts.cards
            else "no cards yet",
        ),
        condition(
            Item.TOTALS,
            wanting=facts.sums_open,
            done=f"{whose} adds up, or its sums are initialled",
            outstanding=_sums_open(facts.sums_open),
            not_yet="" if facts.cards_in else later,
        ),
        condition(
            Item.LINE,
            wanting=0 if facts.line else 1,
            done=f"the last card that qualifies is {facts.line}",
            outstanding="there is no line before there are cards",
        ),
        condition(
            Item.CHECKED,
            wanting=facts.games_open,
            done=(
                f"{_count(facts.games_to_check, 'disagreement')} settled and initialled"
                if facts.games_to_check
                else "every qualifier's card agrees with the others"
            ),
            outstanding=f"{facts.games_open} of {_count(facts.games_to_check, 'disagreement')} not initialled"
            if facts.games_open
            else "",
            not_yet=later,
        ),
        condition(
            Item.UNDECIDED,
            wanting=facts.undecided,
            done="no game waits for the director",
            outstanding=f"{_count(facts.undecided, 'game')} for the director to decide",
        ),
        condition(
            Item.DEAD_ZONE,
            wanting=facts.joined_open,
            done=(
                f"{facts.joined} more came into the qualifying places by corrections, and are checked"
                if facts.joined
                else "nobody came into the qualifying places by corrections"
            ),
            outstanding=(
                f"{_count(facts.joined_open, 'game')} of entrants who came into the qualifying places not initialled"
                if facts.joined_open
                else ""
            ),
            not_yet=later or ("first settle the games above" if unresolved and not facts.joined_open else ""),
        ),
        condition(
            Item.TIES,
            wanting=facts.ties_open,
            done=f"no tie{where} is open",
            outstanding=f"{_count(facts.ties_open, 'tie')}{where} to settle" if facts.ties_open else "",
            not_yet=later or ("first settle the games above: they may end the tie" if unresolved else ""),
        ),
        condition(
            Item.HIGH_NONQUALIFIER,
            wanting=0 if facts.high_nonqualifiers or facts.qualifiers >= facts.entrants else 1,
            done=", ".join(facts.high_nonqualifiers) or "everybody qualifies",
            outstanding=later or "nobody stands clearly first below the line: settle the tie across it",
            not_yet=later,
        ),
    ]
    return [one for one in conditions if not facts.is_result or one.item in OF_A_RESULT]


def _sums_open(cards: int) -> str:
    if not cards:
        return ""
    does, is_ = ("does", "is") if cards == 1 else ("do", "are")
    return f"{_count(cards, 'card')} {does} not add up and {is_} not initialled"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
