"""Posting the qualifiers: a numbered snapshot that nothing alters afterwards, and waiving a condition."""

from __future__ import annotations

from collections.abc import Iterable

from brackets.models import PostedCard, Posting, Waiver
from brackets.models.posting import JsonText
from brackets.posting.selectors.checklist import checklist_of, condition_of
from brackets.posting.selectors.next_posting import next_posting
from brackets.rules.card_snapshot import card_texts
from brackets.rules.checklist import NEVER_WAIVED, ChecklistItem, Condition
from brackets.rules.report import Report
from scorecards.records.ruled_cards import ruled_cards
from scorecards.records.working_out import change_by_rulings
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, StaffMember, Tournament

MAX_REASON_LENGTH = 500
POSTING_RULE = {"acc-2020": "App.14", "acc-2010": "guideline 15", "games-55plus": ""}


class PostingRefused(Exception):
    """Nothing can be posted; the text says why. ``conditions`` are those that are neither met nor waived."""

    def __init__(self, text: str, conditions: Iterable[Condition] = ()) -> None:
        super().__init__(text)
        self.conditions = tuple(conditions)


def post_qualifiers(*, tournament: Tournament, actor: StaffMember, seen: int, reason: str = "") -> Posting:
    """Freeze the standings, seeds, bracket size and byes as they are now as the next posting.

    ``seen`` is the tournament's version that the page showed: what is posted is what the director looked at.

    Raises:
        PostingRefused: the checklist is not met, the event has changed since the page was shown, nothing is
            different from the last posting, or a further posting has no reason.
    """
    with change_by_rulings(tournament, affects_cards=False) as locked:
        if locked.version != seen:
            raise PostingRefused("Something changed since you opened this page. Check it, then post.")
        found = checklist_of(locked)
        if found.unmet:
            raise PostingRefused("The checklist is not complete yet.", found.unmet)
        wanted = next_posting(locked, found)
        assert wanted is not None, "without cards the checklist is not met"
        last, report = wanted.last, wanted.outcome.report
        if not wanted.is_new:
            raise PostingRefused("Nothing has changed since the last posting.")
        if last is not None and not reason.strip():
            raise PostingRefused("Enter what has changed and why. Everybody can read the reason.")
        posting = Posting.objects.create(
            tournament=locked,
            number=last.number + 1 if last is not None else 1,
            report=report.to_json(),
            people=wanted.people,
            changes=wanted.changes,
            waivers=[
                {"item": waiver.item, "reason": waiver.reason, "by": waiver.made_by}
                for waiver in found.waivers.values()
            ],
            reason=reason.strip(),
            is_exempted=locked.qualifiers is not None,
            exemption_reason=locked.qualifiers_reason,
            made_by=actor.name,
        )
        PostedCard.objects.bulk_create(
            PostedCard(posting=posting, number=number, snapshot=JsonText(text))
            for number, text in card_texts(ruled_cards(locked, people=found.queue.people))
        )
        locked.latest_posting = posting.number
        locked.save(update_fields=["latest_posting"])
        told = record_change(
            locked,
            actor,
            AuditAction.STANDINGS_POSTED,
            f"posting {posting.number}",
            after={
                "qualifiers": report.qualifiers,
                "bracket size": report.bracket_size,
                "byes": report.byes,
                "reason": posting.reason,
                "waived": posting.waivers,
            },
            rule=_rule_of(locked, report),
        )
        posting.log_head = told.digest
        posting.save(update_fields=["log_head"])
    return posting


def _rule_of(tournament: Tournament, report: Report) -> str:
    """Return the rule that a posting follows; none where game sheets are the result, which the rulebook knows not."""
    is_result = tournament.is_of_sheets and not report.qualifiers
    return "" if is_result else POSTING_RULE[tournament.edition]


def waive_condition(*, tournament: Tournament, actor: StaffMember, item: str, reason: str) -> None:
    """Waive a condition of the checklist, with a reason that stays on the page for staff.

    Raises:
        PostingRefused: there is no such condition, it can only be settled, or there is no reason.
    """
    with change_by_rulings(tournament, affects_cards=False, public=False) as locked:
        condition = next((found for found in ChecklistItem if found.value == item), None)
        if condition is None or condition in NEVER_WAIVED:
            whose = "the qualifiers" if locked.has_playoffs else "the places"
            raise PostingRefused(f"This cannot be waived: there is no order of {whose} without it.")
        if not reason.strip():
            raise PostingRefused("Enter a reason. Staff can read it.")
        if len(reason) > MAX_REASON_LENGTH:
            raise PostingRefused(f"The reason is too long. Use at most {MAX_REASON_LENGTH} characters.")
        if not condition_of(checklist_of(locked), condition).open:
            raise PostingRefused("This condition is already met.")
        Waiver.objects.active().filter(tournament=locked, item=item).revoke(actor.name, "waived again")
        Waiver.objects.create(tournament=locked, item=item, reason=reason.strip(), made_by=actor.name)
        record_change(locked, actor, AuditAction.CONDITION_WAIVED, item, after={"reason": reason.strip()})


def revoke_waiver(*, tournament: Tournament, actor: StaffMember, item: str) -> None:
    """Revoke a waiver: the condition has to be met again. Do nothing if there is none."""
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        active = Waiver.objects.active().filter(tournament=locked, item=item)
        found = active.first()
        if found is None:
            return
        active.revoke(actor.name, "")
        record_change(locked, actor, AuditAction.WAIVER_UNDONE, item, before={"reason": found.reason})
