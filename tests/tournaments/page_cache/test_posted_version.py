"""The version of what everybody may see: raised by what is on public pages, and by nothing else."""

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scorecards.cards.services.slips import save_slip, undo_slip
from scorecards.rules.entry.typed_slips import TypedSlip
from tests.scorecards.cards.card_entry import checker, paper, put_up, save, written
from tests.tournaments.entrants.conftest import change
from tournaments.changes.transaction import tournament_change
from tournaments.entrants.services.registration import add_entrant, check_in, take_fee, withdraw_entrant
from tournaments.models import Audience, Entrant, StaffMember, Tournament
from tournaments.page_cache.cache import PAGE_CACHE
from tournaments.seating.services.draw import clear_seats
from tournaments.staff.services import invite, join, set_open

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EVENT = written()
PAGES = ("", "standings/", "standings/1/", "bracket/", "seats/", "seats/?sort=seat")
Act = Callable[[Tournament, StaffMember], object]


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    """Return an event with seats and without cards, whose standings nobody may see yet."""
    tournament = put_up(EVENT, kind="club")
    tournament.standings_shown = Audience.NOBODY
    tournament.save()
    return tournament


@pytest.fixture
def member(tournament: Tournament) -> StaffMember:
    return checker(tournament)


def pages(client: Client, tournament: Tournament) -> list[bytes]:
    """Return what everybody sees, rendered afresh."""
    PAGE_CACHE.clear()
    addresses = ["/", *(f"{tournament.get_absolute_url()}{page}" for page in PAGES)]
    return [client.get(address).content for address in addresses]


def versions(tournament: Tournament) -> tuple[int, int]:
    tournament.refresh_from_db()
    return tournament.version, tournament.posted_version


def add(tournament: Tournament, member: StaffMember) -> None:
    add_entrant(tournament=tournament, actor=member, entrant=Entrant(name="Zoe Ash"))


def let_in_and_shut_out(tournament: Tournament, member: StaffMember) -> None:
    invite(tournament=tournament, actor=member, role="judge", ends_at=timezone.now() + timedelta(hours=1))
    invitation = tournament.invitations.get()
    join(invitation=invitation, name="Bo Cedar", initials="BC")
    set_open(tournament=tournament, actor=member, invitation=invitation, is_open=False)


SHOWN: dict[str, Act] = {
    "entrant added": add,
    "entrant renamed": lambda tournament, member: change(tournament.entrants.get(number=1), member, name="Zoe Ash"),
    "entrant withdrawn": lambda tournament, member: withdraw_entrant(
        tournament=tournament, actor=member, number=1, after_game=2
    ),
    "seats cleared": lambda tournament, member: clear_seats(tournament=tournament, actor=member),
    "first card": lambda tournament, member: save(tournament, member, paper(EVENT)),
    "first slip": lambda tournament, member: save_slip(
        tournament=tournament, slip=TypedSlip(1, 1, 2, (16,)), key=uuid4(), actor=member
    ),
}
UNSEEN: dict[str, Act] = {
    "check-in": lambda tournament, member: check_in(tournament=tournament, actor=member, number=1, is_here=True),
    "fee": lambda tournament, member: take_fee(tournament=tournament, actor=member, number=1),
    "note": lambda tournament, member: change(tournament.entrants.get(number=1), member, note="sits at the door"),
    "invitation": let_in_and_shut_out,
}


@pytest.mark.parametrize("act", SHOWN)
def test_what_everybody_may_see_raises_the_posted_version(
    act: str, tournament: Tournament, member: StaffMember
) -> None:
    version, posted = versions(tournament)

    SHOWN[act](tournament, member)

    now, posted_now = versions(tournament)
    assert (now > version, posted_now > posted) == (True, True)


@pytest.mark.parametrize("act", UNSEEN)
def test_what_only_staff_see_leaves_the_posted_version(
    act: str, tournament: Tournament, member: StaffMember, client: Client
) -> None:
    (version, posted), before = versions(tournament), pages(client, tournament)

    UNSEEN[act](tournament, member)

    now, posted_now = versions(tournament)
    assert (now > version, posted_now) == (True, posted)
    assert pages(client, tournament) == before


@pytest.mark.parametrize("act", SHOWN)
def test_page_that_is_ready_is_never_older_than_a_change(
    act: str, tournament: Tournament, member: StaffMember, client: Client
) -> None:
    addresses = [f"{tournament.get_absolute_url()}{page}" for page in PAGES]
    for address in addresses:
        client.get(address)

    SHOWN[act](tournament, member)

    ready = [client.get(address).content for address in addresses]
    assert ready == pages(client, tournament)[1:]


def test_later_cards_leave_the_posted_version(tournament: Tournament, member: StaffMember, client: Client) -> None:
    save(tournament, member, paper(EVENT))
    (version, posted), before = versions(tournament), pages(client, tournament)

    save(tournament, member, paper(EVENT, 2))

    assert versions(tournament) == (version + 1, posted)
    assert pages(client, tournament) == before


def test_last_line_taken_back_is_seen_by_everybody(tournament: Tournament, member: StaffMember, client: Client) -> None:
    slip = TypedSlip(1, 1, 2, (16,))
    before = pages(client, tournament)
    save_slip(tournament=tournament, slip=slip, key=uuid4(), actor=member)
    _, posted = versions(tournament)

    undo_slip(tournament=tournament, slip=slip, actor=member)

    assert versions(tournament)[1] == posted + 1
    assert pages(client, tournament) == before


def test_cards_that_everybody_sees_raise_the_posted_version(tournament: Tournament, member: StaffMember) -> None:
    Tournament.objects.update(standings_shown=Audience.EVERYBODY)
    save(tournament, member, paper(EVENT))
    version, posted = versions(tournament)

    save(tournament, member, paper(EVENT, 2))

    assert versions(tournament) == (version + 1, posted + 1)


def test_change_that_fails_raises_no_version(tournament: Tournament) -> None:
    before = versions(tournament)

    with pytest.raises(RuntimeError), tournament_change(tournament):
        raise RuntimeError

    assert versions(tournament) == before
