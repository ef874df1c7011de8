"""Items of the cross-check queue: a game on which two cards differ, or a card that does not add up."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scorecards.cards.card_sheet import COLUMN_LABELS, figure_of
from scorecards.checking.keys import key_of_game
from scorecards.models import Confirmation, Signature
from scorecards.records.results import seen_of_errors
from scorecards.rules.citations import rule_of_error, summary_of
from scorecards.rules.crosscheck import UndecidedGame
from scorecards.rules.discrepancies import NotCovered, columns_that_differ
from scorecards.rules.entry.line_notation import line_in_words, reading
from scorecards.rules.entry.sheet_notation import is_of_sheet
from scorecards.rules.event_result import ResultLine, ResultRuling, undecided_to_json
from scorecards.rules.line_points import CardError
from scorecards.rules.ruling_notes import notes_on
from tournaments.models import Entrant
from tournaments.rules.names import split_name
from tournaments.rules.seating import seat_key
from tournaments.rules.types import Line

if TYPE_CHECKING:
    from scorecards.checking.check_queue import CheckQueue

SEATS_READ_TOGETHER = 12


class CheckItemKind(Enum):
    """The kinds of items in the queue: a rule settles the game, no rule does, or a card does not add up."""

    RULING = "ruling"
    UNDECIDED = "undecided"
    ARITHMETIC = "arithmetic"

    @property
    def is_ruling(self) -> bool:
        return self is CheckItemKind.RULING

    @property
    def is_undecided(self) -> bool:
        return self is CheckItemKind.UNDECIDED

    @property
    def is_arithmetic(self) -> bool:
        return self is CheckItemKind.ARITHMETIC


def table_of(seat: str) -> str:
    """Return the table that a seat is at: ``B`` of ``B-5``. Seats that are only numbered go by twelves: ``13-24``."""
    if seat.isascii() and seat.isdigit():
        first = (int(seat) - 1) // SEATS_READ_TOGETHER * SEATS_READ_TOGETHER + 1
        return f"{first}-{first + SEATS_READ_TOGETHER - 1}"
    return re.split(r"[-\d]", seat, maxsplit=1)[0]


def table_in_words(table: str) -> str:
    """Return the name of a table: ``table B``, ``seats 13-24``, ``the cards without a seat``."""
    if not table:
        return "the cards without a seat"
    return f"seats {table}" if table[0].isdigit() else f"table {table}"


def _short(holder: Entrant) -> str:
    """Return the last names on a card and its seat: ``Saddlemoor A-1``, ``Lee & Birch 17``."""
    names = [holder.parts.last, *([split_name(holder.partner).last] if holder.partner else [])]
    return f"{' & '.join(names)} {holder.place}"


def _called(holder: Entrant) -> str:
    """Return the card's name when it is asked for aloud: ``Seat B-5``, or ``Card 17`` where there is no seat."""
    return f"Seat {holder.seat}" if holder.seat else f"Card {holder.number}"


@dataclass(frozen=True, slots=True)
class CheckSide:
    """One card's side of a game: the line as written, whom it names, and what the ruling makes of it.

    ``names`` is seat and name of whom the line names, blank where that is the other side. ``before`` and ``after``
    are ``None`` where the ruling leaves this card as it is; ``before`` has its own arithmetic put right. A flag is
    never undone: ``is_in_places`` tells whether a flagged card is still in the qualifying places. ``read_in_favor`` are
    the games for whose lines alone a card of the dead zone is flagged.
    """

    holder: Entrant
    written: Line | None
    names: str
    is_flagged: bool
    before: Line | None = None
    after: Line | None = None
    confirmed: Confirmation | None = None
    is_in_places: bool = False
    read_in_favor: Sequence[int] = ()

    @property
    def is_changed(self) -> bool:
        return self.after is not None

    @property
    def standing(self) -> str:
        if self.is_in_places:
            return "qualifier so far"
        if self.read_in_favor:
            return "may still qualify"
        return "qualified for a time" if self.is_flagged else "not a qualifier"

    @property
    def why_checked(self) -> str:
        """Why a card of the dead zone is checked; blank for every other."""
        if not self.read_in_favor:
            return ""
        games = " and ".join(filter(None, (", ".join(map(str, self.read_in_favor[:-1])), str(self.read_in_favor[-1]))))
        several = len(self.read_in_favor) > 1
        return f"would qualify if game{'s' if several else ''} {games} {'were wins' if several else 'were a win'}"

    @property
    def claims(self) -> str:
        return line_in_words(self.written)

    @property
    def counts(self) -> str:
        """What will count for this card by the ruling: ``C-12 counts as won by 27, 2 points``."""
        if self.after is None:
            return f"{self.holder.place} stays as written"
        points = f", {self.after.points} points" if self.after.points else ""
        return f"{self.holder.place} counts as {line_in_words(self.after)}{points}"


class CheckItem:
    """One thing to check: a game on which two cards differ, or a card that does not add up.

    Its place in the queue is known at once; what it has is looked up in what ``queue`` has read, where it is asked for.
    ``record`` is the game as the result has it, ``errors`` are those of the card.
    """

    def __init__(
        self,
        queue: CheckQueue,
        entrants: Sequence[int],
        record: ResultRuling | UndecidedGame | None = None,
        errors: Sequence[CardError] = (),
    ) -> None:
        self.queue, self.entrants, self.record, self.errors = queue, entrants, record, errors
        self.game = record.game if record is not None else None
        if record is None:
            self.key, self.kind = f"card-{entrants[0]}", CheckItemKind.ARITHMETIC
        else:
            self.key = key_of_game(record.game, entrants)
            self.kind = CheckItemKind.RULING if isinstance(record, ResultRuling) else CheckItemKind.UNDECIDED
        read = [number for number in entrants if number in queue.pass_of] or entrants
        seats = [(seat_key(queue.entrants[number].seat), number) for number in read]
        self.table = table_of(queue.entrants[min(seats)[1]].seat)
        # By table, by the seat of the card that is read, by game; sums come first.
        self.order = (not self.table, len(self.table), self.table, seats[0], self.game or 0, self.key)

    @cached_property
    def sides(self) -> Sequence[CheckSide]:
        """The cards that can be looked at: who had left before the game has no line of it."""
        if self.record is None:
            [number], is_read = self.entrants, self.entrants[0] in self.queue.pass_of
            confirmed = self._confirmed(number, seen_of_errors(self.errors))
            return [CheckSide(self.queue.entrants[number], None, "", is_read, confirmed=confirmed)]
        return [
            self._side(number)
            for number in self.entrants
            if not self._has_opponent_left or self.queue.line(number, self.record.game) is not None
        ]

    @property
    def _has_opponent_left(self) -> bool:
        return isinstance(self.record, UndecidedGame) and self.record.reason == NotCovered.OPPONENT_LEFT.value

    def _side(self, number: int) -> CheckSide:
        queue, game = self.queue, self.game or 0
        written = queue.line(number, game)
        opponent = written.opponent if written is not None else None
        if written is None or (opponent in self.entrants and opponent != number and not self._has_opponent_left):
            names = ""
        else:
            named = queue.entrants[opponent] if opponent is not None else None
            names = f"{named.place} {named.shown_name}" if named is not None else "nobody"
        changes = self.record.changes if isinstance(self.record, ResultRuling) else ()
        change = next((change for change in changes if change.entrant == number), None)

        def as_line(one: ResultLine) -> Line:
            return Line(game, opponent, one.points, one.plus, one.minus)

        return CheckSide(
            holder=queue.entrants[number],
            written=written,
            names=names,
            is_flagged=number in queue.pass_of,
            before=as_line(change.before) if change is not None else None,
            after=as_line(change.after) if change is not None else None,
            confirmed=self._confirmed(number, seen_of_line(written)),
            is_in_places=number in queue.in_places,
            read_in_favor=queue.read_in_favor.get(number, ()) if number in queue.pass_of else (),
        )

    def _confirmed(self, number: int, stands: object) -> Confirmation | None:
        """Return the confirmation of a line, or of a card's sums, if they still are what was confirmed."""
        found = self.queue.confirmed.get((number, self.game))
        return found if found is not None and found.seen == stands else None

    @property
    def stamp(self) -> str:
        """A digest of the content: an act on the item sends it back, and is refused if the content has changed."""
        if self.record is None:
            what: list[Any] = ["card", self.entrants[0], seen_of_errors(self.errors)]
        else:
            record = self.record
            stated = record.to_json() if isinstance(record, ResultRuling) else undecided_to_json(record)
            what = [stated, [seen_of_line(self.queue.line(number, record.game)) for number in self.entrants]]
        return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:20]

    @property
    def rules(self) -> Sequence[tuple[str, str]]:
        """The rules that settle the game, or by which the card is wrong, each with what it says."""
        if self.record is not None:
            return [(rule, summary_of(rule)) for rule in getattr(self.record, "rules", ())]
        tournament = self.queue.tournament
        if tournament.is_of_sheets:
            return []
        found = {rule_of_error(tournament.edition, one.field, is_swapped=bool(one.note)) for one in self.errors}
        return [(rule, summary_of(rule, scoring=tournament.scoring)) for rule in sorted(found)]

    @property
    def reason(self) -> str:
        return self.record.reason if isinstance(self.record, UndecidedGame) else ""

    @property
    def ruling(self) -> int | None:
        """The key of the stored ruling."""
        return self._stored[0]

    @property
    def signed(self) -> Confirmation | Signature | None:
        return self._stored[1] if self.record is not None else self.sides[0].confirmed

    @property
    def _stored(self) -> tuple[int | None, Signature | None]:
        return self.queue.stored.get((self.game, *self.entrants), (None, None))

    @property
    def joined_in_pass(self) -> int:
        """1 for the items of the first pass and for sums, higher for the games that corrections added."""
        passes = self.queue.pass_of
        return min((passes[one] for one in self.entrants if one in passes and self.record is not None), default=1)

    @property
    def is_required(self) -> bool:
        """Whether posting waits for it: a card in the dead zone that does not add up is left alone (appendix 5)."""
        [number, *_] = self.entrants
        return self.record is not None or number in self.queue.pass_of or number not in self.queue.dead_zone

    @property
    def table_named(self) -> str:
        return table_in_words(self.table)

    @property
    def is_confirmed(self) -> bool:
        """Whether somebody has found every line typed as written."""
        return all(side.confirmed is not None for side in self.sides)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do: there are initials, and every line is confirmed."""
        return self.signed is not None and self.is_confirmed

    @cached_property
    def is_open(self) -> bool:
        """Whether posting waits for somebody to do something about it."""
        return self.is_required and not self.is_done

    @property
    def is_up_to_director(self) -> bool:
        """Whether checkers have done what they can: both papers were looked at, and no rule covers the game."""
        return self.kind.is_undecided and self.is_confirmed

    @cached_property
    def reader(self) -> CheckSide:
        """The side whose card is read, an apparent qualifier's."""
        return (self.qualifiers or self.sides)[0]

    @cached_property
    def other(self) -> CheckSide | None:
        """The side whose card is compared with it; ``None`` where there is only one."""
        return next((side for side in self.sides if side is not self.reader), None)

    @property
    def in_order(self) -> list[CheckSide]:
        """The sides in reading order: first the card that is read aloud."""
        return [self.reader, *(side for side in self.sides if side is not self.reader)]

    @property
    def heading(self) -> str:
        """What the item is about: ``Game 22: Saddlemoor A-1 against Cobblecombe G-12``."""
        if self.game is None:
            return f"Sums of {_short(self.reader.holder)}"
        sides = " against ".join(_short(side.holder) for side in self.in_order)
        return f"Game {self.game}: {sides}"

    @property
    def counts(self) -> str:
        """What will count by the ruling, in one sentence."""
        if not self.changes:
            return "Both cards stay as written"
        return "; ".join(side.counts for side in self.in_order)

    def cards(self, columns: Sequence[str]) -> list[tuple[CheckSide, list[tuple[str, str, bool]]]]:
        """Return each side with its figures as written: the column's heading, the figure, whether it differs."""
        found = []
        for side in self.in_order:
            other = next((one.written for one in self.sides if one is not side), None)
            off = columns_that_differ(side.written, other) if side.written is not None and other is not None else ()
            figures = [(COLUMN_LABELS[name][0], figure_of(side.written, name), name in off) for name in columns]
            found.append((side, figures))
        return found

    @property
    def title(self) -> str:
        """The text that a checker reads aloud (appendix 10): ``Seat B-5, game 8, lost by 15``."""
        if self.game is None:
            return f"{_called(self.reader.holder)}, sums"
        if self.other is None:
            return f"{_called(self.reader.holder)}, game {self.game}"
        return f"{_called(self.other.holder)}, game {self.game}, {reading(self.reader.written)}"

    @property
    def found(self) -> str:
        """What the other card says instead."""
        if self.game is None:
            count = len(self.errors)
            return f"{count} figure{'s' if count > 1 else ''} wrong"
        side, reader = self.other or self.reader, self.reader
        said = side.claims + (f", against {side.names}" if side.names else "")
        if side is not reader and reader.names:
            return f"{said}; {reader.holder.place} is against {reader.names}"
        # The slip may be on the card that is read.
        if side is not reader and not side.names and side.claims == reading(reader.written):
            return f"{said}; {reader.holder.place} has {reader.claims}"
        return said

    @property
    def named(self) -> str:
        places = " and ".join(side.holder.place for side in self.sides)
        return f"sums of {places}" if self.game is None else f"game {self.game}, {places}"

    @property
    def changes(self) -> Sequence[CheckSide]:
        """The sides whose card the ruling changes."""
        return [side for side in self.sides if side.is_changed]

    @property
    def notes(self) -> Sequence[str]:
        sides = [(side.written, side.after or side.written) for side in self.sides]
        return notes_on([rule for rule, _ in self.rules], sides)

    @cached_property
    def qualifiers(self) -> Sequence[CheckSide]:
        """The sides that are apparent qualifiers, whose cards are read."""
        return [side for side in self.sides if side.is_flagged]


def seen_of_line(line: Line | None) -> list[int | None]:
    """Return a line in the form that a confirmation stores; empty where the card has no line for the game."""
    if line is None:
        return []
    spreads = [line.opponent, line.points, line.plus, line.minus]
    return [*spreads, line.own, line.theirs, line.left] if is_of_sheet(line) else spreads


def line_of_seen(game: int, seen: Sequence[int | None]) -> Line | None:
    """Return the line that a confirmation stores; ``None`` where the card had no line for the game."""
    return Line(game, *seen) if seen else None
