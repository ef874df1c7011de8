"""Calls: opened, ruled on, signed, disagreed with, closed. Every step is a record of its own and stands in the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Max
from django.utils import timezone

from judging.callstate import FINAL, JUDGES, CallState
from judging.conflicts import CONFLICTS
from judging.models import Call, CallJudge, CallRuling, CallSignature, Disagreement
from judging.remedy import GAME_HOLE
from judging.rulebook import citation_problem
from judging.selectors_people import fitness_for, judge_as_person, players_of, relations_of
from scorecards.models import STANDS
from tournaments.models import Entrant, Role, StaffMember, Tournament
from tournaments.services import changing, initials_of, record_change

THIRD_JUDGE_RULE = "11.4.a"


class CallRefused(Exception):
    """Something that a call does not allow, in words for whoever wanted it. ``field`` is the one to mend."""

    def __init__(self, reason: str, field: str = "") -> None:
        super().__init__(reason)
        self.field = field


class ReasonNeeded(CallRefused):
    """A judge is close to a player: allowed, but not without a reason."""

    def __init__(self, name: str, bonds: Sequence[str]) -> None:
        super().__init__(
            f"{name} is close to a player ({'; '.join(bonds)}). Say why they judge all the same.", "why"
        )
        self.bonds = list(bonds)


class RuledMeanwhile(Exception):
    """Another ruling was made after this one was begun."""

    def __init__(self, ruling: CallRuling) -> None:
        super().__init__("another ruling was made meanwhile")
        self.ruling = ruling


@dataclass(frozen=True, slots=True)
class Draft:
    """A ruling as judges mean to make it: text, rules, and holes back and forward, first player's before second's."""

    text: str
    rules: tuple[str, ...]
    first: tuple[int, int] = (0, 0)
    second: tuple[int, int] = (0, 0)
    situation: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    proposed: str = ""

    def says_the_same_as(self, ruling: CallRuling) -> bool:
        """Whether a ruling that is there already says what this one says."""
        return (self.text.strip(), list(self.rules), self.first, self.second) == (
            ruling.text,
            ruling.rules,
            (ruling.first_back, ruling.first_forward),
            (ruling.second_back, ruling.second_forward),
        )


@dataclass(frozen=True, slots=True)
class Signer:
    """Who signs: somebody on the staff, or whoever writes name and initials down. ``why``: see ReasonNeeded."""

    member: StaffMember | None = None
    name: str = ""
    initials: str = ""
    why: str = ""

    @property
    def full_name(self) -> str:
        """The name by which they sign."""
        return self.member.name if self.member else " ".join(self.name.split())[:150]


def open_call(
    *,
    tournament: Tournament,
    member: StaffMember,
    key: UUID,
    first: int,
    second: int,
    game: int | None = None,
    place: str = "",
    asked: str = "",
) -> Call:
    """Open a call about two entrants, by number. The same key sent again is the same call.

    Raises:
        CallRefused: there are not two such entrants, or no such game.
    """
    with changing(tournament, bears_on_cards=False, shown=False) as locked:
        if already := Call.objects.filter(key=key, tournament=locked).first():
            return already
        if game is not None and not 1 <= game <= locked.games:
            raise CallRefused(f"There is no game {game}: the event has {locked.games}.", "game")
        both = _entrants(locked, first, second)
        latest = Call.objects.filter(tournament=locked).aggregate(latest=Max("number"))["latest"] or 0
        call = Call.objects.create(
            tournament=locked,
            number=latest + 1,
            key=key,
            game=game,
            place=place[:40],
            first=both[0],
            second=both[1],
            asked=asked.strip(),
            opened_by=member.name,
        )
        _record(call, member, "open call", after={"parties": _parties(call), "asked": call.asked})
        return call


def change_parties(*, call: Call, member: StaffMember, first: int, second: int, asked: str) -> None:
    """Say who the two players really are: the schedule only proposes them.

    Raises:
        CallRefused: there are not two such entrants; the call is closed or signed; or one of them judges it.
    """
    with _changing_call(call) as found:
        _refuse_closed(found)
        both = _entrants(found.tournament, first, second)
        before = {"parties": _parties(found), "asked": found.asked}
        is_same = (found.first_id, found.second_id) == (both[0].pk, both[1].pk)
        if found.signed and not is_same:
            raise CallRefused(
                "The ruling is signed for these two players. Take the signatures off first.", "first"
            )
        found.first, found.second, found.asked = *both, asked.strip()
        for judge in found.judges_on_it:
            _refuse_party(found, judge.member, judge.name)
        found.save()
        after = {"parties": _parties(found), "asked": found.asked}
        if after != before:
            _record(found, member, "change call", before=before, after=after)


def rule_on(
    *, call: Call, member: StaffMember, draft: Draft, seen: int, reason: str = "", why: str = ""
) -> CallRuling:
    """Make a ruling and sign it as the first who does. ``seen`` is the key of the ruling in force, 0 for none.

    Where another judge made the same ruling at the same moment, this is a signature under that.

    Raises:
        CallRefused: the text is blank, a citation does not exist or is withdrawn, a number is off the board; it
            takes the place of a signed ruling without a reason, of a final one by anybody but a director; or the
            member is a party or (:class:`ReasonNeeded`) close to one.
        RuledMeanwhile: another ruling was made since ``seen``.
    """
    with _changing_call(call) as found:
        current = found.ruling
        _refuse_draft(found, draft)
        if current is not None and current.pk != seen:
            if draft.says_the_same_as(current):
                _sign(found, current, Signer(member, why=why), member)
                return current
            raise RuledMeanwhile(current)
        _refuse_replacing(found, member, reason)
        ruling = CallRuling.objects.create(
            call=found,
            text=draft.text.strip(),
            rules=list(draft.rules),
            first_back=draft.first[0],
            first_forward=draft.first[1],
            second_back=draft.second[0],
            second_forward=draft.second[1],
            situation=draft.situation,
            answers=dict(draft.answers),
            proposed=draft.proposed,
            reason=reason.strip(),
            made_by=member.name,
        )
        before = None if current is None else as_plain(current)
        _record(
            found, member, "rule on call", before=before, after=as_plain(ruling), rule=", ".join(ruling.rules)
        )
        if found.closed_at is not None:
            found.closed_at, found.closed_by = None, ""
            found.save()
        found = _again(found)
        if member.role != Role.DIRECTOR or _may_sign(found, member):
            _sign(found, ruling, Signer(member, why=why), member)
        return ruling


def sign(*, call: Call, member: StaffMember, signer: Signer, seen: int) -> CallSignature:
    """Sign the ruling in force, on one's own phone or on ``member``'s. Signed twice is signed once.

    Raises:
        CallRefused: there is nothing to sign or it was closed; two judges are on it and no player disagrees, or one
            of the two is missing, or there are three; the signer is nobody, a party, or (:class:`ReasonNeeded`)
            close to one.
        RuledMeanwhile: the ruling that was ``seen`` is no longer in force.
    """
    with _changing_call(call) as found:
        _refuse_closed(found)
        ruling = found.ruling
        if ruling is None:
            raise CallRefused("There is no ruling to sign yet.")
        if ruling.pk != seen:
            raise RuledMeanwhile(ruling)
        return _sign(found, ruling, signer, member)


def take_off(*, call: Call, member: StaffMember, place: int) -> None:
    """Take a judge off a call, with what they signed: they pressed the wrong name, or have to go.

    Raises:
        CallRefused: the call is closed, or a third judge has signed what the first two ruled.
    """
    with _changing_call(call) as found:
        _refuse_closed(found)
        judge = next((one for one in found.judges_on_it if one.place == place), None)
        if judge is None:
            return
        if place < FINAL and any(one.place == FINAL for one in found.judges_on_it):
            raise CallRefused("A third judge has come: the first two cannot leave the call any more.")
        ended = {"ended_at": timezone.now(), "ended_by": member.name, "ended_why": "taken off the call"}
        CallSignature.objects.filter(STANDS, judge=judge).update(**ended)
        CallJudge.objects.filter(pk=judge.pk).update(**ended)
        _record(found, member, "take judge off call", before=judge.name)


def disagree(*, call: Call, member: StaffMember, player: int, note: str = "") -> Disagreement:
    """Write down that a player, by number, disagrees with what the first two judges ruled: a third may come.

    Raises:
        CallRefused: two judges have not signed yet, three have, or it is nobody who plays.
    """
    with _changing_call(call) as found:
        if found.disagreement is not None:
            return found.disagreement
        ruling = found.ruling
        if ruling is None or found.state is not CallState.SETTLED:
            raise CallRefused(
                "A player can disagree when two judges have signed, as long as the call is open."
            )
        sides = {one.number: one for one in (found.first, found.second)}
        if player not in sides:
            raise CallRefused("Only one of the two players can disagree.", "player")
        made = Disagreement.objects.create(
            call=found, ruling=ruling, player=sides[player], note=note.strip(), made_by=member.name
        )
        after = {"player": sides[player].name, "note": made.note}
        _record(found, member, "player disagrees", after=after, rule=THIRD_JUDGE_RULE)
        return made


def take_back_disagreement(*, call: Call, member: StaffMember) -> None:
    """Note that the player accepts the ruling after all, before a third judge has signed.

    Raises:
        CallRefused: the call is closed, or a third judge has come.
    """
    with _changing_call(call) as found:
        _refuse_closed(found)
        disagreement = found.disagreement
        if disagreement is None:
            return
        if any(judge.place == FINAL for judge in found.judges_on_it):
            raise CallRefused("A third judge has come already.")
        disagreement.ended_at, disagreement.ended_by = timezone.now(), member.name
        disagreement.ended_why = "the player accepts the ruling"
        disagreement.save()
        _record(found, member, "player agrees after all", before=disagreement.player.name)


def close(*, call: Call, member: StaffMember) -> None:
    """Close a call. Closed twice is closed once.

    Raises:
        CallRefused: two judges have not signed, or a player disagrees and three have not.
    """
    with _changing_call(call) as found:
        if found.closed_at is not None:
            return
        if not found.state.may_close:
            raise CallRefused(f"It cannot be closed yet: {found.state.words}.")
        found.closed_at, found.closed_by = timezone.now(), member.name
        found.save()
        _record(found, member, "close call", after=as_plain(found.ruling) if found.ruling else None)


@contextmanager
def _changing_call(call: Call) -> Iterator[Call]:
    """Run a change of a call: the event locked, the call read again with all that hangs on it."""
    with changing(call.tournament, bears_on_cards=False, shown=False):
        yield _again(call)


def _again(call: Call) -> Call:
    return (
        Call.objects.select_related("tournament", "first", "second")
        .prefetch_related("rulings__signatures__judge", "judges__member__entrant", "disagreements__player")
        .get(pk=call.pk)
    )


def _entrants(tournament: Tournament, first: int, second: int) -> tuple[Entrant, Entrant]:
    found = {
        one.number: one for one in Entrant.objects.filter(tournament=tournament, number__in=(first, second))
    }
    if len(found) != 2:
        raise CallRefused("A call is about two different players of this event.", "first")
    return found[first], found[second]


def _refuse_closed(call: Call) -> None:
    if call.closed_at is not None:
        raise CallRefused("This call is closed.")


def _refuse_draft(call: Call, draft: Draft) -> None:
    if not draft.text.strip():
        raise CallRefused("Say what is ruled.", "text")
    if not draft.rules:
        raise CallRefused("Cite the rule by which it is ruled.", "rules")
    problems = [
        problem for number in draft.rules if (problem := citation_problem(call.tournament.edition, number))
    ]
    if problems:
        raise CallRefused(" ".join(problems), "rules")
    if not all(0 <= holes <= GAME_HOLE for holes in (*draft.first, *draft.second)):
        raise CallRefused(f"Nobody pegs fewer than 0 or more than {GAME_HOLE} points.", "points")


def _refuse_replacing(call: Call, member: StaffMember, reason: str) -> None:
    is_final = call.disagreement is not None and len(call.signed) >= FINAL
    if (call.closed_at is not None or is_final) and member.role != Role.DIRECTOR:
        raise CallRefused("This ruling is final. Only the director can mend how it is written down.")
    if call.signed and not reason.strip():
        raise CallRefused("The ruling before was signed. Say why this one takes its place.", "reason")


def _sign(call: Call, ruling: CallRuling, signer: Signer, member: StaffMember) -> CallSignature:
    judge = next((one for one in call.judges_on_it if _is_signer(one, signer)), None)
    if judge is not None:
        made = next((one for one in call.signed if one.judge_id == judge.pk), None)
        if made is not None:
            return made
    else:
        judge = _join(call, signer)
    made = CallSignature.objects.create(ruling=ruling, judge=judge, made_by=member.name)
    after = {"judge": judge.name, "initials": judge.initials, "rules": ruling.rules}
    if judge.reason:
        after |= {"bonds": judge.bonds, "reason": judge.reason}
    rule = THIRD_JUDGE_RULE if judge.place == FINAL else ""
    _record(call, member, "sign call", after=after, rule=rule)
    return made


def _may_sign(call: Call, member: StaffMember) -> bool:
    """Whether somebody is on the call or finds a free place; a director may mend a ruling without judging it."""
    on_it = call.judges_on_it
    return any(_is_signer(one, Signer(member)) for one in on_it) or len(on_it) < JUDGES


def _is_signer(judge: CallJudge, signer: Signer) -> bool:
    if judge.member_id is not None and signer.member is not None:
        return judge.member_id == signer.member.pk
    return judge.name.casefold() == signer.full_name.casefold()


def _join(call: Call, signer: Signer) -> CallJudge:
    """Make somebody a judge of the call, if they may be."""
    name = signer.full_name
    if not name:
        raise CallRefused("Write the judge’s name, or choose it.", "name")
    taken = {judge.place for judge in call.judges_on_it}
    place = next((free for free in range(1, FINAL + 1) if free not in taken), None)
    if place is None:
        raise CallRefused("Three judges are on this call: what they decide is final.")
    if place == FINAL:
        _refuse_third_before_two(call)
    bonds = _refuse_party(call, signer.member, name)
    if bonds and not signer.why.strip():
        raise ReasonNeeded(name, bonds)
    initials = signer.member.initials if signer.member else signer.initials.strip()
    return CallJudge.objects.create(
        call=call,
        place=place,
        member=signer.member,
        name=name,
        initials=(initials or initials_of(name))[:10],
        bonds=bonds,
        reason=signer.why.strip() if bonds else "",
    )


def _refuse_third_before_two(call: Call) -> None:
    if call.disagreement is None:
        raise CallRefused("Two judges are enough: a third comes when a player disagrees (11.4.a).")
    have_signed = {
        signature.judge.place
        for ruling in call.rulings.all()
        for signature in ruling.signatures.all()
        if signature.ended_at is None
    }
    if not {*range(1, FINAL)} <= have_signed:
        raise CallRefused("A third judge comes when two have signed: first let the other judge sign.")


def _refuse_party(call: Call, member: StaffMember | None, name: str) -> list[str]:
    """Refuse a judge who is one of the players, and return what else ties the two together."""
    judge = judge_as_person(call.tournament, name, member.entrant if member else None)
    fitness = fitness_for(call, judge, players_of(call), relations_of(call.tournament))
    if fitness.party:
        cited = CONFLICTS[call.tournament.edition][0]
        raise CallRefused(
            f"{name} plays in this game and cannot judge it{f' ({cited})' if cited else ''}.", "judge"
        )
    return fitness.bonds


def as_plain(ruling: CallRuling) -> dict[str, Any]:
    """Return a ruling as the log keeps it."""
    return {
        "text": ruling.text,
        "rules": ruling.rules,
        "first": [ruling.first_back, ruling.first_forward],
        "second": [ruling.second_back, ruling.second_forward],
        "reason": ruling.reason,
    }


def _parties(call: Call) -> list[str]:
    return [call.first.name, call.second.name]


def _record(
    call: Call, member: StaffMember, action: str, *, before: Any = None, after: Any = None, rule: str = ""
) -> None:
    record_change(
        tournament=call.tournament,
        who=member.name,
        user=member.user,
        action=action,
        subject=f"call {call.number}: {call.where}, {' and '.join(_parties(call))}"[:200],
        before=before,
        after=after,
        rule=rule[:40],
    )
