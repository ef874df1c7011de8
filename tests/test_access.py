"""Every address, asked for by everybody: who may open it, who is sent to sign in, who is told nothing."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from brackets.eventfiles.store import import_event
from brackets.posting.services import post_qualifiers
from judging.models import Call
from tests.events import round_robin
from tests.factories.brackets import SidePoolFactory
from tests.factories.scorecards import ClubMatchPlayerFactory
from tests.factories.tournaments import StaffMemberFactory, UserFactory
from tests.test_urls import ACCESS, CHECKER, DIRECTOR, JUDGE, PUBLIC, SIGNED_IN, STAFF, WAY_IN
from tournaments.models import Entrant, Invitation, SignInLink, StaffMember, Substitution, Tournament
from tournaments.staff.access import SESSION_KEY
from tournaments.staff.selectors import digest_of

pytestmark = pytest.mark.django_db

OPEN, TO_SIGN_IN, REFUSED, NOT_THERE = "open", "to sign in", "refused", "not there"
EVERYBODY = ("stranger", "player", "judge", "checker", "director elsewhere", "director")
WITH_ACCOUNT = ("player", "director elsewhere", "director")
NOT_OF_THE_STAFF = ("stranger", "player", "director elsewhere")
KEPT = (STAFF, JUDGE, CHECKER, DIRECTOR)

MAY = {
    PUBLIC: EVERYBODY,
    WAY_IN: EVERYBODY,
    SIGNED_IN: WITH_ACCOUNT,
    STAFF: ("judge", "checker", "director"),
    JUDGE: ("judge", "director"),
    CHECKER: ("checker", "director"),
    DIRECTOR: ("director",),
}


def expected(rule: str, who: str) -> str:
    """Return what becomes of somebody who asks for an address with this rule."""
    if who in MAY[rule]:
        return OPEN
    if rule == SIGNED_IN or who == "stranger":
        return TO_SIGN_IN
    return NOT_THERE if who in ("player", "director elsewhere") else REFUSED


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=round_robin())


@pytest.fixture(scope="module")
def cookies(shared_event: Tournament) -> dict[str, dict[str, str]]:
    """Return what the browser of everybody holds; judge and checker came by an invitation, without an account."""
    clients = {who: Client() for who in EVERYBODY}
    for who in WITH_ACCOUNT:
        clients[who].force_login(UserFactory(username=who))
    StaffMemberFactory(tournament=shared_event, user__username="a second director")
    for who, event in (("director", {"tournament": shared_event}), ("director elsewhere", {})):
        user = UserFactory._meta.model.objects.get(username=who)
        StaffMemberFactory(user=user, name=who, initials="D", **event)
    for who in ("judge", "checker"):
        session = clients[who].session
        session[SESSION_KEY] = [invited(shared_event, who).pk]
        session.save()
    return {who: {name: morsel.value for name, morsel in client.cookies.items()} for who, client in clients.items()}


@pytest.fixture
def clients(cookies: dict[str, dict[str, str]]) -> dict[str, Client]:
    """Return a browser for everybody."""
    clients = {who: Client() for who in EVERYBODY}
    for who, client in clients.items():
        client.cookies.load(cookies[who])
    return clients


def invited(tournament: Tournament, role: str) -> StaffMember:
    ends_at = timezone.now() + timedelta(hours=1)
    invitation = Invitation.objects.create(
        tournament=tournament, role=role, digest=digest_of(role), made_by="Ada", ends_at=ends_at
    )
    return StaffMember.objects.create(
        tournament=tournament, role=role, invitation=invitation, name=role, initials=role[:1]
    )


def address_of(pattern: str, tournament: Tournament) -> str:
    """Fill in a pattern with what is there."""
    entrant = Entrant.objects.get(tournament=tournament, number=1)
    values: dict[str, Any] = {
        "slug": tournament.slug,
        "number": 1,
        "key": "1-1-2",
        "entry": tournament.audit_entries.get().pk,
        "secret": "checker",
        "edition": "acc-2020",
        "posting": 1,
        "round_number": 1,
        "slot": 1,
        "item": "cards",
        **dict.fromkeys(("place", "relation", "hand"), 1),
    }
    if "/calls/<" in pattern:
        people = Entrant.objects.filter(tournament=tournament)[:2]
        Call.objects.create(tournament=tournament, number=1, key=uuid4(), first=people[0], second=people[1])
    if "/postings/<" in pattern:
        me = StaffMemberFactory(tournament=tournament)
        post_qualifiers(tournament=tournament, actor=me, seen=tournament.version)
    if "/club-matches/<" in pattern:
        one = ClubMatchPlayerFactory(match__tournament=tournament, side=0, entrant=entrant)
        ClubMatchPlayerFactory(match=one.match, side=1, entrant=Entrant.objects.filter(tournament=tournament)[1])
    if "/money/pools/<" in pattern:
        values["number"] = SidePoolFactory(tournament=tournament).pk
    if "substitution" in pattern:
        values["substitution"] = Substitution.objects.create(entrant=entrant, name="Bo", from_game=2).pk
    if pattern.startswith("sign-in/<"):
        SignInLink.objects.create(user=UserFactory(username="new"), digest=digest_of("checker"))
    if "/staff/invitations/<" in pattern:
        values["number"] = Invitation.objects.get(tournament=tournament, role="judge").pk
    elif "/staff/<" in pattern or "/own-card/<" in pattern:
        values["number"] = StaffMember.objects.get(tournament=tournament, name="judge").pk
    return "/" + re.sub(r"<\w+:(\w+)>", lambda found: str(values[found[1]]), pattern)


def what_becomes_of(client: Client, address: str) -> str:
    """Ask for an address, as a form where it takes nothing else, and tell what came of it."""
    response: HttpResponse = client.get(address)
    if response.status_code == 405:
        response = client.post(address)
    if response.status_code in (301, 302) and response["Location"].startswith("/sign-in/?next="):
        return TO_SIGN_IN
    return {403: REFUSED, 404: NOT_THERE}.get(response.status_code, OPEN)


@pytest.mark.parametrize("pattern", ACCESS)
def test_address_is_open_to_whom_it_is_meant_for_and_nobody_else(
    pattern: str, tournament: Tournament, clients: dict[str, Client]
) -> None:
    address = address_of(pattern, tournament)

    outcomes = {who: what_becomes_of(client, address) for who, client in clients.items()}

    assert outcomes == {who: expected(ACCESS[pattern], who) for who in EVERYBODY}


@pytest.mark.parametrize("pattern", [pattern for pattern, rule in ACCESS.items() if rule == PUBLIC])
def test_public_address_is_there_for_strangers(
    pattern: str, tournament: Tournament, clients: dict[str, Client]
) -> None:
    address = address_of(pattern, tournament)
    unknown = address.replace(tournament.slug, "not-there")

    statuses = [clients["stranger"].get(one).status_code for one in (address, unknown)]

    assert statuses == [200, 200 if unknown == address else 404]


@pytest.mark.parametrize("pattern", [pattern for pattern, rule in ACCESS.items() if rule in KEPT])
def test_event_that_is_not_there_looks_like_one_that_is_kept_from_strangers(
    pattern: str, tournament: Tournament, clients: dict[str, Client]
) -> None:
    unknown = address_of(pattern, tournament).replace(tournament.slug, "not-there")

    outcomes = {who: what_becomes_of(clients[who], unknown) for who in NOT_OF_THE_STAFF}

    assert outcomes == {who: expected(ACCESS[pattern], who) for who in NOT_OF_THE_STAFF}


def test_staff_under_htmx_without_a_session_are_told_to_sign_in_and_come_back(tournament: Tournament) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver/t/{tournament.slug}/log/?who=Ada"}

    response = Client().get(f"/t/{tournament.slug}/log/", headers=headers)

    assert response.status_code == 200
    assert response["HX-Redirect"] == f"/sign-in/?next=%2Ft%2F{tournament.slug}%2Flog%2F%3Fwho%3DAda"


def test_refusal_under_htmx_leaves_the_page_as_it_is(clients: dict[str, Client], tournament: Tournament) -> None:
    response = clients["judge"].get(f"/t/{tournament.slug}/log/", headers={"HX-Request": "true"})

    assert (response.status_code, response["HX-Retarget"]) == (403, "#messages")
    assert "This page is for directors. You are here as judge." in response.content.decode()


def test_form_without_its_token_is_refused_in_words(tournament: Tournament) -> None:
    client = Client(enforce_csrf_checks=True)

    page = client.post("/sign-out/")
    fragment = client.post("/sign-out/", headers={"HX-Request": "true"})

    assert (page.status_code, fragment.status_code) == (403, 403)
    assert "This page is out of date" in page.content.decode()
    assert fragment["HX-Retarget"] == "#messages"
