"""The words in which checkers read a line aloud, and the keys that enter one.

With the qualifier's card in hand one says what the other card should show: seat, game, result (appendix 10).
"""

import re

from scorecards.rules.entry.sheet_notation import is_of_sheet, sheet_line_in_words, sheet_reading
from scorecards.rules.entry.typed_cards import InvalidCard, TypedLine
from scorecards.rules.line_points import Claim, claim_of
from tournaments.rules.constants import MAX_SPREAD
from tournaments.rules.scorings import Scoring
from tournaments.rules.types import Line

SPREADS_OF_TWO_DIGITS = 100


def line_in_words(line: Line | None) -> str:
    """Say what a line claims, ``won by 15``, and what is odd about how it is written."""
    if line is None:
        return "no line"
    if is_of_sheet(line):
        return sheet_line_in_words(line)
    claim = claim_of(line)
    if line.plus is not None and line.minus is not None:
        said = {Claim.WIN: "won, ", Claim.LOSS: "lost, ", None: ""}[claim]
        return f"{said}plus {line.plus:02d} and minus {line.minus:02d} both filled"
    if claim is None:
        return "left blank"
    return _result(line, claim is Claim.WIN) + _wrong_column(line, claim)


def reading(line: Line | None) -> str:
    """Say what the other card should show, if this line is right: ``lost by 15`` where this one is won by 15."""
    if line is not None and is_of_sheet(line):
        return sheet_reading(line)
    claim = claim_of(line) if line is not None else None
    if line is None or claim is None:
        return "no result to read"
    if line.plus is not None and line.minus is not None and line.plus != line.minus:
        return f"{'lost' if claim is Claim.WIN else 'won'} by {line.plus} or {line.minus}"
    return _result(line, claim is Claim.LOSS)


def _result(line: Line, is_won: bool) -> str:
    spread = line.plus if line.plus is not None else line.minus
    word = "won" if is_won else "lost"
    return f"{word}, no spread" if spread is None else f"{word} by {spread}"


def _wrong_column(line: Line, claim: Claim) -> str:
    if claim is Claim.WIN and line.minus is not None:
        return ", written under minus"
    return ", written under plus" if claim is Claim.LOSS and line.plus is not None else ""


def read_keys(text: str, game: int, opponent: str, scheme: Scoring) -> TypedLine:
    """Read a line from the keys of the card grid: ``16`` won, ``-09`` lost, ``/2/35/`` as written, ``/`` blank.

    The first ``/`` of a line as written may be left out, as the legend of the keys is read: ``2/35/``.
    Without an entry grid to move on, a spread needs neither its leading zero nor the point before three digits.

    Raises:
        InvalidCard: the keys are not a line. The error is under ``keys-<game>``.
    """
    keys = text.strip().replace("−", "-")
    if "/" in keys:
        parts = [part.strip() for part in keys.removeprefix("/").split("/")]
        if len(parts) > 3:
            raise InvalidCard({f"keys-{game}": "Enter points/plus/minus only."})
        points, plus, minus = (*parts, "", "")[:3]
        return TypedLine(game, opponent, points, plus, minus, not (points or plus or minus))
    found = re.fullmatch(r"(-?)\.?(-?)([0-9]{1,3})", keys)
    if found is None or (found[1] and found[2]):
        said = f"{keys[:20]} is not a line" if keys else "The line is empty"
        raise InvalidCard({f"keys-{game}": f"{said}. Enter 16 (won by 16), -09 (lost by 9) or / (blank)."})
    spread = int(found[3])
    if not 1 <= spread <= MAX_SPREAD:
        raise InvalidCard({f"keys-{game}": f"Spread {spread} is not possible. Enter 1 to {MAX_SPREAD}."})
    if found[1] or found[2]:
        return TypedLine(game, opponent, "0", "", str(spread))
    return TypedLine(game, opponent, str(scheme.by_spread[spread]), str(spread), "")


def keys_of(line: Line | None, scheme: Scoring) -> str:
    """Return the keys that make a line, shortest first; nothing for no line."""
    if line is None:
        return ""
    points, plus, minus = line.points, line.plus, line.minus
    if points is None and plus is None and minus is None:
        return "/"
    if plus is not None and minus is None and points == scheme.by_spread[plus]:
        return _spread(plus)
    if minus is not None and plus is None and points == 0:
        return f"-{_spread(minus)}"
    written = ("" if points is None else str(points), *(f"{n:02d}" if n else "" for n in (plus, minus)))
    return "/" + "/".join(written)


def _spread(spread: int) -> str:
    return f"{spread:02d}" if spread < SPREADS_OF_TWO_DIGITS else f".{spread}"
