"""Invitations: made by the director, shown once, ended at once for all who came by them."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from tests.factories.tournaments import TournamentFactory
from tests.pages import get_page, read_page
from tests.tournaments.staff.people import (
    directed_event,
    in_an_hour,
    invited_client,
    let_in,
    log_entries,
    make_invitation,
)
from tournaments.models import Invitation, Tournament
from tournaments.sign_in.links import digest_of
from tournaments.staff.services import end_of_day

pytestmark = pytest.mark.django_db

STAFF = "/t/gull-harbor/staff/"
INVITE = f"{STAFF}invitations/"


def let_it_be(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    """Stop the clock of the site."""
    monkeypatch.setattr(timezone, "now", lambda: moment)


def make(client: Client, **changes: str) -> None:
    client.post(INVITE, {"role": "checker", "ends_at": in_an_hour(), **changes})


def refusal_of(source: str) -> str:
    """Return why a page is refused."""
    return next(part.text for part in read_page(source).all("p") if part.attributes.get("class") == "lead")


def link_shown(client: Client) -> str:
    """Return the link that the staff page shows, or nothing."""
    texts = [text for text in get_page(client, STAFF).texts("code") if text.startswith("http")]
    return texts[0] if texts else ""


def test_invitation_is_made_for_role_and_time(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    # Once a year an hour comes twice there, and its times of day are the earlier ones.
    let_it_be(monkeypatch, datetime(2026, 11, 27, 15, 0, 30, tzinfo=UTC))
    tournament = directed_event(client, time_zone="America/New_York")

    response = client.post(INVITE, {"role": "judge", "ends_at": in_an_hour("America/New_York")})

    invitation = tournament.invitations.get()
    assert (response.status_code, response["Location"]) == (302, STAFF)
    assert (invitation.role, invitation.made_by) == ("judge", "Ada Birch")
    assert invitation.ends_at == datetime(2026, 11, 27, 16, 0, tzinfo=UTC)
    assert log_entries(tournament) == [("Ada Birch", "invitation created", "judge")]


def test_link_is_shown_once_with_a_code_to_scan_and_kept_nowhere(client: Client) -> None:
    directed_event(client)
    make(client)

    page, again = get_page(client, STAFF), link_shown(client)

    [link] = [text for text in page.texts("code") if text.startswith("http")]
    [image] = page.all("img")
    secret = link.removeprefix("http://testserver/join/").rstrip("/")
    assert Invitation.objects.get().digest == digest_of(secret)
    assert again == ""
    assert (image.attributes["src"] or "").startswith("data:image/svg+xml")
    assert image.attributes["alt"] == "Code to scan: it holds the link below."


@override_settings(ALLOWED_HOSTS=["127.0.0.1", "localhost", "laptop.local", "192.0.2.7"])
def test_link_of_a_director_at_the_serving_laptop_leads_others_to_it() -> None:
    client = Client(headers={"host": "127.0.0.1:8000"})
    directed_event(client)
    make(client)

    assert link_shown(client).startswith("http://192.0.2.7:8000/join/")


@override_settings(ALLOWED_HOSTS=["127.0.0.1", "localhost"])
def test_link_that_opens_on_this_machine_only_says_so() -> None:
    client = Client(headers={"host": "127.0.0.1:8000"})
    directed_event(client)
    make(client)

    page = get_page(client, STAFF)

    [told] = [text for text in page.texts("p") if "opens on this computer only" in text]
    assert "Hall check says how other devices connect." in told


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"role": "owner"}, "Role: Select a valid choice. owner is not one of the available choices."),
        ({"ends_at": "tomorrow"}, 'Ends: "tomorrow" is not a date and time. Enter one such as 2026-11-21T23:59.'),
        ({"ends_at": "2020-01-01T10:00"}, "Ends: This time is over. Enter a later one."),
        ({"ends_at": "2099-01-01T10:00"}, "Ends: This is too late. Enter a time within 31 days."),
        ({"ends_at": ""}, "Ends: Enter a value."),
    ],
)
def test_invitation_is_refused_with_the_reason(changes: dict[str, str], reason: str, client: Client) -> None:
    directed_event(client)

    response = client.post(INVITE, {"role": "checker", "ends_at": in_an_hour(), **changes})

    assert response.status_code == 422
    assert read_page(response.content.decode()).texts("li")[0] == reason
    assert Invitation.objects.count() == 0


def test_invitation_ends_with_the_day_of_the_event_unless_told_otherwise() -> None:
    tournament = Tournament(name="x", starts_on=date(2090, 5, 2), time_zone="America/New_York")

    assert end_of_day(tournament) == datetime(2090, 5, 2, 23, 59, tzinfo=ZoneInfo("America/New_York"))


def test_invitation_to_a_past_or_undated_event_ends_today(monkeypatch: pytest.MonkeyPatch) -> None:
    let_it_be(monkeypatch, datetime(2026, 11, 27, 15, 0, tzinfo=UTC))

    for day in (None, date(2020, 5, 2)):
        tournament = Tournament(name="x", starts_on=day, time_zone="Asia/Tokyo")
        assert end_of_day(tournament) == datetime(2026, 11, 28, 23, 59, tzinfo=ZoneInfo("Asia/Tokyo"))


def test_who_is_let_in_in_the_last_minute_of_a_day_may_work_until_the_end_of_the_next(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    zone = ZoneInfo("America/New_York")
    let_it_be(monkeypatch, datetime(2026, 11, 27, 23, 59, 30, tzinfo=zone))
    tournament = directed_event(client, starts_on=date(2026, 11, 27), time_zone=zone.key)
    member = let_in(make_invitation(tournament))

    client.post(f"{STAFF}{member.pk}/code/")

    link = tournament.invitations.get(member=member)
    assert link.ends_at == datetime(2026, 11, 28, 23, 59, tzinfo=zone)
    assert 'value="2026-11-28T23:59"' in client.get(STAFF).content.decode()


def test_ended_invitation_shuts_everybody_out_who_came_by_it_until_it_is_taken_back(client: Client) -> None:
    tournament = directed_event(client)
    checker = invited_client(tournament)
    address = f"{INVITE}{tournament.invitations.get().pk}"
    answers = [checker.get("/t/gull-harbor/desk/")]

    ended = [client.post(f"{address}/end/").status_code for _ in range(2)]
    answers.append(checker.get("/t/gull-harbor/desk/"))
    client.post(f"{address}/reopen/")
    answers.append(checker.get("/t/gull-harbor/desk/"))

    assert (ended[0], [answer.status_code for answer in answers]) == (302, [200, 403, 200])
    assert refusal_of(answers[1].content.decode()) == (
        "Your access to this event has ended. Ask the director for a new invitation."
    )
    # Ended twice, and written down once.
    assert log_entries(tournament) == [
        ("Ada Birch", "invitation reopened", "checker"),
        ("Ada Birch", "invitation ended", "checker"),
    ]


def test_invitation_whose_time_is_over_stays_closed(client: Client) -> None:
    tournament = directed_event(client)

    response = client.post(f"{INVITE}{make_invitation(tournament, hours=-1).pk}/reopen/")

    assert response.status_code == 422
    assert "The time of this invitation is over. Create a new one." in read_page(response.content.decode()).texts("p")


def test_invitation_of_another_event_is_not_there(client: Client) -> None:
    directed_event(client)
    elsewhere = make_invitation(TournamentFactory())

    statuses = [client.post(f"{INVITE}{elsewhere.pk}/{what}/").status_code for what in ("end", "reopen")]

    elsewhere.refresh_from_db()
    assert (statuses, elsewhere.ended_at) == ([404, 404], None)


def test_people_are_counted_by_invitation(client: Client) -> None:
    tournament = directed_event(client)
    invitation = make_invitation(tournament)
    let_in(invitation)
    let_in(invitation, "Cy Dune", "CD")

    page = get_page(client, STAFF)

    assert [text for text in page.texts("button") if text.endswith("for all 2")] == [
        "Close the invitation for a checker for all 2"
    ]


def test_invitation_with_a_limit_lets_in_no_more_people(client: Client) -> None:
    directed_event(client)
    make(client, most_people="2")
    invitation = Invitation.objects.get()
    Invitation.objects.filter(pk=invitation.pk).update(digest=digest_of("few"))
    people = [Client() for _ in range(3)]

    joined = [
        person.post("/join/few/", {"name": name, "initials": initials, "plays": "no"}).status_code
        for person, name, initials in zip(people, ("Bo", "Cy", "Di"), ("BB", "CC", "DD"), strict=True)
    ]

    assert (invitation.most_people, joined) == (2, [302, 302, 403])
    assert "This invitation was for 2 people, and all have joined." in people[2].get("/join/few/").content.decode()
    assert people[0].get("/join/few/").status_code == 200
    assert people[0].post("/join/few/", {"name": "Bo", "initials": "BO", "plays": "no"}).status_code == 302
    assert "2 of 2" in get_page(client, STAFF).texts("td")
