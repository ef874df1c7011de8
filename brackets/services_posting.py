"""Posting the qualifiers: a numbered snapshot that nothing alters afterwards, and waiving a condition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from brackets.checklist import NEVER_WAIVED, Condition, Item
from brackets.models import Override, Posting
from brackets.report import with_bracket
from brackets.selectors_checklist import checklist_of
from scorecards.models import STANDS
from scorecards.services_check import end
from tournaments.models import StaffMember, Tournament
from tournaments.selectors import display_name, people_of
from tournaments.services import changing, record_change


class PostingRefused(Exception):
    """Nothing can be posted; the text says why. ``conditions`` are those that are neither met nor waived."""

    def __init__(self, text: str, conditions: Iterable[Condition] = ()) -> None:
        super().__init__(text)
        self.conditions = tuple(conditions)


def post_qualifiers(*, tournament: Tournament, member: StaffMember, seen: int, reason: str = "") -> Posting:
    """Freeze the standings, seeds, bracket size and byes as they are now as the next posting.

    ``seen`` is the tournament's version that the page showed: what is posted is what the director looked at.

    Raises:
        PostingRefused: the checklist is not met, the event has changed since the page was shown, nothing is
            different from the last posting, or a further posting has no reason.
    """
    with changing(tournament, bears_on_cards=False) as locked:
        if locked.version != seen:
            raise PostingRefused("Something has changed since you looked: look at it again, then post.")
        found = checklist_of(locked)
        if found.in_the_way:
            raise PostingRefused("The checklist is not met yet.", found.in_the_way)
        assert found.queue.outcome is not None, "without cards the checklist is not met"
        last = Posting.objects.filter(tournament=locked).last()
        report = with_bracket(found.queue.outcome.report, waived=bool(found.overrides))
        people = {str(number): person for number, person in people_of(locked).items()}
        changes = changes_between(last.report, last.people, report, people) if last is not None else []
        if last is not None and (report, people) == (last.report, last.people):
            raise PostingRefused("Everything is posted: nothing has changed since the last posting.")
        if last is not None and not reason.strip():
            raise PostingRefused("Say what has changed and why: the reason stands with the new posting.")
        posting = Posting.objects.create(
            tournament=locked,
            number=last.number + 1 if last is not None else 1,
            report=report,
            people=people,
            changes=changes,
            overridden=[
                {"item": override.item, "reason": override.reason, "by": override.made_by}
                for override in found.overrides.values()
            ],
            reason=reason.strip(),
            made_by=member.name,
        )
        record_change(
            tournament=locked,
            who=member.name,
            user=member.user,
            action="post",
            subject=f"posting {posting.number}",
            after={
                "qualifiers": report["qualifiers"],
                "bracket size": report["bracket_size"],
                "byes": report["byes"],
                "reason": posting.reason,
                "waived": posting.overridden,
            },
            rule="App.14",
        )
    return posting


def changes_between(
    report: Mapping[str, Any],
    people: Mapping[str, Mapping[str, Any]],
    later: Mapping[str, Any],
    later_people: Mapping[str, Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """Return who stands elsewhere, qualifies otherwise, or has another card, in the order of the later standings."""
    before = {place["entrant"]: _place(place) for place in report["standings"]}
    after = {place["entrant"]: _place(place) for place in later["standings"]}
    return [
        {
            "entrant": number,
            "name": display_name((later_people if number in after else people)[str(number)]),
            "before": before.get(number),
            "after": after.get(number),
        }
        for number in dict.fromkeys((*after, *before))
        if before.get(number) != after.get(number)
    ]


def _place(place: Mapping[str, Any]) -> dict[str, Any]:
    card = f"{place['game_points']}/{place['games_won']} {place['net']:+d}"
    return {"rank": place["rank"], "qualifies": place["qualifies"], "card": card}


def waive_condition(*, tournament: Tournament, member: StaffMember, item: str, reason: str) -> None:
    """Let a condition of the checklist stand in nobody's way, with the reason, which stays on the page for staff.

    Raises:
        PostingRefused: there is no such condition, it can only be settled, or there is no reason.
    """
    with changing(tournament, bears_on_cards=False) as locked:
        condition = next((found for found in Item if found.value == item), None)
        if condition is None or condition in NEVER_WAIVED:
            raise PostingRefused("This cannot be waived: there is no order of the qualifiers without it.")
        if not reason.strip():
            raise PostingRefused("Say why: the reason stays on the page for staff.")
        end(Override.objects.filter(STANDS, tournament=locked, item=item), member, "waived anew")
        Override.objects.create(tournament=locked, item=item, reason=reason.strip(), made_by=member.name)
        _log_waiver(locked, member, "waive condition", item, after={"reason": reason.strip()})


def restore_condition(*, tournament: Tournament, member: StaffMember, item: str) -> None:
    """Take a waiver back: the condition has to be met again. Nothing happens where there is none."""
    with changing(tournament, bears_on_cards=False) as locked:
        standing = Override.objects.filter(STANDS, tournament=locked, item=item)
        found = standing.first()
        if found is None:
            return
        end(standing, member, "")
        _log_waiver(locked, member, "take back waiver", item, before={"reason": found.reason})


def _log_waiver(
    tournament: Tournament,
    member: StaffMember,
    action: str,
    item: str,
    *,
    before: object = None,
    after: object = None,
) -> None:
    record_change(
        tournament=tournament,
        who=member.name,
        user=member.user,
        action=action,
        subject=item,
        before=before,
        after=after,
    )
