"""From the line as written to the line in force: every correction of a cross-check, in order, with its rule."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorecards.rules.citations import ARITHMETIC_RULE
from scorecards.rules.crosscheck import CrossCheck, FoundRuling
from tournaments.rules.types import DecisionRecord, EventFile, Line


@dataclass(frozen=True, slots=True)
class CorrectionRecord:
    """One change of one line (``before`` ``None``: no line); ``cause`` is ``None`` for the card's own arithmetic."""

    entrant: int
    before: Line | None
    after: Line
    rule: str
    cause: FoundRuling | DecisionRecord | None = None


def corrections_of(event_file: EventFile, check: CrossCheck) -> Iterator[CorrectionRecord]:
    """Yield the corrections that lead from the cards as written to the lines in force.

    First each card's own arithmetic (appendix 5), then the director's decisions, then the rulings: this is the
    order in which they apply to a line.
    """
    own_arithmetic = ARITHMETIC_RULE[event_file.event.edition]
    right = {}
    for number, written, put_right in check.put_right:
        right[number, put_right.game] = put_right
        yield CorrectionRecord(number, written, put_right, own_arithmetic)
    if event_file.decisions:
        decided = {number for decision in event_file.decisions for number in decision.entrants}
        cards = [card for card in event_file.scorecards if card.entrant in decided]
        as_written = {(card.entrant, line.game): line for card in cards for line in card.lines}
        as_it_stood = as_written | right
        for decision in event_file.decisions:
            for number in (decided.entrant for decided in decision.lines):
                before = as_it_stood.get((number, decision.game))
                after = check.lines[number][decision.game]
                if before != after:
                    yield CorrectionRecord(number, before, after, decision.rule, decision)
    for ruling in check.rulings:
        for change in ruling.changes:
            yield CorrectionRecord(change.entrant, change.before, change.after, ", ".join(ruling.rules), ruling)
