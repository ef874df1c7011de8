"""Cells of exported tables."""

import csv
import io
from decimal import Decimal

import pytest

from tournaments.spreadsheets.csv import plain_cell, safe_cell, write_csv


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_text_that_could_be_a_formula_gets_an_apostrophe_and_loses_it_again(start: str) -> None:
    assert safe_cell(f"{start}1") == f"'{start}1"
    assert plain_cell(f"'{start}1") == f"{start}1"


@pytest.mark.parametrize("text", ["(2)", "(1,200.50)", "($5)", "(12%)"])
def test_number_in_brackets_is_not_read_as_one_below_0(text: str) -> None:
    assert safe_cell(text) == f"'{text}"
    assert plain_cell(f"'{text}") == text


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (-3, "-3"),
        (1.5, "1.5"),
        (Decimal("-0.50"), "-0.50"),
        (None, ""),
        *((text, text) for text in ("A-1", "", "'tis", "(808) 555-0100", "(two)")),
    ],
)
def test_everything_else_stays_as_it_is(value: object, cell: str) -> None:
    assert safe_cell(value) == cell
    assert plain_cell(cell) == cell


def test_table_is_read_back_as_it_was() -> None:
    rows = [['Ada, the "first"', "two\nlines"], ["ünïcode", "-5"]]

    text = write_csv(["name", "note"], rows)

    assert text.startswith("\ufeff")
    assert list(csv.reader(io.StringIO(text[1:]))) == [["name", "note"], rows[0], ["ünïcode", "'-5"]]
