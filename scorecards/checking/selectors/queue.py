"""Read the cross-checking queue: the games and cards to check, and how far checking is."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from scorecards.checking.check_queue import CheckQueue, Replacing, TableHolder
from scorecards.checking.items import (
    CheckItem,
    CheckItemKind,
    CheckSide,
    GivenInitials,
    Holder,
    SumError,
    key_of_game,
    seen_of_line,
    table_read,
)
from scorecards.checking.requests import RequestedGame, requested_game
from scorecards.models import Confirmation, Line, Ruling, Signature, TableHold
from scorecards.records.facts import kept_card_records
from scorecards.records.results import CurrentResult, current_result, seen_of_errors
from scorecards.rules.citations import rule_of_error, summary_of
from scorecards.rules.crosscheck import UndecidedGame
from scorecards.rules.event_result import ResultChange, ResultLine, ResultRuling, undecided_to_json
from scorecards.rules.line_points import CardError
from scorecards.rules.qualifying import CardPile, piles
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.models import Tournament
from tournaments.records.entrants import display_name, people_of
from tournaments.rules.columns import LINE_COLUMNS
from tournaments.rules.seating import seat_key
from tournaments.rules.types import CardRecord
from tournaments.rules.types import Line as LineRecord

HELD_FOR = timedelta(minutes=10)
"""A table that its checker has not touched for so long may be taken by anybody."""


def check_queue(tournament: Tournament) -> CheckQueue:
    """Return everything to check, in order of tables and seats.

    Seven queries for any number of cards, and five more for what this process has not read yet.
    """
    holds = _holds(tournament)
    outcome = current_result(tournament, with_rulings=True)
    people, cards = people_of(tournament), kept_card_records(tournament)
    if outcome is None:
        return CheckQueue([], holds, None, people, cards)
    reading = _QueueReader(tournament, outcome, people, cards)
    items = [*reading.arithmetic(), *reading.rulings(), *reading.undecided()]
    items.sort(key=reading.order)
    return CheckQueue(items, holds, outcome, people, cards, reading.replacing)


def _holds(tournament: Tournament) -> dict[str, TableHolder]:
    idle_since = timezone.now() - HELD_FOR
    return {
        hold.table: TableHolder(hold.table, hold.member_id, hold.member.name, hold.seen_at < idle_since)
        for hold in TableHold.objects.filter(tournament=tournament).select_related("member")
    }


def one_item_queue(tournament: Tournament, key: str) -> CheckQueue:
    """Return the queue with one item at most, for an act on it: all others are neither read nor made."""
    holds = _holds(tournament)
    outcome = current_result(tournament, with_rulings=True)
    asked = requested_game(key)
    if outcome is None or asked is None:
        return CheckQueue([], holds, outcome)
    reading = _QueueReader(tournament, outcome, asked=asked)
    items = [*reading.arithmetic(), *reading.rulings(), *reading.undecided()]
    return CheckQueue(items, holds, outcome, reading.people)


class _QueueReader:
    """Makes the items from the report and from the acts of checkers: all of them, or the one that was asked for."""

    def __init__(
        self,
        tournament: Tournament,
        outcome: CurrentResult,
        people: Mapping[int, Mapping[str, Any]] | None = None,
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
        self.people = people if people is not None else self._people_concerned()
        self.replacing: list[Replacing] = []
        self.confirmed = self._confirmations()
        self.stored = self._stored_rulings()

    def _is_asked(self, record: ResultRuling | UndecidedGame) -> bool:
        asked = self.asked
        return asked is None or (record.game == asked.game and tuple(record.entrants) == asked.numbers)

    def _games(self) -> list[ResultRuling | UndecidedGame]:
        return [*self.found_rulings, *self.found_undecided]

    def _people_concerned(self) -> Mapping[int, Mapping[str, Any]]:
        numbers = set(self.asked.numbers) if self.asked is not None else set()
        numbers |= {line.opponent for line in self.written.values() if line.opponent is not None}
        return people_of(self.tournament, among=numbers)

    def _written_lines(self, cards: Sequence[CardRecord]) -> dict[tuple[int, int], LineRecord]:
        games_of: defaultdict[int, set[int]] = defaultdict(set)
        for record in self._games():
            for number in record.entrants:
                games_of[number].add(record.game)
        if self.asked is None:
            concerned = [card for card in cards if card.entrant in games_of]
            return {
                (card.entrant, line.game): line
                for card in concerned
                for line in card.lines
                if line.game in games_of[card.entrant]
            }
        rows = Line.objects.filter(
            scorecard__entrant__tournament=self.tournament,
            scorecard__entrant__number__in=list(games_of),
            game=self.asked.game or 0,
        ).values_list("scorecard__entrant__number", "game", "opponent__number", *LINE_COLUMNS)
        return {(number, game): LineRecord(game, *rest) for number, game, *rest in rows.order_by()}

    def _confirmations(self) -> dict[tuple[int, int | None], tuple[list[Any], GivenInitials]]:
        """Return what was confirmed by entrant's number and game (``None``: the sums), and by whom."""
        rows = Confirmation.objects.active().filter(entrant__tournament=self.tournament).order_by("pk")
        if self.asked is not None:
            rows = rows.filter(entrant__number__in=self.asked.numbers, game=self.asked.game)
        values = rows.values_list("entrant__number", "game", "seen", "replaced", "initials", "made_by", "made_at")
        found: dict[tuple[int, int | None], tuple[list[Any], GivenInitials]] = {}
        for number, game, seen, replaced, initials, by, at in values:
            signed = GivenInitials(initials, by, at)
            found[number, game] = (seen, signed)
            if game is not None and replaced is not None:
                self.replacing.append(Replacing(number, game, seen, replaced, signed))
        return found

    def _stored_rulings(self) -> dict[tuple[int, int, int], tuple[int, GivenInitials | None]]:
        """Return the key of each ruling, and the initials under it, by game and both numbers."""
        rows = Ruling.objects.active().filter(tournament=self.tournament)
        signatures = Signature.objects.active().filter(ruling__tournament=self.tournament).order_by("-pk")
        if self.asked is not None:
            numbers = self.asked.numbers
            rows = rows.filter(first__number__in=numbers, second__number__in=numbers, game=self.asked.game or 0)
            signatures = signatures.filter(ruling__in=rows)
        given = signatures.values_list("ruling_id", "initials", "made_by", "made_at")
        signed = {ruling: GivenInitials(initials, by, at) for ruling, initials, by, at in given}
        stored = rows.order_by().values_list("pk", "game", "first__number", "second__number")
        return {(game, first, second): (ruling, signed.get(ruling)) for ruling, game, first, second in stored}

    def order(self, item: CheckItem) -> tuple[Any, ...]:
        """Sort by table, then by the seat of the card that is read, then by game; a card's own sums come first."""
        first = (item.qualifiers or item.sides)[0].holder
        return (
            not item.table,
            len(item.table),
            item.table,
            (seat_key(first.seat), first.number),
            not item.kind.is_arithmetic,
            item.game or 0,
            item.key,
        )

    def rulings(self) -> Iterable[CheckItem]:
        for record in self.found_rulings:
            first, second = record.entrants
            ruling, signed = self.stored.get((record.game, first, second), (None, None))
            changes = {change.entrant: change for change in record.changes}
            sides = [self._side(record, number, changes.get(number)) for number in record.entrants]
            yield CheckItem(
                key=key_of_game(record.game, record.entrants),
                kind=CheckItemKind.RULING,
                table=table_read(sides),
                sides=sides,
                stamp=self._stamp(record),
                game=record.game,
                rules=[(rule, summary_of(rule)) for rule in record.rules],
                ruling=ruling,
                signed=signed,
                joined_in_pass=self._joined(record.entrants),
            )

    def undecided(self) -> Iterable[CheckItem]:
        for record in self.found_undecided:
            sides = [self._side(record, number, None) for number in record.entrants]
            yield CheckItem(
                key=key_of_game(record.game, record.entrants),
                kind=CheckItemKind.UNDECIDED,
                table=table_read(sides),
                sides=sides,
                stamp=self._stamp(record),
                game=record.game,
                reason=record.reason,
                joined_in_pass=self._joined(record.entrants),
            )

    def arithmetic(self) -> Iterable[CheckItem]:
        """Yield the cards that do not add up; those in the dead zone need no touch (appendix 5)."""
        by_card: dict[int, list[CardError]] = defaultdict(list)
        for error in self.result.arithmetic:
            if self.asked is None or (self.asked.game is None and error.entrant in self.asked.numbers):
                by_card[error.entrant].append(error)
        if not by_card:
            return
        spared = self._dead_zone()
        is_cited = not self.tournament.is_of_sheets
        for number, errors in by_card.items():
            holder = self._holder(number)
            seen = seen_of_errors(errors)
            confirmed, by = self.confirmed.get((number, None), (None, None))
            signed = by if confirmed == seen else None
            yield CheckItem(
                key=f"card-{number}",
                kind=CheckItemKind.ARITHMETIC,
                table=holder.table,
                sides=[CheckSide(holder, None, "", number in self.pass_of, confirmed=signed)],
                stamp=_digest(["card", number, seen]),
                rules=self._rules_of_errors(errors) if is_cited else [],
                errors=[
                    SumError(error.game, error.field, error.recorded, error.computed, error.note) for error in errors
                ],
                signed=signed,
                is_required=number not in spared,
            )

    def _rules_of_errors(self, errors: Iterable[CardError]) -> list[tuple[str, str]]:
        edition, scoring = self.result.edition, self.tournament.scoring
        rules = {rule_of_error(edition, error.field, is_swapped=bool(error.note)) for error in errors}
        return [(rule, summary_of(rule, scoring=scoring)) for rule in sorted(rules)]

    def _dead_zone(self) -> set[int]:
        standings = {place.entrant: place.totals.standing for place in self.result.standings}
        house_players = {number for number, person in self.people.items() if person["house_player"]}
        max_points = scoring_system(self.tournament.scoring).max_points
        if max_points is None:
            return house_players  # every game sheet is checked, not only the leaders'
        laid = piles(standings, self.result.qualifiers, max_points)
        return set(laid[CardPile.DEAD_ZONE]) | house_players

    def _side(self, record: ResultRuling | UndecidedGame, number: int, change: ResultChange | None) -> CheckSide:
        game = record.game
        written = self.written.get((number, game))
        seen, by = self.confirmed.get((number, game), (None, None))
        others = [other for other in record.entrants if other != number]
        opponent = written.opponent if written is not None else None
        if written is None or opponent in others:
            names = ""
        else:
            named = self._holder(opponent) if opponent is not None else None
            names = f"{named.place} {named.name}" if named is not None else "nobody"
        return CheckSide(
            holder=self._holder(number),
            written=written,
            names=names,
            is_flagged=number in self.pass_of,
            before=_line(game, opponent, change.before) if change else None,
            after=_line(game, opponent, change.after) if change else None,
            confirmed=by if seen is not None and seen == seen_of_line(written) else None,
            is_in_places=number in self.in_places,
        )

    def _holder(self, number: int) -> Holder:
        person = self.people[number]
        names = tuple(name for name in (person["name"], person["partner"]) if name)
        return Holder(number, person["seat"], display_name(person), names)

    def _joined(self, entrants: Sequence[int]) -> int:
        return min((self.pass_of[number] for number in entrants if number in self.pass_of), default=1)

    def _stamp(self, record: ResultRuling | UndecidedGame) -> str:
        lines = [seen_of_line(self.written.get((number, record.game))) for number in record.entrants]
        stated = record.to_json() if isinstance(record, ResultRuling) else undecided_to_json(record)
        return _digest([stated, lines])


def _digest(what: Any) -> str:
    return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:20]


def _line(game: int, opponent: int | None, line: ResultLine) -> LineRecord:
    return LineRecord(game, opponent, line.points, line.plus, line.minus)
