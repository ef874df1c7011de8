"""The appendix of the rulebook as a checklist: the conditions for posting the qualifiers.

Counts go in, conditions come out, in the order of the appendix. Each says in words what is outstanding; where it
is mended is for the page to know.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from tournaments.rules.constants import GAMES_55PLUS
from tournaments.rules.text import first_of, number_of

MOST_NAMED = 5


class ChecklistItem(Enum):
    """The conditions, by the words under which their waivers are stored."""

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
NEVER_WAIVED = frozenset({ChecklistItem.LINE, ChecklistItem.UNDECIDED, ChecklistItem.TIES})

TITLES = {
    ChecklistItem.ENTRANTS: ("Entrants counted", "App.2"),
    ChecklistItem.CARDS: ("Cards collected and counted", "App.3"),
    ChecklistItem.TOTALS: ("Totals agree", "App.5"),
    ChecklistItem.LINE: ("The line and the piles", "App.4"),
    ChecklistItem.CHECKED: ("Qualifiers' cards checked, by table", "App.10"),
    ChecklistItem.UNDECIDED: ("No game left undecided", "14.1"),
    ChecklistItem.DEAD_ZONE: ("Cards below the line checked again", "App.11"),
    ChecklistItem.TIES: ("Ties settled", "App.7"),
    ChecklistItem.HIGH_NONQUALIFIER: ("High non-qualifier noted", "App.8"),
}
RULES_2010 = {
    ChecklistItem.ENTRANTS: "guideline 2",
    ChecklistItem.CARDS: "guideline 3",
    ChecklistItem.TOTALS: "guideline 5",
    ChecklistItem.LINE: "guideline 4",
    ChecklistItem.CHECKED: "guideline 10",
    ChecklistItem.UNDECIDED: "13",
    ChecklistItem.DEAD_ZONE: "guideline 12",
    ChecklistItem.TIES: "guideline 7",
    ChecklistItem.HIGH_NONQUALIFIER: "guideline 8",
}

# Where the standings are the result, and nobody qualifies, the appendix does not apply: only these are left.
RESULT_ITEMS = frozenset(
    {ChecklistItem.ENTRANTS, ChecklistItem.CARDS, ChecklistItem.TOTALS, ChecklistItem.UNDECIDED, ChecklistItem.TIES}
)


@dataclass(frozen=True, slots=True)
class ChecklistFacts:
    """What the desk knows: counts unless said otherwise.

    ``not_arrived`` names entrants about whom nothing was said: not checked in, not withdrawn, and on no card.
    ``absent_with_lines`` names those who did not come, though their card has lines.
    ``cards`` is how many cards are to come in, ``cards_in`` how many are whole. ``sums_open`` are cards outside the
    dead zone that do not add up and are not initialled, ``games_open`` rulings not initialled yet. ``joined`` are
    entrants whom corrections brought into the qualifying places, ``joined_open`` rulings about them not initialled
    yet. ``ties_open`` are ties that touch the qualifying places. ``line`` is the last qualifying card in card
    notation, ``high_nonqualifiers`` who stands first below the line, blank where nobody can. ``waived`` are the
    conditions that the director goes on without: nothing else waits for them either. ``is_result`` tells that the
    standings are the result of the event: nobody qualifies, and every tie has to be settled.
    """

    entrants: int
    not_arrived: Sequence[str]
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
    waived: Collection[ChecklistItem] = ()
    is_result: bool = False
    absent_with_lines: Sequence[str] = ()

    @property
    def missing(self) -> int:
        return self.cards - self.cards_in

    @property
    def before_cards(self) -> str:
        """Why what rests on all the cards cannot be done yet; blank where it can."""
        if not self.cards:
            return "no scorecards yet"
        is_awaited = self.missing and ChecklistItem.CARDS not in self.waived
        return f"{number_of(self.missing, 'card')} missing" if is_awaited else ""

    @property
    def unresolved(self) -> int:
        """How many games may still change who stands where."""
        return self.undecided + (self.games_open if ChecklistItem.CHECKED not in self.waived else 0)


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: whether it is met, in words how it stands, how much is ``open``, what else must come first."""

    item: ChecklistItem
    title: str
    rule: str
    is_met: bool
    open: int
    text: str
    blocked_by: str = ""

    @property
    def may_be_waived(self) -> bool:
        """Whether the director may waive it, with a reason."""
        return self.open > 0 and self.item not in NEVER_WAIVED


def checklist(facts: ChecklistFacts) -> list[Condition]:
    """Return every condition in the order of the appendix (2010: of the guidelines).

    Where the standings are the result only those that do not rest on who qualifies.
    """
    items = (item for item in CONDITIONS if not facts.is_result or item in RESULT_ITEMS)
    return [_condition(item, facts) for item in items]


@dataclass(frozen=True, slots=True)
class _State:
    """How a condition stands: what is wanting, and what to say if it is met, if it is not, and before it can be."""

    open: int
    done: str
    outstanding: str
    not_yet: str = ""


def _condition(item: ChecklistItem, facts: ChecklistFacts) -> Condition:
    title, rule = TITLES[item]
    if facts.is_result or facts.edition == GAMES_55PLUS:
        rule = ""
    elif facts.edition == "acc-2010":
        rule = RULES_2010.get(item, rule)
    state = CONDITIONS[item](facts)
    is_met = not state.open and not state.not_yet
    text = state.done if is_met else state.outstanding or state.not_yet
    return Condition(item, title, rule, is_met, state.open, text, state.not_yet)


def _entrants(facts: ChecklistFacts) -> _State:
    qualify = "" if facts.is_result else f": {facts.qualifiers} qualify"
    done = f"{number_of(facts.entrants, 'entrant')}{qualify}"
    if facts.entrants < 2:
        return _State(1, done, "fewer than two entrants")
    absent = facts.absent_with_lines or facts.not_arrived
    named = first_of(absent, MOST_NAMED)
    why = f"did {named} come? Not checked in, and on no card" if absent else ""
    if facts.absent_with_lines:
        why = f"{named} did not come, but has lines on a card. Check in, or withdraw after the last of these"
    return _State(len(absent), done, why)


def _cards(facts: ChecklistFacts) -> _State:
    done = f"all {number_of(facts.cards, 'scorecard')} entered"
    if not facts.cards:
        return _State(1, done, "no scorecards yet")
    return _State(facts.missing, done, f"{facts.missing} of {number_of(facts.cards, 'scorecard')} missing")


def _totals(facts: ChecklistFacts) -> _State:
    whose = "every card" if facts.is_result else "every card that may still qualify"
    return _State(
        facts.sums_open,
        f"{whose} adds up, or its totals are initialed",
        _sums_open(facts.sums_open),
        "" if facts.cards_in else facts.before_cards,
    )


def _line(facts: ChecklistFacts) -> _State:
    done = f"the last qualifying card is {facts.line}"
    if not facts.line:
        return _State(1, done, "no qualifying line before the first scorecard")
    return _State(0, done, f"so far {done}: {facts.before_cards}", facts.before_cards)


def _checked(facts: ChecklistFacts) -> _State:
    done, outstanding = "every qualifier's card agrees with its opponents' cards", ""
    if facts.games_to_check:
        done = f"{number_of(facts.games_to_check, 'discrepancy', 'discrepancies')} settled and initialed"
    if facts.games_open:
        outstanding = (
            f"{facts.games_open} of {number_of(facts.games_to_check, 'discrepancy', 'discrepancies')} not initialed"
        )
    return _State(facts.games_open, done, outstanding, facts.before_cards)


def _undecided(facts: ChecklistFacts) -> _State:
    return _State(
        facts.undecided, "no game needs a decision", f"{number_of(facts.undecided, 'game')} for the director to decide"
    )


def _dead_zone(facts: ChecklistFacts) -> _State:
    done, outstanding, not_yet = "no player qualifies only by a correction", "", ""
    if facts.joined:
        done = f"{number_of(facts.joined, 'more player')} checked after corrections moved them up"
    if facts.joined_open:
        games = number_of(facts.joined_open, "game")
        outstanding = f"{games} of players moved up by corrections not initialed"
    elif facts.unresolved:
        not_yet = "settle the games above first"
    return _State(facts.joined_open, done, outstanding, facts.before_cards or not_yet)


def _ties(facts: ChecklistFacts) -> _State:
    where = "" if facts.is_result else " among the qualifiers"
    not_yet = "settle the games above first: they may end the tie" if facts.unresolved else ""
    # While cards are missing, players are level because nothing is known of them: that is no tie to settle.
    ties = 0 if facts.before_cards else facts.ties_open
    return _State(
        ties,
        f"no tie{where} is open",
        f"{number_of(ties, 'tie')}{where} to settle" if ties else "",
        facts.before_cards or not_yet,
    )


def _high_nonqualifier(facts: ChecklistFacts) -> _State:
    is_found = facts.high_nonqualifiers or facts.qualifiers >= facts.entrants
    return _State(
        0 if is_found else 1,
        ", ".join(facts.high_nonqualifiers) or "every player qualifies",
        facts.before_cards or "settle the tie for the first place below the qualifying line",
        facts.before_cards,
    )


CONDITIONS: Mapping[ChecklistItem, Callable[[ChecklistFacts], _State]] = {
    ChecklistItem.ENTRANTS: _entrants,
    ChecklistItem.CARDS: _cards,
    ChecklistItem.TOTALS: _totals,
    ChecklistItem.LINE: _line,
    ChecklistItem.CHECKED: _checked,
    ChecklistItem.UNDECIDED: _undecided,
    ChecklistItem.DEAD_ZONE: _dead_zone,
    ChecklistItem.TIES: _ties,
    ChecklistItem.HIGH_NONQUALIFIER: _high_nonqualifier,
}
"""How each condition stands, in the order of the appendix."""


def _sums_open(cards: int) -> str:
    if not cards:
        return ""
    does, is_ = ("does", "is") if cards == 1 else ("do", "are")
    return f"{number_of(cards, 'card')} {does} not add up and {is_} not initialed"
