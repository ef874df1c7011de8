"""What tests of cross-checking share: an event with errors of every kind, its checkers, and what they send."""

from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from scorecards.checking.check_queue import CheckQueue
from scorecards.checking.items import CheckItem, CheckItemKind
from scorecards.checking.services.initials import confirm_lines, sign_item
from scorecards.models import Line
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import Element, read_page
from tournaments.models import StaffMember, Tournament


def untidy_event(*, players: int = 24, games: int = 9) -> Tournament:
    """Store an event whose cards are all in, with errors of every kind and nothing decided."""
    return import_event(event_file=make_event(players=players, games=games, settled=False, name="Gull Harbor"))


def staff(tournament: Tournament, role: str = "checker", name: str = "Bo Cedar", initials: str = "BC") -> StaffMember:
    return StaffMemberFactory.create(tournament=tournament, role=role, name=name, initials=initials)


def client_of(member: StaffMember) -> Client:
    """Return the browser in which somebody is signed in."""
    assert member.user is not None
    client = Client()
    client.force_login(member.user)
    return client


def queries_of(client: Client, place: str) -> int:
    """Return how many queries a page takes that was asked for before."""
    client.get(place)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(place).status_code == 200
    return len(queries)


def first_of(tournament: Tournament, kind: CheckItemKind) -> CheckItem:
    """Return the first open item of a kind, about two cards if it is about a game."""
    return next(item for item in queue_of(tournament).open if item.kind is kind)


def queue_of(tournament: Tournament) -> CheckQueue:
    tournament.refresh_from_db()
    return CheckQueue(tournament)


def address(tournament: Tournament, item: CheckItem | None = None, act: str = "") -> str:
    key = f"{item.key}/" if item is not None else ""
    return f"/t/{tournament.slug}/check/{key}{act}"


def now(tournament: Tournament, item: CheckItem) -> CheckItem | None:
    return queue_of(tournament).find(item.key)


def page_in(response: HttpResponse) -> Element:
    return read_page(response.content.decode())


def rekey(client: Client, tournament: Tournament, item: CheckItem, at: int, **typed: str) -> HttpResponse:
    number = item.sides[at].holder.number
    fields = {"stamp": item.stamp, "opponent": item.sides[1 - at].holder.place, **typed}
    return client.post(address(tournament, item, f"lines/{number}/"), fields)


def line_of(tournament: Tournament, item: CheckItem, at: int) -> tuple[object, ...]:
    rows = Line.objects.filter(
        scorecard__entrant__tournament=tournament,
        scorecard__entrant__number=item.sides[at].holder.number,
        game=item.game,
    )
    return rows.values_list("opponent__number", "points", "plus", "minus").get()


def confirmed(tournament: Tournament, member: StaffMember, item: CheckItem) -> None:
    confirm_lines(tournament=tournament, actor=member, key=item.key, stamp=item.stamp)


def signed(tournament: Tournament, member: StaffMember, item: CheckItem) -> None:
    if item.kind is CheckItemKind.RULING:
        confirmed(tournament, member, item)
    sign_item(tournament=tournament, actor=member, key=item.key, stamp=item.stamp)
