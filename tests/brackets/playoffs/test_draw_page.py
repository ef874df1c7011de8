"""The playoffs page before the draw: who has left, and what becomes of their places."""

import pytest
from django.test import Client

from brackets.models import Bracket, Departure, Match, Posting
from brackets.playoffs.services.draw import note_departure
from tests.brackets.playoffs.playing import director, posted
from tests.brackets.playoffs.test_draw import post_again
from tests.brackets.playoffs.test_playoffs_page import address, bouts, page, send, sign_in
from tests.pages import get_page
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return posted()


def who_has_left(client: Client, tournament: Tournament) -> list[str]:
    """Return what the page says of those who have left, without their names."""
    client.force_login(director(tournament).user)
    page = get_page(client, f"{tournament.get_absolute_url()}playoffs/")
    rows = [row for row in page.all("li") if "leaver" in (row.attributes.get("class") or "").split()]
    return [row.all("span")[0].text.split(": ")[1] for row in rows]


def leave(tournament: Tournament, *, is_replaced: bool) -> None:
    number = Posting.objects.latest("pk").result.seeded[0 if is_replaced else 1]
    note_departure(tournament=tournament, actor=director(tournament), number=number, is_replaced=is_replaced)


def test_who_keeps_the_place_is_said_to_forfeit(client: Client, tournament: Tournament) -> None:
    leave(tournament, is_replaced=False)

    assert who_has_left(client, tournament) == ["keeps the place and forfeits"]


def test_who_is_replaced_is_said_to_be_so_before_and_after_posting_again(
    client: Client, tournament: Tournament
) -> None:
    leave(tournament, is_replaced=True)
    before = who_has_left(client, tournament)

    post_again(tournament)

    assert (before, who_has_left(client, tournament)) == (["replaced when you post again"], ["replaced"])


def test_playoffs_before_the_posting_lead_to_posting(client: Client, tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(latest_posting=0)
    sign_in(client, tournament)

    found = page(client, tournament)

    assert f"/t/{tournament.slug}/post/" in found.links


def test_bracket_is_drawn_from_the_page(client: Client, tournament: Tournament) -> None:
    sign_in(client, tournament)
    before = page(client, tournament)
    assert len(before.all("ol")[0].all("li")) == 12
    assert (
        "Everybody then sees the bracket, on phones and the hall screen: 12 players, whom they play first, and 4 of"
        " them have a bye. It can be undone until the first result."
    ) in before.texts("p")

    response = send(client, tournament, "draw/", posting=1)

    assert (response.status_code, response["Location"]) == (302, address(tournament))
    assert Bracket.objects.count() == 1
    # Four of the eight slots are byes.
    shown = [bout.attributes["id"] for bout in bouts(page(client, tournament))]
    assert shown == [f"match-1-{slot}" for slot in (2, 3, 6, 7)]


def test_leaver_is_noted_and_taken_back_from_the_page(client: Client, tournament: Tournament) -> None:
    sign_in(client, tournament)
    number = Posting.objects.get().result.seeded[0]

    send(client, tournament, "left/", number=number, what="replaced")
    assert send(client, tournament, "draw/", posting=1).status_code == 422
    send(client, tournament, "left/", number=number, what="back")
    send(client, tournament, "left/", number=number, what="forfeit")

    assert list(Departure.objects.values_list("is_replaced", "revoked_by")) == [(True, "Cy Alder"), (False, "")]


def test_leaver_who_keeps_the_place_forfeits_by_one_tap(client: Client, tournament: Tournament) -> None:
    sign_in(client, tournament)
    order = Posting.objects.get().result.seeded
    send(client, tournament, "left/", number=order[7], what="forfeit")
    send(client, tournament, "draw/", posting=1)
    assert page(client, tournament).by_id("late-1-2").all("button")[0].text == "Record the forfeited match"

    send(client, tournament, "1/2/give/", side="upper", ground="left", seen=0)

    current = Match.objects.active().get()
    assert (current.lower_games, current.forfeits, current.rule, current.keeps_award) == (3, 3, "13.1", True)
