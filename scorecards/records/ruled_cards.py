"""Read cards with their rulings: one for its page, or all of them for a posting."""

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import OuterRef, Q, Subquery

from scorecards.models import Correction, Decision, Line, Ruling, Scorecard, Signature
from scorecards.records.facts import LinesOfCards, foot_totals, games_not_due_by, kept_card_records, lines_not_due
from scorecards.records.recalculate import bring_up_to_date
from scorecards.rules.citations import summary_of
from scorecards.rules.ruled_cards import CardPlayer, CardRuling, LineChange, RuledCard, RuledLine, RulingSide
from scorecards.rules.ruling_notes import notes_on
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.models import Entrant, Tournament
from tournaments.records.entrants import display_name, names_of, people_of
from tournaments.rules.due_lines import NOTHING
from tournaments.rules.scorings import LINE_COLUMNS
from tournaments.rules.types import CardRecord, FootTotals
from tournaments.rules.types import Line as LineRecord

People = Mapping[int, Mapping[str, Any]]


def ruled_card_of(tournament: Tournament, entrant: Entrant, people: People | None = None) -> RuledCard:
    """Return an entrant's card with its rulings. Six queries; one more each for a card not read and for ``people``."""
    bring_up_to_date(tournament)
    card: Scorecard | None = getattr(entrant, "scorecard", None)
    reading = _RuledCardReader(tournament, people_of(tournament) if people is None else people, only={entrant.number})
    foot = foot_totals(card) if card is not None else None
    return reading.card(entrant.number, foot, games_not_due_by(tournament, entrant))


def ruled_cards_by_number(
    tournament: Tournament, only: Collection[int] | None = None, people: People | None = None
) -> dict[int, RuledCard]:
    """Return the cards of some entrants, or of all, by number. Seven queries, one less with ``people``.

    Three more each for cards and schedule that this process has not read yet.
    """
    return dict(ruled_cards(tournament, only, people))


def ruled_cards(
    tournament: Tournament,
    only: Collection[int] | None = None,
    people: People | None = None,
    written: Iterable[CardRecord] | None = None,
) -> Iterator[tuple[int, RuledCard]]:
    """Yield what :func:`ruled_cards_by_number` returns, one after the other: all at once they fill a lot of memory.

    ``written`` are all cards as written, where they are read already.
    """
    bring_up_to_date(tournament)
    people = people_of(tournament) if people is None else people
    cards = {card.entrant: card for card in (kept_card_records(tournament) if written is None else written)}
    reading, sat_out = _RuledCardReader(tournament, people, only=only, cards=cards), lines_not_due(tournament)
    for number in people:
        if only is None or number in only:
            foot = cards[number].recorded if number in cards else None
            yield number, reading.card(number, foot, sat_out.get(number, NOTHING))


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


_BEFORE, _AFTER = (tuple(prefix + column for column in LINE_COLUMNS) for prefix in ("before_", "after_"))
_NO_CHANGES: Mapping[int, tuple[LineChange, ...]] = {}


class _Players(dict[int | None, CardPlayer | None]):
    """The holders of cards by number, each made once: all cards of an event name everybody many times."""

    def __init__(self, people: People) -> None:
        super().__init__({None: None})
        self._people = people

    def __missing__(self, number: int) -> CardPlayer:
        person = self._people[number]
        made = self[number] = CardPlayer(number, *names_of(person))
        return made

    def holder(self, number: int) -> CardPlayer:
        """Return who holds a card, who is never nobody."""
        return self[number] or self.__missing__(number)


_new_line = partial(tuple.__new__, RuledLine)
"""Makes a line of its values: to name each of them takes three times as long."""


class _RuledCardReader:
    """Everything about the cards of some numbers, or about all of them where ``only`` is ``None``.

    ``cards`` are all cards by number, where they are read already.
    """

    def __init__(
        self,
        tournament: Tournament,
        people: People,
        *,
        only: Collection[int] | None,
        cards: Mapping[int, CardRecord] | None = None,
    ) -> None:
        self.tournament = tournament
        self.people = people
        self.players = _Players(people)
        self.games = range(1, tournament.games + 1)
        system = scoring_system(tournament.scoring)
        self.total = system.total
        self.sheet_columns = system.columns.line if system.columns.is_of_sheets else ()
        self.records: defaultdict[int, list[_Record]] = defaultdict(list)
        records = sorted(self._read_records(only), key=lambda record: record.game)
        for record in records:
            for number in record.numbers:
                self.records[number].append(record)
        self.written = LinesOfCards(cards.values()) if cards is not None else self._read_lines(only or (), records)
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

    def _read_lines(self, only: Collection[int], records: Sequence[_Record]) -> Mapping[int, Mapping[int, LineRecord]]:
        others = {number for record in records for number in record.numbers}
        games = {record.game for record in records}
        wanted = Q(scorecard__entrant__number__in=only) | Q(scorecard__entrant__number__in=others, game__in=games)
        rows = Line.objects.filter(wanted, scorecard__entrant__tournament=self.tournament).values_list(
            "scorecard__entrant__number", "game", "opponent__number", *LINE_COLUMNS
        )
        lines: defaultdict[int, dict[int, LineRecord]] = defaultdict(dict)
        for number, game, *rest in rows:
            lines[number][game] = LineRecord(game, *rest)
        return lines

    def _read_changes(
        self, only: Collection[int] | None, records: Sequence[_Record]
    ) -> Mapping[int, Mapping[int, tuple[LineChange, ...]]]:
        """Return the changes by entrant's number and game."""
        wanted = Q(entrant__tournament=self.tournament)
        if only is not None:
            rulings = [record.key[1] for record in records if not record.is_decision]
            decisions = [record.key[1] for record in records if record.is_decision]
            wanted &= Q(entrant__number__in=only) | Q(ruling__in=rulings) | Q(decision__in=decisions)
        initials = {record.key[1]: record.initials for record in records if not record.is_decision}
        found: defaultdict[int, dict[int, tuple[LineChange, ...]]] = defaultdict(dict)
        rows = Correction.objects.active().filter(wanted).order_by("pk")
        columns = ("entrant__number", "game", "rule", "made_by", "ruling_id", "decision_id", *_BEFORE, *_AFTER)
        for number, game, rule, made_by, ruling, decision, *sides in rows.values_list(*columns):
            change = LineChange(
                before=LineRecord(game, None, *sides[: len(_BEFORE)]),
                after=LineRecord(game, None, *sides[len(_BEFORE) :]),
                rule=rule,
                summary=summary_of(rule, self.tournament.edition, self.tournament.scoring),
                made_by=made_by,
                initials=initials.get(ruling or 0, ""),
                is_own_arithmetic=ruling is None and decision is None,
            )
            found[number][game] = (*found[number].get(game, ()), change)
        return found

    def card(self, number: int, foot: FootTotals | None, sat_out: Container[int]) -> RuledCard:
        """Return one card. No line is due in games with a bye."""
        records = self.records.get(number, ())
        anchors = {record.game: f"ruling-{record.game}" for record in records}
        decided = {record.game: record.other(number) for record in records if record.is_decision}
        own, changed, players = self.written[number], self.changes.get(number, _NO_CHANGES), self.players
        lines, missing = [], 0
        for game in self.games:
            written = own.get(game)
            if written is not None and game not in changed and game not in anchors and game not in sat_out:
                # Nearly every line stands as it is written.
                opponent = players[written.opponent]
                lines.append(_new_line((game, opponent, opponent, written, written, (), "", False)))
                continue
            changes = changed.get(game, ())
            opponent = players[written.opponent] if written is not None else None
            standing = changes[-1].after if changes else written
            is_sat_out = game in sat_out
            if standing is None and not is_sat_out:
                missing += 1
            opponent_in_force = players[decided[game]] if game in decided else opponent
            anchor = anchors.get(game, "")
            lines.append(RuledLine(game, opponent, opponent_in_force, written, standing, changes, anchor, is_sat_out))
        total = self.total([line.written for line in lines if line.written is not None])
        return RuledCard(
            lines=tuple(lines),
            foot=foot,
            as_written=total,
            in_force=self.total([line.in_force for line in lines if line.in_force is not None]) if changed else total,
            sheet=self.sheet_columns,
            rulings=tuple(self._ruling(record, number) for record in records),
            missing=missing,
        )

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
        written = self.written[number].get(record.game)
        if written is None or written.opponent == record.other(number):
            names = ""
        else:
            names = display_name(self.people[written.opponent]) if written.opponent is not None else "nobody"
        changed = self.changes.get(number, _NO_CHANGES)
        return RulingSide(self.players.holder(number), written, names, changed.get(record.game, ()))
