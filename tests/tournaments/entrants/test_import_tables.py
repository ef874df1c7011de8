"""Lists of entrants: encodings, separators, headings, limits, and what each row states."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.spreadsheets.test_xlsx import MEGABYTE, memory_below
from tournaments.entrants.imports.cells import fee, tidy_acc_number
from tournaments.entrants.imports.columns import Field, guess_fields, has_headings, heading_row
from tournaments.entrants.imports.headless import guess_by_content
from tournaments.entrants.imports.rows import ListedEntrant, listed_entrants
from tournaments.rules.currency import money
from tournaments.spreadsheets.csv import write_csv
from tournaments.spreadsheets.table import (
    MAX_BYTES,
    MAX_CHARACTERS,
    MAX_COLUMNS,
    MAX_LINES,
    MAX_ROWS,
    FileRefused,
    decode,
    read_text,
    tidy_table,
)

NAME_ONLY = [Field.NAME]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("Zoë Núñez".encode(), id="utf-8"),
        pytest.param("Zoë Núñez".encode("utf-8-sig"), id="utf-8 with a mark"),
        pytest.param("Zoë Núñez".encode("utf-16"), id="utf-16"),
        pytest.param(codecs.BOM_UTF16_BE + "Zoë Núñez".encode("utf-16-be"), id="utf-16, big end first"),
        pytest.param("Zoë Núñez".encode("cp1252"), id="windows-1252"),
    ],
)
def test_decode_reads_every_usual_encoding(data: bytes) -> None:
    assert decode(data) == "Zoë Núñez"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"\x81\x8d\xff", "not in UTF-8, UTF-16 or Western", id="no encoding"),
        pytest.param("Zoë".encode("utf-16-le"), "not a text file", id="utf-16 without its mark"),
        pytest.param(codecs.BOM_UTF16_LE + b"a", "not in UTF-8, UTF-16 or Western", id="half a letter"),
        pytest.param(codecs.BOM_UTF16_LE + b"\0\0", "not a text file", id="nothing but zeros"),
        pytest.param(b"%PDF-1.4\nName,Club\n", "This is a PDF, which is not a list.", id="a PDF"),
        pytest.param(b"\x89PNG\r\n\x1a\n\0\0", "not a text file", id="a picture"),
        pytest.param(b"a" * (MAX_BYTES + 1), "larger than 5 MB", id="too large"),
    ],
)
def test_decode_refuses_in_words(data: bytes, message: str) -> None:
    with pytest.raises(FileRefused, match=message):
        decode(data)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_list_is_read_with_any_separator_and_line_end(separator: str, end: str) -> None:
    text = end.join([separator.join(["Name", "Club"]), separator.join(["Ann  Lee ", "Hilo"]), ""])

    assert read_text(text) == [["Name", "Club"], ["Ann Lee", "Hilo"]]


def test_separator_inside_quotation_marks_does_not_count() -> None:
    assert read_text('"Lee, Ann, Dr.";Hilo\n') == [["Lee, Ann, Dr.", "Hilo"]]


def test_blank_rows_are_kept_between_others_so_that_rows_are_numbered_as_seen() -> None:
    table = read_text("Name\n\nAnn\n,,\n\n")

    assert table == [["Name"], [""], ["Ann"]]
    assert [entrant.row for entrant in listed_entrants(table, NAME_ONLY, headings=1)] == [3]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("", "There is nothing in it", id="empty"),
        pytest.param(" \n,,\n", "There is nothing in it", id="blank"),
        pytest.param("a," * MAX_COLUMNS + "b", "Row 1 has 201 columns", id="too many columns"),
        pytest.param("a" * 3000, "more than 2,000 characters", id="a whole book in a cell"),
        pytest.param("a\n" * (MAX_ROWS + 2), "more than 5,000 rows", id="too many rows"),
        pytest.param("a\n" + "\n" * MAX_LINES + "b", "beyond row 20,000", id="too many blank rows"),
        pytest.param("x" * 1900 + "\n" + ("y" * 1900 + "\n") * 900, "far more text", id="too much text"),
    ],
)
def test_list_that_cannot_be_one_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(FileRefused, match=message):
        read_text(text)


def test_as_many_entrants_as_fit_are_read_with_their_headings() -> None:
    table = read_text("Name\n" + "Ann\n" * MAX_ROWS)

    assert len(listed_entrants(table, NAME_ONLY, headings=1)) == MAX_ROWS


def test_list_of_100_000_rows_is_refused_with_little_memory() -> None:
    data = b"Ann Lee,HI296,Hilo Pegs,Hilo\n" * 100_000
    text = decode(data)

    with memory_below(40), pytest.raises(FileRefused, match="more than 5,000 rows"):
        read_text(text)


def test_row_of_nothing_but_separators_is_refused_with_little_memory() -> None:
    text = "," * MEGABYTE + "a"

    with memory_below(24), pytest.raises(FileRefused, match="columns; at most 200 are read"):
        read_text(text)


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        table = read_text(text)
    except FileRefused:
        return
    assert len({len(row) for row in table}) == 1
    assert sum(len(cell) for row in table for cell in row) <= MAX_CHARACTERS


@given(st.binary(max_size=300))
def test_any_bytes_are_decoded_or_refused(data: bytes) -> None:
    try:
        text = decode(data)
    except FileRefused:
        return
    assert "\0" not in text


def test_headings_are_known_however_they_are_written() -> None:
    row = ["No.", "FIRST NAME", "Last_Name", "ACC #", "Grass Roots Club", "City/State", "Entry fee", "Paid?", "x"]

    assert guess_fields(row) == [
        *(Field.NUMBER, Field.FIRST_NAME, Field.LAST_NAME, Field.ACC_NUMBER, Field.CLUB, Field.CITY),
        *(Field.FEE_OWED, Field.FEE_PAID, None),
    ]
    assert has_headings(row)


def test_no_field_is_guessed_for_two_columns() -> None:
    assert guess_fields(["Name", "Player"]) == [Field.NAME, None]


def test_list_without_headings_is_proposed_by_its_cells_and_asked_about() -> None:
    table = read_text("Ann Lee,HI296,Hilo Pegs,Hilo,x")

    assert not has_headings(table[0])
    assert guess_by_content(table, separator=",", are_pairs=False) == (
        [Field.NAME, Field.ACC_NUMBER, Field.CLUB, Field.CITY, None],
        False,
    )


def test_row_states_what_it_says_and_nothing_for_blank_cells() -> None:
    fields = [Field.NUMBER, Field.NAME, Field.ACC_NUMBER, Field.CLUB, Field.FEE_PAID, None]
    table = [["7", "Ann Lee", "hi 296", "", "$20", "ignored"]]

    assert listed_entrants(table, fields, headings=0) == [
        ListedEntrant(1, {"number": 7, "name": "Ann Lee", "acc_number": "HI296", "fee_paid": 20_00})
    ]


@pytest.mark.parametrize("cell", ["7", "7.", "7)", "(7)", "#7", "# 7", "No. 7", "no 7", "7:", "07", "7.0"])
def test_numbers_are_read_as_lists_count_their_rows(cell: str) -> None:
    [entrant] = listed_entrants([[cell, "Ann Lee"]], [Field.NUMBER, Field.NAME], headings=0)

    assert entrant == ListedEntrant(1, {"number": 7, "name": "Ann Lee"})


def test_first_and_last_name_make_a_name() -> None:
    [entrant] = listed_entrants([["Lee", "Ann"]], [Field.LAST_NAME, Field.FIRST_NAME], headings=0)

    assert entrant.name == "Ann Lee"


@pytest.mark.parametrize(
    ("field", "cell", "fault"),
    [
        (Field.NAME, "=HYPERLINK(1)", "Name is a formula (=HYPERLINK(1)). Formulas are not worked out here"),
        (Field.NAME, "Ann\x07Lee", "Name holds a character that cannot be printed."),
        (Field.CLUB, "x" * 201, "Club is longer than 200 characters."),
        (Field.NUMBER, "7.5", "“7.5” is not an entrant number"),
        (Field.NUMBER, "12a", "“12a” is not an entrant number"),
        (Field.NUMBER, "0", "“0” is not an entrant number"),
        (Field.NUMBER, "9" * 30, "is not an entrant number"),
        (Field.FEE_PAID, "lots", "Fee paid: “lots” is not an amount. Kept as a note."),
        (Field.FEE_OWED, "-5", "Fee owed: “-5” is not an amount between 0 and 9,999,999.99."),
        (Field.FEE_PAID, "NaN", "Fee paid: “NaN” is not an amount"),
        (Field.FEE_PAID, "1e999999", "Fee paid: “1e999999” is not an amount"),
    ],
)
def test_cell_that_cannot_be_taken_in_is_a_fault_of_its_row(field: str, cell: str, fault: str) -> None:
    fields = [Field.NOTE, field] if field == Field.NAME else [Field.NAME, field]

    [entrant] = listed_entrants([["Ann", cell]], fields, headings=0)

    [told] = entrant.errors if field == Field.NAME else entrant.omitted
    assert told.find(fault) != -1


def test_row_is_taken_in_without_a_cell_that_cannot_be_read() -> None:
    fields = [Field.NAME, Field.FEE_PAID, Field.NOTE]

    [entrant] = listed_entrants([["Ann Lee", "abc", "=A1"]], fields, headings=0)

    assert entrant == ListedEntrant(
        1,
        {"name": "Ann Lee"},
        omitted=(
            "Fee paid: “abc” is not an amount. Kept as a note.",
            "Note is a formula (=A1). Formulas are not worked out here: write its result.",
        ),
        remarks=("Paid: abc",),
    )


@pytest.mark.parametrize(
    ("text", "row", "fields"),
    [
        ('"Last, First",ACC#,Club\n', 1, [Field.LAST_FIRST, Field.ACC_NUMBER, Field.CLUB]),
        ("Spring Open 2026\n\nName;Home club\n", 3, [Field.NAME, Field.CLUB]),
        ("ACC,Club\nHI296,Hilo\n", 1, [Field.ACC_NUMBER, Field.CLUB]),
        ("Ann Lee,HI296\n", 0, [Field.NAME, Field.ACC_NUMBER]),
    ],
)
def test_row_with_the_headings_is_found(text: str, row: int, fields: list[str]) -> None:
    table = read_text(text)

    assert heading_row(table) == row
    by_content, _ = guess_by_content(table, separator=",", are_pairs=False)
    assert (guess_fields(table[row - 1]) if row else by_content) == fields


def test_last_name_first_is_turned_round() -> None:
    table = [["Lee, Ann"], ["Quist"]]

    assert [e.name for e in listed_entrants(table, [Field.LAST_FIRST], headings=0)] == ["Ann Lee", "Quist"]


def test_row_without_a_name_is_a_fault() -> None:
    [entrant] = listed_entrants([["", "Hilo"]], [Field.NAME, Field.CLUB], headings=0)

    assert entrant.errors == ("There is no name in this row.",)


def test_text_that_only_looks_like_a_formula_comes_back_from_our_own_export() -> None:
    exported = write_csv(["Name"], [["=Ann"], ["@Bo"], ["Cy"]])

    table = read_text(decode(exported.encode()))

    assert [entrant.name for entrant in listed_entrants(table, NAME_ONLY, headings=1)] == ["=Ann", "@Bo", "Cy"]


@pytest.mark.parametrize(
    ("cell", "amount"),
    [
        ("20", "20.00"),
        ("$20.5", "20.50"),
        ("20,50", "20.50"),
        ("1,200", "1200.00"),
        ("1,200.00", "1200.00"),
        ("1 200,5 €", "1200.50"),
    ],
)
def test_fee_is_read_as_people_write_it(cell: str, amount: str) -> None:
    assert money(fee(cell, "Fee")) == amount


def test_acc_number_is_kept_as_it_is_printed() -> None:
    assert [tidy_acc_number(text) for text in (" hi 296 ", "hi-296", "HI296")] == ["HI296"] * 3


def test_rows_are_of_one_width() -> None:
    assert tidy_table([["a"], ["b", "c"]]) == [["a", ""], ["b", "c"]]
