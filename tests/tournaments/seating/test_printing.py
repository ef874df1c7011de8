"""What is printed: 56 names a page, two cards a sheet, a sign for each table."""

from __future__ import annotations

from tests.tournaments.seating.conftest import DirectedEvent, said


def test_seat_list_has_56_names_a_page_in_two_columns(event: DirectedEvent) -> None:
    event.enter(60)
    event.draw()

    page = event.get("print/seats/")

    sheets = [part for part in page.all("section") if part.attributes.get("class") == "sheet"]
    assert [[len(table.all("tr")) - 1 for table in sheet.all("table")] for sheet in sheets] == [[28, 28], [4]]


def test_seat_list_by_seat_and_table_signs(seated: DirectedEvent) -> None:
    seats, signs = seated.get("print/seats/?sort=seat"), seated.get("print/tables/")

    assert seats.all("section")[0].texts("td")[:3] == ["A-1", "A-2", "A-3"]
    assert [sign.texts("p")[:2] for sign in signs.all("section")] == [["A", "A-1 to A-4"], ["B", "B-1 to B-4"]]


def test_scorecards_have_seat_and_opponent_of_each_game(scheduled: DirectedEvent) -> None:
    now = scheduled.now
    page = scheduled.get("print/cards/")

    card = next(part for part in page.all("article") if part.attributes["aria-label"].startswith("A-2 "))
    rows = [row.texts("td")[:2] for row in card.all("tbody")[0].all("tr")]
    opponents = [now.chairs[scheduled.number_in(seat)] for seat in ("A-1", "A-3", "B-1")]
    assert [part.children for part in page.all("section")] == [2, 2, 2, 2]
    assert rows == [
        [seat, f"{opponent.name} {opponent.seat}"]
        for seat, opponent in zip(("A-2", "A-4", "B-2"), opponents, strict=True)
    ]


def test_scorecards_of_one_table_and_of_one_entrant(scheduled: DirectedEvent) -> None:
    assert scheduled.get("print/cards/?table=b").texts("strong") == ["B-1", "B-2", "B-3", "B-4"]
    assert scheduled.get("print/cards/?number=3").texts("strong") == [scheduled.seats[3]]


def test_printing_without_seats_says_so(event: DirectedEvent) -> None:
    pages = [said(event.client.get(event.address(f"print/{what}/"))) for what in ("seats", "cards", "tables")]

    assert ["draw seats first" in page for page in pages] == [True, True, True]
