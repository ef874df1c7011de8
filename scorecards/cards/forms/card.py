"""Read a card's form. Every value stays the text that was typed."""

import re
from collections.abc import Mapping, Sequence
from uuid import UUID, uuid4

from scorecards.cards.services.cards import Sent, StoredCard
from scorecards.rules.entry.typed_cards import InvalidCard, TypedCard, TypedLine
from scorecards.rules.scoring_systems.interface import ScoringSystem
from tournaments.rules.scorings import LINE_COLUMNS
from tournaments.rules.text import whole_number
from tournaments.rules.types import FootTotals, Line
from tournaments.term import OF_ANOTHER_TERM, seen_here

MAX_LETTERS = 40
MAX_REASON_LENGTH = 300
MAX_SEEN = 80


def typed_card(post: Mapping[str, str], games: Sequence[int], system: ScoringSystem) -> TypedCard:
    """Return the card that a form sends, with the columns and totals of its scoring."""

    def text(field: str) -> str:
        return str(post.get(field, ""))[:MAX_LETTERS].strip()

    lines = [
        TypedLine(
            game,
            text(f"opponent-{game}"),
            is_blank=bool(text(f"blank-{game}")),
            **{column: text(f"{column}-{game}") for column in system.columns.line},
        )
        for game in games
    ]
    return TypedCard(lines, {field: text(f"foot-{field}") for field in system.foot})


def seen_of(post: Mapping[str, str]) -> str:
    """Return the version that a form says it saw, exactly as the form was given it."""
    return post.get("version", "")[:MAX_SEEN]


def sent_with(post: Mapping[str, str], page: str) -> Sent:
    """Return what a form sends beside the card; ``page`` is what has to be opened again where the key is missing."""
    key, seen = key_of(post), seen_of(post)
    if key is None:
        raise InvalidCard({"key": f"This page is out of date: open the {page} again."})
    # A version of another term is one that no card has; a card that nobody had saved is the same in each.
    is_known = seen_here(seen) or not number_seen(seen)
    return {
        "version": number_seen(seen) if is_known else OF_ANOTHER_TERM,
        "key": key,
        "after": key_of(post, "after"),
        # The key of the save that made the version which the form saw, in whatever term that was.
        "saw": key_of({"saw": seen.partition("@")[0].partition("/")[2]}, "saw"),
        "is_again": "again" in post,
        "reason": reason_of(post),
    }


def number_seen(seen: str) -> int:
    """Return the number of a version that a form saw, in whatever term that was."""
    return whole_number(re.split("[/@]", seen)[0]) or 0


def key_of(post: Mapping[str, str], field: str = "key") -> UUID | None:
    try:
        return UUID(post.get(field, ""))
    except ValueError:
        return None


def reason_of(post: Mapping[str, str]) -> str:
    """Return why a posted card is corrected."""
    return str(post.get("reason", ""))[:MAX_REASON_LENGTH].strip()


def new_key() -> str:
    return str(uuid4())


def typed_from_stored(
    lines: Mapping[int, Line],
    foot: FootTotals | None,
    games: Sequence[int],
    opponents: Mapping[int, int],
    places: Mapping[int, str],
    system: ScoringSystem,
) -> TypedCard:
    """Return a stored card as it would be typed; opponents of lines to come are filled in from the schedule."""
    return TypedCard(
        [_typed_line(game, lines.get(game), opponents.get(game), places, system) for game in games],
        {field: _text(getattr(foot, field, None)) for field in system.foot},
    )


def _typed_line(
    game: int, line: Line | None, scheduled: int | None, places: Mapping[int, str], system: ScoringSystem
) -> TypedLine:
    if line is None:
        return TypedLine(game, places.get(scheduled or 0, ""))
    return TypedLine(
        game,
        places.get(line.opponent or 0, ""),
        is_blank=all(getattr(line, column) is None for column in LINE_COLUMNS),
        **{
            column: (_text if column == "points" else _two_digits)(getattr(line, column))
            for column in system.columns.line
        },
    )


def _text(number: int | None) -> str:
    return "" if number is None else str(number)


def _two_digits(number: int | None) -> str:
    """Write a spread, or the points of a game sheet, with at least two digits (rule 12.1)."""
    return "" if number is None else f"{number:02d}"


def with_choices(mine: TypedCard, theirs: TypedCard, post: Mapping[str, str], stored: StoredCard) -> TypedCard:
    """Return the card with each line, and the foot totals, from the person chosen for it."""
    stored_lines = {line.game: line for line in theirs.lines}
    lines = [
        (stored_lines[line.game] if line.game in stored.lines else TypedLine(line.game, line.opponent))
        if post.get(f"choice-{line.game}") == "theirs"
        else line
        for line in mine.lines
    ]
    return TypedCard(lines, theirs.foot if post.get("choice-foot") == "theirs" else mine.foot)
