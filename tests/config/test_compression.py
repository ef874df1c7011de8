"""Pages made for one reader are compressed too, and their size reveals nothing of their content (BREACH)."""

import gzip
import re

import pytest
from django.test import Client

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from tests.scorecards.cards.card_entry import checker

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'"x-csrftoken": "(\w{64})"|name="csrfmiddlewaretoken" value="(\w{64})"')
BROWSER = {"accept-encoding": "gzip, deflate, br"}


@pytest.fixture
def staff(client: Client) -> str:
    tournament = import_event(event_file=make_event(players=60, games=9))
    client.force_login(checker(tournament, "Dee Rector", "director").user)
    return tournament.get_absolute_url()


def test_staff_page_is_compressed_where_the_browser_reads_that(client: Client, staff: str) -> None:
    plain = client.get(f"{staff}entrants/")
    sent = client.get(f"{staff}entrants/", headers=BROWSER)

    assert ("Content-Encoding" in plain, sent["Content-Encoding"]) == (False, "gzip")
    assert "Accept-Encoding" in sent["Vary"]
    assert len(sent.content) < len(plain.content) / 4
    assert TOKEN.sub("", gzip.decompress(sent.content).decode()) == TOKEN.sub("", plain.content.decode())


def test_token_and_size_are_others_each_time(client: Client, staff: str) -> None:
    answers = [client.get(f"{staff}entrants/", headers=BROWSER).content for _ in range(12)]

    tokens = [{a or b for a, b in TOKEN.findall(gzip.decompress(answer).decode())} for answer in answers]
    assert all(len(token) == 1 for token in tokens)
    assert len(set.union(*tokens)) == len(answers)
    # More than the few bytes by which another token is compressed otherwise.
    assert max(map(len, answers)) - min(map(len, answers)) > 20


def test_ready_page_is_not_compressed_twice_nor_made_random(client: Client, staff: str) -> None:
    first, again = (Client().get(staff, headers=BROWSER) for _ in range(2))

    assert first.content == again.content
    assert gzip.decompress(first.content).decode().startswith("<!DOCTYPE html>")
