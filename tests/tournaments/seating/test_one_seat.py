"""One seat by hand: given, swapped, taken back, and said to be somebody else's meanwhile."""

from tests.tournaments.seating.conftest import DirectedEvent, said
from tournaments.models import AuditEntry
from tournaments.seating.selectors.seats import pairs_by_game


def test_seat_page_shows_where_somebody_sits(seated: DirectedEvent) -> None:
    page = seated.get("seats/3/")

    assert page.texts("h1") == ["Entrant 3"]
    assert page.by_id("id_seat").attributes["value"] == seated.seats[3]
    assert seated.client.get(seated.address("seats/99/")).status_code == 404


def test_seat_is_given_and_refused_where_there_is_none(event: DirectedEvent) -> None:
    event.enter(2)

    refused = event.post("seats/2/", {"seat": "Z-1", "seen": ""})
    given = event.post("seats/2/", {"seat": " b1 ", "seen": ""})

    assert (refused.status_code, given.status_code, event.seats) == (422, 302, {2: "B-1"})
    assert "There is no seat Z-1: seats go from A-1 to B-4." in said(refused)


def test_taken_seat_is_refused_unless_the_two_swap(seated: DirectedEvent) -> None:
    one, other = seated.number_in("A-1"), seated.number_in("B-2")

    response = seated.post(f"seats/{one}/", {"seat": "B-2", "seen": "A-1"})

    assert (response.status_code, seated.seats[one], seated.seats[other]) == (422, "A-1", "B-2")
    assert f"entrant {other} (no. {other})".capitalize() in said(response)


def test_two_swap_their_seats_and_their_games(scheduled: DirectedEvent) -> None:
    one, other = scheduled.number_in("A-1"), scheduled.number_in("B-2")
    games_of_seats = seats_that_meet(scheduled)

    response = scheduled.post(f"seats/{one}/", {"seat": "B-2", "seen": "A-1", "swap": "on"})

    assert (response.status_code, scheduled.seats[one], scheduled.seats[other]) == (302, "B-2", "A-1")
    assert seats_that_meet(scheduled) == games_of_seats


def seats_that_meet(event: DirectedEvent) -> dict[int, list[tuple[str, str]]]:
    now = event.now
    return {
        game: [(now.seat_of[first], now.seat_of[second]) for first, second in pairs]
        for game, pairs in pairs_by_game(now.schedule).items()
    }


def test_seat_is_taken_back(seated: DirectedEvent) -> None:
    seated.post("seats/3/", {"seat": "", "seen": seated.seats[3]})

    assert 3 not in seated.seats


def test_seat_of_somebody_in_the_schedule_is_not_taken_back(scheduled: DirectedEvent) -> None:
    response = scheduled.post("seats/3/", {"seat": "", "seen": scheduled.seats[3]})

    assert (response.status_code, 3 in scheduled.seats) == (422, True)


def test_stale_seat_is_answered_with_the_seat_of_now_and_what_was_entered(seated: DirectedEvent) -> None:
    response = seated.post("seats/3/", {"seat": "B-4", "seen": "C-9", "swap": "on"})

    assert response.status_code == 409
    assert f"Entrant 3 is in {seated.seats[3]} by now." in said(response)
    assert 'value="B-4"' in response.content.decode()


def test_seat_is_changed_under_keyed_cards_with_a_reason_only(scheduled: DirectedEvent) -> None:
    scheduled.key_a_card()
    change = {"seat": "B-2", "seen": "A-1", "swap": "on"}
    one = scheduled.number_in("A-1")

    without = scheduled.post(f"seats/{one}/", change)
    seat_without = scheduled.seats[one]
    with_reason = scheduled.post(f"seats/{one}/", {**change, "reason": "sat down in the wrong seats"})

    assert (without.status_code, seat_without) == (422, "A-1")
    assert (with_reason.status_code, scheduled.seats[one]) == (302, "B-2")
    assert AuditEntry.objects.first().after["reason"] == "sat down in the wrong seats"
