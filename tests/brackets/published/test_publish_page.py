"""The page of the published site: from Settings to a bracket on a stick."""

import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from brackets.models import Publication, PublishTarget
from brackets.published.queue import publish_due
from tests.brackets.published.site import posted_event
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import get_page, read_page
from tests.tournaments.staff.people import add_director, make_user
from tournaments.models import AuditAction, AuditEntry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return posted_event(8)


@pytest.fixture
def page(tournament: Tournament, client: Client, settings: Any, tmp_path: Path) -> str:
    settings.PUBLISH_DIR = tmp_path / "publish"
    tournament.staff.all().delete()
    user = make_user()
    add_director(tournament, user)
    client.force_login(user)
    return f"{tournament.get_absolute_url()}publish/"


def test_settings_lead_there(client: Client, page: str, tournament: Tournament) -> None:
    assert page in get_page(client, f"{tournament.get_absolute_url()}settings/").links


def test_folder_is_tried_added_and_published_to(client: Client, page: str, tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    answer = client.post(f"{page}targets/", {"drive": "other", "folder": str(tmp_path / "stick")}, follow=True)
    before = read_page(answer.content.decode()).text
    sent = publish_due()

    assert "1 change waits to be sent" in before
    assert (sent, "Published just now" in get_page(client, page).text) == (1, True)
    assert (tmp_path / "stick/index.html").is_file()


@pytest.mark.parametrize("folder", ["", "stick", "/no/such/folder"])
def test_folder_that_will_not_do_is_said(client: Client, page: str, folder: str) -> None:
    assert client.post(f"{page}targets/", {"drive": "other", "folder": folder}).status_code == 422
    assert not PublishTarget.objects.exists()


def test_folder_is_chosen_at_the_computer_and_by_who_directs_everything(
    client: Client, page: str, tmp_path: Path
) -> None:
    elsewhere = client.post(f"{page}targets/", {"drive": "other", "folder": str(tmp_path)}, REMOTE_ADDR="10.0.0.9")
    StaffMemberFactory()
    of_others = client.post(f"{page}targets/", {"drive": "other", "folder": str(tmp_path)})

    assert (elsewhere.status_code, of_others.status_code) == (422, 422)


def test_publish_now_take_back_and_remove(client: Client, page: str, tournament: Tournament, tmp_path: Path) -> None:
    client.post(page, {"action": "publish", "by_itself": "on"})
    published = Publication.objects.values_list("by_itself", "is_indexed").get()
    client.post(page, {"action": "unpublish"})
    client.post(f"{page}targets/", {"drive": "other", "folder": str(tmp_path / "site.zip")})
    target = PublishTarget.objects.get()
    client.post(f"{page}targets/", {"remove": target.pk})
    gone = client.post(f"{page}targets/", {"remove": target.pk})

    assert published == (True, False)
    assert (target.kind, PublishTarget.objects.count(), gone.status_code) == ("zip", 0, 422)
    assert AuditEntry.objects.filter(tournament=tournament, action=AuditAction.EVENT_UNPUBLISHED).count() == 1


def test_downloads_are_whole_and_small(client: Client, page: str, tournament: Tournament) -> None:
    packed, mail = client.get(f"{page}site.zip"), client.get(f"{page}page.html")
    text = mail.content.decode()

    assert packed.content[:2] == b"PK"
    assert len(mail.content) < 300_000
    # Its styles are an address that holds them: nothing is fetched, and nothing is inline.
    [styles] = re.findall(r'href="data:text/css;base64,([A-Za-z0-9+/=]+)"', text)
    assert b64decode(styles).startswith(b"/* The page to mail")
    assert [word for word in ("src=", "<script", "<style", "style=", "url(") if word in text] == []
    assert text.count("href=") == 1
    assert read_page(text).all("svg", "table")


def test_hidden_event_is_neither_published_nor_downloaded(client: Client, page: str, tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(is_hidden=True)

    assert client.post(page, {"action": "publish"}).status_code == 422
    assert client.get(f"{page}site.zip").status_code == 404


def test_dashboard_says_when_it_was_published(
    client: Client, page: str, tournament: Tournament, tmp_path: Path
) -> None:
    PublishTarget.objects.create(kind="folder", place=str(tmp_path))
    client.post(page, {"action": "publish"})
    publish_due()

    assert "Published just now" in get_page(client, f"{tournament.get_absolute_url()}desk/").text
