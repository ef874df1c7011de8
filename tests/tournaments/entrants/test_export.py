"""The entrants as CSV and as an Excel workbook, which come back as they were and run nothing."""

import csv
import io
from datetime import UTC, datetime

import pytest
from django.test import Client
from openpyxl import load_workbook

from tests.factories.tournaments import EntrantFactory
from tournaments.entrants.imports.columns import guess_fields
from tournaments.entrants.imports.compare import Verdict, compare
from tournaments.entrants.imports.rows import listed_entrants
from tournaments.models import Tournament
from tournaments.spreadsheets.table import decode, read_text
from tournaments.spreadsheets.xlsx import read_workbook


@pytest.fixture
def people(tournament: Tournament) -> None:
    """Enter somebody with everything, and somebody who would run as a formula."""
    Tournament.objects.filter(pk=tournament.pk).update(time_zone="America/Denver")
    EntrantFactory(
        tournament=tournament,
        number=1,
        name="Zoë Lee",
        partner="Bo",
        acc_number="HI296",
        club="Hilo, Pegs",
        city="Hilo",
        seat="A-1",
        first_game=2,
        withdrawn_after_game=2,
        checked_in_at=datetime(2026, 5, 1, 18, 30, tzinfo=UTC),
        fee_owed=20_50,
        fee_paid=20_00,
        note="two\nlines",
        province="HI",
        email="zoe@example.org",
        phone="+1 808 555 0100",
        stays_seated=True,
        seating_note="wheelchair",
    )
    EntrantFactory(tournament=tournament, number=2, name="=1+1", club="@SUM(A1)", city="+1", house_player=True)


@pytest.mark.usefixtures("people")
def test_csv_holds_everything_and_runs_nothing(director: Client) -> None:
    response = director.get("/t/bay/entrants/entrants.csv")

    rows = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert response["Content-Disposition"] == 'attachment; filename="bay-entrants.csv"'
    assert rows == [
        [
            *("Number", "Name", "Partner", "ACC number", "Club", "City", "Seat", "House player", "First game"),
            *("Withdrawn after game", "Checked in", "Fee owed", "Fee paid", "Note", "State or province", "E-mail"),
            *("Phone", "Must stay seated", "Seating note"),
        ],
        [
            *("1", "Zoë Lee", "Bo", "HI296", "Hilo, Pegs", "Hilo", "A-1", "", "2", "2"),
            *("2026-05-01 12:30", "20.50", "20.00", "two\nlines", "HI", "zoe@example.org", "'+1 808 555 0100"),
            *("yes", "wheelchair"),
        ],
        ["2", "'=1+1", "", "", "'@SUM(A1)", "'+1", "", "yes", "1", "", "", "0.00", "0.00", "", "", "", "", "", ""],
    ]


@pytest.mark.usefixtures("people")
def test_workbook_holds_no_formula(director: Client) -> None:
    response = director.get("/t/bay/entrants/entrants.xlsx")

    sheet = load_workbook(io.BytesIO(response.content)).active
    cells = [cell for row in sheet.iter_rows() for cell in row]
    assert "f" not in {cell.data_type for cell in cells}
    assert [cell.value for cell in sheet["B"]] == ["Name", "Zoë Lee", "=1+1"]


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_what_was_handed_out_changes_nothing_when_it_is_taken_in(
    director: Client, tournament: Tournament, kind: str
) -> None:
    data = director.get(f"/t/bay/entrants/entrants.{kind}").content

    table = read_text(decode(data)) if kind == "csv" else read_workbook(data).table
    listed = listed_entrants(table, guess_fields(table[0]), headings=1)

    comparison = compare(listed, list(tournament.entrants.all()))
    assert [row.verdict for row in comparison.rows] == [Verdict.UNCHANGED, Verdict.UNCHANGED]
