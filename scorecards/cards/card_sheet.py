"""One card on the entry page: each line as typed, with names, errors and the schedule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from scorecards.rules.entry.card_reading import CardState
from scorecards.rules.entry.typed_cards import SeatPlan, TypedCard, TypedLine
from scorecards.rules.scoring_systems.interface import ScoringSystem
from tournaments.rules.schedule_check import games_in_words
from tournaments.rules.scorings import FOOT_COLUMNS, GAME_HOLE
from tournaments.rules.types import FootTotals, Line

if TYPE_CHECKING:
    from scorecards.cards.card_page import CardPage

# The columns of a line: the heading, and what a field of one line is called.
COLUMN_LABELS = {
    "points": ("Points", "points"),
    "plus": ("Plus", "plus"),
    "minus": ("Minus", "minus"),
    "own": ("Own", "own points"),
    "theirs": ("Theirs", "their points"),
    "left": ("Left", "points left"),
}


def figure_of(line: Line | None, column: str) -> str:
    """Return what a line has in a column, as the card has it; blank where there is nothing."""
    value = getattr(line, column, None)
    if value is None:
        return ""
    return f"{value:02d}" if column in ("plus", "minus") else str(value)


class TypedValue(NamedTuple):
    """One number of a line: its column, the label of its field, the text typed, and whether that is wrong."""

    name: str
    label: str
    typed: str
    is_wrong: bool


class SheetLine:
    """One line on the page. ``opponent`` is the name for the seat or number that was typed.

    A line that is not due may stay empty: ``is_sat_out`` tells that the schedule leaves the owner out of this game.
    ``hint`` says what the opponent reported differently, what the paper must say against somebody who left before this
    game, and on a game sheet why the numbers are neither a win nor a loss; blank where there is nothing to see.
    ``wrong`` names the fields that ``errors`` are about: ``opponent``, ``plus``. ``scheduled`` is the seat or number of
    the scheduled opponent, blank where there is none; ``flag`` says what is odd about the one on the card.
    """

    def __init__(self, typed: TypedLine, page: CardPage, errors: Mapping[str, str], flag: str) -> None:
        self.typed, self.flag = typed, flag
        self.game = game = typed.game
        end, number = f"-{game}", page.plan.find(typed.opponent) or 0
        self.wrong = {field.removesuffix(end): text for field, text in errors.items() if field.endswith(end)}
        self.errors = list(self.wrong.values())
        self.values = [
            TypedValue(column, COLUMN_LABELS[column][1], typed.value(column), column in self.wrong)
            for column in page.system.columns.line
        ]
        self.opponent = page.names.get(number, "")
        self.scheduled = page.places.get(page.scheduled.get(game, 0), "")
        self.is_due, self.is_sat_out = game in page.due, game in page.sat_out
        self.hint = page.reported.get(game, "") or page.system.hint(typed, page.left.get(number))


class FootTotal(NamedTuple):
    """One total at the foot."""

    name: str
    label: str
    typed: str
    error: str


class CardSheet:
    """A card laid out for the page: its lines in two halves side by side, and the foot. ``errors`` are by field.

    ``digits`` is how many a total has at most, whichever it is: on paper they may be swapped (appendix 4).
    """

    def __init__(self, typed: TypedCard, page: CardPage, errors: Mapping[str, str]) -> None:
        flags, columns = _opponent_flags(typed, page), page.system.columns
        self.lines = [SheetLine(line, page, errors, flags.get(line.game, "")) for line in typed.lines]
        self.foot = [
            FootTotal(name, label, typed.foot.get(name, ""), errors.get(f"foot-{name}", ""))
            for name, label in page.system.foot.items()
        ]
        self.digits = len(str(len(page.games) * GAME_HOLE))
        self.errors, self.reason_error = list(errors.values()), errors.get("reason", "")
        self.columns = [COLUMN_LABELS[column][0] for column in columns.line]
        self.is_of_sheets = columns.is_of_sheets

    @property
    def sat_out(self) -> str:
        """Which games the owner has a bye in, in words: ``game 3``, or ``games 1 and 2``; blank where none."""
        games = [line.game for line in self.lines if line.is_sat_out]
        return games_in_words(games) if games else ""

    @property
    def halves(self) -> list[Sequence[SheetLine]]:
        """The lines in two columns; a short card has one."""
        half = -(-len(self.lines) // 2) if len(self.lines) > 9 else len(self.lines)
        return [part for part in (self.lines[:half], self.lines[half:]) if part]


def opponents_again(named: Mapping[int, int | None], scheduled: Mapping[int, int]) -> dict[int, list[int]]:
    """Return the opponents on more lines than the schedule has, each with the games. Both are opponents by game."""
    games: dict[int, list[int]] = {}
    for game, number in named.items():
        if number is not None:
            games.setdefault(number, []).append(game)
    planned = Counter(scheduled.values())
    return {number: found for number, found in games.items() if len(found) > max(planned[number], 1)}


def _opponent_flags(typed: TypedCard, page: CardPage) -> dict[int, str]:
    """Say by game what is odd about an opponent: not the scheduled one, or on more lines than the schedule has."""
    repeated = opponents_again({line.game: page.plan.find(line.opponent) for line in typed.lines}, page.scheduled)
    flags = {}
    for line in typed.lines:
        number, planned = page.plan.find(line.opponent), page.scheduled.get(line.game)
        if number is None or number == planned:
            continue
        again = ", ".join(str(game) for game in repeated.get(number, ()) if game != line.game)
        said = ("not as scheduled" if planned else "", f"also in game {again}" if again else "")
        flags[line.game] = ", ".join(filter(None, said))
    return flags


class SaveMessage(NamedTuple):
    """The message after a save. ``is_whole`` is true if nothing is missing and the totals add up."""

    text: str
    is_whole: bool


def save_message(
    place: str,
    *,
    lines: Mapping[int, Line],
    foot: FootTotals | None,
    due: Collection[int],
    system: ScoringSystem,
    again: Mapping[str, Sequence[int]],
) -> SaveMessage:
    """Return the message about a saved card: what is missing and what does not add up. ``due`` are games, ascending.

    ``again`` has the places of opponents who are on more lines than the schedule has, with the games.
    """
    missing = [game for game in due if game not in lines]
    if not lines and foot is None:
        return SaveMessage(f"Nothing entered on {place}.", is_whole=False)
    if missing and not lines:
        return SaveMessage(f"Saved {place}: totals only, 0 of {len(due)} lines.", is_whole=False)
    wrong_totals = system.foot_errors(foot, lines.values()) if foot is not None and not missing else []
    found = ", ".join(
        f"{error.field.replace('_', ' ')} {error.recorded} written, {error.computed} added up" for error in wrong_totals
    )
    said = [f"Saved {place}" + (f", {games_in_words(missing)} not entered." if missing else "")]
    if found:
        said.append(f"{CardState.DIFFERS.value.capitalize()}: {found}.")
    said += [f"{opponent} is the opponent in {games_in_words(games)}." for opponent, games in again.items()]
    if len(said) > 1 and not missing:
        said[0] += "."
    return SaveMessage(" ".join(said), is_whole=not missing and len(said) == 1)


class CardDifference(NamedTuple):
    """One line, or the foot, on which two versions of a card differ. Each side is in words."""

    field: str
    label: str
    mine: str
    theirs: str


def differences(mine: TypedCard, theirs: TypedCard, plan: SeatPlan) -> list[CardDifference]:
    """Return the differences between the card somebody typed and the one saved meanwhile."""
    found = [
        CardDifference(str(own.game), f"Game {own.game}", line_in_words(own), line_in_words(other))
        for own, other in zip(mine.lines, theirs.lines, strict=True)
        if _values(own, plan) != _values(other, plan)
    ]
    feet = [[card.foot.get(name, "").lstrip("0") for name in FOOT_COLUMNS] for card in (mine, theirs)]
    if feet[0] != feet[1]:
        found.append(CardDifference("foot", "Foot totals", *(foot_in_words(card) for card in (mine, theirs))))
    return found


def _values(line: TypedLine, plan: SeatPlan) -> tuple[object, ...]:
    """Return the values by which lines are compared. Lines that are not entered have no opponent of their own."""
    if not line.is_entered:
        return ()
    values = (line.value(column).lstrip("0") or line.value(column) for column in COLUMN_LABELS)
    return (plan.find(line.opponent) or line.opponent, *values)


def line_in_words(line: TypedLine) -> str:
    """Say what one line has: ``B-5: 2 points, plus 16``."""
    if not line.is_entered:
        return "not entered"
    parts = [
        f"{line.points} points" if line.points else "",
        f"plus {line.plus}" if line.plus else "",
        f"minus {line.minus}" if line.minus else "",
        f"{line.own or 'blank'} to {line.theirs or 'blank'}" if line.own or line.theirs else "",
        f"{line.left} left" if line.left else "",
    ]
    return f"{line.opponent or 'no opponent'}: {', '.join(filter(None, parts)) or 'left blank'}"


def foot_in_words(card: TypedCard) -> str:
    """Say what the foot has: ``25/11, plus 181, minus 160``."""
    if not any(card.foot.get(name) for name in FOOT_COLUMNS):
        return "none"
    if "total" in card.foot:
        return f"{card.foot['total'] or '–'} points, {card.foot.get('games_won') or '–'} won"
    texts = [card.foot.get(name, "") or "–" for name in ("game_points", "games_won", "plus", "minus")]
    return f"{texts[0]}/{texts[1]}, plus {texts[2]}, minus {texts[3]}"
