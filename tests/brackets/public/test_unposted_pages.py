"""Public pages of an event whose standings nobody may see yet."""

from typing import Any

import pytest
from django.test import Client

from brackets.event_files.store import import_event
from tests.events import PHASES, round_robin, without_cards
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import get_page
from tournaments.models import Audience, Tournament
from tournaments.rules.types import EventFile

pytestmark = pytest.mark.django_db

PAGES = ("", "standings/", "standings/?name=a", "standings/1/", "bracket/")


def held_back(event_file: EventFile) -> Tournament:
    tournament = import_event(event_file=event_file)
    tournament.standings_shown = Audience.NOBODY
    tournament.save()
    return tournament


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return held_back(PHASES["playoffs"])


@pytest.mark.parametrize("part", PAGES)
def test_page_says_what_comes_and_tells_nothing_that_is_on_the_cards(
    part: str, client: Client, tournament: Tournament
) -> None:
    address = f"{tournament.get_absolute_url()}{part}"
    names = tournament.entrants.values_list("name", flat=True)

    shown = get_page(client, address)

    assert shown.texts("strong") == ["Qualifying round."]
    assert next(text for text in shown.texts("p") if text.startswith("Qualifying round.")).count("bracket") == 1
    assert [name for name in names if name in shown.text] == []
    # Where there are no playoffs, no bracket is promised.
    Tournament.objects.update(format="double-round-robin", posted_version=tournament.posted_version + 1)
    shown = get_page(client, address)
    assert next(text for text in shown.texts("p") if text.startswith("Round robin.")).count("bracket") == 0


@pytest.mark.parametrize(("target", "part"), [("found", ""), ("standings", "standings/")])
def test_fragment_tells_nothing_either(target: str, part: str, client: Client, tournament: Tournament) -> None:
    page = get_page(client, f"{tournament.get_absolute_url()}{part}?name=a", hx_request="true", hx_target=target)

    assert page.all("table") == []
    assert [link for link in page.links if "/standings/" in link and link[-2:-1].isdigit()] == []
    assert [element for element in page.inner if element.attributes.get("class") == "notation"] == []


def test_what_only_staff_see_reaches_no_stranger_by_any_address(client: Client, tournament: Tournament) -> None:
    base = tournament.get_absolute_url()
    staff = Client()
    member = StaffMemberFactory(tournament=tournament)
    assert member.user is not None
    staff.force_login(member.user)
    # Told apart from all else on a page: a card's figures and who holds it.
    shown = get_page(staff, f"{base}ranking/")
    assert "Working standings, not posted. Only staff see them." in shown.texts("p")
    cards = [row.texts("td")[2] for row in shown.by_id("standing-rows").all("tr")[1:] if len(row.all("td")) > 3]
    assert len(cards) == tournament.entrants.count()
    assert all(card.count("/") == 1 for card in cards)
    numbers = tournament.entrants.values_list("number", flat=True)
    files = ("results/standings.csv", "results/bracket.csv", "results/awards.csv")
    documents = ("standings.json", "bracket.json", "results.json")
    others = ("results/", "seats/", "postings/", "postings/1/", "screen/", f"postings/1/cards/{numbers[0]}/")
    players = (f"{where}/{number}/" for number in numbers for where in ("p", "standings"))

    answers = {part: client.get(f"{base}{part}") for part in (*PAGES, *others, *files, *documents, *players)}

    assert {answer.status_code for answer in answers.values()} == {200, 404}
    texts = {part: answer.content.decode() for part, answer in answers.items()}
    assert [(part, card) for part, text in texts.items() for card in cards if card in text] == []
    for staff_page in ("ranking/", "cards/", "check/", "ranking/evidence/"):
        assert client.get(f"{base}{staff_page}").status_code in (302, 403), staff_page
    # Shown to everybody, they are all there.
    Tournament.objects.update(standings_shown=Audience.EVERYBODY, posted_version=tournament.posted_version + 1)
    assert [card for card in cards if card not in get_page(client, f"{base}standings/").text] == []


def test_event_counts_its_entrants_and_has_no_card_of_nobody(client: Client, tournament: Tournament) -> None:
    assert get_page(client, tournament.get_absolute_url()).texts("dd")[0] == "24"
    assert client.get(f"{tournament.get_absolute_url()}standings/999/").status_code == 404


def test_event_before_its_first_card_says_so(client: Client) -> None:
    tournament = held_back(without_cards(round_robin()))

    assert get_page(client, tournament.get_absolute_url()).texts("strong") == ["Before the first game."]


@pytest.mark.parametrize("is_complete", [True, False])
def test_page_costs_few_queries_and_one_for_other_events(
    is_complete: bool, client: Client, tournament: Tournament, django_assert_num_queries: Any
) -> None:
    if not is_complete:
        tournament = held_back(PHASES["incomplete"])

    for part, cost in (("", 8), ("standings/", 5), ("bracket/", 5), ("results/", 6)):
        with django_assert_num_queries(cost):
            client.get(f"{tournament.get_absolute_url()}{part}")


def test_page_changes_when_the_audience_does(client: Client, tournament: Tournament) -> None:
    address = f"{tournament.get_absolute_url()}standings/"
    client.get(address)

    Tournament.objects.update(standings_shown=Audience.EVERYBODY, posted_version=tournament.posted_version + 1)

    assert len(get_page(client, address).all("table")) == 1
