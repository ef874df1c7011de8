"""Read the director's decisions from an event file: both lines of a game, as they count.

Where one of the two had left before that game, and has no line of it, there is only the line of the other.
"""

from collections.abc import Collection, Set

from tournaments.event_file.json_fields import JsonObject, Text, UniqueValues
from tournaments.event_file.reading_play import REASON, SPREAD, Frame, two_entrants
from tournaments.rules.scorings import GAME_HOLE
from tournaments.rules.types import CardRecord, DecidedLine, DecisionRecord

_DECISION_KEYS = ("game", "entrants", "lines", "rule", "reason", "decided_by")

_RULE = Text(40, may_be_blank=False)
_DEFAULT_RULE = "14.1"
DECIDED_BY = Text(150)
"""Who decided a game: a name."""


def read_decisions(file: JsonObject, frame: Frame, scorecards: Collection[CardRecord]) -> tuple[DecisionRecord, ...]:
    """Read ``decisions``: both lines of a game, neither decided twice nor at odds with itself."""
    decisions = []
    written = {(card.entrant, line.game) for card in scorecards for line in card.lines}
    decided: UniqueValues[tuple[int, int]] = UniqueValues()
    for item in file.items("decisions", _DECISION_KEYS):
        game = item.required("game", frame.game)
        entrants = two_entrants(item.two("entrants", frame.entrant), item.path / "entrants", item.errors)
        if game is not None and entrants is not None:
            _refuse_decided(item, game, entrants, decided)
        gone = frame.gone(game, entrants, written) if game is not None and entrants is not None else frozenset()
        lines = _read_decided_lines(item, entrants, gone, frame)
        rule = item.optional("rule", _RULE, _DEFAULT_RULE)
        reason = item.optional("reason", REASON, "")
        decided_by = item.optional("decided_by", DECIDED_BY, "")
        if game is not None and entrants is not None and lines is not None:
            decisions.append(DecisionRecord(game, entrants, lines, rule, reason, decided_by))
    return tuple(decisions)


def _refuse_decided(
    decision: JsonObject, game: int, entrants: tuple[int, int], decided: UniqueValues[tuple[int, int]]
) -> None:
    earlier = [decided.claim((game, entrant), decision.path) for entrant in entrants]
    if earlier[0] is not None and earlier[0] is earlier[1]:
        both = f"entrants {entrants[0]} and {entrants[1]}"
        decision.wrong("entrants", f"game {game} of {both} is decided already in {earlier[0]}")
        return
    for side, entrant in enumerate(entrants):
        if earlier[side] is not None:
            path = decision.path / "entrants" / side
            decision.errors.add(path, f"game {game} of entrant {entrant} is decided already in {earlier[side]}")


def _read_decided_lines(
    decision: JsonObject, entrants: tuple[int, int] | None, gone: Set[int], frame: Frame
) -> tuple[DecidedLine, ...] | None:
    values = decision.required_elements("lines")
    if values is None:
        return None
    needed = 1 if gone else 2
    if len(values) != needed:
        who = " and ".join(map(str, sorted(gone)))
        why = f"one line is needed: entrant {who} had left" if gone else "two lines are needed, one for each entrant"
        decision.wrong("lines", f"a list of {len(values)}, exactly {why}")
        return None
    owners: UniqueValues[int] = UniqueValues()
    lines = []
    for item in decision.items("lines", ("entrant", *frame.line)):
        line = _read_decided_line(item, entrants, owners, frame)
        if line is not None and len(gone) == 1 and line.entrant in gone:
            item.wrong("entrant", f"entrant {line.entrant} had left, the line is of the other")
        elif line is not None:
            lines.append(line)
    if len(lines) != needed:
        return None
    if not gone:
        _refuse_two_stories(decision, *lines)
    return tuple(lines)


def _read_decided_line(
    item: JsonObject, entrants: tuple[int, int] | None, owners: UniqueValues[int], frame: Frame
) -> DecidedLine | None:
    owner = item.required("entrant", frame.entrant)
    if owner is not None and entrants is not None:
        if owner not in entrants:
            item.wrong("entrant", f"entrant {owner} is not one of the two, {entrants[0]} and {entrants[1]}")
        elif earlier := owners.claim(owner, item.path):
            item.wrong("entrant", f"entrant {owner} has a line already, {earlier}")
    numbers = {
        # Without a scoring nobody can say what a line must have, nor what a sheet must have blank.
        name: item.required(name, kind) if _must_be_there(name, frame) else item.nullable(name, kind, None)
        for name, kind in frame.numbers.items()
    }
    if frame.is_of_sheets:
        if numbers.get("own") == numbers.get("theirs") == GAME_HOLE:
            item.wrong("theirs", f"{GAME_HOLE} on both sides, only one side can win")
        is_read = all(number is not None for number in numbers.values())
        return DecidedLine(owner, **numbers) if owner is not None and is_read else None
    points, plus, minus = numbers["points"], numbers["plus"], numbers["minus"]
    if points is not None:
        _refuse_contradiction(item, points, plus, minus)
        if points > 0 and plus and frame.scoring and points != (right := frame.scoring.by_spread[plus]):
            item.wrong("points", f"{points}, a win by {plus} is worth {right} game points")
    return None if owner is None or points is None else DecidedLine(owner, points, plus, minus)


def _must_be_there(column: str, frame: Frame) -> bool:
    return frame.is_of_sheets or (column == "points" and frame.scoring is not None)


def _refuse_two_stories(decision: JsonObject, first: DecidedLine, second: DecidedLine) -> None:
    """Note where the two lines of a game sheet do not tell the same game."""
    if (first.own, first.theirs) != (second.theirs, second.own):
        decision.wrong("lines", "the two lines must tell the same game, what is own in one is theirs in the other")
    if first.left == second.left == 0:
        decision.wrong("lines", "0 left on both lines, only one side can win")


def _refuse_contradiction(item: JsonObject, points: int, plus: int | None, minus: int | None) -> None:
    if points > 0 and plus is None:
        item.wrong("plus", f"missing, a win needs {SPREAD.phrase}")
    if points > 0 and minus is not None:
        item.wrong("minus", f"{minus} on a win, it must be null")
    if points == 0 and plus is not None:
        item.wrong("plus", f"{plus} on a loss, it must be null")
