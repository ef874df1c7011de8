"""Somebody added once the qualifiers are known: only after a second question, and nothing that is shown goes away."""

import json

import pytest
from django.test import Client

from brackets.event_files.export import event_file_of
from brackets.event_files.reading import read_event
from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from brackets.models import Seed
from tests.brackets.playoffs.playing import director, drawn, play
from tests.events import PHASES
from tests.pages import read_page
from tests.tournaments.entrants.importing import form_of
from tests.tournaments.staff.people import add_director, make_user
from tournaments.entrants.services.registration import AddingDoubtful, add_entrant
from tournaments.event_file.writing import write_event_file
from tournaments.models import Audience, Entrant, StaffMember, Tournament

pytestmark = pytest.mark.django_db
PAGES = ("", "standings/", "bracket/", "results/", "results/standings.csv", "results/bracket.csv")


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    tournament = drawn()
    play(tournament, 1, 2, 3, 1)
    return tournament


def pages_of(tournament: Tournament, client: Client) -> dict[str, tuple[int, str]]:
    """Return what each public page answers, and its text."""
    found = {}
    for page in PAGES:
        response = client.get(f"{tournament.get_absolute_url()}{page}")
        text = response.content.decode()
        found[page] = (response.status_code, text if page.endswith("csv") else read_page(text).by_id("main").text)
    return found


def add(tournament: Tournament, me: StaffMember, *, is_sure: bool = True) -> None:
    add_entrant(tournament=tournament, actor=me, entrant=Entrant(name="Late Lee"), is_sure=is_sure)


def test_who_is_added_after_a_posting_is_asked_about(tournament: Tournament) -> None:
    with pytest.raises(AddingDoubtful) as doubt:
        add(tournament, director(tournament), is_sure=False)

    assert (doubt.value.is_late, doubt.value.others) == (True, [])


def test_what_is_posted_stays_shown_and_is_verified(tournament: Tournament, client: Client) -> None:
    before = pages_of(tournament, client)

    add(tournament, director(tournament))

    tournament.refresh_from_db()
    assert pages_of(tournament, client) == before
    assert [status for status, _ in before.values()] == [200] * len(PAGES)
    assert differences(tournament) == []


def test_event_file_with_somebody_added_late_is_imported_again(tournament: Tournament) -> None:
    """49 entrants would make 13 qualifiers, and the bracket of 12 would fit no more."""
    add(tournament, director(tournament))
    text = write_event_file(event_file_of(tournament))

    again = import_event(event_file=read_event(text.encode()))

    assert json.loads(text)["event"]["qualifiers"] == 12
    assert write_event_file(event_file_of(again)) == text


def test_bracket_without_a_posting_stays_shown_too(client: Client) -> None:
    tournament = import_event(event_file=PHASES["finished"])
    tournament.standings_shown = Audience.EVERYBODY
    tournament.save()
    seeds = list(Seed.objects.filter(bracket__tournament=tournament).values_list("pk", flat=True))

    add(tournament, director(tournament))

    tournament.refresh_from_db()
    pages = pages_of(tournament, client)
    assert [status for status, _ in pages.values()] == [200] * len(PAGES)
    assert "Finished. " in pages[""][1]
    assert differences(tournament) == []
    assert list(Seed.objects.filter(bracket__tournament=tournament).values_list("pk", flat=True)) == seeds


def test_quick_add_asks_and_adds_at_the_second_enter(tournament: Tournament, client: Client) -> None:
    user = make_user()
    add_director(tournament, user)
    client.force_login(user)
    address = f"/t/{tournament.slug}/entrants/"

    asked = client.post(address, {"name": "Late Lee"})
    page = read_page(asked.content.decode())
    [sure] = [field for field in page.all("input") if field.attributes.get("name") == "sure"]
    client.post(address, {"name": "Late Lee", "sure": sure.attributes["value"]})

    assert asked.status_code == 422
    assert "The qualifiers are posted. Late Lee would count as an entrant and owe a scorecard" in page.text
    assert tournament.entrants.filter(name="Late Lee").count() == 1


def test_import_asks_before_it_adds(tournament: Tournament, client: Client) -> None:
    user = make_user()
    add_director(tournament, user)
    client.force_login(user)
    address = f"/t/{tournament.slug}/entrants/import/"
    page = client.post(address, {"pasted": "Name\nLate Lee\n"})
    fields = form_of(page)

    refused = client.post(f"{address}store/", fields)
    entered = tournament.entrants.filter(name="Late Lee").count()
    client.post(f"{address}store/", {**fields, "is_sure": "on"})

    assert (refused.status_code, entered) == (422, 0)
    assert "Each new entrant owes a scorecard" in read_page(page.content.decode()).text
    assert tournament.entrants.filter(name="Late Lee").count() == 1
