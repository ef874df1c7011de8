"""Who may sign a call: no party, nobody close to a player without a reason, no third judge before a disagreement."""

from collections.abc import Sequence
from typing import Any

from judging.judges.selectors import against
from judging.models import Call, CallJudge, CallRuling, CallSignature
from judging.rules.call_state import FINAL, JUDGES
from judging.rules.conflicts import CONFLICTS
from tournaments.changes.audit import Outsider, record_change
from tournaments.models import AuditAction, StaffMember
from tournaments.refused import Refused
from tournaments.rules.constants import EDITIONS
from tournaments.rules.initials import MAX_INITIALS, initials_from, initials_of
from tournaments.rules.names import in_order
from tournaments.rules.text import tidy

THIRD_JUDGE_RULE = "11.4.a"


class ReasonNeeded(Refused):
    """A judge is close to a player: allowed, but not without a reason."""

    def __init__(self, name: str, bonds: Sequence[str]) -> None:
        super().__init__(f"{name} is close to a player ({'; '.join(bonds)}). Choose a reason to judge it.", "why")
        self.bonds = list(bonds)


def signer_of(member: StaffMember | None, why: str = "", *, name: str = "", initials: str = "") -> CallJudge:
    """Return who signs: somebody on the staff, or somebody with name and initials. ``why``: see ReasonNeeded."""
    if member is not None:
        return CallJudge(member=member, name=member.name, initials=member.initials, reason=why.strip())
    return CallJudge(name=in_order(tidy(name))[:150], initials=initials, reason=why.strip())


def third_judge_rule(call: Call) -> str:
    """Return by which a third judge is called, blank where the rulebook of the event has no such rule."""
    return THIRD_JUDGE_RULE if call.tournament.edition in EDITIONS else ""


def add_signature(call: Call, ruling: CallRuling, signer: CallJudge, actor: StaffMember) -> CallSignature:
    """Let somebody sign, and be a judge of the call if they are not yet. Runs inside the caller's change.

    Raises:
        Refused: they may not (:class:`ReasonNeeded`: not without a reason).
    """
    judge = next((one for one in call.judges_on_it if one.is_same_as(signer)), None)
    if judge is not None:
        made = next((one for one in call.signed if one.judge_id == judge.pk), None)
        if made is not None:
            return made
    else:
        judge = _join(call, signer)
    made = CallSignature.objects.create(ruling=ruling, judge=judge, made_by=actor.name)
    after = {"judge": judge.name, "initials": judge.initials, "rules": ruling.rules}
    if judge.reason:
        after |= {"bonds": judge.bonds, "reason": judge.reason}
    rule = third_judge_rule(call) if judge.place == FINAL else ""
    record_on(call, actor, AuditAction.CALL_SIGNED, after=after, rule=rule)
    return made


def may_sign(call: Call, actor: StaffMember) -> bool:
    """Whether somebody is on the call or finds a free place; a director may mend a ruling without judging it."""
    on_it = call.judges_on_it
    return any(one.is_same_as(signer_of(actor)) for one in on_it) or len(on_it) < JUDGES


def _join(call: Call, signer: CallJudge) -> CallJudge:
    """Make somebody a judge of the call, if they may be."""
    if not signer.name:
        raise Refused("Write the judge’s name, or choose it.", "name")
    taken = {judge.place for judge in call.judges_on_it}
    place = next((free for free in range(1, FINAL + 1) if free not in taken), None)
    if place is None:
        raise Refused("Three judges are on this call: what they decide is final.")
    if place == FINAL:
        _refuse_third_before_two(call)
    signer.initials = _initials(signer)
    signer.call, signer.place, signer.bonds = call, place, refuse_party(call, signer.member, signer.name)
    if not signer.bonds:
        signer.reason = ""
    elif not signer.reason:
        raise ReasonNeeded(signer.name, signer.bonds)
    signer.save()
    return signer


def _initials(signer: CallJudge) -> str:
    """Return the initials under which somebody signs: their own, those written down, else those of the name."""
    if signer.member is not None:
        return signer.initials
    if not signer.initials.strip():
        return initials_of(signer.name)
    if written := initials_from(signer.initials):
        return written
    raise Refused(f"Initials are 1 to {MAX_INITIALS} letters: AB, or ABC.", "initials")


def _refuse_third_before_two(call: Call) -> None:
    if call.disagreement is None:
        rule = third_judge_rule(call)
        raise Refused(f"Two judges are enough: a third comes when a player disagrees{f' ({rule})' if rule else ''}.")
    have_signed = {
        signature.judge.place
        for ruling in call.rulings.all()
        for signature in ruling.signatures.all()
        if signature.revoked_at is None
    }
    if not {*range(1, FINAL)} <= have_signed:
        raise Refused("A third judge comes when two have signed: first let the other judge sign.")


def refuse_party(call: Call, member: StaffMember | None, name: str) -> list[str]:
    """Refuse a judge who is one of the players, and return what else ties the two together."""
    party, bonds = against(call, name, member.entrant if member else None)
    if party:
        cited = CONFLICTS[call.tournament.edition][0]
        raise Refused(f"{name} plays in this game and cannot judge it{f' ({cited})' if cited else ''}.", "judge")
    return bonds


def parties_of(call: Call) -> list[str]:
    """Return the two players' names."""
    return [call.first.name, call.second.name]


def record_on(
    call: Call,
    actor: StaffMember | Outsider,
    action: AuditAction,
    *,
    before: Any = None,
    after: Any = None,
    rule: str = "",
) -> None:
    """Write into the log what was done on a call."""
    subject = f"call {call.number}: {call.where}, {' and '.join(parties_of(call))}"
    record_change(call.tournament, actor, action, subject, before=before, after=after, rule=rule)
