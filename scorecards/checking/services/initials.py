"""Cross-checking: confirm, re-enter, initial, undo. Each act is a record of who did it and when."""

from typing import Any

from django.utils import timezone

from scorecards.cards.selectors.stack import is_own
from scorecards.cards.services.cards import CardChange, change_cards
from scorecards.checking.check_queue import CheckQueue
from scorecards.checking.items import CheckItem, CheckSide, line_of_seen, seen_of_line, table_in_words
from scorecards.errors import OWN_CARD
from scorecards.models import Confirmation, Signature, TableHold
from scorecards.records.facts import lines_of_game
from scorecards.records.recalculate import change_by_rulings
from scorecards.records.results import seen_of_errors
from scorecards.rules.entry.typed_cards import InvalidCard
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.initials import MAX_INITIALS, initials_from
from tournaments.rules.types import Line as LineRecord


class InvalidInitials(Refused):
    """The text is not initials."""


class ItemChanged(Refused):
    """The cards changed since the item was read; ``item`` is the item now, ``None`` if it is settled."""

    def __init__(self, item: CheckItem | None) -> None:
        super().__init__(
            "The cards have changed. Check them again."
            if item is not None
            else "This item is settled: the cards agree, or the director decided."
        )
        self.item = item


def take_table(tournament: Tournament, actor: StaffMember, *, table: str, over: bool = False) -> None:
    """Take a table to check. ``over`` takes it from its checker. A person may hold more than one table.

    Raises:
        Refused: somebody else is at it, and ``over`` was not asked for; or nobody sits at such a table.
    """
    with change_by_rulings(tournament, affects_cards=False, public=False) as locked:
        queue = CheckQueue(locked)
        if not queue.has_table(table):
            raise Refused("No seats at that table.")
        _take(locked, actor, table, queue, over=over)


def leave_table(tournament: Tournament, actor: StaffMember, *, table: str) -> None:
    """Leave a table to others. Nothing happens where somebody else is at it."""
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        TableHold.objects.filter(tournament=locked, table=table, member=actor).delete()


def _take(tournament: Tournament, actor: StaffMember, table: str, queue: CheckQueue, *, over: bool = False) -> None:
    hold = queue.holds.get(table)
    if hold is not None and hold.member_id != actor.pk and not hold.is_idle and not over:
        raise Refused(f"{hold.member.name} is checking {table_in_words(table)}. Take it over if you have the cards.")
    is_others = hold is not None and hold.member_id != actor.pk
    if over and is_others and any(item.table == table for item in queue.items if item.key in queue.own_items(actor)):
        raise Refused(f"Your own card is at {table_in_words(table)}. Somebody else has to take it over.")
    now = timezone.now()
    TableHold.objects.update_or_create(
        tournament=tournament,
        table=table,
        defaults={"member": actor, "seen_at": now},
        create_defaults={"member": actor, "seen_at": now, "taken_at": now},
    )
    if hold is not None and hold.member_id != actor.pk:
        record_change(
            tournament,
            actor,
            AuditAction.TABLE_TAKEN_OVER,
            table_in_words(table),
            before={"checker": hold.member.name},
            after={"checker": actor.name},
        )


def confirm_lines(tournament: Tournament, actor: StaffMember, *, key: str, stamp: str) -> CheckItem:
    """Confirm that both lines of a game are entered as on the paper cards; return the item as it was.

    Raises:
        ItemChanged: the cards say something else by now.
        Refused: it is the person's own card, or somebody else is at that table.
    """
    with change_by_rulings(tournament, affects_cards=False, public=False) as locked:
        item = _item(locked, actor, key, stamp)
        for side in item.sides:
            if side.confirmed is None and not item.kind.is_arithmetic:
                seen = seen_of_line(side.written)
                _confirm_as_it_stands(item, side, seen, actor.initials, actor)
                subject = f"game {item.game}: {side.holder.place} {side.holder.shown_name}"
                record_change(locked, actor, AuditAction.LINE_CONFIRMED, subject, after=seen)
    return item


def _confirm_as_it_stands(item: CheckItem, side: CheckSide, seen: Any, initials: str, actor: StaffMember) -> None:
    """Replace the confirmation of a line, or of a card's sums."""
    found = Confirmation.objects.active().filter(entrant=side.holder, game=item.game)
    found.revoke(actor.name, "confirmed again as it stands now")
    Confirmation.objects.create(entrant=side.holder, game=item.game, seen=seen, initials=initials, made_by=actor.name)


def _revoke_initials(item: CheckItem, actor: StaffMember, why: str) -> None:
    if item.ruling is not None and item.signed is not None:
        Signature.objects.active().filter(ruling=item.ruling).revoke(actor.name, why)


def reenter_line(
    tournament: Tournament, actor: StaffMember, *, key: str, stamp: str, number: int, line: LineRecord, reason: str = ""
) -> None:
    """Re-enter one line of a game as it is on the paper card. The log keeps the earlier entry.

    Everything is recalculated. The line counts as confirmed: the person who entered it had the paper in hand.

    Raises:
        ItemChanged: the cards say something else by now.
        InvalidCard: the line cannot stand on a card, or a posted card would change without a reason.
        Refused: it is the person's own card, or somebody else is at that table.
    """
    with change_by_rulings(tournament, public=False) as locked:
        item = _item(locked, actor, key, stamp)
        side = next((side for side in item.sides if side.holder.number == number), None)
        if side is None or item.game is None or item.game != line.game:
            raise InvalidCard({"line": "This line is not part of that game."})
        if line != side.written:
            _revoke_initials(item, actor, "given for a line that was re-entered")
        entrant = side.holder
        change = CardChange(entrant, {line.game: line}, actor, reason)
        change_cards(tournament=locked, changes=[change], actor=actor)
        Confirmation.objects.active().filter(entrant=entrant, game=line.game).revoke(actor.name, "re-entered")
        Confirmation.objects.create(
            entrant=entrant,
            game=line.game,
            seen=seen_of_line(line),
            replaced=seen_of_line(side.written) if line != side.written else None,
            initials=actor.initials,
            made_by=actor.name,
        )


def undo_reentry(tournament: Tournament, actor: StaffMember, *, game: int, number: int, why: str) -> None:
    """Put back the line that was on the card before it was re-entered in cross-checking. The log keeps both.

    Raises:
        Refused: it is the actor's own card, the line was not re-entered, or the card has changed since.
    """
    with tournament_change(tournament, public=False) as locked:
        entrant = Entrant.objects.get(tournament=locked, number=number)
        if is_own(actor, entrant):
            raise Refused(OWN_CARD)
        found = Confirmation.objects.active().filter(entrant=entrant, game=game, replaced__isnull=False)
        reentry = found.first()
        line = lines_of_game(locked, game, [number]).get(number)
        if reentry is None or reentry.replaced is None or seen_of_line(line) != reentry.seen:
            raise Refused("This line has changed since it was re-entered. Look at the card.")
        before = line_of_seen(game, reentry.replaced)
        found.revoke(actor.name, why)
        change_cards(tournament=locked, changes=[CardChange(entrant, {game: before}, actor, why)], actor=actor)


def sign_item(tournament: Tournament, actor: StaffMember, *, key: str, stamp: str, initials: str = "") -> CheckItem:
    """Put initials under a ruling, or under a card whose sums were put right (appendix 1.e).

    ``initials`` default to the person's own. Returns the item as it was: where somebody initialed it before, nothing
    is changed.

    Raises:
        ItemChanged: the cards say something else by now.
        InvalidInitials: these are not 1 to 4 letters.
        Refused: the lines are not confirmed yet, nobody but the director can settle it, it is the person's own
            card, or somebody else is at that table.
    """
    with change_by_rulings(tournament, affects_cards=False, public=False) as locked:
        item = _item(locked, actor, key, stamp)
        if item.is_done:
            return item
        by = _initials(initials, actor)
        if item.kind.is_undecided:
            raise Refused("No rule covers this game. The director decides.")
        rules = ", ".join(rule for rule, _ in item.rules)
        if item.kind.is_arithmetic:
            seen = seen_of_errors(item.errors)
            _confirm_as_it_stands(item, item.reader, seen, by, actor)
            record_change(locked, actor, AuditAction.SUMS_INITIALED, _named(item), after=seen, rule=rules)
            return item
        if not item.is_confirmed:
            raise Refused("First confirm that both entries match the paper cards.")
        assert item.ruling is not None, "a ruling in the queue is stored"
        Signature.objects.create(ruling_id=item.ruling, initials=by, made_by=actor.name)
        record_change(
            locked,
            actor,
            AuditAction.RULING_INITIALED,
            _named(item),
            after={
                "initials": by,
                "changes": {
                    side.holder.place: {"before": seen_of_line(side.before), "after": seen_of_line(side.after)}
                    for side in item.changes
                },
            },
            rule=rules,
        )
    return item


def _initials(initials: str, actor: StaffMember) -> str:
    own = actor.initials.strip()
    # What somebody was given before initials had to be letters stays theirs.
    if own and initials.strip() in ("", own):
        return own
    if by := initials_from(initials):
        return by
    raise InvalidInitials(f"Initials are 1 to {MAX_INITIALS} letters: AB, or ABC.")


def revoke_initials(tournament: Tournament, actor: StaffMember, *, key: str, why: str = "") -> None:
    """Revoke the initials under an item and its confirmations; Refused where there are none."""
    with change_by_rulings(tournament, affects_cards=False, public=False) as locked:
        queue = CheckQueue(locked, key)
        item = queue.find(key)
        if item is None or item.signed is None:
            raise Refused("These initials were undone before.")
        if queue.own_items(actor):
            raise Refused(OWN_CARD)
        said = {"initials": item.signed.initials, "by": item.signed.made_by}
        _revoke_initials(item, actor, why)
        holders = [side.holder for side in item.sides]
        Confirmation.objects.active().filter(entrant__in=holders, game=item.game).revoke(actor.name, why)
        record_change(
            locked,
            actor,
            AuditAction.INITIALS_UNDONE,
            _named(item),
            before=said,
            after={"why": why} if why else None,
            rule=", ".join(rule for rule, _ in item.rules)[:40],
        )


def _item(tournament: Tournament, actor: StaffMember, key: str, stamp: str) -> CheckItem:
    """Return an item, if its content is what the person saw and they may act on it."""
    queue = CheckQueue(tournament, key)
    item = queue.find(key)
    if item is None or item.stamp != stamp:
        raise ItemChanged(item)
    if queue.own_items(actor):
        raise Refused(OWN_CARD)
    _take(tournament, actor, item.table, queue)
    return item


def _named(item: CheckItem) -> str:
    who = ", ".join(f"{side.holder.place} {side.holder.shown_name}" for side in item.sides)
    return (f"game {item.game}: {who}" if item.game is not None else who)[:200]
