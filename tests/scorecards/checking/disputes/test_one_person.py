"""Two names in one browser are one person: neither checks the card that either of them plays with."""

import pytest
from django.test import Client

from scorecards.cards.selectors.stack import own_numbers
from scorecards.checking.check_queue import CheckQueue
from scorecards.checking.services.initials import take_table
from scorecards.models import Confirmation, Signature, TableHold
from tests.factories.tournaments import UserFactory
from tests.scorecards.cards.card_entry import checker, entrant
from tests.scorecards.checking.cross_checks import confirm, item, sign
from tests.tournaments.staff.people import SECRET, make_invitation
from tournaments.models import StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.staff.services import add_director, name_own_card

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _invitation(tournament: Tournament) -> None:
    make_invitation(tournament)


@pytest.fixture
def browser() -> Client:
    """Return a browser in which nobody has joined."""
    return Client()


def join(client: Client, name: str, initials: str, plays_as: str = "") -> StaffMember:
    form = {"name": name, "initials": initials, "plays": "yes" if plays_as else "no", "plays_as": plays_as}
    response = client.post(f"/join/{SECRET}/", form)
    assert response.status_code == 302
    return StaffMember.objects.get(name=name)


def refused(tournament: Tournament, actor: StaffMember) -> None:
    for act in (confirm, sign):
        with pytest.raises(Refused, match="your own"):
            act(tournament, actor)
    assert (Confirmation.objects.count(), Signature.objects.count()) == (0, 0)
    assert CheckQueue(tournament).next_for(actor) is None
    assert own_numbers(actor) == {1}


@pytest.mark.parametrize("signs_out", [False, True])
def test_second_name_in_the_browser_checks_no_card_that_the_first_declared(
    tournament: Tournament, browser: Client, signs_out: bool
) -> None:
    table = item(tournament).table
    first = join(browser, "Bo Cedar", "BC", plays_as="1")
    take_table(tournament=tournament, actor=checker(tournament, "Al"), table=table)
    if signs_out:
        browser.post("/sign-out/")

    second = join(browser, "Cy Dune", "CD")

    refused(tournament, second)
    with pytest.raises(Refused, match="Your own card is at"):
        take_table(tournament=tournament, actor=second, table=table, over=True)
    assert TableHold.objects.get().member.name == "Al"
    assert first.person == second.person != ""


def test_card_that_one_name_declares_later_is_the_own_card_of_the_other(
    tournament: Tournament, browser: Client
) -> None:
    first = join(browser, "Bo Cedar", "BC")
    join(browser, "Cy Dune", "CD")

    name_own_card(tournament=tournament, actor=first, member=first, entrant=entrant(tournament, 1))

    refused(tournament, StaffMember.objects.get(name="Cy Dune"))


def test_other_browsers_are_other_people(tournament: Tournament, browser: Client) -> None:
    join(browser, "Bo Cedar", "BC", plays_as="1")
    other = join(Client(), "Cy Dune", "CD")

    confirm(tournament, other)

    assert Confirmation.objects.exists()


def test_account_in_the_same_browser_is_the_same_person(tournament: Tournament, browser: Client) -> None:
    director = add_director(tournament=tournament, user=UserFactory(username="ada"))
    browser.force_login(director.user)

    join(browser, "Bo Cedar", "BC", plays_as="1")

    refused(tournament, StaffMember.objects.get(pk=director.pk))
