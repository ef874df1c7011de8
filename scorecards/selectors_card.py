"""Reading one card with everything that was ruled about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Q, QuerySet

from scorecards.citations import summary_of
from scorecards.models import Correction, Decision, Line, Ruling, Scorecard
from scorecards.scoring import Totals, total
from scorecards.selectors import foot_totals
from tournaments.eventfile import FootTotals
from tournaments.eventfile import Line as LineRecord
from tournaments.models import Entrant, Tournament
from tournaments.selectors import games_sat_out_by

_Record = TypeVar("_Record", Ruling, Decision)


@dataclass(frozen=True, slots=True)
class Change:
    """One correction of one line: before, after, the rule, and who made it.

    ``is_own_arithmetic`` tells that neither a ruling nor a decision made it, but the card itself.
    """

    before: LineRecord
    after: LineRecord
    rule: str
    summary: str
    made_by: str
    initials: str
    is_own_arithmetic: bool


@dataclass(frozen=True, slots=True)
class CardLine:
    """One game of a card: the line as written, the line in force, and what led from one to the other.

    ``written`` is ``None`` where the card has no line for the game; so is ``in_force``, unless the director
    decided the game. ``opponent`` is whom the card names, ``opponent_in_force`` somebody else only by a decision.
    ``anchor`` names the ruling on the page, and is blank where there is none. ``is_sat_out`` tells that no line is
    due, because the schedule leaves the owner out of this game.
    """

    game: int
    opponent: Entrant | None
    opponent_in_force: Entrant | None
    written: LineRecord | None
    in_force: LineRecord | None
    changes: Sequence[Change]
    anchor: str = ""
    is_sat_out: bool = False

    @property
    def is_changed(self) -> bool:
        """Whether the line in force says something else than the line as written."""
        return bool(self.changes)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a ruling: whose card, the line as written, and what was changed on it.

    ``names`` is whom the line names as written where that is not the other side: somebody else, or "nobody".
    """

    entrant: Entrant
    written: LineRecord | None
    names: str
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class RulingShown:
    """A ruling or a decision of one game, with both cards as written as the evidence (12.2.i)."""

    anchor: str
    game: int
    rules: Sequence[tuple[str, str]]
    sides: tuple[Side, Side]
    made_by: str
    is_decision: bool
    reason: str


@dataclass(frozen=True, slots=True)
class CardShown:
    """A whole card: its lines, its totals as written, added up and in force, and the rulings about it."""

    lines: Sequence[CardLine]
    foot: FootTotals | None
    as_written: Totals
    in_force: Totals
    rulings: Sequence[RulingShown]
    missing: int

    @property
    def due(self) -> int:
        """How many lines the card needs if its owner plays to the end."""
        return sum(not line.is_sat_out for line in self.lines)

    @property
    def is_empty(self) -> bool:
        """Whether no game has a line yet, written or decided."""
        return all(line.in_force is None for line in self.lines)

    @property
    def arithmetic(self) -> list[Change]:
        """What the card's own arithmetic put right (appendix 5), in order of games."""
        return [change for line in self.lines for change in line.changes if change.is_own_arithmetic]

    @property
    def differs(self) -> bool:
        """Whether the foot totals as written are not what is in force."""
        foot, now = self.foot, self.in_force
        if foot is None:
            return False
        pairs = ((foot.game_points, now.game_points), (foot.games_won, now.games_won))
        spreads = ((foot.plus, now.plus), (foot.minus, now.minus))
        return any(written is not None and written != right for written, right in (*pairs, *spreads))


def card_shown(tournament: Tournament, entrant: Entrant) -> CardShown:
    """Return an entrant's card with everything that was ruled about it.

    Five queries, and one for the scorecard where the entrant was not read with it.
    """
    card: Scorecard | None = getattr(entrant, "scorecard", None)
    records: list[Ruling | Decision] = [*_about(Ruling, entrant), *_about(Decision, entrant)]
    records.sort(key=lambda record: record.game)
    others = [_other(record, entrant) for record in records]
    written, opponents = _written_lines(entrant, others, [record.game for record in records])
    changes = _changes(entrant, records)
    anchors = {record.game: f"ruling-{record.game}" for record in records}
    decided = {record.game: _other(record, entrant) for record in records if isinstance(record, Decision)}
    sat_out = games_sat_out_by(entrant)
    lines = []
    for game in range(1, tournament.games + 1):
        line, line_changes = written.get((entrant.pk, game)), changes.get((entrant.pk, game), [])
        in_force = line_changes[-1].after if line_changes else line
        opponent = opponents.get((entrant.pk, game))
        in_fact = decided.get(game) or opponent
        anchor, is_off = anchors.get(game, ""), game in sat_out
        lines.append(CardLine(game, opponent, in_fact, line, in_force, line_changes, anchor, is_off))
    return CardShown(
        lines=lines,
        foot=foot_totals(card) if card is not None else None,
        as_written=total(line.written for line in lines if line.written is not None),
        in_force=total(line.in_force for line in lines if line.in_force is not None),
        rulings=[_ruling_shown(record, entrant, written, opponents, changes) for record in records],
        missing=sum(line.in_force is None and not line.is_sat_out for line in lines),
    )


def _about(model: type[_Record], entrant: Entrant) -> QuerySet[_Record]:
    return model.objects.filter(Q(first=entrant) | Q(second=entrant)).select_related("first", "second")


def _other(record: Ruling | Decision, entrant: Entrant) -> Entrant:
    return record.second if record.first_id == entrant.pk else record.first


type_written = dict[tuple[int, int], LineRecord]
type_opponents = dict[tuple[int, int], Entrant | None]


def _written_lines(
    entrant: Entrant, others: Sequence[Entrant], games: Sequence[int]
) -> tuple[type_written, type_opponents]:
    """Return the entrant's own lines and the other cards' lines of the games ruled on, and whom each names."""
    wanted = Q(scorecard__entrant=entrant) | Q(scorecard__entrant__in=others, game__in=games)
    written: type_written = {}
    opponents: type_opponents = {}
    for line in Line.objects.filter(wanted).select_related("opponent", "scorecard"):
        number = line.opponent.number if line.opponent else None
        key = (line.scorecard.entrant_id, line.game)
        written[key] = LineRecord(line.game, number, line.points, line.plus, line.minus)
        opponents[key] = line.opponent
    return written, opponents


type_changes = Mapping[tuple[int, int], Sequence[Change]]


def _changes(entrant: Entrant, records: Sequence[Ruling | Decision]) -> type_changes:
    rulings = [record.pk for record in records if isinstance(record, Ruling)]
    decisions = [record.pk for record in records if isinstance(record, Decision)]
    found: dict[tuple[int, int], list[Change]] = {}
    wanted = Q(entrant=entrant) | Q(ruling__in=rulings) | Q(decision__in=decisions)
    for correction in Correction.objects.filter(wanted).order_by("pk"):
        change = Change(
            before=LineRecord(
                correction.game,
                None,
                correction.before_points,
                correction.before_plus,
                correction.before_minus,
            ),
            after=LineRecord(
                correction.game, None, correction.after_points, correction.after_plus, correction.after_minus
            ),
            rule=correction.rule,
            summary=summary_of(correction.rule),
            made_by=correction.made_by,
            initials=correction.initials,
            is_own_arithmetic=correction.ruling_id is None and correction.decision_id is None,
        )
        found.setdefault((correction.entrant_id, correction.game), []).append(change)
    return found


def _ruling_shown(
    record: Ruling | Decision,
    entrant: Entrant,
    written: type_written,
    opponents: type_opponents,
    changes: type_changes,
) -> RulingShown:
    def side(whose: Entrant) -> Side:
        key = (whose.pk, record.game)
        named = opponents.get(key)
        names_the_other = key not in opponents or (named is not None and named.pk == _other(record, whose).pk)
        names = "" if names_the_other else named.name if named is not None else "nobody"
        return Side(whose, written.get(key), names, changes.get(key, ()))

    is_decision = isinstance(record, Decision)
    rules = [record.rule] if isinstance(record, Decision) else record.rules
    return RulingShown(
        anchor=f"ruling-{record.game}",
        game=record.game,
        rules=[(rule, summary_of(rule)) for rule in rules],
        sides=(side(entrant), side(_other(record, entrant))),
        made_by=record.made_by,
        is_decision=is_decision,
        reason=record.reason if isinstance(record, Decision) else "",
    )
