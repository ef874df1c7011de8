"""Read the forms of cross-checking. Every value stays the text that was typed."""

from collections.abc import Mapping, Sequence

from scorecards.rules.entry.card_reading import CardLimits, read_typed
from scorecards.rules.entry.typed_cards import InvalidCard, TypedCard
from scorecards.rules.scoring_systems.interface import ScoringSystem
from tournaments.rules.text import whole_number
from tournaments.rules.types import Line

MAX_LETTERS = 40
MAX_REASON_LENGTH = 1000


def text_of(post: Mapping[str, str], field: str, most: int = MAX_LETTERS) -> str:
    """Return one field as typed, cut to its longest length."""
    return str(post.get(field, "")).replace("\0", "")[:most].strip()


def entered_line(post: Mapping[str, str], game: int, limits: CardLimits) -> Line:
    """Read one re-entered line: ``keys`` and ``opponent``.

    Raises:
        InvalidCard: the keys are not a line, or no card can have that line; by field ``line`` or ``opponent``.
    """
    try:
        typed = limits.system.read_keys(text_of(post, "keys"), game, text_of(post, "opponent"))
        [line], _ = read_typed(TypedCard([typed], {}), limits)
    except InvalidCard as invalid:
        raise InvalidCard(
            {"opponent" if field.startswith("opponent") else "line": text for field, text in invalid.errors.items()}
        ) from invalid
    return line


def lines_decided(
    post: Mapping[str, str], game: int, numbers: Sequence[int], system: ScoringSystem, both: Sequence[int]
) -> tuple[dict[int, Line], dict[str, str]]:
    """Return the lines of a decision between ``both``, and their errors by ``line-7``.

    By ``line-other`` where the director named the opponent.
    """
    lines: dict[int, Line] = {}
    errors: dict[str, str] = {}
    for number in numbers:
        other = next(one for one in both if one != number)
        field = f"line-{number}" if f"line-{number}" in post else "line-other"
        try:
            typed = system.read_keys(text_of(post, field), game, "")
            values = {column: _number(typed.value(column)) for column in system.columns.line}
        except InvalidCard as invalid:
            errors[field] = str(invalid)
        except ValueError:
            errors[field] = f"As written is {'/'.join(system.columns.line)}, in figures."
        else:
            lines[number] = Line(game, other, **values)
    return lines, errors


def _number(text: str) -> int | None:
    number = whole_number(text, digits=4)
    if text and number is None:
        raise ValueError(text)
    return number
