"""Hide, archive, delete and restore an event: what the public and staff see of it, and what becomes of its records."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from brackets.event_files.store import import_event
from brackets.models import ClubSeason, Payment, SeasonEvent, SideEvent
from tests.events import round_robin
from tests.pages import get_page, read_page
from tests.test_urls import ACCESS, PUBLIC
from tests.tournaments.staff.people import add_director, invited_client, log_entries, make_user
from tournaments.events.lifecycle import delete_event, purge_deleted_events
from tournaments.models import Entrant, Tournament
from tournaments.page_cache.versions import VERSIONS

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ACCOUNT = "/account/"


@pytest.fixture
def event(client: Client) -> Tournament:
    """Return an event with cards, whose director is signed in."""
    tournament = import_event(event_file=round_robin())
    add_director(tournament, make_user())
    client.force_login(tournament.staff.get().user)
    return tournament


def settings_of(event: Tournament, act: str = "") -> str:
    return f"/t/{event.slug}/settings/{act}"


def change(client: Client, event: Tournament, act: str) -> None:
    assert client.post(settings_of(event, "visibility/"), {"act": act}).status_code == 302


def delete(client: Client, event: Tournament) -> None:
    assert client.post(settings_of(event, "delete/"), {"name": event.name})["Location"] == ACCOUNT


def public_answers(event: Tournament, slug: str = "", **headers: str) -> dict[str, tuple[int, bytes]]:
    """Return status and content of every public address of an event, as a stranger gets them."""
    VERSIONS.clear()
    slug = slug or event.slug
    stranger = Client()
    patterns = [
        pattern
        for pattern, rule in ACCESS.items()
        if rule == PUBLIC and pattern.startswith("t/") and "<int" not in pattern
    ]
    found = {}
    for pattern in patterns:
        response = stranger.get("/" + pattern.replace("<slug:slug>", slug), headers=headers)
        found[pattern] = (response.status_code, response.content)
    return found


def test_hidden_event_answers_the_public_as_if_it_never_was(client: Client, event: Tournament) -> None:
    before = public_answers(event)  # also fills the cache
    tag = Client().get(f"/t/{event.slug}/standings/")["ETag"]

    change(client, event, "hide")

    assert {status for status, _ in before.values()} == {200}
    assert public_answers(event) == public_answers(event, "never-there")
    assert {status for status, _ in public_answers(event, if_none_match=tag).values()} == {404}
    assert event.name not in get_page(Client(), "/").text
    assert get_page(client, f"/t/{event.slug}/desk/").texts("h1") == ["Dashboard"]


def test_hidden_event_that_was_asked_for_takes_no_more_queries_than_none(
    client: Client, event: Tournament, django_assert_num_queries: object
) -> None:
    address = f"/t/{event.slug}/standings/"
    Client().get(address)
    change(client, event, "hide")
    Client().get(address)

    with django_assert_num_queries(1):  # type: ignore[operator]
        Client().get("/t/never-there/standings/")
    with django_assert_num_queries(1):  # type: ignore[operator]
        Client().get(address)


def test_shown_event_is_back_and_both_are_logged(client: Client, event: Tournament) -> None:
    before = public_answers(event)
    change(client, event, "hide")
    change(client, event, "hide")
    change(client, event, "show")

    assert {path: status for path, (status, _) in public_answers(event).items()} == dict.fromkeys(before, 200)
    assert event.name in get_page(Client(), "/").text
    assert [entry[1] for entry in log_entries(event)][:2] == ["event shown again", "event hidden"]


def test_archived_event_is_listed_apart_and_stays_open(client: Client, event: Tournament) -> None:
    change(client, event, "archive")

    home = get_page(Client(), "/")
    assert [part.texts("bdi") for part in home.all("details")] == [[event.name]]
    assert home.texts("h2") == []
    assert Client().get(f"/t/{event.slug}/").status_code == 200
    change(client, event, "unarchive")
    assert get_page(Client(), "/").all("details") == []


def test_archiving_leaves_the_pages_of_other_events_as_they_are(client: Client, event: Tournament) -> None:
    other = import_event(event_file=round_robin())

    change(client, event, "archive")

    assert Tournament.objects.get(pk=other.pk).posted_version == other.posted_version


@pytest.mark.parametrize("page", ["/new/", "settings/", "settings/copy/", "settings/delete/"])
def test_form_sent_empty_is_refused_like_any_other(page: str, client: Client, event: Tournament) -> None:
    response = client.post(page if page.startswith("/") else settings_of(event, page.removeprefix("settings/")))

    assert response.status_code == 422
    assert "Not saved" in read_page(response.content.decode()).texts("h2")


def test_event_renamed_meanwhile_is_not_deleted_by_its_old_name(event: Tournament) -> None:
    Tournament.objects.update(name="Cedar Hall Open")

    with pytest.raises(ValidationError, match='Enter "Cedar Hall Open"'):
        delete_event(event, event.staff.get(), event.name)


def test_deletion_asks_for_the_name(client: Client, event: Tournament) -> None:
    response = client.post(settings_of(event, "delete/"), {"name": "Bay"})

    assert response.status_code == 422
    assert f'"Bay" is not its name. Enter "{event.name}".' in response.content.decode().replace("&quot;", '"')
    assert Tournament.objects.present().count() == 1


def test_deleted_event_is_gone_for_everybody_and_can_be_restored_whole(client: Client, event: Tournament) -> None:
    checker = invited_client(event)
    before, entrants = public_answers(event), Entrant.objects.count()

    delete(client, event)

    gone = [who.get(f"/t/{event.slug}/{page}/").status_code for who in (client, checker) for page in ("desk", "cards")]
    assert gone == [404] * 4
    assert public_answers(event) == public_answers(event, "never-there")
    account = get_page(client, ACCOUNT)
    assert account.texts("button")[:1] == [f"Restore {event.name}"]
    assert [link for link in account.links if link.startswith("/t/")] == []

    client.post(f"/account/events/{event.pk}/restore/")

    assert checker.get(f"/t/{event.slug}/cards/").status_code == 200
    assert {path: status for path, (status, _) in public_answers(event).items()} == dict.fromkeys(before, 200)
    assert Entrant.objects.count() == entrants
    assert [entry[:2] for entry in log_entries(event)][:2] == [
        ("Ada Birch", "event restored"),
        ("Ada Birch", "event deleted"),
    ]


def test_nobody_else_restores_an_event_and_nobody_deletes_it_but_directors(client: Client, event: Tournament) -> None:
    assert invited_client(event).post(settings_of(event, "delete/"), {"name": event.name}).status_code == 403
    delete(client, event)
    other = Client()
    other.force_login(make_user("bo", "Bo Cedar"))

    other.post(f"/account/events/{event.pk}/restore/")

    assert Tournament.objects.present().count() == 0


def test_change_that_was_on_its_way_is_refused_once_the_event_is_deleted(client: Client, event: Tournament) -> None:
    from tournaments.events.lifecycle import change_visibility

    delete(client, event)

    with pytest.raises(Tournament.DoesNotExist):
        change_visibility(event, event.staff.get(), "hide")


def test_deleted_event_is_destroyed_after_30_days_with_everything_that_protects_its_entrants(
    client: Client, event: Tournament
) -> None:
    Payment.objects.create(tournament=event, entrant=event.entrants.all()[0], amount=100, made_by="Ada")
    kept = import_event(event_file=round_robin())
    delete(client, event)
    Tournament.objects.filter(pk=event.pk).update(deleted_at=timezone.now() - timedelta(days=29))
    assert purge_deleted_events() == []
    Tournament.objects.filter(pk=event.pk).update(deleted_at=timezone.now() - timedelta(days=31))
    assert "Deleted events" not in get_page(client, ACCOUNT).texts("h2")
    said = StringIO()

    call_command("purge_deleted_events", stdout=said)

    assert said.getvalue() == f"{event.name}: destroyed\n"
    assert [one.pk for one in Tournament.objects.all()] == [kept.pk]
    assert kept.entrants.exists()


@pytest.mark.parametrize("act", ["hide", "delete"])
def test_pages_of_other_events_name_it_no_more(act: str, client: Client, event: Tournament) -> None:
    main = import_event(event_file=round_robin())
    SideEvent.objects.create(main=main, event=event, made_by="Ada")
    season = ClubSeason.objects.create(club="Gulls", name="2026", starts_on="2026-01-01", ends_on="2026-12-31")
    for one in (main, event):
        SeasonEvent.objects.create(season=season, tournament=one, made_by="Ada")
    pages = [f"/t/{main.slug}/{page}" for page in ("", "season/", "season.json", "results.json")]
    before = [event.get_absolute_url() in Client().get(page).content.decode() for page in pages]
    totals = Client().get(pages[2]).content

    delete(client, event) if act == "delete" else change(client, event, act)

    after = [Client().get(page).content.decode() for page in pages]
    assert before[0]
    assert [event.get_absolute_url() in text for text in after] == [False] * 4
    assert after[2] != totals.decode()
