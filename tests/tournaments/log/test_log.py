"""The log: every change with who, when, before and after."""

import csv
import io
from datetime import UTC, datetime

import pytest
from django.test import Client

from tests.pages import Element, get_page, read_page
from tests.tournaments.staff.people import HTMX, directed_event, let_in, make_invitation
from tournaments.changes.audit import Outsider, record_change
from tournaments.models import AuditAction, AuditEntry, Entrant, Tournament

pytestmark = pytest.mark.django_db

LOG = "/t/gull-harbor/log/"
SEAT, CARD, GAME = "Seat changed", "Card re-entered", "Game decided"


@pytest.fixture
def tournament(client: Client) -> Tournament:
    """Return an event at which three things were done."""
    tournament = directed_event(client, time_zone="America/New_York")
    Entrant.objects.create(tournament=tournament, number=1, name="Cy Dune", seat="A-1")
    ada, bo = Outsider("Ada Birch"), Outsider("Bo Cedar")
    before, after = {"seats": {"1": ""}}, {"seats": {"1": "A-1"}}
    record_change(tournament, ada, AuditAction.SEAT_CHANGED, "1 Cy Dune", before=before, after=after)
    before, after = {"game 1": "B-1: 2 +13"}, {"game 1": "B-1: 3 +13"}
    record_change(tournament, bo, AuditAction.CARD_REENTERED, "A-1 Cy Dune", before=before, after=after)
    record_change(tournament, bo, AuditAction.GAME_DECIDED, "game 1", rule="12.2.a")
    return tournament


def change_seats(tournament: Tournament, times: int) -> None:
    for number in range(times):
        record_change(tournament, Outsider("Ada Birch"), AuditAction.SEAT_CHANGED, str(number))


def actions(page: Element) -> list[str]:
    return [row.texts("th")[0] for row in page.all("tr")[1:]]


def exported(client: Client, query: str = "") -> list[list[str]]:
    response = client.get(f"{LOG}csv/{query}")
    assert response["Content-Disposition"] == 'attachment; filename="gull-harbor-log.csv"'
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))


def changes(page: Element) -> list[str]:
    return [row.texts("td")[2] for row in page.all("tr")[1:]]


def test_log_shows_the_latest_first_in_sentences(client: Client, tournament: Tournament) -> None:
    page = get_page(client, LOG)

    assert actions(page) == [GAME, CARD, SEAT]
    assert changes(page) == [
        "No longer decided: game 1 rule 12.2.a",
        "Game 1 on A-1's card (Cy Dune): 2 points → 3",
        "Cy Dune: no seat → A-1",
    ]


def test_log_tells_two_people_of_one_name_apart(client: Client) -> None:
    tournament = directed_event(client)
    director = tournament.staff.get()
    let_in(make_invitation(tournament), director.name, "XY")
    for user in (director.user, None):
        record_change(tournament, Outsider(director.name, user), AuditAction.SEAT_CHANGED)
    record_change(tournament, Outsider("import"), AuditAction.EVENT_IMPORTED)

    page = get_page(client, LOG)

    assert [row.texts("td")[1] for row in page.all("tr")[1:]] == ["import", "Ada Birch checker", "Ada Birch director"]
    assert [row[1:3] for row in exported(client)[1:]] == [
        ["Ada Birch", "director"],
        ["Ada Birch", "checker"],
        ["import", ""],
    ]


def test_times_are_those_of_the_hall(client: Client, tournament: Tournament) -> None:
    AuditEntry.objects.update(at=datetime(2026, 7, 4, 16, 30, 5, tzinfo=UTC))

    assert get_page(client, LOG).texts("time")[0] == "Sat, Jul 4, 12:30:05 PM"
    assert exported(client)[1][0] == "2026-07-04 12:30:05-04:00"
    tournament.refresh_from_db()
    assert exported(client)[-1][-1] == tournament.log_seal
    assert f"Log check code {tournament.log_seal}" in get_page(client, LOG).text


def assert_narrowed_down(client: Client, found: dict[str, list[str]]) -> None:
    assert {query: actions(get_page(client, f"{LOG}{query}")) for query in found} == found
    assert [len(exported(client, query)) - 1 for query in found] == [*map(len, found.values())]


def test_log_is_narrowed_down(client: Client, tournament: Tournament) -> None:
    found = {
        "?who=Ada+Birch": [SEAT],
        "?action=card+re-entered": [CARD],
        "?who=Ada+Birch&action=game+decided": [],
        "?text=dune+seat": [SEAT],
        "?text=12.2.a": [GAME],
        "?text=a-1": [CARD, SEAT],
        "?text=a-1+bo": [CARD],
        "?text=%27%22%25": [],
    }

    assert_narrowed_down(client, found)


def test_log_is_narrowed_down_by_the_clock_of_the_hall(client: Client, tournament: Tournament) -> None:
    """The three changes were at 9:00, 10:00:30 and 11:00 there."""
    for entry, (hour, second) in zip(AuditEntry.objects.order_by("pk"), ((13, 0), (14, 30), (15, 0)), strict=True):
        AuditEntry.objects.filter(pk=entry.pk).update(at=datetime(2026, 7, 4, hour, 0, second, tzinfo=UTC))
    found = {
        "?since=2026-07-04T10:00": [GAME, CARD],
        "?since=2026-07-04T10:01": [GAME],
        "?until=2026-07-04T10:00": [CARD, SEAT],
        "?until=2026-07-04+09:59": [SEAT],
        "?since=2026-07-04T09:30&until=2026-07-04T10:30": [CARD],
        "?since=2026-07-04T09:30&who=Ada+Birch": [],
    }

    assert_narrowed_down(client, found)


def test_time_that_cannot_be_read_is_told_and_narrows_nothing_down(client: Client, tournament: Tournament) -> None:
    page = get_page(client, f"{LOG}?since=yesterday")

    assert len(actions(page)) == 3
    assert page.by_id("id_since").attributes["value"] == "yesterday"
    [error] = [p for p in page.by_id("log").all("p") if p.attributes.get("role") == "alert"]
    assert "2026-07-04 09:30" in error.text


def test_times_asked_for_stay_on_every_page_and_in_the_export(client: Client) -> None:
    change_seats(directed_event(client), 60)

    links = get_page(client, f"{LOG}?since=2020-01-01T00:00").by_id("log").links

    assert links == [f"{LOG}csv/?since=2020-01-01T00%3A00", "?since=2020-01-01T00%3A00&page=2"]


def test_long_state_is_folded_and_whole_inside(client: Client) -> None:
    tournament = directed_event(client)
    seats = {str(number): f"A-{number}" for number in range(1, 60)}
    record_change(tournament, Outsider("Ada Birch"), AuditAction.SEATS_DRAWN, after={"seats": seats})

    [folded] = get_page(client, LOG).all("details")

    assert folded.texts("summary") == ["59 seats drawn"]
    assert len(folded.texts("li")) == 59


def test_log_answers_htmx_with_its_entries_alone(client: Client, tournament: Tournament) -> None:
    response = client.get(f"{LOG}?who=Ada+Birch", headers={**HTMX, "HX-Target": "log"})

    page = read_page(response.content.decode())
    assert (page.texts("h1"), actions(page)) == ([], [SEAT])


def test_empty_log_says_what_comes(client: Client) -> None:
    directed_event(client)

    [empty] = get_page(client, LOG).by_id("log").all("p")
    assert empty.text.startswith("No changes yet.")


def test_log_goes_on_over_pages_with_what_is_looked_for(client: Client, tournament: Tournament) -> None:
    change_seats(tournament, 60)

    page = get_page(client, f"{LOG}?who=Ada+Birch")

    assert [link for link in page.links if "page=" in link] == ["?who=Ada+Birch&page=2"]
    assert len(actions(get_page(client, f"{LOG}?who=Ada+Birch&page=2"))) == 11


def test_export_runs_nothing_in_a_spreadsheet(client: Client) -> None:
    record_change(directed_event(client), Outsider("=1+1"), AuditAction.RELATION_ADDED, "@SUM(A1)")

    assert exported(client)[1][1:-1] == ["'=1+1", "", "relation added", "'@SUM(A1)", ""]
