"""Calls: opened, ruled on, signed, disagreed with, closed. Every step is its own record and in the log."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db.models import Max
from django.utils import timezone

from judging.calls.services.signing import (
    add_signature,
    may_sign,
    parties_of,
    record_on,
    refuse_party,
    signer_of,
    third_judge_rule,
)
from judging.judges.services import back_to_their_games
from judging.models import Call, CallJudge, CallRuling, CallSignature, Disagreement
from judging.rules.call_state import FINAL, CallState
from judging.rules.remedy import GAME_HOLE
from judging.rules.rulebook import citation_problem
from tournaments.changes.audit import Outsider
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.records.entrants import entrants_by_number
from tournaments.refused import Refused
from tournaments.term import OF_ANOTHER_TERM


class RuledMeanwhile(Exception):
    """Another ruling was made after this one was begun."""

    def __init__(self, ruling: CallRuling) -> None:
        super().__init__("another ruling was made meanwhile")
        self.ruling = ruling


def open_call(
    tournament: Tournament,
    actor: StaffMember | Outsider,
    *,
    key: UUID,
    first: int,
    second: int,
    game: int | None = None,
    place: str = "",
) -> Call:
    """Open a call about two entrants, by number. The same key sent twice is the same call.

    So is a call about the same game of the same two on which nobody has ruled yet: two judges came to one table.

    Raises:
        Refused: there are not two such entrants, or no such game.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        if already := Call.objects.filter(key=key, tournament=locked).first():
            return already
        if game is not None and not 1 <= game <= locked.games:
            raise Refused(f"There is no game {game}: the event has {locked.games}.", "game")
        both = _entrants(locked, first, second)
        waiting = Call.objects.filter(tournament=locked, game=game, closed_at=None, rulings=None)
        if already := waiting.filter(first__in=both, second__in=both).first():
            return already
        latest = Call.objects.filter(tournament=locked).aggregate(latest=Max("number"))["latest"] or 0
        call = Call.objects.create(
            tournament=locked,
            number=latest + 1,
            key=key,
            game=game,
            place=place[:40],
            first=both[0],
            second=both[1],
            opened_by=actor.name,
        )
        record_on(call, actor, AuditAction.CALL_OPENED, after={"parties": parties_of(call), "asked": call.asked})
        return call


def call_from_table(
    *, tournament: Tournament, caller: Outsider, key: UUID, first: int, second: int, game: int, place: str
) -> None:
    """Open a call that a player asks for on a phone; it says who called."""
    open_call(tournament, caller, key=key, first=first, second=second, game=game, place=place)


def change_parties(*, call: Call, actor: StaffMember, first: int, second: int, asked: str) -> None:
    """Say who the two players really are: the schedule only proposes them.

    Raises:
        Refused: there are not two such entrants; the call is closed or signed; or one of them judges it.
    """
    with _changing_call(call) as found:
        _refuse_closed(found)
        both = _entrants(found.tournament, first, second)
        before = {"parties": parties_of(found), "asked": found.asked}
        is_same = (found.first_id, found.second_id) == (both[0].pk, both[1].pk)
        if found.signed and not is_same:
            raise Refused("The ruling is signed for these two players. Take the signatures off first.", "first")
        found.first, found.second, found.asked = *both, asked.strip()
        for judge in found.judges_on_it:
            refuse_party(found, judge.member, judge.name)
        found.save()
        after = {"parties": parties_of(found), "asked": found.asked}
        if after != before:
            record_on(found, actor, AuditAction.CALL_CHANGED, before=before, after=after)


def rule_on(
    *, call: Call, actor: StaffMember, draft: CallRuling, seen: int, reason: str = "", why: str = ""
) -> CallRuling:
    """Store a ruling and sign it as the first who does. ``seen`` is the key of the ruling in force, 0 for none.

    Where another judge made the same ruling at the same moment, this is a signature under that.

    Raises:
        Refused: the text is blank, a citation does not exist or is withdrawn, a number is off the board; it
            takes the place of a signed ruling without a reason, of a final one by anybody but a director; or the
            member is a party or (:class:`ReasonNeeded`) close to one.
        RuledMeanwhile: another ruling was made since ``seen``.
    """
    with _changing_call(call) as found:
        current = found.ruling
        draft.text = draft.text.strip()
        _refuse_draft(found, draft)
        if current is not None and current.pk != seen:
            if draft.says_the_same_as(current):
                add_signature(found, current, signer_of(actor, why), actor)
                return current
            raise RuledMeanwhile(current)
        if current is None and seen == OF_ANOTHER_TERM:  # the number of the call may be that of another one
            raise Refused("The event was continued from an older copy. Check that this is your call, then save again.")
        refuse_party(found, actor, actor.name)
        _refuse_replacing(found, actor, reason)
        draft.call, draft.reason, draft.made_by = found, reason.strip(), actor.name
        draft.save(force_insert=True)
        before = None if current is None else current.for_log
        record_on(found, actor, AuditAction.CALL_RULED, before=before, after=draft.for_log, rule=str(draft))
        if found.closed_at is not None:
            found.closed_at, found.closed_by = None, ""
            found.save()
        found = _again(found)
        if not actor.is_director or may_sign(found, actor):
            add_signature(found, draft, signer_of(actor, why), actor)
        return draft


def sign(*, call: Call, actor: StaffMember, signer: CallJudge, seen: int) -> CallSignature:
    """Sign the ruling in force as ``signer``, on their own phone or ``actor``'s. Signed twice is signed once.

    Raises:
        Refused: there is nothing to sign or it was closed; two judges are on it and no player disagrees, or one
            of the two is missing, or there are three; the signer is nobody, a party, or (:class:`ReasonNeeded`)
            close to one.
        RuledMeanwhile: the ruling that was ``seen`` is no longer in force.
    """
    with _changing_call(call) as found:
        _refuse_closed(found)
        # A player of the game does not write for its judges either.
        refuse_party(found, actor, actor.name)
        ruling = found.ruling
        if ruling is None:
            raise Refused("There is no ruling to sign yet.")
        if ruling.pk != seen:
            raise RuledMeanwhile(ruling)
        return add_signature(found, ruling, signer, actor)


def take_off(*, call: Call, actor: StaffMember, place: int) -> None:
    """Take a judge off a call, with what they signed: they pressed the wrong name, or have to go.

    Raises:
        Refused: the call is closed, a third judge has come to it, what three have signed would no longer be
            final and it is not a director who takes the third off, or the member is a party.
    """
    with _changing_call(call) as found:
        _refuse_closed(found)
        refuse_party(found, actor, actor.name)
        judge = next((one for one in found.judges_on_it if one.place == place), None)
        if judge is None:
            return
        if why := why_they_stay(found, place, actor):
            raise Refused(why)
        for rows in (CallSignature.objects.active().filter(judge=judge), CallJudge.objects.filter(pk=judge.pk)):
            rows.revoke(actor.name, "taken off the call")
        record_on(found, actor, AuditAction.JUDGE_TAKEN_OFF, before=judge.name)


def why_they_stay(call: Call, place: int, actor: StaffMember) -> str:
    """Return why somebody cannot take the judge in a place off an open call, blank where they can."""
    if place < FINAL and any(one.place == FINAL for one in call.judges_on_it):
        return "A third judge has come: the first two cannot leave the call any more."
    if call.state is CallState.FINAL and not actor.is_director:
        return "Three judges have signed, and that is final. Only a director can remove the third judge."
    return ""


def disagree(*, call: Call, actor: StaffMember, player: int, note: str = "") -> Disagreement:
    """Write down that a player, by number, disagrees with what the first two judges ruled: a third may come.

    Raises:
        Refused: two judges have not signed yet, three have, or it is not a player of the game.
    """
    with _changing_call(call) as found:
        if found.disagreement is not None:
            return found.disagreement
        ruling = found.ruling
        if ruling is None or found.state is not CallState.SETTLED:
            raise Refused("A player can disagree when two judges have signed, as long as the call is open.")
        sides = {one.number: one for one in (found.first, found.second)}
        if player not in sides:
            raise Refused("Only one of the two players can disagree.")
        made = Disagreement.objects.create(
            call=found, ruling=ruling, player=sides[player], note=note.strip(), made_by=actor.name
        )
        after = {"player": sides[player].name, "note": made.note}
        record_on(found, actor, AuditAction.DISAGREEMENT_RECORDED, after=after, rule=third_judge_rule(found))
        return made


def take_back_disagreement(*, call: Call, actor: StaffMember) -> None:
    """Note that the player accepts the ruling after all, before a third judge has signed.

    Raises:
        Refused: the call is closed, a third judge has come, or the member is a party.
    """
    with _changing_call(call) as found:
        _refuse_closed(found)
        refuse_party(found, actor, actor.name)
        disagreement = found.disagreement
        if disagreement is None:
            return
        if any(judge.place == FINAL for judge in found.judges_on_it):
            raise Refused("A third judge has come already.")
        Disagreement.objects.filter(pk=disagreement.pk).revoke(actor.name, "the player accepts the ruling")
        record_on(found, actor, AuditAction.DISAGREEMENT_WITHDRAWN, before=disagreement.player.name)


def close(*, call: Call, actor: StaffMember) -> None:
    """Close a call, whose judges then go back to their own games (JP.c). Closed twice is closed once.

    Raises:
        Refused: two judges have not signed, or a player disagrees and three have not; or the member is a party,
            who could cut the other player's disagreement short.
    """
    with _changing_call(call) as found:
        if found.closed_at is not None:
            return
        refuse_party(found, actor, actor.name)
        if not found.state.may_close:
            raise Refused(f"It cannot be closed yet: {found.state.words}.")
        found.closed_at, found.closed_by = timezone.now(), actor.name
        found.save()
        back_to_their_games(call=found, actor=actor)
        record_on(found, actor, AuditAction.CALL_CLOSED, after=found.ruling.for_log if found.ruling else None)


@contextmanager
def _changing_call(call: Call) -> Iterator[Call]:
    """Run a change of a call: the event locked, the call read again with all that hangs on it."""
    with tournament_change(call.tournament, affects_cards=False, public=False):
        yield _again(call)


def _again(call: Call) -> Call:
    return (
        Call.objects.select_related("tournament", "first", "second")
        .prefetch_related("rulings__signatures__judge", "judges__member__entrant", "disagreements__player")
        .get(pk=call.pk)
    )


def _entrants(tournament: Tournament, first: int, second: int) -> tuple[Entrant, Entrant]:
    found = entrants_by_number(tournament, (first, second))
    if len(found) != 2:
        raise Refused("A call is about two different players of this event.", "first")
    return found[first], found[second]


def _refuse_closed(call: Call) -> None:
    if call.closed_at is not None:
        raise Refused("This call is closed.")


def _refuse_draft(call: Call, draft: CallRuling) -> None:
    if not draft.text:
        raise Refused("Enter the ruling.", "text")
    if not draft.rules:
        raise Refused("Enter the rule number.", "rules")
    problems = [problem for number in draft.rules if (problem := citation_problem(call.tournament.edition, number))]
    if problems:
        raise Refused(" ".join(problems), "rules")
    if not all(0 <= holes <= GAME_HOLE for holes in (*draft.first_pegs, *draft.second_pegs)):
        raise Refused(f"Nobody pegs fewer than 0 or more than {GAME_HOLE} points.", "points")


def may_rule(call: Call, actor: StaffMember) -> bool:
    """Tell whether somebody may rule on a call, or replace its ruling: once it is final only a director may."""
    is_final = call.disagreement is not None and len(call.signed) >= FINAL
    return actor.is_director or (call.closed_at is None and not is_final)


def _refuse_replacing(call: Call, actor: StaffMember, reason: str) -> None:
    if not may_rule(call, actor):
        raise Refused("This ruling is final. Only a director can correct it.")
    if call.signed and not reason.strip():
        raise Refused("The earlier ruling is signed. Enter why this one replaces it.", "reason")
