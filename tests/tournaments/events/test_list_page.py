"""The list of tournaments: now, coming, past."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from brackets.event_files.store import import_event
from tests.events import round_robin
from tests.factories.tournaments import EntrantFactory, TournamentFactory
from tests.pages import get_page, read_page
from tournaments.events.time_zones import today_in
from tournaments.events.views import listed_events, parts_of_list
from tournaments.models import Tournament
from tournaments.page_cache.cache import PAGE_CACHE

pytestmark = pytest.mark.django_db

TODAY = date(2026, 5, 16)


def names(tournaments: object) -> list[str]:
    return [tournament.name for tournament in tournaments]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("days_ago", "where"),
    [(3, "past"), (2, "now"), (1, "now"), (0, "now"), (-1, "coming"), (-400, "coming"), (None, "coming")],
)
def test_list_sorts_a_tournament_by_its_first_day(days_ago: int | None, where: str) -> None:
    TournamentFactory(starts_on=None if days_ago is None else TODAY - timedelta(days=days_ago))

    parts = parts_of_list(listed_events(), TODAY)

    assert {part: len(tournaments) for part, tournaments in parts.items() if tournaments} == {where: 1}


def test_list_turns_over_at_midnight_where_the_computer_stands(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MACHINE_TIME_ZONE = "America/New_York"
    TournamentFactory(starts_on=TODAY)
    shown = []
    for hour in (3, 5):  # 11 in the evening and 1 in the morning
        now = datetime(2026, 5, 16, hour, tzinfo=UTC)
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        shown.append(get_page(client, "/").texts("h2")[0])

    assert shown == ["Coming", "Now"]


def test_list_tells_the_next_first_and_the_latest_first() -> None:
    for name, days in (("far", 30), ("old", -30), ("next", 1), ("latest", -5)):
        TournamentFactory(name=name, starts_on=TODAY + timedelta(days=days))
    TournamentFactory(name="undated", starts_on=None)

    found = parts_of_list(listed_events(), TODAY)

    assert names(found["coming"]) == ["next", "far", "undated"]
    assert names(found["past"]) == ["latest", "old"]


def test_list_counts_entrants_without_house_players() -> None:
    tournament = EntrantFactory().tournament
    EntrantFactory(tournament=tournament)
    EntrantFactory(tournament=tournament, house_player=True)

    [found] = listed_events()

    assert found.entrant_count == 2  # type: ignore[attr-defined]


def test_list_page_without_tournaments_leads_to_the_first_and_to_practice(client: Client) -> None:
    page = get_page(client, "/")

    assert [link for link in page.links if link.startswith("/t/")] == []
    assert {"/new/", "/practice/", "/laptop/continue/"} <= set(page.links)


def test_list_page_leads_to_every_tournament(client: Client) -> None:
    day = today_in()
    for days in (-90, -1, 90):
        event_file = round_robin()
        facts = replace(event_file.event, name=f"Open {days}", starts_on=day + timedelta(days=days))
        import_event(event_file=replace(event_file, event=facts))

    page = get_page(client, "/")

    assert [link for link in page.links if link.startswith("/t/")] == ["/t/open-1/", "/t/open-90-2/", "/t/open-90/"]


def test_list_page_escapes_names(client: Client) -> None:
    TournamentFactory(name="<b>Open</b>")

    page = get_page(client, "/")

    assert page.all("b") == []
    assert [text for text in page.texts("bdi") if "Open" in text] == ["<b>Open</b>"]


def test_list_page_can_only_be_read_and_sets_no_cookie(client: Client) -> None:
    assert [ask("/").status_code for ask in (client.post, client.put, client.patch, client.delete)] == [405] * 4
    assert dict(client.get("/").cookies) == {}


def test_list_page_follows_every_tournament(client: Client) -> None:
    tags = [client.get("/")["ETag"]]

    tournament = TournamentFactory(name="One")
    tags.append(client.get("/")["ETag"])
    TournamentFactory(name="Two")
    tags.append(client.get("/")["ETag"])
    Tournament.objects.filter(pk=tournament.pk).update(name="Renamed", posted_version=F("posted_version") + 1)
    tags.append(client.get("/")["ETag"])
    Tournament.objects.filter(name="Two").delete()
    tags.append(client.get("/")["ETag"])

    assert len(set(tags)) == len(tags)


def test_list_page_takes_the_same_queries_at_1_and_at_20_tournaments(client: Client) -> None:
    counted = []
    for more in (1, 19):
        for _ in range(more):
            import_event(event_file=round_robin())
        PAGE_CACHE.clear()
        with CaptureQueriesContext(connection) as captured:
            client.get("/")
        counted.append(len(captured))

    assert counted[0] == counted[1]
    assert counted[1] <= 8


def test_list_page_is_searched_by_name(client: Client) -> None:
    day = today_in()
    for name, days in (("Gull Harbor Open", 0), ("Pine Ridge Open", 7), ("Grey Harbor Classic", -90)):
        TournamentFactory(name=name, starts_on=day + timedelta(days=days))
    found = {
        "harbor": ["Gull Harbor Open", "Grey Harbor Classic"],
        "HARBOR open": ["Gull Harbor Open"],
        "": ["Gull Harbor Open", "Pine Ridge Open", "Grey Harbor Classic"],
        "lantern": [],
    }

    pages = {asked: read_page(client.get("/", {"name": asked}).content.decode()) for asked in found}

    assert {
        asked: [title.text for title in page.all("span") if title.attributes.get("class") == "title"]
        for asked, page in pages.items()
    } == found
    assert [len([link for link in page.links if link.startswith("/t/")]) for page in pages.values()] == [2, 1, 3, 0]


def test_list_page_that_finds_nothing_says_so_and_leads_back(client: Client) -> None:
    TournamentFactory(name="Gull Harbor Open")

    page = get_page(client, "/?name=%3Cb%3E")

    assert page.by_id("tournaments").texts("p") == ["No event matches “<b>”. Show all"]
    assert page.by_id("name").attributes["value"] == "<b>"


def test_list_page_answers_htmx_with_the_list_alone(client: Client) -> None:
    TournamentFactory(name="Gull Harbor Open")
    whole = client.get("/")

    response = client.get("/", headers={"HX-Request": "true", "HX-Target": "tournaments"})

    page = read_page(response.content.decode())
    assert (page.children, page.texts("h1"), page.texts("h2")) == (1, [], ["Coming"])
    assert response["ETag"] != whole["ETag"]


def test_list_page_tells_events_of_one_name_apart(client: Client) -> None:
    day = date(2090, 5, 6)
    TournamentFactory(name="Bay Open", starts_on=day, start_time=time(9), venue="Elks Lodge", kind="satellite")
    pairs = TournamentFactory(name="Bay Open", starts_on=day, venue="Town Hall")
    EntrantFactory(tournament=pairs, partner="Bo Cedar")
    EntrantFactory(tournament=pairs, partner="Cy Dune")

    notes = [span.text for span in get_page(client, "/").all("span") if span.attributes.get("class") == "note"]

    assert sorted(notes) == [
        "Sat, May 6, 2090 · Town Hall · Main event · 2 pairs",
        "Sat, May 6, 2090, 9:00 AM · Elks Lodge · Satellite · 0 players",
    ]


@pytest.mark.parametrize(("count", "boxes"), [(8, 0), (9, 1)])
def test_list_page_of_few_tournaments_needs_no_search(count: int, boxes: int, client: Client) -> None:
    TournamentFactory.create_batch(count)

    assert len(get_page(client, "/").all("input")) == boxes


def test_sign_in_is_at_the_top_of_the_home_page(client: Client) -> None:
    head = get_page(client, "/").all("header")[0]

    assert head.links == ["/", "/help/", "/account/"]
    assert [link.text for link in head.all("a")][-1] == "Sign in or open your events"
