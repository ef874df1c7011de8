"""Judges at an event: who leads them, where they are, and who is close to whom."""

from judging.judges.selectors import card_of, whereabouts_unless_said
from judging.models import Call, JudgePost, Relation, Whereabouts
from judging.rules.conflicts import HAND_FIRST, HEAD_JUDGE, Bond
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Role, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.names import in_order
from tournaments.rules.text import folded, tidy


def set_whereabouts(tournament: Tournament, actor: StaffMember, *, judge: int, whereabouts: str) -> None:
    """Say where a judge is: everybody for themselves, a director for anybody.

    Raises:
        Refused: it is somebody else, nobody who judges here, or no such state.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        found = _judge(locked, judge)
        if found.pk != actor.pk and not actor.is_director:
            raise Refused("Only the director says where others are.")
        if whereabouts not in Whereabouts.values:
            raise Refused("Choose one of the three.")
        _move(locked, actor, found, whereabouts)


def back_to_their_games(*, call: Call, actor: StaffMember) -> None:
    """Show the judges of a call that is over at their tables again, as far as they play. Runs inside the change."""
    for judge in call.judges_on_it:
        if judge.member is not None and card_of(call.tournament, judge.name, judge.member.entrant):
            _move(call.tournament, actor, judge.member, Whereabouts.AT_TABLE)


def name_head_judge(tournament: Tournament, actor: StaffMember, *, judge: int) -> None:
    """Name a judge, or a director, head judge (JP.h); the one before is not any more.

    Raises:
        Refused: it is nobody who judges here.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        found = _judge(locked, judge)
        heads = JudgePost.objects.filter(member__tournament=locked, is_head=True).select_related("member")
        before = [post.member.name for post in heads]
        JudgePost.objects.filter(pk__in=[post.pk for post in heads]).update(is_head=False)
        post, _ = JudgePost.objects.get_or_create(member=found, defaults=_unless_said(found))
        post.is_head = True
        post.save()
        if before != [found.name]:
            rule = HEAD_JUDGE[locked.edition]
            record_change(
                locked,
                actor,
                AuditAction.HEAD_JUDGE_NAMED,
                found.name,
                before=before or None,
                after=[found.name],
                rule=rule,
            )


def add_relation(tournament: Tournament, actor: StaffMember, *, first: str, second: str, bond: str) -> Relation:
    """Write down that two people are close.

    Raises:
        Refused: a name is missing or both are the same, there is no such bond, or it is written down already.
    """
    names = [in_order(tidy(name))[:200] for name in (first, second)]
    if not all(names):
        raise Refused("Write both names.", "first")
    if folded(names[0]) == folded(names[1]):
        raise Refused("That is one person twice.", "second")
    if bond not in list(Bond):
        raise Refused("Choose what ties them.", "bond")
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        pair = {folded(name) for name in names}
        standing = Relation.objects.active().filter(tournament=locked, bond=bond)
        if any({folded(one.first), folded(one.second)} == pair for one in standing):
            raise Refused("That is written down already.", "first")
        made = Relation.objects.create(
            tournament=locked, first=names[0], second=names[1], bond=bond, made_by=actor.name
        )
        record_change(locked, actor, AuditAction.RELATION_ADDED, str(made), after=bond)
        return made


def end_relation(tournament: Tournament, actor: StaffMember, *, relation: int) -> None:
    """Delete a relation that does not hold; the log keeps it.

    Raises:
        Refused: there is none such at this event.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        found = Relation.objects.active().filter(tournament=locked, pk=relation).first()
        if found is None:
            raise Refused("That is deleted already.")
        Relation.objects.filter(pk=found.pk).revoke(actor.name, "deleted")
        record_change(locked, actor, AuditAction.RELATION_REMOVED, str(found), before=found.bond)


def _move(tournament: Tournament, actor: StaffMember, judge: StaffMember, whereabouts: str) -> None:
    post, _ = JudgePost.objects.get_or_create(member=judge, defaults=_unless_said(judge))
    if post.whereabouts == whereabouts:
        return
    before, post.whereabouts = post.whereabouts, whereabouts
    post.save()
    rule = HAND_FIRST[tournament.edition] if Whereabouts.AT_TABLE in (before, whereabouts) else ""
    record_change(tournament, actor, AuditAction.JUDGE_MOVED, judge.name, before=before, after=whereabouts, rule=rule)


def _unless_said(judge: StaffMember) -> dict[str, str]:
    return {"whereabouts": whereabouts_unless_said(card_of(judge.tournament, judge.name, judge.entrant))}


def _judge(tournament: Tournament, judge: int) -> StaffMember:
    roles = (Role.JUDGE, Role.DIRECTOR)
    found = StaffMember.objects.filter(pk=judge, tournament=tournament, role__in=roles).first()
    if found is None:
        raise Refused("No judge at this event has that name.")
    return found


def copy_relations(*, source: Tournament, target: Tournament, actor: StaffMember) -> None:
    """Enter for a copied event which people are close. Runs inside the caller's transaction."""
    relations = Relation.objects.active().filter(tournament=source)
    Relation.objects.bulk_create(
        Relation(tournament=target, first=one.first, second=one.second, bond=one.bond, made_by=actor.name)
        for one in relations
    )
