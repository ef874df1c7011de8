"""What is printed: seat lists in even columns, two cards a sheet, a sign for each table."""

from typing import Any

import pytest

from tests.tournaments.seating.conftest import DirectedEvent, said
from tournaments.models import Entrant, Pairing
from tournaments.qr_codes import code_to_scan


def test_seat_list_is_spread_evenly_over_pages_and_columns(event: DirectedEvent) -> None:
    event.seat(60)

    page = event.get("print/seats/")

    sheets = [part for part in page.all("section") if part.attributes.get("class") == "sheet"]
    assert [[len(table.all("tr")) - 1 for table in sheet.all("table")] for sheet in sheets] == [[15, 15], [15, 15]]


def test_seat_list_by_seat_and_table_signs(seated: DirectedEvent) -> None:
    seats, signs = seated.get("print/seats/?sort=seat"), seated.get("print/tables/")

    assert seats.all("section")[0].texts("td")[:3] == ["A-1", "A-2", "A-3"]
    assert [sign.texts("p")[:2] for sign in signs.all("section")] == [["A", "A-1 to A-4"], ["B", "B-1 to B-4"]]
    address = f"http://testserver/t/{seated.tournament.slug}/"
    assert {one.attributes["src"] for one in signs.all("img")} == {code_to_scan(address)}


def test_scorecards_have_seat_and_opponent_of_each_game(scheduled: DirectedEvent) -> None:
    now = scheduled.now
    page = scheduled.get("print/cards/")

    card = next(part for part in page.all("article") if part.attributes["aria-label"].startswith("A-2 "))
    rows = [row.texts("td")[:2] for row in card.all("tbody")[0].all("tr")]
    opponents = [now.chairs[scheduled.number_in(seat)] for seat in ("A-1", "A-3", "B-1")]
    assert [part.children for part in page.all("section")] == [4, 4]
    assert rows == [
        [seat, f"{opponent.name} {opponent.seat}"]
        for seat, opponent in zip(("A-2", "A-4", "B-2"), opponents, strict=True)
    ]


def test_scorecards_have_acc_number_column_for_initials_and_the_code_of_the_player(scheduled: DirectedEvent) -> None:
    chair = scheduled.now.in_seat_order[0]
    Entrant.objects.filter(pk=chair.pk).update(acc_number="MN123")

    card = scheduled.get("print/cards/").all("article")[0]

    assert "ACC MN123" in card.text
    assert card.all("thead")[0].texts("th")[-1] == "Init."
    assert {row.children for row in card.all("tbody")[0].all("tr")} == {7}
    [code] = card.all("img")
    address = f"http://testserver/t/{scheduled.tournament.slug}/p/{chair.number}/"
    assert code.attributes["src"] == code_to_scan(address)


def test_scorecards_name_the_room_and_which_tables_are_in_the_others(scheduled: DirectedEvent) -> None:
    scheduled.set_up(rooms="Ballroom: 4\nAnnex: 2 x 4")

    card = next(
        part
        for part in scheduled.get("print/cards/").all("article")
        if part.attributes["aria-label"].startswith("B-1 ")
    )
    photo = scheduled.get("print/photo-cards/").all("svg")[0]

    assert "B-1 Annex" in card.text
    assert "Ballroom: table A. Annex: tables B to C." in card.text
    assert "Ballroom: table A. Annex: tables B to C." in photo.texts("text")


def test_scorecards_have_no_code_that_nobody_can_open(scheduled: DirectedEvent, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]

    answer = scheduled.client.get(scheduled.address("print/cards/"), headers={"host": "localhost"})

    assert "Code to scan" not in answer.content.decode()
    assert "paper-card" in answer.content.decode()


def test_scorecards_of_one_table_and_of_one_entrant(scheduled: DirectedEvent) -> None:
    assert scheduled.get("print/cards/?table=b").texts("strong") == ["B-1", "B-2", "B-3", "B-4"]
    assert scheduled.get("print/cards/?number=3").texts("strong") == [scheduled.seats[3]]


def test_caller_reads_where_everybody_goes_and_cards_lie_on_tables(scheduled: DirectedEvent) -> None:
    caller, cards = scheduled.get("print/caller/"), scheduled.get("print/movement/")

    assert [row.texts("th")[0] for row in caller.all("tr")][1:] == ["Before game 1", "After game 1", "After game 2"]
    assert "Even seats move one board on. A-2 to B-2 go one board on, to A-4 to B-4. B-4 goes to A-2." in caller.text
    assert "Even seats move one board on. As after game 1." in caller.text
    assert [title.partition(":")[0] for title in cards.texts("h2")] == ["Table A", "Table B"]
    assert cards.all("tr")[2].text == "A-2 go to A-4"


def test_caller_and_cards_refuse_a_schedule_with_somebody_twice(scheduled: DirectedEvent) -> None:
    one, other, *_ = Pairing.objects.filter(scheduled_game__tournament=scheduled.tournament, scheduled_game__game=2)
    Pairing.objects.create(scheduled_game=one.scheduled_game, first=other.second, second=one.first)

    pages = [scheduled.get(f"print/{what}/").text for what in ("caller", "movement")]

    assert ["is twice in game 2. Correct the schedule first." in page for page in pages] == [True, True]


@pytest.mark.parametrize("what", ["caller", "movement", "days", "boards"])
def test_what_is_made_from_the_schedule_waits_for_it(seated: DirectedEvent, what: str) -> None:
    assert "No schedule yet" in seated.get(f"print/{what}/").text


def test_printing_without_seats_says_so(event: DirectedEvent) -> None:
    pages = [said(event.client.get(event.address(f"print/{what}/"))) for what in ("seats", "cards", "tables")]

    assert ["draw seats" in page.lower() for page in pages] == [True, True, True]
