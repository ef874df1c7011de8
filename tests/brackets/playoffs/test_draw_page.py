"""The playoffs page before the draw: who has left, and what becomes of their places."""

from __future__ import annotations

import pytest
from django.test import Client

from brackets.models import Posting
from brackets.playoffs.services.draw import note_departure
from tests.brackets.playoffs.playing import director, posted
from tests.brackets.playoffs.test_draw import post_again
from tests.pages import get_page
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def who_has_left(client: Client, tournament: Tournament) -> list[str]:
    """Return what the page says of those who have left, without their names."""
    client.force_login(director(tournament).user)
    page = get_page(client, f"{tournament.get_absolute_url()}playoffs/")
    rows = [row for row in page.all("li") if row.attributes.get("class") == "leaver"]
    return [row.all("span")[0].text.split(": ")[1] for row in rows]


def leave(tournament: Tournament, *, is_replaced: bool) -> None:
    number = Posting.objects.latest("pk").result.seeded[0 if is_replaced else 1]
    note_departure(tournament=tournament, actor=director(tournament), number=number, is_replaced=is_replaced)


def test_who_keeps_the_place_is_said_to_forfeit(client: Client) -> None:
    tournament = posted()

    leave(tournament, is_replaced=False)

    assert who_has_left(client, tournament) == ["keeps the place and forfeits"]


def test_who_is_replaced_is_said_to_be_so_before_and_after_posting_again(client: Client) -> None:
    tournament = posted()
    leave(tournament, is_replaced=True)
    before = who_has_left(client, tournament)

    post_again(tournament)

    assert (before, who_has_left(client, tournament)) == (["replaced, once posted again"], ["replaced"])
