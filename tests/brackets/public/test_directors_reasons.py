"""The director's reasons as everybody reads them: for a further posting, and for another number of qualifiers."""

import pytest
from django.test import Client

from brackets.event_files.store import import_event
from scorecards.ranking.actions import set_exemption
from tests.brackets.playoffs.playing import director, posted
from tests.brackets.posting.posting import post
from tests.pages import get_page
from tests.scorecards.checking.cross_checks import agreed
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

REASON = "One more table is in the hall."


def exempt(tournament: Tournament, qualifiers: int) -> None:
    set_exemption(tournament=tournament, actor=director(tournament), qualifiers=qualifiers, reason=REASON)
    tournament.refresh_from_db()


def test_standings_give_the_reasons_of_a_posting_and_of_another_number_of_qualifiers(client: Client) -> None:
    tournament = posted(players=24)
    exempt(tournament, 7)
    post(tournament, director(tournament), "seven qualify")
    address = tournament.get_absolute_url()

    now = get_page(client, f"{address}standings/")
    before = get_page(client, f"{address}postings/1/")

    [note] = [text for text in now.texts("p") if text.startswith("Posting 2, ")]
    assert "M: seven qualify · Log check code " in note
    assert f"{address}postings/" in now.links
    assert now.by_id("exemption").text == f"7 qualify by exemption from one in four. Reason: {REASON}"
    assert "by exemption" not in before.text


def test_standings_that_are_shown_early_say_it_too(client: Client) -> None:
    tournament = import_event(event_file=agreed())
    address = f"{tournament.get_absolute_url()}standings/"
    usual = get_page(client, address)

    exempt(tournament, 2)

    page = get_page(client, address)
    assert "by exemption" not in usual.text
    assert page.by_id("exemption").text == f"2 qualify by exemption from one in four. Reason: {REASON}"
