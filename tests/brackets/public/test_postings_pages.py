"""What the public sees once something is posted: the snapshot, and the ones before it."""

import pytest
from django.test import Client

from tests.brackets.posting.posting import correct, directed, post
from tests.pages import Element, get_page
from tests.scorecards.checking.cross_checks import agreed
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db


def cards(page: Element) -> list[str]:
    """Return the cards in the order of the standings."""
    table = page.all("table")[0]
    return [row.texts("td")[2] for row in table.all("tr") if len(row.texts("td")) > 3]


def test_correction_is_not_public_before_it_is_posted(client: Client) -> None:
    tournament, me = directed(client, agreed())
    post(tournament, me)
    stranger = Client()

    correct(tournament, me)

    assert cards(get_page(stranger, f"/t/{tournament.slug}/standings/"))[0] == "7/3 +66"
    [lines, _] = get_page(stranger, f"/t/{tournament.slug}/standings/1/").all("table")
    assert lines.all("tbody")[0].texts("th", "td") == ["1", "Entrant 4", "3", "40", ""]


def test_new_posting_takes_its_place_and_the_earlier_one_remains(client: Client) -> None:
    tournament, me = directed(client, agreed())
    post(tournament, me)
    correct(tournament, me)
    post(tournament, me, "game 1 decided")
    stranger = Client()

    now = cards(get_page(stranger, f"/t/{tournament.slug}/standings/"))
    before = cards(get_page(stranger, f"/t/{tournament.slug}/postings/1/"))
    old_card = get_page(stranger, f"/t/{tournament.slug}/postings/1/cards/1/")
    listed = get_page(stranger, f"/t/{tournament.slug}/postings/")
    to_cards = [
        [link for link in get_page(stranger, f"/t/{tournament.slug}/postings/{number}/").links if link.endswith("/4/")]
        for number in (1, 2)
    ]

    assert (now[0], before[0]) == ("4/2 +21", "7/3 +66")
    assert to_cards == [[f"/t/{tournament.slug}/postings/1/cards/4/"], [f"/t/{tournament.slug}/standings/4/"]]
    assert old_card.all("table")[0].all("tbody")[0].texts("th", "td") == ["1", "Entrant 4", "3", "40", ""]
    assert listed.texts("h2") == ["Posting 2", "Posting 1"]
    assert [row.texts("th", "td") for row in listed.all("table")[0].all("tr")][1] == [
        "Entrant 2",
        "place 2, 4/2 +21",
        "place 1, 4/2 +21, qualifies",
    ]


def test_posted_names_stay_as_they_were(client: Client) -> None:
    tournament, me = directed(client, agreed())
    post(tournament, me)

    Entrant.objects.filter(tournament=tournament, number=1).update(name="Somebody Else")

    page = get_page(Client(), f"/t/{tournament.slug}/standings/1/")
    assert page.texts("h1") == ["Entrant 1"]


def test_entrant_who_came_after_the_posting_has_no_posted_card(client: Client) -> None:
    tournament, me = directed(client, agreed())
    post(tournament, me)
    Entrant.objects.create(tournament=tournament, number=77, name="Late Larch")

    response = Client().get(f"/t/{tournament.slug}/standings/77/")

    assert response.status_code == 404


def test_postings_before_the_first_say_what_will_be_there(client: Client) -> None:
    tournament, _ = directed(client, agreed())

    page = get_page(client, f"/t/{tournament.slug}/postings/")

    assert page.texts("p")[0].startswith("No postings yet.")


def test_posting_that_is_not_there_is_not_found(client: Client) -> None:
    tournament, _ = directed(client, agreed())

    assert client.get(f"/t/{tournament.slug}/postings/1/").status_code == 404
    assert client.get(f"/t/{tournament.slug}/postings/1/cards/1/").status_code == 404
