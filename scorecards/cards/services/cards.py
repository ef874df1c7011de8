"""Save a card as written, once, and never over what somebody else saved meanwhile."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from scorecards.cards.selectors.stack import PRESENT_FOR, is_own
from scorecards.cards.services.transaction import note_beginning
from scorecards.errors import OWN_CARD
from scorecards.models import CardPresence, CardSave, Line, Scorecard
from scorecards.records.facts import foot_totals
from scorecards.records.outcomes import end_rulings
from scorecards.records.reports import locked_lines
from scorecards.rules.entry.card_reading import CardLimits, find_errors
from scorecards.rules.entry.sheet_notation import is_of_sheet, sheet_line_in_words
from scorecards.rules.entry.typed_cards import InvalidCard, SeatPlan
from scorecards.rules.reasons import text_problem
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.changes.audit import Change, Outsider, record_changes
from tournaments.changes.transaction import tournament_change
from tournaments.changes.write_queue import attempt
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.records.entrants import entrants_by_number
from tournaments.rules.schedule_check import games_in_words
from tournaments.rules.scorings import FOOT_COLUMNS, LINE_COLUMNS
from tournaments.rules.text import place_of, seat_and_name
from tournaments.rules.types import FootTotals
from tournaments.rules.types import Line as LineRecord
from tournaments.term import current_term, in_term

RENEWED_AFTER = timedelta(seconds=5)


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
        """What a form says that it saw."""
        return seen_as(self.version, self.key)


class StaleCard(Exception):
    """Somebody else has saved this card since it was opened; ``current`` is what they saved."""

    def __init__(self, current: StoredCard) -> None:
        super().__init__("the card was saved by somebody else meanwhile")
        self.current = current


def seen_as(version: int, key: UUID | None) -> str:
    """Return a version as a form says that it saw it: in its term, with the key of the save that made it.

    The number alone may be used twice, before and after a restore; the key tells the same content from another.
    """
    return in_term(f"{version}/{key or ''}") if current_term().number else str(version)


def _card_of(entrant: Entrant) -> Scorecard | None:
    """Return an entrant's card, as ``key`` that of the save which made its version. One query."""
    made_it = CardSave.objects.filter(scorecard=OuterRef("pk"), version=OuterRef("version")).order_by("pk")
    return Scorecard.objects.filter(entrant=entrant).annotate(key=Subquery(made_it.values("key")[:1])).first()


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

    ``lines`` replaces every line; ``None`` saves the foot totals only. docs/saving-a-card.md has a table of what
    ``version`` (the one the person saw), ``saw`` (the save that made it), ``key`` (of this save) and ``after`` (an
    earlier one of theirs) lead to. One sent ``is_again`` was answered before, but maybe before the site was
    continued from an older copy. A card that was posted is changed only for a ``reason``.

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
        others = _other_than_agreed(locked, entrant, before, wanted)
        _refuse_unexplained(others, reason)
        if card is None:
            card = Scorecard(entrant=entrant, version=0)
        _store(locked, card, rows, before, wanted, foot, opponents, actor)
        note_beginning(locked, card, had_lines=bool(rows), has_lines=bool(wanted))
        CardPresence.objects.filter(entrant=entrant, member=actor).delete()
        CardSave.objects.create(scorecard=card, key=key, version=card.version, who=actor.name)
        after_it = _with_changes(card, wanted, foot, key)
        why = reason if others or (locked.latest_posting and before.version) else ""
        record_changes(locked, actor, [change_to_log(entrant, before, after_it, opponents, why)])
        return after_it


def _with_changes(card: Scorecard, lines: Mapping[int, LineRecord], foot: FootTotals | None, key: UUID) -> StoredCard:
    return StoredCard(card.version, lines, foot, card.saved_by, card.saved_at, key)


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
    tournament: Tournament, entrant: Entrant, before: StoredCard, wanted: Mapping[int, LineRecord]
) -> list[int]:
    """Return the games that are newly entered otherwise than both players agreed on at the table."""
    return [
        game
        for game, line in sorted(locked_lines(tournament, entrant).items())
        if game in wanted and wanted[game] not in (line, before.lines.get(game))
    ]


def _refuse_unexplained(games: Sequence[int], reason: str) -> None:
    """Refuse lines that are not what both players agreed on, unless somebody says why."""
    if games and not reason.strip():
        said = f"Both players agreed on {games_in_words(games)} at the table, which differs from the entry here."
        raise InvalidCard({"reason": f"{said} Compare with the paper card, or enter the reason."})


def change_lines(
    *,
    tournament: Tournament,
    entrant: Entrant,
    lines: Mapping[int, LineRecord | None],
    key: UUID,
    actor: StaffMember | Outsider,
    foot: FootTotals | None = None,
    reason: str = "",
) -> int:
    """Write lines by game, and foot totals if any, inside the change of a locked tournament; return the new version.

    ``None`` removes a line from the card.

    Raises:
        InvalidCard: a line cannot stand on a card, or a posted card would change without a reason.
    """
    new = [line for line in lines.values() if line is not None]
    card, _ = Scorecard.objects.get_or_create(entrant=entrant, defaults={"version": 0})
    rows = line_rows(card)
    opponents = opponents_named(tournament, rows, new)
    refuse_errors(tournament, entrant, new, foot, opponents)
    before = card_as_stored(card, rows)
    wanted = {game: line for game, line in {**before.lines, **lines}.items() if line is not None}
    foot = foot or before.foot
    if (wanted, foot) == (before.lines, before.foot):
        return before.version
    refuse_without_reason(tournament, before, reason)
    _store(tournament, card, rows, before, wanted, foot, opponents, actor)
    CardSave.objects.create(scorecard=card, key=key, version=card.version, who=actor.name)
    why = reason if tournament.latest_posting and before.version else ""
    after = _with_changes(card, wanted, foot, key)
    record_changes(tournament, actor, [change_to_log(entrant, before, after, opponents, why)])
    return card.version


def _made_by(keys: Iterable[UUID | None], card: Scorecard | None) -> bool:
    """Whether the stored card is the one that a save with one of these keys made."""
    known = [key for key in keys if key is not None]
    if not known or card is None:
        return False
    return CardSave.objects.filter(key__in=known, scorecard=card, version=card.version).exists()


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


def _store(
    tournament: Tournament,
    card: Scorecard,
    rows: Sequence[Line],
    before: StoredCard,
    wanted: Mapping[int, LineRecord],
    foot: FootTotals | None,
    opponents: Mapping[int, Entrant],
    actor: StaffMember | Outsider,
) -> None:
    """Write the card with its next version, and the lines that changed."""
    card.foot_written = foot is not None
    for field in FOOT_COLUMNS:
        setattr(card, field, getattr(foot, field, None))
    stamp(card, actor)
    changed = {game for game in (*before.lines, *wanted) if before.lines.get(game) != wanted.get(game)}
    if before.version:
        end_rulings(tournament, [card.entrant_id], changed)
    gone = [row.pk for row in rows if row.game not in wanted]
    if gone:
        Line.objects.filter(pk__in=gone).delete()
    Line.objects.bulk_create(
        [
            filled(Line(scorecard=card, game=game), line, opponents)
            for game, line in sorted(wanted.items())
            if game in changed
        ],
        # One statement for new and changed lines: an update of many rows takes many times as long.
        update_conflicts=True,
        unique_fields=("scorecard", "game"),
        update_fields=("opponent", *LINE_COLUMNS),
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


def change_to_log(
    entrant: Entrant, before: StoredCard, after: StoredCard, opponents: Mapping[int, Entrant], reason: str
) -> Change:
    """Return what the log says about a change of a card; ``opponents`` are whom its lines name, by number."""
    places = {number: place_of(opponent) for number, opponent in opponents.items()}
    games = sorted({*before.lines, *after.lines})
    changed = [game for game in games if before.lines.get(game) != after.lines.get(game)]
    was, now = (
        {f"game {game}": _line_in_notation(card.lines.get(game), places) for game in changed}
        for card in (before, after)
    )
    if before.foot != after.foot:
        was["totals"], now["totals"] = _foot_in_notation(before.foot), _foot_in_notation(after.foot)
    if reason.strip():
        now["reason"] = reason.strip()
    action = AuditAction.CARD_ENTERED if before.version == 0 else AuditAction.CARD_REENTERED
    return Change(action, seat_and_name(entrant), None if before.version == 0 else was, now)


def _line_in_notation(line: LineRecord | None, places: Mapping[int, str]) -> str | None:
    """Return a line in the log's short form, ``B-5: 2 +16``. A dash stands for a blank."""
    if line is None:
        return None
    if is_of_sheet(line):
        return f"{places.get(line.opponent or 0, '–')}: {sheet_line_in_words(line)}"
    points = "–" if line.points is None else str(line.points)
    spreads = (f"{sign}{spread:02d}" for sign, spread in (("+", line.plus), ("−", line.minus)) if spread)
    return f"{places.get(line.opponent or 0, '–')}: {' '.join((points, *spreads))}"


def _foot_in_notation(foot: FootTotals | None) -> str | None:
    """Return the foot totals as the log shows them, ``25/11 +181 −160``."""
    if foot is None:
        return None
    if foot.total is not None:
        return f"{foot.total}/{'–' if foot.games_won is None else foot.games_won}"
    written = (foot.game_points, foot.games_won, foot.plus, foot.minus)
    points, won, plus, minus = ("–" if value is None else value for value in written)
    return f"{points}/{won} +{plus} −{minus}"


def open_card(*, entrant: Entrant, actor: StaffMember, is_still_open: bool = False) -> dict[str, Any]:
    """Store that a member has this card open; return when (``seen_at``), and the names of the ``others`` who do.

    What is still open is stored again only after :data:`RENEWED_AFTER`: a page that is left while it asks says as of
    which answer it is left.
    """
    now = timezone.now()
    of_card = CardPresence.objects.filter(entrant=entrant, seen_at__gt=now - PRESENT_FOR)
    seen_at = of_card.filter(member=actor).values_list("seen_at", flat=True).first() if is_still_open else None
    if seen_at is None or seen_at < now - RENEWED_AFTER:
        seen_at = now
        with attempt():
            CardPresence.objects.update_or_create(entrant=entrant, member=actor, defaults={"seen_at": now})
    names = of_card.exclude(member=actor).order_by("pk").values_list("member__name", flat=True)
    return {"seen_at": seen_at.isoformat(), "others": list(names)}


def close_card(*, entrant: Entrant, actor: StaffMember, seen_at: datetime) -> None:
    """Store that a member left the page that was last heard of then: the same card opened again since stays open."""
    with attempt():
        CardPresence.objects.filter(entrant=entrant, member=actor, seen_at__lte=seen_at).delete()
