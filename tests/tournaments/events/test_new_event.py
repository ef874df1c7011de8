"""A new event, on one page with defaults that work."""

from datetime import UTC, date, datetime, time

import pytest
from django.http import HttpResponse
from django.test import Client, override_settings
from django.utils import timezone

from tests.factories.tournaments import StaffMemberFactory
from tests.pages import Element, get_page, read_page
from tests.tournaments.staff.people import log_entries, make_event, make_user
from tournaments.events.creating import free_slug
from tournaments.events.forms import FIRST_FIELDS
from tournaments.events.time_zones import today_in
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EASTERN = "Eastern Time (New York)"


def values_of(page: Element) -> dict[str, str]:
    """Return what the form would send as it stands."""
    values = {
        field.attributes["name"] or "": field.attributes.get("value") or ""
        for field in page.all("input")
        if field.attributes.get("type") not in ("checkbox", "hidden") or field.attributes["name"] == "seen"
    }
    for select in page.all("select"):
        chosen = [option for option in select.all("option") if "selected" in option.attributes]
        values[select.attributes["name"] or ""] = chosen[0].attributes["value"] or ""
    return values


def press(client: Client, **changes: str) -> HttpResponse:
    """Send the page as it comes, with changes."""
    return client.post("/new/", values_of(get_page(client, "/new/")) | {"name": "Gull Harbor Open"} | changes)


def make(client: Client, **changes: str) -> Tournament:
    assert press(client, **changes).status_code == 302
    return Tournament.objects.get()


def refusal_of(client: Client, **changes: str) -> Element:
    response = press(client, **changes)
    assert response.status_code == 422
    return read_page(response.content.decode())


def test_new_event_and_its_copy_in_an_american_evening_are_of_that_day(
    director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 5, 16, 2, tzinfo=UTC))

    event = make(director)
    copied = values_of(get_page(director, f"/t/{event.slug}/settings/copy/"))["starts_on"]

    assert (event.time_zone, event.starts_on, copied) == ("America/New_York", date(2026, 5, 15), "2026-05-15")


def test_new_event_needs_nothing_but_a_name(director: Client) -> None:
    event = make(director)

    assert (event.slug, event.name, event.starts_on) == (
        "gull-harbor-open",
        "Gull Harbor Open",
        today_in(event.time_zone),
    )
    assert (event.kind, event.edition, event.format, event.scoring) == ("main", "acc-2020", "qualifying-playoff", "acc")
    assert (event.games, event.games_per_opponent, event.odd_field, event.muggins) == (22, 1, "house-player", False)
    assert (event.standings_shown, event.entry_fee, event.table_length) == ("nobody", 0, 12)
    assert (event.best_of, event.time_zone) == ([5] * 8, "America/New_York")


def test_whoever_makes_an_event_directs_it(client: Client) -> None:
    user = make_user()
    client.force_login(user)

    event = make(client)

    assert client.get("/t/gull-harbor-open/staff/").status_code == 200
    assert [(member.user, member.role, member.initials) for member in event.staff.all()] == [(user, "director", "AB")]
    assert log_entries(event) == [("Ada Birch", "event created", "Gull Harbor Open")]


def test_place_and_time_are_stored_and_shown_to_everybody(director: Client) -> None:
    event = make(director, venue=" Elks  Lodge ", start_time="9:30 am", contact="Ada, 555-0100")

    assert (event.venue, event.start_time, event.contact) == ("Elks Lodge", time(9, 30), "Ada, 555-0100")
    page = get_page(director, event.get_absolute_url()).text
    assert "9:30 AM" in page
    assert "Elks Lodge" in page
    assert "Ada, 555-0100" in page


@pytest.mark.parametrize(
    ("machine", "shown"),
    [
        ("America/Chicago", "Central Time (Chicago)"),
        ("America/Boise", "America/Boise"),
        ("Etc/UTC", EASTERN),
        ("UTC", EASTERN),
    ],
)
def test_first_event_takes_the_time_zone_of_the_machine(machine: str, shown: str, director: Client) -> None:
    with override_settings(MACHINE_TIME_ZONE=machine):
        assert values_of(get_page(director, "/new/"))["time_zone"] == shown


def test_first_screen_has_what_every_event_needs_and_the_rest_is_folded_until_it_is_wrong(director: Client) -> None:
    page, refused = get_page(director, "/new/"), refusal_of(director, table_length="11")

    folded = {field.attributes["name"] for part in page.all("details") for field in part.all("input", "select")}
    assert values_of(page).keys() - folded == {*FIRST_FIELDS, "seen"}
    assert "lowest_age" not in folded
    assert [part.texts("summary") for part in page.all("details") if "open" in part.attributes] == []
    assert [part.texts("summary") for part in refused.all("details") if "open" in part.attributes] == [["Seating"]]


def test_next_event_takes_the_time_zone_of_the_last(client: Client) -> None:
    user = make_user()
    client.force_login(user)
    StaffMemberFactory(user=user, tournament=make_event(time_zone="Europe/London"), name="Ada")

    assert values_of(get_page(client, "/new/"))["time_zone"] == "Europe/London"


@pytest.mark.parametrize(
    ("written", "stored"), [("3 5 5 7", [3, 5, 5, 7, 7, 7, 7, 7]), ("1, 3; 5", [1, 3, 5, 5, 5, 5, 5, 5]), ("", None)]
)
def test_best_of_is_written_round_by_round(written: str, stored: list[int] | None, director: Client) -> None:
    event = make(director, best_of=written)

    assert event.best_of == stored


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("america/los angeles", "America/Los_Angeles"),
        ("new york", "America/New_York"),
        ("LOS   ANGELES", "America/Los_Angeles"),
        ("St. Johns", "America/St_Johns"),
        ("indianapolis", "America/Indianapolis"),
        ("Central Time", "America/Chicago"),
        ("minneapolis", "America/Chicago"),
        ("Minneapolis (Central Time)", "America/Chicago"),
        ("PST", "America/Los_Angeles"),
        ("portland me", "America/New_York"),
    ],
)
def test_time_zone_is_found_however_it_is_written(written: str, stored: str, director: Client) -> None:
    event = make(director, time_zone=written)

    assert event.time_zone == stored


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"name": " "}, "Name: Enter a value."),
        ({"starts_on": "soon"}, "Date: Enter a valid date."),
        (
            {"time_zone": "Harbor Time"},
            (
                'Time zone: No time zone matches "Harbor Time". Enter a large city such as Minneapolis, or a name '
                "such as Central Time."
            ),
        ),
        (
            {"time_zone": "Portland"},
            (
                'Time zone: "Portland" is in several time zones. Enter Pacific Time (Los Angeles) or Eastern Time '
                "(New York)."
            ),
        ),
        ({"games": "0"}, "Games: 0 is too small. Enter 1 to 60."),
        (
            {"best_of": "4"},
            'Playoff matches: best of: "4" is not a list of 1, 3, 5 or 7. Enter 5, or 3 5 5 7 round by round.',
        ),
        ({"best_of": "5 5 5 5 5 5 5 5 5"}, "Playoff matches: best of: These are 9 rounds. Enter 8 or fewer."),
        (
            {"entry_fee": "-1"},
            "Entry fee: “-1” is not an amount between 0 and 9,999,999.99. Enter an amount such as 20 or 20.50.",
        ),
        ({"edition": "acc-1999"}, "Rulebook: Select a valid choice. acc-1999 is not one of the available choices."),
    ],
)
def test_new_event_is_refused_with_the_reason(changes: dict[str, str], reason: str, director: Client) -> None:
    page = refusal_of(director, **({"entry_fee": "15.50"} | changes))

    assert page.texts("li")[0] == reason
    # What was typed stays.
    assert page.by_id("id_entry_fee").attributes["value"] == changes.get("entry_fee", "15.50")
    assert Tournament.objects.count() == 0


def test_no_choice_is_said_to_be_optional_that_always_holds_one(director: Client) -> None:
    page = get_page(director, "/new/")
    always = [
        select.attributes["id"]
        for select in page.all("select")
        if all(option.attributes["value"] for option in select.all("option"))
    ]

    said = [label.text for label in page.all("label") if label.attributes.get("for") in always]

    assert [text for text in said if "optional" in text] == []
    # Only who deals first may be left undecided.
    assert len(said) == len(always) == len(page.all("select")) - 1


@pytest.mark.parametrize(
    ("name", "slug"), [("Łódź Open", "lodz-open"), ("Ørsted’s Æ Cup", "orsteds-ae-cup"), ("Straße", "strasse")]
)
def test_address_is_made_of_the_letters_of_the_name(name: str, slug: str) -> None:
    assert free_slug(name) == slug
