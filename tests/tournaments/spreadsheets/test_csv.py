"""Cells of exported tables."""

import csv
import io
from decimal import Decimal

import pytest

from tournaments.spreadsheets.csv import safe_cell, write_csv


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_text_that_could_be_a_formula_gets_an_apostrophe(start: str) -> None:
    assert safe_cell(f"{start}1") == f"'{start}1"


@pytest.mark.parametrize(
    ("value", "cell"), [(-3, "-3"), (1.5, "1.5"), (Decimal("-0.50"), "-0.50"), (None, ""), ("A-1", "A-1"), ("", "")]
)
def test_everything_else_stays_as_it_is(value: object, cell: str) -> None:
    assert safe_cell(value) == cell


def test_table_is_read_back_as_it_was() -> None:
    rows = [['Ada, the "first"', "two\nlines"], ["ünïcode", "-5"]]

    text = write_csv(["name", "note"], rows)

    assert text.startswith("\ufeff")
    assert list(csv.reader(io.StringIO(text[1:]))) == [["name", "note"], rows[0], ["ünïcode", "'-5"]]
