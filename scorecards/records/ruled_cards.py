"""Read cards with their rulings: one for its page, or all of them for a posting."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Q, Subquery

from scorecards.models import Correction, Decision, Line, Ruling, Scorecard, Signature
from scorecards.records.facts import foot_totals, games_not_due_by, lines_not_due
from scorecards.records.working_out import bring_up_to_date
from scorecards.rules.citations import summary_of
from scorecards.rules.ruled_cards import CardPlayer, CardRuling, LineChange, RuledCard, RuledLine, RulingSide
from scorecards.rules.ruling_notes import notes_on
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.models import Entrant, Tournament
from tournaments.records.entrants import people_of
from tournaments.rules.columns import LINE_COLUMNS
from tournaments.rules.due_lines import NOTHING
from tournaments.rules.types import Line as LineRecord

People = Mapping[int, Mapping[str, Any]]


def ruled_card_of(tournament: Tournament, entrant: Entrant, people: People | None = None) -> RuledCard:
    """Return an entrant's card with its rulings. Six queries; one more each for a card not read and for ``people``."""
    bring_up_to_date(tournament)
    card: Scorecard | None = getattr(entrant, "scorecard", None)
    reading = _RuledCardReader(tournament, people_of(tournament) if people is None else people, only={entrant.number})
    return reading.card(entrant.number, card, games_not_due_by(tournament, entrant))


def ruled_cards_by_number(tournament: Tournament, only: Collection[int] | None = None) -> dict[int, RuledCard]:
    """Return every card by its entrant's number, or those of some numbers. Eight queries for any number of cards."""
    bring_up_to_date(tournament)
    people = people_of(tournament)
    stored = Scorecard.objects.filter(entrant__tournament=tournament).select_related("entrant")
    if only is not None:
        stored = stored.filter(entrant__number__in=only)
    cards = {card.entrant.number: card for card in stored}
    reading, sat_out = _RuledCardReader(tournament, people, only=only), lines_not_due(tournament)
    numbers = people if only is None else [number for number in people if number in only]
    return {number: reading.card(number, cards.get(number), sat_out.get(number, NOTHING)) for number in numbers}


@dataclass(frozen=True, slots=True)
class _Record:
    """A ruling or a decision as it is stored, with the numbers of both sides."""

    key: tuple[str, int]
    game: int
    numbers: tuple[int, int]
    rules: Sequence[str]
    made_by: str
    initials: str
    reason: str
    decided_by: str = ""

    @property
    def is_decision(self) -> bool:
        return self.key[0] == "decision"

    def other(self, number: int) -> int:
        return self.numbers[1] if self.numbers[0] == number else self.numbers[0]


def _side_of(row: Correction, prefix: str) -> LineRecord:
    return LineRecord(row.game, None, *(getattr(row, prefix + column) for column in LINE_COLUMNS))


class _RuledCardReader:
    """Everything about the cards of some numbers, or about all of them where ``only`` is ``None``."""

    def __init__(self, tournament: Tournament, people: People, *, only: Collection[int] | None = None) -> None:
        self.tournament = tournament
        self.people = people
        self.players: dict[int | None, CardPlayer | None] = {None: None}
        system = scoring_system(tournament.scoring)
        self.total = system.total
        self.sheet_columns = system.columns.line if system.columns.is_of_sheets else ()
        self.records: defaultdict[int, list[_Record]] = defaultdict(list)
        records = sorted(self._read_records(only), key=lambda record: record.game)
        for record in records:
            for number in record.numbers:
                self.records[number].append(record)
        self.written = self._read_lines(only, records)
        self.changes = self._read_changes(only, records)

    def _read_records(self, only: Collection[int] | None) -> Iterable[_Record]:
        concerned = Q(tournament=self.tournament)
        if only is not None:
            concerned &= Q(first__number__in=only) | Q(second__number__in=only)
        signature = Signature.objects.active().filter(ruling=OuterRef("pk"))
        rulings = (
            Ruling.objects.active()
            .filter(concerned)
            .annotate(signed=Subquery(signature.values("initials")[:1]))
            .values_list("pk", "game", "first__number", "second__number", "rules", "made_by", "signed")
        )
        for key, game, first, second, rules, made_by, signed in rulings:
            yield _Record(("ruling", key), game, (first, second), rules, made_by, signed or "", "")
        decisions = (
            Decision.objects.active()
            .filter(concerned)
            .values_list("pk", "game", "first__number", "second__number", "rule", "made_by", "reason", "decided_by")
        )
        for key, game, first, second, rule, made_by, reason, decided_by in decisions:
            yield _Record(("decision", key), game, (first, second), [rule], made_by, "", reason, decided_by)

    def _read_lines(
        self, only: Collection[int] | None, records: Sequence[_Record]
    ) -> dict[tuple[int, int], LineRecord]:
        wanted = Q(scorecard__entrant__tournament=self.tournament)
        if only is not None:
            others = {number for record in records for number in record.numbers}
            games = {record.game for record in records}
            own = Q(scorecard__entrant__number__in=only)
            wanted &= own | Q(scorecard__entrant__number__in=others, game__in=games)
        rows = Line.objects.filter(wanted).values_list(
            "scorecard__entrant__number", "game", "opponent__number", *LINE_COLUMNS
        )
        return {(number, game): LineRecord(game, *rest) for number, game, *rest in rows}

    def _read_changes(
        self, only: Collection[int] | None, records: Sequence[_Record]
    ) -> Mapping[tuple[int, int], tuple[LineChange, ...]]:
        wanted = Q(entrant__tournament=self.tournament)
        if only is not None:
            rulings = [record.key[1] for record in records if not record.is_decision]
            decisions = [record.key[1] for record in records if record.is_decision]
            wanted &= Q(entrant__number__in=only) | Q(ruling__in=rulings) | Q(decision__in=decisions)
        initials = {record.key[1]: record.initials for record in records if not record.is_decision}
        found: defaultdict[tuple[int, int], list[LineChange]] = defaultdict(list)
        rows = Correction.objects.active().filter(wanted).order_by("pk").select_related("entrant")
        for row in rows:
            change = LineChange(
                before=_side_of(row, "before_"),
                after=_side_of(row, "after_"),
                rule=row.rule,
                summary=summary_of(row.rule, self.tournament.edition, self.tournament.scoring),
                made_by=row.made_by,
                initials=initials.get(row.ruling_id or 0, ""),
                is_own_arithmetic=row.ruling_id is None and row.decision_id is None,
            )
            found[row.entrant.number, row.game].append(change)
        return {key: tuple(changes) for key, changes in found.items()}

    def card(self, number: int, card: Scorecard | None, sat_out: Container[int]) -> RuledCard:
        """Return one card. No line is due in games with a bye."""
        records = self.records.get(number, [])
        anchors = {record.game: f"ruling-{record.game}" for record in records}
        decided = {record.game: record.other(number) for record in records if record.is_decision}
        lines = []
        for game in range(1, self.tournament.games + 1):
            written, changes = self.written.get((number, game)), self.changes.get((number, game), ())
            named = written.opponent if written is not None else None
            lines.append(
                RuledLine(
                    game=game,
                    opponent=self._person(named),
                    opponent_in_force=self._person(decided.get(game) or named),
                    written=written,
                    in_force=changes[-1].after if changes else written,
                    changes=changes,
                    anchor=anchors.get(game, ""),
                    is_sat_out=game in sat_out,
                )
            )
        return RuledCard(
            lines=tuple(lines),
            foot=foot_totals(card) if card is not None else None,
            as_written=self.total(line.written for line in lines if line.written is not None),
            in_force=self.total(line.in_force for line in lines if line.in_force is not None),
            sheet=self.sheet_columns,
            rulings=tuple(self._ruling(record, number) for record in records),
            missing=sum(line.in_force is None and not line.is_sat_out for line in lines),
        )

    def _person(self, number: int | None) -> CardPlayer | None:
        # All cards of an event name everybody many times.
        if number not in self.players:
            person = self.people[number or 0]
            self.players[number] = CardPlayer(number or 0, person["name"], person["partner"])
        return self.players[number]

    def _ruling(self, record: _Record, number: int) -> CardRuling:
        sides = (self._side(record, number), self._side(record, record.other(number)))
        in_force = [(side.written, side.changes[-1].after if side.changes else side.written) for side in sides]
        return CardRuling(
            anchor=f"ruling-{record.game}",
            game=record.game,
            rules=tuple(
                (rule, summary_of(rule, self.tournament.edition, self.tournament.scoring)) for rule in record.rules
            ),
            sides=sides,
            made_by=record.made_by,
            initials=record.initials,
            is_decision=record.is_decision,
            reason=record.reason,
            decided_by=record.decided_by,
            notes=() if record.is_decision else notes_on(record.rules, in_force),
        )

    def _side(self, record: _Record, number: int) -> RulingSide:
        key = (number, record.game)
        written = self.written.get(key)
        if written is None or written.opponent == record.other(number):
            names = ""
        else:
            names = str(self.people[written.opponent]["name"]) if written.opponent is not None else "nobody"
        person = self.people[number]
        return RulingSide(
            CardPlayer(number, person["name"], person["partner"]), written, names, self.changes.get(key, ())
        )
