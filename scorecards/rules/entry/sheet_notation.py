"""Lines of game sheets as they are read aloud, and the keys in which they are typed.

The keys are those of ordinary cards: a number is a win, a minus before it a loss. Under ``total-points`` the number is
what the loser pegged: the winner's 121 needs no key. Under ``points-left`` it is what this side had left, 00 for a win.
"""

import re
from collections.abc import Mapping

from scorecards.rules.entry.typed_cards import InvalidCard, TypedLine
from scorecards.rules.line_points import Claim
from scorecards.rules.scoring_systems.total_points import GameSheet, claim_of_left, claim_of_points
from tournaments.rules.scorings import GAME_HOLE
from tournaments.rules.types import Line

POINTS_KEYS = "94 (won 121 to 94), -87 (lost 87 to 121) or / (blank)"
LEFT_KEYS = "00 (won), 27 (lost with 27 left) or / (blank)"


def is_of_sheet(line: Line) -> bool:
    """Whether a line has a number of a game sheet."""
    return line.own is not None or line.theirs is not None or line.left is not None


def sheet_line_in_words(line: Line) -> str:
    """Say what a line of a game sheet claims: ``won 121 to 94``, ``lost, 27 left``."""
    if line.left is not None:
        return "won, nothing left" if claim_of_left(line) is Claim.WIN else f"lost, {line.left} left"
    return f"{_word(line)}{_number(line.own)} to {_number(line.theirs)}"


def sheet_reading(line: Line) -> str:
    """Say what the other sheet should show, if this line is right."""
    if line.left is not None:
        return "lost, something left" if claim_of_left(line) is Claim.WIN else "won, nothing left"
    if line.own is None or line.theirs is None:
        return "no result to read"
    return sheet_line_in_words(Line(line.game, None, own=line.theirs, theirs=line.own))


def _word(line: Line) -> str:
    if line.own is None or line.theirs is None:
        return ""
    if claim_of_points(line) is Claim.WIN:
        return "won "
    return "lost " if line.theirs == GAME_HOLE and line.own != GAME_HOLE else "nobody’s win, "


def _number(value: int | None) -> str:
    return "blank" if value is None else str(value)


def sheet_problem(values: Mapping[str, int | None]) -> str:
    """Say why the numbers of a line are neither a win nor a loss; blank where they are, or where nothing is written.

    No game can be conceded: without 121 points on one side it was not finished, and is nobody's win.
    """
    if "left" in values or set(values.values()) == {None}:
        return ""
    if None in values.values():
        return "one number is blank"
    if GAME_HOLE not in values.values():
        return f"neither side has {GAME_HOLE}: not finished, nobody’s win"
    return "" if len(set(values.values())) > 1 else f"both sides have {GAME_HOLE}: only one can have won"


def read_sheet_keys(text: str, game: int, opponent: str, sheet: GameSheet) -> TypedLine:
    """Read a line of a game sheet from its keys: ``94``, ``-87``, ``121-94``, ``/87/90`` as written, ``/`` blank.

    Raises:
        InvalidCard: the keys are not a line. The error is under ``keys-<game>``.
    """
    columns = tuple(sheet.won_by_forfeit)
    keys = text.strip().replace("−", "-").replace("–", "-")
    if "/" in keys:
        return _as_written(keys.removeprefix("/"), game, opponent, columns)
    is_points = "own" in columns
    both = re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", keys) if is_points else None
    if both is not None:
        return _typed(game, opponent, {"own": both[1], "theirs": both[2]})
    found = re.fullmatch(r"(-?)\.?(-?)([0-9]{1,3})", keys)
    if found is None or (found[1] and found[2]):
        said = f"{keys[:20]} is not a line" if keys else "The line is empty"
        raise InvalidCard({f"keys-{game}": f"{said}. Enter {POINTS_KEYS if is_points else LEFT_KEYS}."})
    number = int(found[3])
    most = GAME_HOLE - 1 if is_points else GAME_HOLE
    if number > most:
        whose = "points of a loser" if is_points else "points left"
        raise InvalidCard({f"keys-{game}": f"{number} are no {whose} (0 to {most})."})
    if not is_points:
        return _typed(game, opponent, {"left": str(number)})
    winner, loser = ("theirs", "own") if found[1] or found[2] else ("own", "theirs")
    return _typed(game, opponent, {winner: str(GAME_HOLE), loser: str(number)})


def _as_written(keys: str, game: int, opponent: str, columns: tuple[str, ...]) -> TypedLine:
    parts = [part.strip() for part in keys.split("/")]
    if len(parts) > len(columns):
        raise InvalidCard({f"keys-{game}": f"As written is {'/'.join(columns)}, no more."})
    return _typed(game, opponent, dict(zip(columns, parts, strict=False)))


def _typed(game: int, opponent: str, values: Mapping[str, str]) -> TypedLine:
    return TypedLine(game, opponent, is_blank=not any(values.values()), **values)


def sheet_keys_of(line: Line, sheet: GameSheet) -> str:
    """Return the keys that make a line of a game sheet, shortest first."""
    columns = tuple(sheet.won_by_forfeit)
    if "left" in columns:
        return "/" if line.left is None else f"{line.left:02d}"
    if line.own == GAME_HOLE and line.theirs is not None and line.theirs < GAME_HOLE:
        return f"{line.theirs:02d}"
    if line.theirs == GAME_HOLE and line.own is not None and line.own < GAME_HOLE:
        return f"-{line.own:02d}"
    written = "/".join("" if value is None else str(value) for value in (line.own, line.theirs))
    return "/" if written == "/" else f"/{written}"
