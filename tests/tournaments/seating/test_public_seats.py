"""The public seat list: before the draw, searched, sorted, verified."""

from django.test import Client

from tests.pages import get_page
from tests.tournaments.seating.conftest import DirectedEvent


def test_seats_page_before_the_draw_says_what_comes(event: DirectedEvent) -> None:
    page = get_page(Client(), f"/t/{event.tournament.slug}/seats/")

    assert page.by_id("seats").texts("p")[0] == (
        "Seats are shown here when they are drawn, shortly before the first game."
    )


def test_seats_page_lists_everybody_by_name_and_by_seat_and_shows_the_seed(seated: DirectedEvent) -> None:
    address, headers = f"/t/{seated.tournament.slug}/seats/", {"hx_request": "true", "hx_target": "seats"}
    page, by_seat = get_page(Client(), address), get_page(Client(), f"{address}?sort=seat")
    part = get_page(Client(), f"{address}?name=entrant+5", **headers)

    rows = [(row.texts("th")[0], row.texts("td")[0]) for row in page.all("tbody")[0].all("tr")]
    assert rows == [(f"Entrant {number}", seated.seats[number]) for number in range(1, 9)]
    seats = ["A-1", "A-2", "A-3", "A-4", "B-1"]
    assert [row.texts("td")[0] for row in by_seat.all("tbody")[0].all("tr")][:5] == seats
    assert (part.children, part.texts("bdi")) == (1, ["Entrant 5"])
    assert page.texts("code") == [seated.now.seed, f"printf '{seated.now.seed}:7' | sha256sum"]


def test_seats_page_tells_who_was_moved_by_hand(seated: DirectedEvent) -> None:
    one, other = seated.number_in("A-1"), seated.number_in("A-2")
    seated.post(f"seats/{one}/", {"seat": "A-2", "seen": "A-1", "swap": "on"})

    page = get_page(Client(), f"/t/{seated.tournament.slug}/seats/")

    assert page.all("details")[0].texts("li") == [
        f"entrant {one} drew seat A-1 and sits in A-2",
        f"entrant {other} drew seat A-2 and sits in A-1",
    ]


def test_seats_page_follows_a_change(seated: DirectedEvent) -> None:
    client, address = Client(), f"/t/{seated.tournament.slug}/seats/"
    get_page(client, address)

    seated.post("clear/")

    assert get_page(client, address).by_id("seats").all("table") == []
