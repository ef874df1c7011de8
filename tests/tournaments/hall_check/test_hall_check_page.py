"""The page of the hall check."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from tests.pages import Element, get_page, read_page
from tests.tournaments.staff.people import directed_event
from tournaments.hall_check.addresses import is_for_others, own_addresses
from tournaments.hall_check.visits import Visits

pytestmark = pytest.mark.django_db

HALL = "/t/gull-harbor/hall/"


def states(page: Element) -> list[str]:
    """Return what was found about each subject."""
    return [span.text for span in page.all("span") if "state" in (span.attributes.get("class") or "").split()]


def test_laptop_that_answers_itself_alone_is_told_first_with_what_to_do(
    client: Client, settings: LazySettings, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path / "of a checkout in which nothing was stored yet"
    settings.SERVED_HOST, settings.SERVED_PORT = "127.0.0.1", 8000
    directed_event(client)

    page = get_page(client, HALL)

    assert page.texts("h3")[:2] == ["Network", "Phones"]
    assert states(page)[0] == "The site answers this computer only (127.0.0.1)."
    assert page.all("ol")[0].texts("li")[0] == "Stop the site: press Ctrl and C together in the window where it runs."
    assert page.texts("code") == []


@pytest.mark.skipif(not own_addresses(), reason="this machine is in no network")
def test_phone_that_has_just_come_is_seen_when_the_page_asks_again(
    client: Client, settings: LazySettings, tmp_path: Path
) -> None:
    settings.VAR_DIR, settings.SERVED_HOST, settings.SERVED_PORT = tmp_path, "::", 8000
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *own_addresses()]
    directed_event(client)
    fragment = {"hx-request": "true", "hx-target": "findings"}
    before = states(read_page(client.get(HALL, headers=fragment).content.decode()))[1]
    worker = Visits()
    for address in ("198.51.100.7", "127.0.0.1", own_addresses()[0]):
        worker.note(address)

    after = read_page(client.get(HALL, headers=fragment).content.decode())

    assert before == "No other device has opened the site in the last 10 minutes."
    assert states(after)[1].startswith("1 other device has opened the site in the last 10 minutes, last at ")
    assert after.texts("code") == [f"http://{own_addresses()[0]}:8000/"]


@pytest.mark.parametrize("address", ["127.0.0.1", "169.254.3.4", "::", "::1", "fe80::", "unknown"])
def test_addresses_that_lead_nobody_here(address: str) -> None:
    assert not is_for_others(address)
