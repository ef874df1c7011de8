"""Save a card as written, once, and never over what somebody else saved meanwhile; change lines of many at once.

Only staff see cards before they are posted, but everybody sees that the qualifying round has begun. So public pages
follow the first line that is entered, and the last one that is undone.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple, NotRequired, TypedDict
from uuid import UUID, uuid4

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from scorecards.cards.selectors.stack import is_own
from scorecards.errors import OWN_CARD
from scorecards.models import CardPresence, CardSave, Line, Scorecard
from scorecards.records.facts import foot_totals, is_begun
from scorecards.records.outcomes import end_rulings
from scorecards.records.reports import locked_lines
from scorecards.rules.entry.card_reading import CardLimits, find_errors
from scorecards.rules.entry.sheet_notation import is_of_sheet, sheet_line_in_words
from scorecards.rules.entry.typed_cards import InvalidCard, SeatPlan
from scorecards.rules.reasons import text_problem
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.changes.audit import Change, Outsider, record_changes
from tournaments.changes.transaction import bump_public_version, tournament_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.records.entrants import entrants_by_number
from tournaments.rules.schedule_check import games_in_words
from tournaments.rules.scorings import FOOT_COLUMNS, LINE_COLUMNS
from tournaments.rules.text import place_of, seat_and_name
from tournaments.rules.types import FootTotals
from tournaments.rules.types import Line as LineRecord
from tournaments.term import current_term, in_term


@dataclass(frozen=True, slots=True)
class StoredCard:
    """A stored card; version 0 is a card that nobody has saved yet. ``key`` is of the save that made this version.

    As the answer to a save that was answered before (``is_repeat``) it has the version and the key of that answer.
    """

    version: int
    lines: Mapping[int, LineRecord]
    foot: FootTotals | None
    saved_by: str = ""
    saved_at: datetime | None = None
    key: UUID | None = None
    is_repeat: bool = False

    @property
    def seen(self) -> str:
        """What a form says that it saw: the version in its term, with the key of the save that made it.

        The number alone may be used twice, before and after a restore; the key tells the same content from another.
        """
        return in_term(f"{self.version}/{self.key or ''}") if current_term().number else str(self.version)


class StaleCard(Exception):
    """Somebody else has saved this card since it was opened; ``current`` is what they saved."""

    def __init__(self, current: StoredCard) -> None:
        super().__init__("the card was saved by somebody else meanwhile")
        self.current = current


def _card_of(entrant: Entrant) -> Scorecard | None:
    """Return an entrant's card, as ``key`` that of the save which made its version. One query."""
    made_it = CardSave.objects.filter(scorecard=OuterRef("pk"), version=OuterRef("version")).order_by("pk")
    card = Scorecard.objects.filter(entrant=entrant).annotate(key=Subquery(made_it.values("key")[:1])).first()
    if card is not None:
        card.entrant = entrant
    return card


def stored_card(entrant: Entrant) -> StoredCard:
    """Return the stored card of an entrant. Two queries."""
    card = _card_of(entrant)
    return StoredCard(0, {}, None) if card is None else card_as_stored(card, line_rows(card))


def stored_version(entrant: Entrant) -> int:
    """Return the version of an entrant's card, 0 where nobody has saved it. One query."""
    return Scorecard.objects.filter(entrant=entrant).values_list("version", flat=True).first() or 0


def line_rows(card: Scorecard) -> list[Line]:
    """Return the stored lines of a card, each with its opponent. One query."""
    return list(Line.objects.filter(scorecard=card).select_related("opponent"))


def card_as_stored(card: Scorecard, rows: Sequence[Line]) -> StoredCard:
    """Return a card and its lines as plain data."""
    lines = {row.game: _record(row) for row in rows}
    return StoredCard(card.version, lines, foot_totals(card), card.saved_by, card.saved_at, getattr(card, "key", None))


def _record(row: Line) -> LineRecord:
    number = row.opponent.number if row.opponent is not None else None
    return LineRecord(row.game, number, *(getattr(row, column) for column in LINE_COLUMNS))


class Sent(TypedDict):
    """What the form of a card sends beside the card: docs/saving-a-card.md has a table of what it leads to.

    ``version`` is the one the person saw, ``saw`` the save that made it, ``key`` is of this save and ``after`` an
    earlier one of theirs. One sent ``is_again`` was answered before, but maybe before the site was continued from an
    older copy. A card that was posted is changed only for a ``reason``.
    """

    version: int
    key: UUID
    after: NotRequired[UUID | None]
    saw: NotRequired[UUID | None]
    is_again: NotRequired[bool]
    reason: NotRequired[str]


def save_card(
    *,
    tournament: Tournament,
    entrant: Entrant,
    lines: Sequence[LineRecord] | None,
    foot: FootTotals | None,
    version: int,
    key: UUID,
    actor: StaffMember,
    after: UUID | None = None,
    saw: UUID | None = None,
    is_again: bool = False,
    reason: str = "",
) -> StoredCard:
    """Save a card as written, in one transaction, and log what changed.

    ``lines`` replaces every line; ``None`` saves the foot totals only. The rest is told at :class:`Sent`.

    Raises:
        InvalidCard: a line or a total cannot stand on a card, the key belongs to another card's save, the card is the
            actor's own, or a posted card would change without a reason.
        StaleCard: somebody else has saved other content since.
    """
    with tournament_change(tournament, public=False) as locked:
        answered = CardSave.objects.filter(key=key).select_related("scorecard").first()
        if answered and answered.scorecard.entrant_id != entrant.pk:
            raise InvalidCard({"key": "This page was saved as another card: open the card again."})
        card = _card_of(entrant)
        rows = [] if card is None else line_rows(card)
        before = StoredCard(0, {}, None) if card is None else card_as_stored(card, rows)
        opponents = opponents_named(locked, rows, lines or ())
        refuse_errors(locked, entrant, lines or (), foot, opponents)
        wanted = dict(before.lines) if lines is None else {line.game: line for line in lines}
        is_same = (wanted, foot) == (before.lines, before.foot)
        if answered and (is_same or is_again):
            return replace(before, version=answered.version, key=key, is_repeat=True)
        if is_own(actor, entrant):
            raise InvalidCard({"key": OWN_CARD})
        if answered:
            version, key = answered.version, uuid4()
        if version != before.version and not _made_by((after, saw), card):
            raise StaleCard(before)
        if is_same:
            return before
        refuse_without_reason(locked, before, reason)
        is_otherwise = _other_than_agreed(locked, entrant, before, wanted, reason)
        write = _Write(card or Scorecard(entrant=entrant, version=0), rows, before, wanted, foot, actor.name, key)
        _store(locked, [write], opponents)
        if bool(rows) != bool(wanted):
            others = Line.objects.filter(scorecard__entrant__tournament=locked).exclude(scorecard=write.card)
            if not others.exists():
                bump_public_version(locked)
        CardPresence.objects.filter(entrant=entrant, member=actor).delete()
        why = reason if is_otherwise or (locked.latest_posting and before.version) else ""
        record_changes(locked, actor, [_change_to_log(write, opponents, why)])
        return StoredCard(write.card.version, wanted, foot, write.card.saved_by, write.card.saved_at, key)


@contextmanager
def card_transaction(tournament: Tournament) -> Iterator[Tournament]:
    """Run a change of several cards, as ``tournament_change`` does."""
    with tournament_change(tournament, public=False) as locked:
        had_begun = is_begun(locked)
        yield locked
        if is_begun(locked) != had_begun:
            bump_public_version(locked)


def opponents_named(tournament: Tournament, rows: Iterable[Line], lines: Iterable[LineRecord]) -> dict[int, Entrant]:
    """Return the entrants that a card and its new lines name, by number. One query for those it did not name so far."""
    found = {row.opponent.number: row.opponent for row in rows if row.opponent is not None}
    new = {line.opponent for line in lines if line.opponent is not None} - found.keys()
    return found | (entrants_by_number(tournament, new) if new else {})


def refuse_without_reason(tournament: Tournament, before: StoredCard, reason: str) -> None:
    """Refuse to change a card that a posting shows, unless somebody says why; InvalidCard by the field ``reason``."""
    if not tournament.latest_posting or not before.version:
        return
    if not reason.strip():
        said = f"Posting {tournament.latest_posting} shows this card. Enter the reason for the correction."
        raise InvalidCard({"reason": said})
    if problem := text_problem(reason):
        raise InvalidCard({"reason": problem})


def _other_than_agreed(
    tournament: Tournament, entrant: Entrant, before: StoredCard, wanted: Mapping[int, LineRecord], reason: str
) -> bool:
    """Whether lines are newly entered otherwise than both players agreed on at the table; refused without a reason."""
    games = [
        game
        for game, line in sorted(locked_lines(tournament, entrant).items())
        if game in wanted and wanted[game] not in (line, before.lines.get(game))
    ]
    if games and not reason.strip():
        said = f"Both players agreed on {games_in_words(games)} at the table, which differs from the entry here."
        raise InvalidCard({"reason": f"{said} Compare with the paper card, or enter the reason."})
    return bool(games)


class CardChange(NamedTuple):
    """What is changed on one card: lines by game, ``None`` removes one; by whom, and why; foot totals, if any."""

    entrant: Entrant
    lines: Mapping[int, LineRecord | None]
    actor: StaffMember | Outsider
    reason: str = ""
    foot: FootTotals | None = None


def change_cards(
    *, tournament: Tournament, changes: Sequence[CardChange], actor: StaffMember | Outsider
) -> dict[int, int]:
    """Write lines on cards inside the change of a locked tournament; return new versions by entrant's number.

    Each card is saved under a version of its own, and logged; a card that says so already stays. About ten queries for
    any number of cards.

    Raises:
        InvalidCard: a line cannot stand on a card, or a posted card would change without a reason.
    """
    own = Scorecard.objects.filter(entrant__in=[change.entrant.pk for change in changes])
    cards = {card.entrant_id: card for card in own}
    rows: defaultdict[int | None, list[Line]] = defaultdict(list)
    for row in Line.objects.filter(scorecard__in=own.values("pk")).select_related("opponent"):
        rows[row.scorecard_id].append(row)
    new = [line for change in changes for line in change.lines.values() if line is not None]
    opponents = opponents_named(tournament, [row for some in rows.values() for row in some], new)
    writes, reasons = [], []
    for entrant, lines, by, reason, foot in changes:
        card = cards.get(entrant.pk) or Scorecard(version=0)
        card.entrant = entrant
        before = card_as_stored(card, rows[card.pk])
        refuse_errors(tournament, entrant, [line for line in lines.values() if line is not None], foot, opponents)
        wanted = {game: line for game, line in {**before.lines, **lines}.items() if line is not None}
        if (wanted, foot or before.foot) == (before.lines, before.foot):
            continue
        refuse_without_reason(tournament, before, reason)
        writes.append(_Write(card, rows[card.pk], before, wanted, foot or before.foot, by.name, uuid4()))
        reasons.append((by, reason if tournament.latest_posting and before.version else ""))
    _store(tournament, writes, opponents)
    told = zip(writes, reasons, strict=True)
    record_changes(
        tournament, actor, [_change_to_log(write, opponents, why)._replace(actor=by) for write, (by, why) in told]
    )
    return {write.card.entrant.number: write.card.version for write in writes}


def _made_by(keys: Iterable[UUID | None], card: Scorecard | None) -> bool:
    """Whether the stored card is the one that a save with one of these keys made."""
    known = [key for key in keys if key is not None]
    return card is not None and CardSave.objects.filter(key__in=known, scorecard=card, version=card.version).exists()


def refuse_errors(
    tournament: Tournament,
    entrant: Entrant,
    lines: Sequence[LineRecord],
    foot: FootTotals | None,
    opponents: Collection[int],
) -> None:
    """Refuse lines and totals that cannot stand on this entrant's card."""
    system = scoring_system(tournament.scoring)
    limits = CardLimits(tournament.games, system, entrant.number, SeatPlan({}, opponents))
    if errors := find_errors(lines, foot, limits):
        raise InvalidCard(errors)


class _Write(NamedTuple):
    """A card with its rows, what it says before and afterwards, and the save that is stored with it."""

    card: Scorecard
    rows: Sequence[Line]
    before: StoredCard
    lines: Mapping[int, LineRecord]
    foot: FootTotals | None
    who: str
    key: UUID

    @property
    def changed(self) -> list[int]:
        """The games whose lines differ, ascending."""
        before, games = self.before.lines, sorted({*self.before.lines, *self.lines})
        return [game for game in games if before.get(game) != self.lines.get(game)]


def _store(tournament: Tournament, writes: Sequence[_Write], opponents: Mapping[int, Entrant]) -> None:
    """Write cards with their next versions, and the lines that changed; end the rulings that rested on these."""
    ended = {(one.card.entrant_id, game) for one in writes if one.before.version for game in one.changed}
    if ended:
        end_rulings(tournament, ended)
    new, now = [one.card for one in writes if not one.card.pk], timezone.now()
    for one in writes:
        one.card.version, one.card.saved_by, one.card.saved_at = one.card.version + 1, one.who, now
        one.card.foot_written = one.foot is not None
        for field in FOOT_COLUMNS:
            setattr(one.card, field, getattr(one.foot, field, None))
    # One statement for new and changed rows: an update of many rows takes many times as long.
    Scorecard.objects.bulk_create(
        [one.card for one in writes if one.card.pk],
        update_conflicts=True,
        unique_fields=("pk",),
        update_fields=("version", "saved_by", "saved_at", "foot_written", *FOOT_COLUMNS),
    )
    Scorecard.objects.bulk_create(new)
    Line.objects.filter(pk__in=[row.pk for one in writes for row in one.rows if row.game not in one.lines]).delete()
    Line.objects.bulk_create(
        [
            filled(Line(scorecard=one.card, game=game), one.lines[game], opponents)
            for one in writes
            for game in one.changed
            if game in one.lines
        ],
        update_conflicts=True,
        unique_fields=("scorecard", "game"),
        update_fields=("opponent", *LINE_COLUMNS),
    )
    CardSave.objects.bulk_create(
        CardSave(scorecard=one.card, key=one.key, version=one.card.version, who=one.who) for one in writes
    )


def stamp(card: Scorecard, actor: StaffMember | Outsider) -> None:
    """Save a card's own row under its next version, with who saved it and when."""
    card.version += 1
    card.saved_by, card.saved_at = actor.name, timezone.now()
    card.save()


def filled(row: Line, line: LineRecord, opponents: Mapping[int, Entrant]) -> Line:
    """Give a row the columns of a line, and return it; ``opponents`` are whom lines name, by number."""
    row.opponent = None if line.opponent is None else opponents[line.opponent]
    for column in LINE_COLUMNS:
        setattr(row, column, getattr(line, column))
    return row


def _change_to_log(write: _Write, opponents: Mapping[int, Entrant], reason: str) -> Change:
    """Return what the log says about a change of a card; ``opponents`` are whom its lines name, by number."""
    before = write.before
    was, now = (
        {f"game {game}": _line_in_notation(lines.get(game), opponents) for game in write.changed}
        for lines in (before.lines, write.lines)
    )
    if before.foot != write.foot:
        was["totals"], now["totals"] = _foot_in_notation(before.foot), _foot_in_notation(write.foot)
    if reason.strip():
        now["reason"] = reason.strip()
    action = AuditAction.CARD_ENTERED if before.version == 0 else AuditAction.CARD_REENTERED
    return Change(action, seat_and_name(write.card.entrant), None if before.version == 0 else was, now)


def _line_in_notation(line: LineRecord | None, opponents: Mapping[int, Entrant]) -> str | None:
    """Return a line in the log's short form, ``B-5: 2 +16``. A dash stands for a blank."""
    if line is None:
        return None
    place = place_of(opponents[line.opponent]) if line.opponent is not None else "–"
    if is_of_sheet(line):
        return f"{place}: {sheet_line_in_words(line)}"
    points = "–" if line.points is None else str(line.points)
    spreads = (f"{sign}{spread:02d}" for sign, spread in (("+", line.plus), ("−", line.minus)) if spread)
    return f"{place}: {' '.join((points, *spreads))}"


def _foot_in_notation(foot: FootTotals | None) -> str | None:
    """Return the foot totals as the log shows them, ``25/11 +181 −160``."""
    if foot is None:
        return None
    if foot.total is not None:
        return f"{foot.total}/{'–' if foot.games_won is None else foot.games_won}"
    written = (foot.game_points, foot.games_won, foot.plus, foot.minus)
    points, won, plus, minus = ("–" if value is None else value for value in written)
    return f"{points}/{won} +{plus} −{minus}"
