"""The whole schedule on one page, and one player's games found by name."""

import pytest

from tests.tournaments.seating.conftest import DirectedEvent
from tournaments.models import Pairing

WHOLE = "schedule/whole/"


def test_every_game_stands_on_one_page(scheduled: DirectedEvent) -> None:
    rows = scheduled.get(WHOLE).all("tbody")[0].all("tr")

    assert [row.texts("th") for row in rows] == [["Game 1"], ["Game 2"], ["Game 3"]]
    assert [row.texts("li") for row in rows][:2] == [
        ["A-1 – A-2", "A-3 – A-4", "B-1 – B-2", "B-3 – B-4"],
        ["A-1 – B-4", "A-3 – A-2", "B-1 – A-4", "B-3 – B-2"],
    ]
    assert "No matches for “zed”." in scheduled.get(f"{WHOLE}?name=zed").text


def test_the_grid_by_player_says_whom_each_seat_meets(scheduled: DirectedEvent) -> None:
    page = scheduled.get(f"{WHOLE}?by=player")

    assert page.texts("th")[:4] == ["Seat", "Game 1", "Game 2", "Game 3"]
    rows = page.all("tbody")[0].all("tr")
    assert [row.texts("th")[0] for row in rows] == ["A-1", "A-2", "A-3", "A-4", "B-1", "B-2", "B-3", "B-4"]
    by_game = [row.texts("li") for row in scheduled.get(WHOLE).all("tbody")[0].all("tr")]
    met = rows[0].texts("td")
    assert met[:2] == ["A-2", "B-4"]
    assert all({f"A-1 – {other}", f"{other} – A-1"} & {*pairs} for other, pairs in zip(met, by_game, strict=True))


@pytest.mark.parametrize("wanted", ["entrant {number}", "a-2"])
def test_games_of_one_player_are_found_by_name_or_seat(scheduled: DirectedEvent, wanted: str) -> None:
    number = scheduled.number_in("A-2")
    chairs = scheduled.now.chairs
    opponents = [chairs[scheduled.number_in(seat)].name for seat in ("A-1", "A-3", "B-1")]

    page = scheduled.get(f"{WHOLE}?name={wanted.format(number=number)}")

    assert page.texts("caption") == [f"Entrant {number}, A-2"]
    assert [row.texts("td") for row in page.all("tbody")[0].all("tr")] == [
        ["1", "A-2", f"{opponents[0]} A-1"],
        ["2", "A-4", f"{opponents[1]} A-3"],
        ["3", "B-2", f"{opponents[2]} B-1"],
    ]


def test_who_sits_out_is_named(event: DirectedEvent) -> None:
    event.set_up(odd_field="makeup", games=2)
    event.seat(5)
    event.schedule()
    sitter = event.number_in("B-1")

    page, players = event.get(WHOLE), event.get(f"{WHOLE}?name=entrant {sitter}")

    assert page.all("tbody")[0].all("tr")[0].texts("span")[1:] == ["Byes: B-1"]
    turned = {row.texts("th")[0]: row.texts("td") for row in event.get(f"{WHOLE}?by=player").all("tbody")[0].all("tr")}
    assert turned["B-1"][0] == "–"
    assert players.all("tbody")[0].all("tr")[0].texts("td") == ["1", "", "has a bye"]


def test_somebody_twice_in_a_game_is_told(scheduled: DirectedEvent) -> None:
    first, second = Pairing.objects.filter(scheduled_game__game=1).order_by("pk")[:2]
    Pairing.objects.filter(pk=second.pk).update(second=first.first)

    page = scheduled.get(f"{WHOLE}?name=entrant")

    assert page.texts("p").count(
        f"{first.first.name} (no. {first.first.number}) is twice in game 1. Mend the schedule first."
    )


def test_page_without_a_schedule_says_so(seated: DirectedEvent) -> None:
    assert "There is no schedule yet." in seated.get(WHOLE).text
