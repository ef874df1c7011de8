"""Read the cross-checking queue: the games and cards to check, and how far checking is."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from operator import itemgetter
from typing import Any

from scorecards.checking.check_queue import CheckQueue, QueuePlace, next_of
from scorecards.checking.items import (
    CheckItem,
    CheckItemKind,
    CheckSide,
    RequestedGame,
    key_of_game,
    requested_game,
    seen_of_line,
    table_of,
)
from scorecards.models import Confirmation, Line, Ruling, Signature, TableHold
from scorecards.records.facts import kept_card_records
from scorecards.records.results import CurrentResult, current_result, lines_read_in_favor, seen_of_errors
from scorecards.rules.citations import rule_of_error, summary_of
from scorecards.rules.crosscheck import UndecidedGame
from scorecards.rules.discrepancies import NotCovered
from scorecards.rules.event_result import ResultChange, ResultLine, ResultRuling, undecided_to_json
from scorecards.rules.line_points import CardError
from scorecards.rules.qualifying import CardPile, piles
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.records.entrants import entrants_by_number, entrants_of
from tournaments.rules.scorings import LINE_COLUMNS
from tournaments.rules.seating import seat_key
from tournaments.rules.types import CardRecord
from tournaments.rules.types import Line as LineRecord

Game = ResultRuling | UndecidedGame
OF_ITEMS = ("number", "name", "partner", "told_apart_by", "seat", "house_player")
"""What an item needs to know of entrants; all of them are read whenever a checker goes on to the next item."""


def check_queue(tournament: Tournament) -> CheckQueue:
    """Return everything to check, in order of tables and seats.

    Seven queries for any number of cards, and five more for what this process has not read yet.
    """
    holds = _holds(tournament)
    outcome = current_result(tournament, with_rulings=True)
    entrants, cards = entrants_of(tournament), kept_card_records(tournament)
    if outcome is None:
        return CheckQueue([], holds, None, entrants, cards)
    reading = _QueueReader(tournament, outcome, entrants, cards)
    items = [place.make() for place in reading.places()]
    return CheckQueue(items, holds, outcome, entrants, cards, reading.replacing)


def next_in_queue(tournament: Tournament, actor: StaffMember, after: str) -> CheckItem | None:
    """Return what :meth:`CheckQueue.next_for` does, without making the items that come neither before it nor after.

    Seven queries, and five more for what this process has not read yet.
    """
    outcome = current_result(tournament, with_rulings=True)
    if outcome is None:
        return None
    rows = Entrant.objects.filter(tournament=tournament).only(*OF_ITEMS)
    entrants = {entrant.number: entrant for entrant in rows}
    reading = _QueueReader(tournament, outcome, entrants, kept_card_records(tournament))
    return next_of(reading.places(), _holds(tournament), actor, after)


def _holds(tournament: Tournament) -> dict[str, TableHold]:
    return {hold.table: hold for hold in TableHold.objects.filter(tournament=tournament).select_related("member")}


def one_item_queue(tournament: Tournament, key: str) -> CheckQueue:
    """Return the queue with one item at most, for an act on it: all others are neither read nor made."""
    holds = _holds(tournament)
    outcome = current_result(tournament, with_rulings=True)
    asked = requested_game(key)
    if outcome is None or asked is None:
        return CheckQueue([], holds, outcome)
    reading = _QueueReader(tournament, outcome, asked=asked)
    return CheckQueue([place.make() for place in reading.places()], holds, outcome, reading.entrants)


class _LinesOfCards(dict[tuple[int, int], LineRecord | None]):
    """The lines of cards by entrant's number and game, looked up where they are asked for."""

    def __init__(self, cards: Sequence[CardRecord]) -> None:
        super().__init__()
        self._cards = {card.entrant: card for card in cards}

    def __missing__(self, place: tuple[int, int]) -> LineRecord | None:
        number, game = place
        card = self._cards.get(number)
        found = next((line for line in card.lines if line.game == game), None) if card is not None else None
        self[place] = found
        return found


class _QueueReader:
    """Makes the items from the report and from the acts of checkers: all of them, or the one that was asked for."""

    def __init__(
        self,
        tournament: Tournament,
        outcome: CurrentResult,
        entrants: Mapping[int, Entrant] | None = None,
        cards: Sequence[CardRecord] = (),
        *,
        asked: RequestedGame | None = None,
    ) -> None:
        self.tournament = tournament
        self.outcome = outcome
        self.result = outcome.result
        self.asked = asked
        self.pass_of = outcome.pass_of
        self.in_places = outcome.in_places
        self.found_rulings = [record for record in self.result.rulings if self._is_asked(record)]
        self.found_undecided = [record for record in self.result.undecided if self._is_asked(record)]
        self.written = self._written_lines(cards)
        self.entrants = entrants if entrants is not None else self._entrants_concerned()
        self.replacing: list[Confirmation] = []
        self.confirmed = self._confirmations()
        self.stored = self._stored_rulings()

    def _is_asked(self, record: Game) -> bool:
        asked = self.asked
        return asked is None or (record.game == asked.game and tuple(record.entrants) == asked.numbers)

    def _games(self) -> list[Game]:
        return [*self.found_rulings, *self.found_undecided]

    def _entrants_concerned(self) -> Mapping[int, Entrant]:
        numbers = set(self.asked.numbers) if self.asked is not None else set()
        numbers |= {line.opponent for line in self.written.values() if line is not None and line.opponent is not None}
        return entrants_by_number(self.tournament, numbers)

    def _written_lines(self, cards: Sequence[CardRecord]) -> _LinesOfCards:
        found = _LinesOfCards(cards)
        if self.asked is None:
            return found
        rows = Line.objects.filter(
            scorecard__entrant__tournament=self.tournament,
            scorecard__entrant__number__in={number for record in self._games() for number in record.entrants},
            game=self.asked.game or 0,
        ).values_list("scorecard__entrant__number", "game", "opponent__number", *LINE_COLUMNS)
        found.update({(number, game): LineRecord(game, *rest) for number, game, *rest in rows.order_by()})
        return found

    def _confirmations(self) -> dict[tuple[int, int | None], Confirmation]:
        """Return what was confirmed, by entrant's number and game (``None``: the sums)."""
        rows = Confirmation.objects.active().filter(entrant__tournament=self.tournament).order_by("pk")
        if self.asked is not None:
            rows = rows.filter(entrant__number__in=self.asked.numbers, game=self.asked.game)
        by_key = {one.pk: one for one in self.entrants.values()}
        found: dict[tuple[int, int | None], Confirmation] = {}
        for row in rows:
            row.entrant = by_key[row.entrant_id]
            found[row.entrant.number, row.game] = row
            if row.game is not None and row.replaced is not None:
                self.replacing.append(row)
        return found

    def _stored_rulings(self) -> dict[tuple[int, int, int], tuple[int, Signature | None]]:
        """Return the key of each ruling, and the initials under it, by game and both numbers."""
        rows = Ruling.objects.active().filter(tournament=self.tournament)
        signatures = Signature.objects.active().filter(ruling__tournament=self.tournament).order_by("-pk")
        if self.asked is not None:
            numbers = self.asked.numbers
            rows = rows.filter(first__number__in=numbers, second__number__in=numbers, game=self.asked.game or 0)
            signatures = signatures.filter(ruling__in=rows)
        signed = {signature.ruling_id: signature for signature in signatures}
        stored = rows.order_by().values_list("pk", "game", "first__number", "second__number")
        return {(game, first, second): (ruling, signed.get(ruling)) for ruling, game, first, second in stored}

    def places(self) -> list[QueuePlace]:
        """Return where each item comes: by table, by the seat of the card that is read, by game; sums come first."""
        by_card: dict[int, list[CardError]] = defaultdict(list)
        for error in self.result.arithmetic:
            if self.asked is None or (self.asked.game is None and error.entrant in self.asked.numbers):
                by_card[error.entrant].append(error)
        found = [
            *(
                self._place(
                    f"card-{number}", CheckItemKind.ARITHMETIC, 0, [number], partial(self._sums, number, errors)
                )
                for number, errors in by_card.items()
            ),
            *(self._place_of_game(record, CheckItemKind.RULING, self._ruling) for record in self.found_rulings),
            *(self._place_of_game(record, CheckItemKind.UNDECIDED, self._undecided) for record in self.found_undecided),
        ]
        return [place for _, place in sorted(found, key=itemgetter(0))]

    def _place_of_game(
        self, record: Game, kind: CheckItemKind, make: Callable[..., CheckItem]
    ) -> tuple[tuple[Any, ...], QueuePlace]:
        key = key_of_game(record.game, record.entrants)
        return self._place(key, kind, record.game, record.entrants, partial(make, record, key))

    def _place(
        self, key: str, kind: CheckItemKind, game: int, numbers: Sequence[int], make: Callable[..., CheckItem]
    ) -> tuple[tuple[Any, ...], QueuePlace]:
        read = [number for number in numbers if number in self.pass_of] or numbers
        seats = [(seat_key(self.entrants[number].seat), number) for number in read]
        table = table_of(self.entrants[min(seats)[1]].seat)
        order = (not table, len(table), table, seats[0], not kind.is_arithmetic, game, key)
        return order, QueuePlace(key, table, kind, partial(make, table))

    def _ruling(self, record: ResultRuling, key: str, table: str) -> CheckItem:
        first, second = record.entrants
        ruling, signed = self.stored.get((record.game, first, second), (None, None))
        changes = {change.entrant: change for change in record.changes}
        return CheckItem(
            key=key,
            kind=CheckItemKind.RULING,
            table=table,
            sides=[self._side(record, number, changes.get(number)) for number in record.entrants],
            stamp=self._stamp(record),
            game=record.game,
            rules=[(rule, summary_of(rule)) for rule in record.rules],
            ruling=ruling,
            signed=signed,
            joined_in_pass=self._joined(record.entrants),
        )

    def _undecided(self, record: UndecidedGame, key: str, table: str) -> CheckItem:
        return CheckItem(
            key=key,
            kind=CheckItemKind.UNDECIDED,
            table=table,
            sides=[self._side(record, number, None) for number in self._cards_there(record)],
            stamp=self._stamp(record),
            game=record.game,
            reason=record.reason,
            joined_in_pass=self._joined(record.entrants),
        )

    def _cards_there(self, record: UndecidedGame) -> Sequence[int]:
        """Return whose cards can be looked at: who had left before the game has no line of it."""
        if record.reason != NotCovered.OPPONENT_LEFT.value:
            return record.entrants
        return [number for number in record.entrants if self.written[number, record.game] is not None]

    def _sums(self, number: int, errors: Sequence[CardError], table: str) -> CheckItem:
        """Make the item of a card that does not add up; one in the dead zone is left alone (appendix 5)."""
        seen = seen_of_errors(errors)
        signed = self._confirmed(number, None, seen)
        return CheckItem(
            key=f"card-{number}",
            kind=CheckItemKind.ARITHMETIC,
            table=table,
            sides=[CheckSide(self.entrants[number], None, "", number in self.pass_of, confirmed=signed)],
            stamp=_digest(["card", number, seen]),
            rules=[] if self.tournament.is_of_sheets else self._rules_of_errors(errors),
            errors=errors,
            signed=signed,
            is_required=number in self.pass_of or number not in self.dead_zone,
        )

    def _rules_of_errors(self, errors: Iterable[CardError]) -> list[tuple[str, str]]:
        edition, scoring = self.result.edition, self.tournament.scoring
        rules = {rule_of_error(edition, error.field, is_swapped=bool(error.note)) for error in errors}
        return [(rule, summary_of(rule, scoring=scoring)) for rule in sorted(rules)]

    @cached_property
    def dead_zone(self) -> set[int]:
        """The entrants whose cards nobody needs to add up again."""
        standings = {place.entrant: place.totals.standing for place in self.result.standings}
        house_players = {number for number, one in self.entrants.items() if one.house_player}
        max_points = self.tournament.scored.max_points
        if max_points is None:
            return house_players  # every game sheet is checked, not only the leaders'
        laid = piles(standings, self.result.qualifiers, max_points)
        return set(laid[CardPile.DEAD_ZONE]) | house_players

    def _side(self, record: Game, number: int, change: ResultChange | None) -> CheckSide:
        game = record.game
        written = self.written[number, game]
        others = [other for other in record.entrants if other != number]
        opponent = written.opponent if written is not None else None
        has_other_card = not isinstance(record, UndecidedGame) or record.reason != NotCovered.OPPONENT_LEFT.value
        if written is None or (opponent in others and has_other_card):
            names = ""
        else:
            named = self.entrants[opponent] if opponent is not None else None
            names = f"{named.place} {named.shown_name}" if named is not None else "nobody"
        return CheckSide(
            holder=self.entrants[number],
            written=written,
            names=names,
            is_flagged=number in self.pass_of,
            before=_line(game, opponent, change.before) if change else None,
            after=_line(game, opponent, change.after) if change else None,
            confirmed=self._confirmed(number, game, seen_of_line(written)),
            is_in_places=number in self.in_places,
            read_in_favor=self.read_in_favor.get(number, ()) if number in self.pass_of else (),
        )

    def _confirmed(self, number: int, game: int | None, stands: object) -> Confirmation | None:
        """Return the confirmation of a line, or of a card's sums, if they still are what was confirmed."""
        found = self.confirmed.get((number, game))
        return found if found is not None and found.seen == stands else None

    @cached_property
    def read_in_favor(self) -> Mapping[int, Sequence[int]]:
        return lines_read_in_favor(self.tournament, self.outcome)

    def _joined(self, entrants: Sequence[int]) -> int:
        return min((self.pass_of[number] for number in entrants if number in self.pass_of), default=1)

    def _stamp(self, record: Game) -> str:
        lines = [seen_of_line(self.written[number, record.game]) for number in record.entrants]
        stated = record.to_json() if isinstance(record, ResultRuling) else undecided_to_json(record)
        return _digest([stated, lines])


def _digest(what: Any) -> str:
    return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:20]


def _line(game: int, opponent: int | None, line: ResultLine) -> LineRecord:
    return LineRecord(game, opponent, line.points, line.plus, line.minus)
