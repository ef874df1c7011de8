"""What tests of calls share: an event with schedule and seats, its judges, and a call with a ruling."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID, uuid4

from judging.calls.services.calls import disagree, open_call, rule_on, sign
from judging.calls.services.signing import signer_of
from judging.models import Call, CallRuling
from tests.factories.tournaments import StaffMemberFactory
from tests.scorecards.cards.card_entry import put_up, written
from tournaments.models import AuditEntry, Entrant, StaffMember, Tournament

TEXT = "Offender: somebody. The opponent pegs 2 points."


def draft(
    text: str = TEXT,
    rules: Iterable[str] = ("8.4.c.(1)",),
    first: tuple[int, int] = (2, 0),
    second: tuple[int, int] = (0, 2),
    **more: Any,
) -> CallRuling:
    """Return a ruling that is not stored yet; ``first`` and ``second`` peg back and forward."""
    pegs = dict(zip(("first_back", "first_forward", "second_back", "second_forward"), (*first, *second), strict=True))
    return CallRuling(text=text, rules=list(rules), **pegs, **more)


def an_event(edition: str = "acc-2020", *, players: int = 8) -> Tournament:
    """Return an event before its first game, in which nobody shares a club."""
    tournament = put_up(written(players=players))
    Tournament.objects.filter(pk=tournament.pk).update(edition=edition)
    Entrant.objects.filter(tournament=tournament).update(club="")
    tournament.refresh_from_db()
    return tournament


def judge(tournament: Tournament, name: str = "Ada Birch", initials: str = "AB", role: str = "judge") -> StaffMember:
    return StaffMemberFactory.create(tournament=tournament, name=name, initials=initials, role=role)


def player(tournament: Tournament, number: int) -> Entrant:
    return Entrant.objects.get(tournament=tournament, number=number)


def a_call(tournament: Tournament, member: StaffMember, *, key: UUID | None = None, **facts: Any) -> Call:
    facts = {"first": 1, "second": 2, "game": 1, "place": "A-1/A-2"} | facts
    return open_call(tournament=tournament, actor=member, key=key or uuid4(), **facts)


def latest(call: Call) -> CallRuling:
    ruling = Call.objects.get(pk=call.pk).ruling
    assert ruling is not None
    return ruling


def actions(tournament: Tournament) -> list[str]:
    """Return what the log has of calls and their players, the first entry first."""
    log = AuditEntry.objects.filter(tournament=tournament).order_by("pk")
    return [entry.action for entry in log if "call" in entry.action or "player" in entry.action]


def now(call: Call) -> Call:
    return Call.objects.get(pk=call.pk)


def sign_as(call: Call, member: StaffMember, **more: Any) -> None:
    sign(call=call, actor=member, signer=signer_of(member, **more), seen=latest(call).pk)


def ruled(tournament: Tournament, member: StaffMember, **facts: Any) -> Call:
    """Return a call with a ruling that its judge alone has signed."""
    call = a_call(tournament, member, **facts)
    rule_on(call=call, actor=member, draft=draft(), seen=0)
    return call


def settled(tournament: Tournament) -> tuple[Call, StaffMember, StaffMember]:
    """Return a call that two judges have signed."""
    first, second = judge(tournament), judge(tournament, "Bo Cedar", "BC")
    call = ruled(tournament, first)
    sign_as(call, second)
    return now(call), first, second


def disputed(tournament: Tournament) -> tuple[Call, StaffMember, StaffMember]:
    """Return a call with whose ruling a player disagrees."""
    call, first, second = settled(tournament)
    disagree(call=call, actor=first, player=2, note="thinks it was pegged right")
    return now(call), first, second
