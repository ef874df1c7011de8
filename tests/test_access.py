"""Every address, asked for by everybody: who may open it, who is sent to sign in, who is told nothing.

What is shown on the way is valid HTML: each id stands once, what refers to it finds it, and each part may stand there.
"""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from brackets.event_files.store import import_event
from brackets.models import Announcement, SidePool
from brackets.posting.services import post_qualifiers
from judging.models import Call
from scorecards.models import CardPicture, ClubMatch, ClubMatchPlayer, PictureFile
from scorecards.models.reports import secret_of
from scorecards.photo.as_json import reading_to_json
from scorecards.photo.reading import CardReading
from scorecards.photographs.files import store
from tests.events import round_robin
from tests.factories.rows import row
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, UserFactory
from tests.pages import read_page
from tests.scorecards.reporting.phones import switch_phones
from tests.test_urls import ACCESS, BY_CODE, CHECKER, DIRECTOR, JUDGE, PUBLIC, SIGNED_IN, STAFF, WAY_IN
from tests.valid import wrong_in
from tournaments.models import AuditEntry, Entrant, Invitation, SignInLink, StaffMember, Substitution, Tournament
from tournaments.sign_in.links import digest_of
from tournaments.staff.access import SESSION_KEY

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OPEN, TO_SIGN_IN, REFUSED, NOT_THERE, NO_FORM = "open", "to sign in", "refused", "not there", "takes no form"
EVERYBODY = ("stranger", "player", "judge", "checker", "director elsewhere", "director")
WITH_ACCOUNT = ("player", "director elsewhere", "director")
# What forms of many pages send: none may change anything for whoever is turned away.
FORM = {"name": "Eve", "from_game": 1, "is_here": 1, "pasted": "Name\nEve", "table_length": 4, "seat": "B-1", "one": 1}

MAY = {
    PUBLIC: EVERYBODY,
    WAY_IN: EVERYBODY,
    BY_CODE: EVERYBODY,
    SIGNED_IN: WITH_ACCOUNT,
    STAFF: ("judge", "checker", "director"),
    JUDGE: ("judge", "director"),
    CHECKER: ("checker", "director"),
    DIRECTOR: ("director",),
}
FOR_STAFF = (STAFF, JUDGE, CHECKER, DIRECTOR)


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


@pytest.fixture(autouse=True)
def pictures_dir(settings: Any, tmp_path: Path) -> None:
    settings.PICTURES_DIR = tmp_path


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
        "name": "director",
        **dict.fromkeys(("place", "relation", "hand", "game"), 1),
    }
    if "/me/<" in pattern:
        cache.clear()  # each of these addresses asks with a wrong code too, oftener than one may in a minute
        switch_phones(tournament, is_on=True)
        values["code"] = secret_of(entrant.pk, 1)
    if "/calls/<" in pattern:
        people = Entrant.objects.filter(tournament=tournament)[:2]
        Call.objects.create(tournament=tournament, number=1, key=uuid4(), first=people[0], second=people[1])
    if "/postings/<" in pattern:
        me = StaffMemberFactory(tournament=tournament)
        post_qualifiers(tournament=tournament, actor=me, seen=tournament.version)
    if "/club-matches/<" in pattern:
        one = row(ClubMatchPlayer, match=row(ClubMatch, tournament=tournament), entrant=entrant)
        row(ClubMatchPlayer, match=one.match, side=1, entrant=Entrant.objects.filter(tournament=tournament)[1])
    if "/photographs/<" in pattern:
        file = row(PictureFile, tournament=tournament, stored=store(b"", ".jpg"))
        read = reading_to_json(CardReading())
        values["pk"] = row(CardPicture, file=file, entrant=entrant, stored=store(b"", ".jpg"), reading=read).pk
    if "/announcements/<" in pattern:
        announcement = Announcement.objects.create(tournament=tournament, text="Lunch at noon.", made_by="Ada")
        values["number"] = announcement.pk
    if "/money/pools/<" in pattern:
        values["number"] = row(SidePool, tournament=tournament).pk
    if "substitution" in pattern:
        values["substitution"] = Substitution.objects.create(entrant=entrant, name="Bo", from_game=2).pk
    if pattern.startswith("sign-in/<"):
        SignInLink.objects.create(user=UserFactory(username="new"), digest=digest_of("checker"))
    if "/staff/invitations/<" in pattern:
        values["number"] = Invitation.objects.get(tournament=tournament, role="judge").pk
    elif "/staff/<" in pattern or "/own-card/<" in pattern:
        values["number"] = StaffMember.objects.get(tournament=tournament, name="judge").pk
    return "/" + re.sub(r"<\w+:(\w+)>", lambda found: str(values[found[1]]), pattern)


def what_became_of(response: HttpResponse) -> str:
    if response.status_code in (301, 302) and response["Location"].startswith("/sign-in/?next="):
        return TO_SIGN_IN
    return {403: REFUSED, 404: NOT_THERE, 405: NO_FORM}.get(response.status_code, OPEN)


def what_is_off(response: HttpResponse) -> list[str]:
    """Return what is wrong with a page; of what is no page, nothing."""
    if response.streaming or not response.content or not response["Content-Type"].startswith("text/html"):
        return []
    return wrong_in(response.content.decode())


def state_of(tournament: Tournament) -> tuple[object, ...]:
    """Return what every change of an event changes, and everything that people do to its staff."""
    members = StaffMember.objects.order_by("pk").values_list("pk", "role", "ended_at", "name")
    return (Tournament.objects.values_list().get(pk=tournament.pk), AuditEntry.objects.count(), *members)


@pytest.mark.parametrize("pattern", ACCESS)
def test_address_is_open_to_whom_it_is_meant_for_and_nobody_else(
    pattern: str, tournament: Tournament, clients: dict[str, Client]
) -> None:
    rule, address = ACCESS[pattern], address_of(pattern, tournament)
    unknown = address.replace(tournament.slug, "not-there")
    turned_away = {who: expected(rule, who) for who in EVERYBODY if who not in MAY[rule]}
    # Somebody who is not in the schedule yet: one form more on its page.
    EntrantFactory(tournament=tournament, number=900)
    before = state_of(tournament)

    posted = {who: what_became_of(clients[who].post(address, FORM)) for who in turned_away}
    after = state_of(tournament)
    opened = clients["director"].get(address)
    is_form_alone = opened.status_code == 405
    # What is meant for everybody looks at a session at most: not everybody need ask.
    others = ("stranger", "judge") if MAY[rule] == EVERYBODY else EVERYBODY[:-1]
    asked = {
        who: clients[who].post(address) if is_form_alone else clients[who].get(address)
        for who in others
        if who in MAY[rule] or not is_form_alone
    } | {"director": clients["director"].post(address) if is_form_alone else opened}
    missed = {
        who: what_became_of(clients[who].post(unknown) if is_form_alone else clients[who].get(unknown))
        for who in ("stranger", "player")
        if unknown != address
    }
    readers = ("director", "stranger") if rule in (PUBLIC, WAY_IN) else ("director",)
    refused = {who: clients[who].post(address) for who in readers if not is_form_alone}
    off = [(who, what_is_off(answers[who])) for answers in (asked, refused) for who in readers if who in answers]

    assert posted == turned_away or (not is_form_alone and set(posted.values()) == {NO_FORM})
    assert after == before
    assert {who: what_became_of(response) for who, response in asked.items()} == {
        who: expected(rule, who) for who in asked
    }
    assert rule != PUBLIC or asked["stranger"].status_code == 200
    # No browser or proxy keeps what only staff may see.
    kept = [who for who, response in asked.items() if rule in FOR_STAFF and what_became_of(response) == OPEN]
    assert [who for who in kept if "no-store" not in asked[who].get("Cache-Control", "")] == []
    # An event that is not there looks like one that is kept from strangers.
    assert missed == {who: NOT_THERE if rule in (PUBLIC, BY_CODE) else expected(rule, who) for who in missed}
    # Pages are valid, and so they are when they refuse an empty form.
    assert [found for found in off if found[1]] == []


def test_staff_under_htmx_without_a_session_are_told_to_sign_in_and_come_back(tournament: Tournament) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver/t/{tournament.slug}/settings/?a=b"}

    responses = [ask(f"/t/{tournament.slug}/settings/", headers=headers) for ask in (Client().get, Client().post)]

    assert [(response.status_code, response["HX-Redirect"]) for response in responses] == [
        (200, f"/sign-in/?next=%2Ft%2F{tournament.slug}%2Fsettings%2F%3Fa%3Db")
    ] * 2


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


SENT = {"text": "Coffee <is> there.", "key": "a1b2", "csrfmiddlewaretoken": "hidden", "password": "of the host"}
OF_A_PERSON = {"Accept": "text/html,*/*;q=0.8"}


def test_what_is_typed_by_who_is_signed_out_stays_to_be_read(tournament: Tournament) -> None:
    page_before = f"/t/{tournament.slug}/announcements/"
    headers = {**OF_A_PERSON, "Referer": f"http://testserver{page_before}"}

    response = Client().post(page_before, SENT, headers=headers)
    page = read_page(response.content.decode())
    of_no_event = read_page(Client().post("/t/no-such/announcements/", SENT, headers=headers).content.decode())

    assert response.status_code == 403
    assert "You are signed out here." in page.text
    assert "Text Coffee <is> there." in page.text
    assert [secret for secret in ("a1b2", "hidden", "of the host", tournament.name) if secret in page.text] == []
    assert f"/sign-in/?next={page_before}" in page.links
    assert page.text == of_no_event.text


@pytest.mark.parametrize(
    ("sent", "headers"), [(SENT, {"Accept": "application/json"}), ({"up": "1"}, OF_A_PERSON)], ids=["script", "button"]
)
def test_who_is_signed_out_is_led_to_sign_in_where_nothing_is_to_be_read(
    sent: dict[str, str], headers: dict[str, str], tournament: Tournament
) -> None:
    before = f"/t/{tournament.slug}/announcements/"

    response = Client().post(f"{before}1/", sent, headers={**headers, "Referer": f"http://testserver{before}"})

    assert (response.status_code, response["Location"]) == (302, f"/sign-in/?next={before}")


@pytest.mark.parametrize(("host", "is_shown"), [("testserver", True), ("elsewhere.example", False)])
def test_form_of_before_somebody_signed_in_shows_what_was_typed_to_who_sent_it(
    host: str, is_shown: bool, clients: dict[str, Client], tournament: Tournament
) -> None:
    director = clients["director"]
    director.handler.enforce_csrf_checks = True

    response = director.post(
        f"/t/{tournament.slug}/announcements/", SENT, headers={"Referer": f"http://{host}/t/{tournament.slug}/"}
    )

    assert response.status_code == 403
    assert ("Coffee" in read_page(response.content.decode()).text) == is_shown
