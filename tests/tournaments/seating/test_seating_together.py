"""Two directors at the seats: nobody throws out unseen what the other has just drawn or scheduled."""

import pytest

from tests.tournaments.seating.conftest import HTMX, DirectedEvent, said
from tournaments.models import Tournament
from tournaments.seating.forms import SITS_OUT
from tournaments.seating.round_robin import make_round_robin

pytestmark = pytest.mark.slow

OVERTAKEN = "Seats or schedule have been changed since this page was opened. Your change was not made"


def shown(event: DirectedEvent, button: str) -> dict[str, str]:
    """Return what the form with this button would send as the page stands."""
    [form] = [form for form in event.get().all("form") if any(b.text == button for b in form.all("button"))]
    return {
        field.attributes["name"] or "": field.attributes.get("value") or ""
        for field in form.all("input")
        if field.attributes.get("type") not in ("checkbox", "radio")
    }


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_draw_on_a_page_from_before_another_draw_leaves_that_alone(
    event: DirectedEvent, headers: dict[str, str]
) -> None:
    event.enter(6)
    page = shown(event, "Draw seats")
    event.draw()
    seats = event.seats

    response = event.post("draw/", page, **headers)

    assert (response.status_code, event.seats) == (409, seats)
    assert OVERTAKEN in said(response)


def test_draw_after_the_page_showed_what_is_there_is_meant(seated: DirectedEvent) -> None:
    before = seated.now.seed

    response = seated.post("draw/", shown(seated, "Draw again"))

    assert (response.status_code, seated.now.seed == before) == (302, False)


def test_seats_are_not_cleared_under_a_schedule_that_the_page_did_not_show(seated: DirectedEvent) -> None:
    page = shown(seated, "Clear all seats")
    seated.schedule()

    response = seated.post("clear/", page)

    assert (response.status_code, len(seated.seats), len(seated.now.schedule)) == (409, 8, 3)
    assert OVERTAKEN in said(response)


def test_schedule_is_not_made_again_over_pairings_changed_meanwhile(scheduled: DirectedEvent) -> None:
    page = shown(scheduled, "Make schedule again")
    one, other = (scheduled.number_in(seat) for seat in ("A-1", "A-3"))
    game = scheduled.client.get(scheduled.address("schedule/games/2/")).context["form"]
    scheduled.post("schedule/games/2/", {**game.initial, "one": one, "other": other})
    schedule = scheduled.now.schedule

    response = scheduled.post("schedule/make/", page)

    assert (response.status_code, scheduled.now.schedule) == (409, schedule)
    assert OVERTAKEN in said(response)


def test_round_robin_is_not_made_over_one_made_meanwhile(seated: DirectedEvent) -> None:
    Tournament.objects.update(format="double-round-robin")
    page = shown(seated, "Make schedule")
    make_round_robin(tournament=seated.tournament, actor=seated.me)
    schedule = seated.now.schedule

    response = seated.post("schedule/robin/", page | {"pools": "2", "empty_chair": SITS_OUT})

    assert (response.status_code, len(schedule), seated.now.schedule) == (409, 14, schedule)
    assert OVERTAKEN in said(response)
