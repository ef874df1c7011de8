"""Posting the qualifiers: a numbered snapshot that nothing alters afterwards, held first where wanted; waiving."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

from django.db import connection

from brackets.models import HeldPosting, Posting, Waiver
from brackets.models.posting import JsonText, SnapshotField
from brackets.posting.selectors import Checklist, NextPosting, held_posting, next_posting
from brackets.rules.card_snapshot import card_texts
from brackets.rules.checklist import NEVER_WAIVED, ChecklistItem, Condition
from brackets.rules.report import Report
from scorecards.records.facts import kept_card_records, lines_not_due
from scorecards.records.recalculate import change_by_rulings
from scorecards.records.ruled_cards import ruled_cards
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import Audience, AuditAction, StaffMember, Tournament
from tournaments.refused import Refused

MAX_REASON_LENGTH = 500
CARDS_AT_ONCE = 100
"""How many are stored by one statement, of 1 MB: larger ones take PostgreSQL's driver longer."""
INSERT_CARDS = "INSERT INTO brackets_postedcard (posting_id, number, snapshot) VALUES "
HELD = "held posting"
POSTING_RULE = {"acc-2020": "App.14", "acc-2010": "guideline 15", "games-55plus": ""}


class PostingRefused(Refused):
    """Nothing can be posted; ``conditions`` are those that are neither met nor waived."""

    status = 409

    def __init__(self, text: str, conditions: Iterable[Condition] = ()) -> None:
        super().__init__(text)
        self.conditions = tuple(conditions)


def post_qualifiers(tournament: Tournament, actor: StaffMember, *, seen: int, reason: str = "") -> Posting:
    """Freeze the standings, seeds, bracket size and byes as they are now as the next posting.

    ``seen`` is the tournament's version that the page showed: what is posted is what the director looked at.

    Raises:
        PostingRefused: the checklist is not met, the event has changed since the page was shown, nothing is
            different from the last posting, or a further posting has no reason.
    """
    _read_ahead(tournament)
    with change_by_rulings(tournament, affects_cards=False) as locked:
        found, wanted = _checked(locked, seen)
        if not wanted.is_new:
            raise PostingRefused("Nothing has changed since the last posting.")
        if wanted.last is not None and not reason.strip():
            raise PostingRefused("Enter what has changed and why. Everybody can read the reason.")
        _end_hold(locked, actor, "posted at once")
        cards = ((number, JsonText(text)) for number, text in _card_texts(locked, found))
        return _publish(locked, actor, wanted, cards, reason.strip())


def hold_posting(tournament: Tournament, actor: StaffMember, *, seen: int) -> HeldPosting:
    """Freeze what :func:`post_qualifiers` would post first, for staff only: nothing public reads it or follows.

    One that was held before is revoked. ``seen`` is as of :func:`post_qualifiers`.

    Raises:
        PostingRefused: the checklist is not met, the event has changed since the page was shown, something is posted,
            everybody sees the standings anyway, or the same is already held.
    """
    _read_ahead(tournament)
    with change_by_rulings(tournament, affects_cards=False, public=False) as locked:
        found, wanted = _checked(locked, seen)
        if wanted.last is not None:
            raise PostingRefused("The qualifiers are public already. A correction is posted at once.")
        if locked.standings_shown != Audience.NOBODY:
            raise PostingRefused("Everybody sees the standings already. Change this in Settings, or post at once.")
        if wanted.is_as_held:
            raise PostingRefused("This posting is held already.")
        _end_hold(locked, actor, "held again")
        cards = ", ".join(f'"{number}": {text}' for number, text in _card_texts(locked, found))
        held = HeldPosting.objects.create(
            tournament=locked,
            cards=JsonText(f"{{{cards}}}"),
            cards_version=locked.cards_version,
            made_by=actor.name,
            **wanted.snapshot,
        )
        told = record_change(locked, actor, AuditAction.POSTING_HELD, HELD, after=_summary(wanted))
        held.log_head = told.digest
        held.save(update_fields=["log_head"])
    return held


def reveal_posting(tournament: Tournament, actor: StaffMember, *, held: int) -> Posting:
    """Post what is held, cards as frozen then. ``held`` is the id of the one that the page showed.

    Raises:
        PostingRefused: it is not held any more, a condition of the checklist is open again, or what would be posted
            now is not what is held.
    """
    with change_by_rulings(tournament, affects_cards=False) as locked:
        wanted = next_posting(locked, found := Checklist(locked))
        if wanted is None or wanted.held is None or wanted.held.pk != held:
            raise PostingRefused("This posting is no longer held. Check the one that is, then reveal.")
        if found.unmet:
            raise PostingRefused("The checklist is not complete any more.", found.unmet)
        if not wanted.is_as_held:
            raise PostingRefused("Something has changed since this was held. Check it, then post or hold again.")
        cards = [(int(number), card) for number, card in wanted.held.cards.items()]
        HeldPosting.objects.filter(pk=held).revoke(actor.name, "revealed")
        return _publish(locked, actor, wanted, cards, "", held_by=wanted.held.made_by)


def undo_hold(*, tournament: Tournament, actor: StaffMember) -> None:
    """Undo the hold without showing anything: the record stays, and is never revealed. Do nothing if none is held."""
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        _end_hold(locked, actor, "undone")


def _read_ahead(tournament: Tournament) -> None:
    """Read cards and schedule before the event is held: only what changes until then is read while it is."""
    kept_card_records(tournament)
    lines_not_due(tournament)


def _checked(tournament: Tournament, seen: int) -> tuple[Checklist, NextPosting]:
    if tournament.version != seen:
        raise PostingRefused("Something changed since you opened this page. Check it, then post.")
    found = Checklist(tournament)
    if found.unmet:
        raise PostingRefused("The checklist is not complete yet.", found.unmet)
    wanted = next_posting(tournament, found)
    assert wanted is not None, "without cards the checklist is not met"
    return found, wanted


def _card_texts(tournament: Tournament, found: Checklist) -> Iterator[tuple[int, str]]:
    return card_texts(ruled_cards(tournament, people=found.queue.people, written=found.queue.cards))


def _end_hold(tournament: Tournament, actor: StaffMember, why: str) -> None:
    """Revoke the hold that is not revealed, if there is one, and log it."""
    held = held_posting(tournament)
    if held is None:
        return
    HeldPosting.objects.filter(pk=held.pk).revoke(actor.name, why)
    record_change(
        tournament,
        actor,
        AuditAction.POSTING_HOLD_UNDONE,
        HELD,
        before={"held by": held.made_by},
        after={"reason": why},
    )


def _publish(
    tournament: Tournament,
    actor: StaffMember,
    wanted: NextPosting,
    cards: Iterable[tuple[int, Any]],
    reason: str,
    held_by: str = "",
) -> Posting:
    """Store the next posting with these cards, make it the latest, and log it. Call it within the change."""
    posting = Posting.objects.create(
        tournament=tournament,
        number=wanted.last.number + 1 if wanted.last is not None else 1,
        changes=wanted.changes,
        reason=reason,
        made_by=actor.name,
        **wanted.snapshot,
    )
    _store_cards(posting, cards)
    tournament.latest_posting = posting.number
    tournament.save(update_fields=["latest_posting"])
    told = record_change(
        tournament,
        actor,
        AuditAction.STANDINGS_POSTED,
        f"posting {posting.number}",
        after={**_summary(wanted, reason), **({"held by": held_by} if held_by else {})},
        rule=_rule_of(tournament, wanted.report),
    )
    posting.log_head = told.digest
    posting.save(update_fields=["log_head"])
    return posting


def _store_cards(posting: Posting, cards: Iterable[tuple[int, Any]]) -> None:
    """Store cards as they come, some at a time: the texts of all would fill 22 MB at 2,000 entrants.

    The statement is written here: :meth:`bulk_create` takes longer to put it together than the database to do it.
    """
    snapshot = SnapshotField()
    rest = iter(cards)
    with connection.cursor() as cursor:
        while some := list(islice(rest, CARDS_AT_ONCE)):
            values = [(posting.pk, number, snapshot.get_db_prep_save(card, connection)) for number, card in some]
            cursor.execute(INSERT_CARDS + ", ".join(["(%s, %s, %s)"] * len(some)), [*chain.from_iterable(values)])


def _summary(wanted: NextPosting, reason: str = "") -> dict[str, Any]:
    """Return what the log keeps of a posting."""
    report = wanted.report
    return {
        "qualifiers": report.qualifiers,
        "bracket size": report.bracket_size,
        "byes": report.byes,
        "reason": reason,
        "waived": wanted.waivers,
    }


def _rule_of(tournament: Tournament, report: Report) -> str:
    """Return the rule that a posting follows; none where game sheets are the result, which the rulebook knows not."""
    is_result = tournament.is_of_sheets and not report.qualifiers
    return "" if is_result else POSTING_RULE[tournament.edition]


def waive_condition(tournament: Tournament, actor: StaffMember, *, item: str, reason: str) -> None:
    """Waive a condition of the checklist, with a reason that stays on the page for staff.

    Raises:
        Refused: there is no such condition, it can only be settled, or there is no reason.
    """
    with change_by_rulings(tournament, affects_cards=False, public=False) as locked:
        condition = next((found for found in ChecklistItem if found.value == item), None)
        if condition is None or condition in NEVER_WAIVED:
            whose = "the qualifiers" if locked.has_playoffs else "the places"
            raise Refused(f"This cannot be skipped: there is no order of {whose} without it.")
        if not reason.strip():
            raise Refused("Enter a reason. Staff can read it.")
        if len(reason) > MAX_REASON_LENGTH:
            raise Refused(f"The reason is too long. Use at most {MAX_REASON_LENGTH} characters.")
        if not Checklist(locked).condition(condition).open:
            raise Refused("This condition is already met.")
        Waiver.objects.active().filter(tournament=locked, item=item).revoke(actor.name, "waived again")
        Waiver.objects.create(tournament=locked, item=item, reason=reason.strip(), made_by=actor.name)
        record_change(locked, actor, AuditAction.CONDITION_WAIVED, item, after={"reason": reason.strip()})


def revoke_waiver(tournament: Tournament, actor: StaffMember, *, item: str) -> None:
    """Revoke a waiver: the condition has to be met again. Do nothing if there is none."""
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        active = Waiver.objects.active().filter(tournament=locked, item=item)
        found = active.first()
        if found is None:
            return
        active.revoke(actor.name, "")
        record_change(locked, actor, AuditAction.WAIVER_UNDONE, item, before={"reason": found.reason})
