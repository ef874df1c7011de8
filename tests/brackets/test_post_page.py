"""Posting in the browser: refused with reasons until the checklist is met, then frozen for everybody to see."""

from __future__ import annotations

import pytest
from django.test import Client

from brackets.models import Override, Posting
from scorecards.services_decisions import decide_game
from tests.access.people import invited_client
from tests.brackets.posting import directed, post
from tests.builders import line as build_line
from tests.builders import loss, win
from tests.pages import get_page
from tests.scorecards.checking import agreed, disputed, undecided
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def address(tournament: Tournament, more: str = "") -> str:
    return f"/t/{tournament.slug}/post/{more}"


def test_post_page_shows_what_would_be_posted(client: Client) -> None:
    tournament, _ = directed(client, agreed())

    page = get_page(client, address(tournament))

    [table] = page.all("table")
    assert [row.texts("th", "td") for row in table.all("tr")][1:] == [
        ["1", "Entrant 1", "A-1", "7/3 +66", ""]
    ]
    assert page.texts("button")[-1] == "Post 1 qualifier"


def test_posting_lets_everybody_see(client: Client) -> None:
    tournament, me = directed(client, agreed())
    stranger = Client()
    before = get_page(stranger, f"/t/{tournament.slug}/standings/")

    response = client.post(address(tournament), {"version": tournament.version})

    assert (response.status_code, response["Location"]) == (302, f"/t/{tournament.slug}/desk/")
    posting = Posting.objects.get(tournament=tournament)
    assert (posting.number, posting.made_by) == (1, me.name)
    after = get_page(stranger, f"/t/{tournament.slug}/standings/")
    assert (before.all("table"), len(after.all("table"))) == ([], 1)


def test_posting_is_refused_with_what_is_in_the_way(client: Client) -> None:
    tournament, _ = directed(client, disputed())

    response = client.post(address(tournament), {"version": tournament.version})

    assert response.status_code == 409
    assert [shown.condition.item.value for shown in response.context["in_the_way"]] == [
        "checked",
        "dead-zone",
        "ties",
    ]
    assert response.context["refusal"] == "The checklist is not met yet."
    assert not Posting.objects.exists()


def test_posting_of_an_old_page_is_refused(client: Client) -> None:
    tournament, _ = directed(client, agreed())

    response = client.post(address(tournament), {"version": tournament.version - 1})

    assert response.status_code == 409
    assert not Posting.objects.exists()


@pytest.mark.parametrize("version", ["", "x", "²", "-1", "9" * 40])
def test_posting_without_a_version_is_refused(version: str, client: Client) -> None:
    tournament, _ = directed(client, agreed())

    response = client.post(address(tournament), {"version": version})

    assert response.status_code == 409


def test_checker_does_not_post(client: Client) -> None:
    tournament, _ = directed(client, agreed())
    checker = invited_client(tournament, "checker")

    page = get_page(checker, address(tournament))
    response = checker.post(address(tournament), {"version": tournament.version})

    assert "Post 1 qualifier" not in page.texts("button")
    assert response.status_code == 403
    assert not Posting.objects.exists()


def test_condition_is_waived_with_a_reason_and_taken_back(client: Client) -> None:
    tournament, me = directed(client, disputed())

    waived = client.post(address(tournament, "waivers/"), {"item": "checked", "reason": "paper lost"})
    page = get_page(client, address(tournament))
    client.post(address(tournament, "waivers/checked/removal/"))
    again = get_page(client, address(tournament))

    assert waived.status_code == 302
    [override] = Override.objects.all()
    assert (override.item, override.reason, override.made_by) == ("checked", "paper lost", me.name)
    assert override.ended_at is not None
    assert page.texts("button")[-1] == "Post 1 qualifier"
    assert "Post 1 qualifier" not in again.texts("button")


def test_waiver_without_a_reason_says_so_in_place(client: Client) -> None:
    tournament, _ = directed(client, disputed())

    response = client.post(address(tournament, "waivers/"), {"item": "checked", "reason": " "})

    assert response.status_code == 422
    assert response.context["waiver_refusal"] == "Say why: the reason stays on the page for staff."


def test_game_left_undecided_cannot_be_waived(client: Client) -> None:
    tournament, _ = directed(client, undecided())

    response = client.post(address(tournament, "waivers/"), {"item": "undecided", "reason": "no time"})

    assert response.status_code == 422
    assert not Override.objects.exists()


def test_correction_after_posting_makes_a_new_posting_with_its_reason(client: Client) -> None:
    tournament, me = directed(client, agreed())
    post(tournament, me)
    decide_game(
        tournament=tournament,
        member=me,
        game=1,
        lines={1: build_line(1, 4, loss(5)), 4: build_line(1, 1, win(5))},
        reason="the wrong player was written down",
    )
    tournament.refresh_from_db()

    without = client.post(address(tournament), {"version": tournament.version})
    given = client.post(
        address(tournament), {"version": tournament.version, "reason": "game 1 decided by the judges"}
    )

    assert (without.status_code, given.status_code) == (409, 302)
    first, second = Posting.objects.order_by("number")
    assert (second.number, second.reason) == (2, "game 1 decided by the judges")
    assert [(change["entrant"], change["after"]["card"]) for change in second.changes] == [
        (2, "4/2 +21"),
        (1, "4/2 +21"),
        (4, "2/1 -17"),
        (3, "2/1 -25"),
    ]
    assert first.report["standings"][0]["game_points"] == 7


def test_posting_twice_is_refused(client: Client) -> None:
    tournament, me = directed(client, agreed())
    post(tournament, me)
    tournament.refresh_from_db()

    response = client.post(address(tournament), {"version": tournament.version, "reason": "again"})

    assert response.status_code == 409
    assert Posting.objects.count() == 1
