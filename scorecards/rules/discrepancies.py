"""One game on two cards: whether they agree, and how a rule settles it (rule 12.2; 2010: guideline 11).

Everything here looks at two lines of one game as both cards state them (each card's own arithmetic put right),
and at which of the two entrants are apparent qualifiers.
"""

from dataclasses import dataclass
from enum import Enum

from scorecards.rules.line_points import Claim, claim_of
from tournaments.rules.scorings import Scoring
from tournaments.rules.types import Line


class NotCovered(Enum):
    """Why no rule settles a discrepancy, in words for the director."""

    BOTH_COLUMNS = "both columns filled on one line"
    DIFFERENT_OPPONENTS = "the cards name different opponents"
    NO_OPPONENT = "the card names no opponent"
    NO_CLAIM = "no claim on a card"
    NO_SPREAD = "no spread on either card"
    BOTH_IN_WRONG_COLUMN = "one win and one loss, both spreads in the wrong column"
    SAME_CLAIM_SPREAD_MISSING = "both cards claim the same result and a spread is missing"
    TWO_LOSSES = "both cards claim the loss, one with an apparent qualifier's own spread in plus"
    OPPONENT_LEFT = "the opponent had left"


FORFEIT = 10
"""The spread of a win over an opponent who has left before. Custom: no rule says so."""


class Finding(Enum):
    """What a rule of 12.2 found, in the order in which findings are applied to a game."""

    COLUMN_PUT_RIGHT = "f"
    PLUS_WINS = "d"
    BOTH_LOSE = "e"
    ONE_SPREAD_FOR_BOTH = "c"
    WORSE_FOR_ONE = "a"
    WORSE_FOR_BOTH = "b"
    BOTH_STAND = "h"


RULES = {
    "acc-2020": {finding: f"12.2.{finding.value}" for finding in Finding},
    "acc-2010": {
        Finding.WORSE_FOR_ONE: "guideline 11.a",
        Finding.WORSE_FOR_BOTH: "guideline 11.b",
        Finding.ONE_SPREAD_FOR_BOTH: "guideline 11.c",
        Finding.BOTH_LOSE: "guideline 11.d",
        Finding.COLUMN_PUT_RIGHT: "guideline 11.e",
        Finding.BOTH_STAND: "guideline 11.g",
    },
}


@dataclass(frozen=True, slots=True)
class Resolution:
    """The two lines in force and the rules that made them, in the order they were applied."""

    first: Line
    second: Line
    rules: tuple[str, ...]


def agree(first: Line, second: Line) -> bool:
    """Tell whether one card claims the win and the other the loss by the same spread, columns as they should be."""
    spread = first.plus
    if spread is not None:
        return (
            spread == second.minus
            and second.points == 0
            and first.points != 0
            and first.points is not None
            and first.minus is None
            and second.plus is None
        )
    spread = first.minus
    return (
        spread is not None
        and spread == second.plus
        and first.points == 0
        and second.points != 0
        and second.points is not None
        and second.minus is None
    )


MIRRORED = {"plus": "minus", "minus": "plus", "own": "theirs", "theirs": "own"}
"""The column in which the other card has the same number."""


def columns_that_differ(line: Line, other: Line) -> frozenset[str]:
    """Return the columns of a line that do not go with the other card's line, both as written.

    What one has in plus the other has in minus; game points are on one of the two; nothing is left on one side alone.
    """
    found = {column for column, theirs in MIRRORED.items() if getattr(line, column) != getattr(other, theirs)}
    claim = claim_of(line)
    if claim is None or claim is claim_of(other):
        found.add("points")
    if line.left is None or (line.left == 0) == (other.left == 0):
        found.add("left")
    return frozenset(found)


def why_not_covered(first: Line, second: Line, *, flagged: tuple[bool, bool], edition: str) -> str | None:
    """Return why the director must decide these two lines, or ``None`` where a rule settles them.

    ``flagged`` tells which of the two are apparent qualifiers: in ``acc-2010`` two losses stand only where each of
    those has the disadvantage already (guideline 11.g), and two wins need no more than one spread (11.c and d).
    """
    if _has_both_columns(first) or _has_both_columns(second):
        return NotCovered.BOTH_COLUMNS.value
    claim, other_claim = _claims(first, second)
    if claim is None or other_claim is None:
        return NotCovered.NO_CLAIM.value
    spread, other_spread = _spread(first), _spread(second)
    if spread is None and other_spread is None:
        return NotCovered.NO_SPREAD.value
    if claim is not other_claim:
        # 12.2.f speaks of two numbers in the same column: one of them is right.
        is_each_wrong = _is_in_wrong_column(first, claim) and _is_in_wrong_column(second, other_claim)
        return NotCovered.BOTH_IN_WRONG_COLUMN.value if is_each_wrong else None
    if edition == "acc-2010" and claim is Claim.WIN:
        return None
    if spread is None or other_spread is None:
        return NotCovered.SAME_CLAIM_SPREAD_MISSING.value
    if edition == "acc-2010":
        of_qualifiers = [line for line, is_flagged in zip((first, second), flagged, strict=True) if is_flagged]
        if any(line.minus is None for line in of_qualifiers):
            return NotCovered.TWO_LOSSES.value
    return None


def read_in_favor(line: Line, theirs: Line | None, scheme: Scoring) -> Line | None:
    """Return the win that a contradictory or blank line is if it is read in favor of its card, ``None`` for any other.

    Only to tell who belongs to the dead zone (appendix 5, 11 and 13); ``theirs`` is the line of the opponent who names
    this card for the game.
    """
    if _is_blank(line):
        is_lost = theirs is not None and claim_of(theirs) is Claim.LOSS and _is_whole(theirs, Claim.LOSS)
        spread = theirs.minus if theirs is not None and is_lost else None
    elif line.points == 0:
        spread = line.plus if line.minus is None else None
    else:
        spread = line.minus if line.points and line.plus is None else None
    return None if spread is None else _settled(line, spread, wins=True, scheme=scheme)


def other_side(line: Line, scheme: Scoring) -> Line | None:
    """Return what a line says about the other card, ``None`` where it is no whole result."""
    claim = claim_of(line)
    if not _is_whole(line, claim):
        return None
    spread = line.plus if line.plus is not None else line.minus
    assert spread is not None, "a whole result has its spread"
    return _settled(line, spread, wins=claim is Claim.LOSS, scheme=scheme)


def won_by_forfeit(line: Line, scheme: Scoring) -> Line:
    """Return the line of a game whose opponent had left: a win by ten, the points of such a win under the scoring."""
    return _settled(line, FORFEIT, wins=True, scheme=scheme)


def resolve(first: Line, second: Line, *, flagged: tuple[bool, bool], edition: str, scheme: Scoring) -> Resolution:
    """Settle two covered lines of one game; ``flagged`` tells which of the two are apparent qualifiers.

    Rules 12.2.a to f and h (``acc-2020``), guidelines 11.a to e and g (``acc-2010``). Game points follow from
    the spreads (12.2.g, guideline 11.f).
    """
    claims = _claims(first, second)
    findings: list[Finding] = []
    if claims[0] is claims[1]:
        if edition == "acc-2010":
            return _same_claim_2010(first, second, claims[0])
        if (first.plus is None) == (second.plus is None):
            both_lose = (_loss(first, _spread(first)), _loss(second, _spread(second)))
            return Resolution(*both_lose, rules=(RULES[edition][Finding.BOTH_LOSE],))
        findings.append(Finding.PLUS_WINS)
        first_wins = first.plus is not None
    else:
        first_wins = claims[0] is Claim.WIN
        if any(map(_is_in_wrong_column, (first, second), claims)):
            findings.append(Finding.COLUMN_PUT_RIGHT)
    spreads = _spreads_in_force(_spread(first), _spread(second), first_wins, flagged, findings)
    return Resolution(
        _settled(first, spreads[0], first_wins, scheme),
        _settled(second, spreads[1], not first_wins, scheme),
        rules=tuple(RULES[edition][finding] for finding in findings),
    )


def _claims(first: Line, second: Line) -> tuple[Claim | None, Claim | None]:
    """Return what each line claims; a wholly blank one stands for the other side of a whole result (12.2.c)."""
    claim, other_claim = claim_of(first), claim_of(second)
    if _is_blank(first) and _is_whole(second, other_claim):
        claim = Claim.LOSS if other_claim is Claim.WIN else Claim.WIN
    elif _is_blank(second) and _is_whole(first, claim):
        other_claim = Claim.LOSS if claim is Claim.WIN else Claim.WIN
    return claim, other_claim


def _is_blank(line: Line) -> bool:
    return line.points is None and line.plus is None and line.minus is None


def _is_whole(line: Line, claim: Claim | None) -> bool:
    """Tell whether the line claims a result and has its spread in the column that goes with it, and only there."""
    if claim is Claim.WIN:
        return line.plus is not None and line.minus is None
    return claim is Claim.LOSS and line.minus is not None and line.plus is None


def _is_in_wrong_column(line: Line, claim: Claim | None) -> bool:
    return (line.minus if claim is Claim.WIN else line.plus) is not None


def _spreads_in_force(
    first: int | None, second: int | None, first_wins: bool, flagged: tuple[bool, bool], findings: list[Finding]
) -> tuple[int, int]:
    """Return each side's spread, and add to ``findings`` what made it so (12.2.a, b, c, h)."""
    if first is None or second is None:
        known = first if first is not None else second
        assert known is not None, "a game without any spread is not covered by a rule"
        findings.append(Finding.ONE_SPREAD_FOR_BOTH)
        return known, known
    if first == second:
        return first, second
    smaller, larger = min(first, second), max(first, second)
    worse_for_first, worse_for_second = (smaller, larger) if first_wins else (larger, smaller)
    in_force = (worse_for_first if flagged[0] else first, worse_for_second if flagged[1] else second)
    if in_force == (first, second):
        findings.append(Finding.BOTH_STAND)
    else:
        findings.append(Finding.WORSE_FOR_BOTH if all(flagged) else Finding.WORSE_FOR_ONE)
    return in_force


def _same_claim_2010(first: Line, second: Line, claim: Claim | None) -> Resolution:
    """In the 2010 edition two wins become two losses by the lower spread (11.d); two losses stand (11.g).

    A spread that only one of two wins shows counts for both first (11.c).
    """
    if claim is Claim.LOSS:
        return Resolution(first, second, rules=(RULES["acc-2010"][Finding.BOTH_STAND],))
    spreads = [spread for spread in (_spread(first), _spread(second)) if spread is not None]
    findings = [Finding.BOTH_LOSE] if len(spreads) == 2 else [Finding.ONE_SPREAD_FOR_BOTH, Finding.BOTH_LOSE]
    lower = min(spreads)
    rules = tuple(RULES["acc-2010"][finding] for finding in findings)
    return Resolution(_loss(first, lower), _loss(second, lower), rules)


def _has_both_columns(line: Line) -> bool:
    return line.plus is not None and line.minus is not None


def _spread(line: Line) -> int | None:
    return line.plus if line.plus is not None else line.minus


def _settled(line: Line, spread: int, wins: bool, scheme: Scoring) -> Line:
    if wins:
        return Line(line.game, line.opponent, scheme.by_spread[spread], spread, None)
    return _loss(line, spread)


def _loss(line: Line, spread: int | None) -> Line:
    return Line(line.game, line.opponent, 0, None, spread)
