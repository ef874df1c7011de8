"""Repairs during play: shown before they are stored, never in a finished game; a table that cannot be used."""

from typing import Any

import pytest
from django.http import HttpResponse

from scorecards.models import Line, Scorecard
from tests.factories.rows import row
from tests.factories.tournaments import EntrantFactory
from tests.pages import read_page
from tests.tournaments.seating.conftest import HTMX, DirectedEvent, said
from tournaments.models import AuditEntry, Entrant
from tournaments.rules.movement.boards import slips

pytestmark = pytest.mark.slow


def preview(event: DirectedEvent, path: str, data: dict[str, Any]) -> HttpResponse:
    return event.post(f"schedule/{path}/", {**data, "confirmed": ""})


def late(event: DirectedEvent) -> dict[str, Any]:
    EntrantFactory(tournament=event.tournament, number=9, name="Late Lee")
    return {"numbers": 9, "from_game": 2, "house_player": "on"}


def test_latecomer_is_shown_before_anything_is_stored(scheduled: DirectedEvent) -> None:
    data, entries = late(scheduled), AuditEntry.objects.count()
    before = scheduled.now

    page = preview(scheduled, "latecomer", data)

    now = scheduled.now
    assert (now.digest, now.chairs, AuditEntry.objects.count()) == (before.digest, before.chairs, entries)
    assert "Late Lee no seat → C-1" in said(page)
    assert "House player is added: no seat → C-2" in said(page)
    assert [row.texts("td")[0] for row in read_page(page.content.decode()).all("tr")[1:]] == ["2", "3"]


def test_preview_that_is_confirmed_is_stored_as_shown(scheduled: DirectedEvent) -> None:
    page = read_page(preview(scheduled, "latecomer", late(scheduled)).content.decode())
    fields = {
        one.attributes["name"]: one.attributes.get("value", "")
        for one in page.all("input")
        if one.attributes.get("type") == "hidden" and one.attributes["name"] != "csrfmiddlewaretoken"
    }

    response = scheduled.post("schedule/latecomer/", fields)

    assert (response.status_code, scheduled.seats[9]) == (302, "C-1")


def test_preview_that_was_overtaken_is_refused(scheduled: DirectedEvent) -> None:
    data = {**late(scheduled), "seen": "0123456789abcdef"}

    response = scheduled.post("schedule/latecomer/", data)

    assert (response.status_code, 9 in scheduled.seats) == (422, False)
    assert "Seats or schedule have been changed since the preview: nothing was saved." in said(response)


def test_preview_of_a_removal_counts_what_fails(scheduled: DirectedEvent) -> None:
    page = preview(scheduled, "out", {"one": scheduled.number_in("A-1"), "from_game": 2})

    assert "Failed 3 times: everybody plays 3 games." in said(page)
    rows = read_page(page.content.decode()).all("tr")[1:]
    assert [row.texts("td")[-1] for row in rows] == ["nobody", "nobody"]


@pytest.mark.parametrize(("from_game", "status"), [(2, 422), (3, 302)])
def test_finished_game_is_never_rescheduled(scheduled: DirectedEvent, from_game: int, status: int) -> None:
    leaving = scheduled.number_in("A-3")
    row(
        Line,
        scorecard=row(Scorecard, entrant=Entrant.objects.get(tournament=scheduled.tournament, number=leaving)),
        game=2,
    )
    EntrantFactory(tournament=scheduled.tournament, number=9)

    data = {"leaving": leaving, "entering": 9, "from_game": from_game, "reason": "went home"}
    response = scheduled.post("schedule/chair/", data)

    assert response.status_code == status
    assert ("Game 2 is finished: it is on the scorecard of" in said(response)) == (status == 422)


def test_repair_is_not_undone_once_a_game_after_it_is_finished(scheduled: DirectedEvent) -> None:
    EntrantFactory(tournament=scheduled.tournament, number=9)
    scheduled.post("schedule/chair/", {"leaving": scheduled.number_in("A-3"), "entering": 9, "from_game": 2})
    row(Line, scorecard=row(Scorecard, entrant=Entrant.objects.get(tournament=scheduled.tournament, number=9)), game=2)

    response = scheduled.post(f"undo/{scheduled.last.pk}/", **HTMX)

    assert (response.status_code, "Game 2 is finished" in said(response), 9 in scheduled.seats) == (422, True, True)


def test_board_that_cannot_be_used_moves_with_its_games(scheduled: DirectedEvent) -> None:
    one, other = scheduled.number_in("A-3"), scheduled.number_in("A-4")
    before = scheduled.now

    page = preview(scheduled, "table", {"table": "A-3"})
    response = scheduled.post("schedule/table/", {"table": "A-3"})

    now = scheduled.now
    assert "No opponent changes." in said(page)
    assert (response.status_code, now.seat_of[one], now.seat_of[other]) == (302, "C-1", "C-2")
    assert (now.schedule, {row.seat for row in slips(now.schedule, now.seat_of)[one]}) == (before.schedule, {"C-1"})
    scheduled.undo()
    assert scheduled.now.digest == before.digest


def test_table_that_cannot_be_used_moves_whole_in_a_ring(event: DirectedEvent) -> None:
    event.set_up(games=7)
    event.seat(8)
    event.schedule()
    mover = event.number_in("A-2")

    event.post("schedule/table/", {"table": "A"})

    now = event.now
    assert sorted(now.seat_of.values()) == [
        *(f"B-{seat}" for seat in range(1, 5)),
        *(f"C-{seat}" for seat in range(1, 5)),
    ]
    assert [row.seat for row in slips(now.schedule, now.seat_of)[mover]][:4] == ["C-2", "C-3", "B-1", "B-3"]


def test_second_card_of_a_seat_moves_along(scheduled: DirectedEvent) -> None:
    EntrantFactory(tournament=scheduled.tournament, number=9)
    scheduled.post("schedule/chair/", {"leaving": scheduled.number_in("A-3"), "entering": 9, "from_game": 2})

    scheduled.post("schedule/table/", {"table": "A-3"})

    assert scheduled.seats[9] == "C-1B"


def test_table_is_not_moved_where_there_is_no_room(scheduled: DirectedEvent) -> None:
    for table in "AB":
        scheduled.post("schedule/table/", {"table": f"{table}-3"})

    response = scheduled.post("schedule/table/", {"table": "A"})

    assert (response.status_code, scheduled.now.seat_of[scheduled.number_in("A-1")]) == (422, "A-1")
    assert "There are not enough free boards: add a table in its place instead." in said(response)


def test_table_of_nobody_is_no_choice(scheduled: DirectedEvent) -> None:
    assert scheduled.post("schedule/table/", {"table": "Z"}).status_code == 422
