"""What becomes of awards, money and files where a qualifier left, did not appear or was removed."""

from __future__ import annotations

import pytest
from django.test import Client

from brackets.models import Posting
from brackets.report import seeds_in
from brackets.selectors_money import working_results
from brackets.selectors_playoffs import departures_of
from brackets.selectors_side_events import candidates_of
from brackets.services_draw import note_departure
from tests.brackets.playing import director, posted
from tests.brackets.test_draw import post_again
from tests.pages import get_page
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def top_qualifier_replaced() -> tuple[Tournament, int]:
    """Return an event posted again without its top qualifier, and that one's number."""
    tournament = posted()
    number = seeds_in(Posting.objects.get().report)[0]
    note_departure(tournament=tournament, member=director(tournament), number=number, is_replaced=True)
    post_again(tournament)
    tournament.refresh_from_db()
    return tournament, number


def sign_in(client: Client, tournament: Tournament) -> None:
    user = director(tournament).user
    assert user is not None
    client.force_login(user)


def test_event_file_download_warns_once_somebody_was_replaced(client: Client) -> None:
    tournament = posted()
    sign_in(client, tournament)
    page = get_page(client, f"{tournament.get_absolute_url()}awards/")
    assert [one for one in page.all("p") if one.attributes.get("id") == "lost"] == []
    number = seeds_in(Posting.objects.get().report)[0]
    note_departure(tournament=tournament, member=director(tournament), number=number, is_replaced=True)

    page = get_page(client, f"{tournament.get_absolute_url()}awards/")

    [link] = [one for one in page.all("a") if one.text == "Event file"]
    assert link.attributes["aria-describedby"] == "lost"
    assert page.by_id("lost").text == (
        "Somebody was replaced before the draw. An event file cannot say so: where this one is imported,"
        " the bracket is seeded by the cards alone."
    )


def test_somebody_replaced_is_not_ticked_for_the_consolation(client: Client) -> None:
    tournament, number = top_qualifier_replaced()
    sign_in(client, tournament)

    page = get_page(client, f"{tournament.get_absolute_url()}side-events/")

    departed = departures_of(tournament, is_replaced=True)
    [candidate] = [one for one in candidates_of(working_results(tournament), departed) if one.has_left]
    assert (candidate.number, candidate.how.endswith(", left before the draw")) == (number, True)
    ticked = [
        int(one.attributes["value"] or "")
        for one in page.all("input")
        if one.attributes.get("name") == "chosen" and "checked" in one.attributes
    ]
    assert (len(ticked), number in ticked) == (35, False)
