"""A schedule as CSV: what is written can be read again, and every error in a file is reported by line."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.spreadsheets.test_xlsx import memory_below
from tournaments.rules.movement.plan import plan
from tournaments.rules.seating import seats
from tournaments.rules.types import ScheduledGame
from tournaments.seating.schedule_csv import ScheduleReading, read_schedule, write_schedule

SEATS = {1: "A-1", 2: "A-2", 3: "A-3", 4: ""}


def errors(text: str | bytes, *, rounds: int = 2) -> list[str]:
    data = text.encode() if isinstance(text, str) else text
    return list(read_schedule(data, SEATS, rounds=rounds).errors)


def test_schedule_is_written_by_seat_and_by_number_where_there_is_none() -> None:
    schedule = [ScheduledGame(2, ((1, 3),)), ScheduledGame(1, ((1, 2), (3, 4)))]

    assert write_schedule(schedule, SEATS) == ("game,first,second\r\n1,A-1,A-2\r\n1,A-3,#4\r\n2,A-1,A-3\r\n")


@pytest.mark.parametrize("players", [4, 13, 44, 500])
def test_what_is_written_is_read_again(players: int) -> None:
    seat_of = dict(enumerate(seats(players), start=1))
    movement = plan([*seat_of], 6, makeups=True)
    written = write_schedule(movement.schedule, seat_of).encode()

    assert read_schedule(written, seat_of, rounds=movement.terms.rounds) == ScheduleReading(movement.schedule)


@given(
    st.dictionaries(
        st.integers(1, 99), st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=20), min_size=2
    )
)
def test_seats_of_any_name_are_read_again(seat_of: dict[int, str]) -> None:
    first, second, *_ = seat_of
    schedule = (ScheduledGame(1, ((first, second),)),)

    reading = read_schedule(write_schedule(schedule, seat_of).encode(), seat_of, rounds=1)

    assert reading.schedule == schedule


@given(st.dictionaries(st.integers(1, 9), st.text("=+-@\t\r\n1A", max_size=5), min_size=2))
def test_no_cell_that_is_written_runs_as_a_formula(seat_of: dict[int, str]) -> None:
    first, second, *_ = seat_of
    written = write_schedule([ScheduledGame(1, ((first, second),))], seat_of)
    cells = [cell for row in csv.reader(io.StringIO(written, newline="")) for cell in row]

    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))] == []


@pytest.mark.parametrize(
    "text",
    [
        "game,first,second\n1,A-1,A-2\n",
        "\ufeffgame,first,second\r\n1,A-1,A-2\r\n",
        "game;first;second\n1;A-1;A-2",
        "game\tfirst\tsecond\n1\tA-1\tA-2",
        " Game , FIRST ,Second\n\n 1 , a-1 , a-2 \n,,\n",
        "second,first,game\nA-2,A-1,1\n",
        "game,first,second\n1,1,#2\n",
        'game,first,second\r"1","A-1","A-2"\r',
    ],
)
def test_spreadsheets_write_it_in_many_ways(text: str) -> None:
    assert read_schedule(text.encode(), SEATS, rounds=2) == ScheduleReading((ScheduledGame(1, ((1, 2),)),))


def test_other_columns_are_left_aside_and_named() -> None:
    reading = read_schedule(b"game,board,first,second,Name\n1,1,A-1,A-2,Ada\n", SEATS, rounds=2)

    assert reading == ScheduleReading((ScheduledGame(1, ((1, 2),)),), (), ('"board"', '"name"'))


def test_seat_called_like_a_number_comes_before_the_number() -> None:
    reading = read_schedule(b"game,first,second\n1,2,#2\n", {1: "2", 2: "B"}, rounds=1)

    assert reading == ScheduleReading((ScheduledGame(1, ((1, 2),)),))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("3,A-1,A-2", 'line 2, game: "3" is not a game of this event (1 to 2)'),
        (",A-1,A-2", 'line 2, game: "" is not a game of this event (1 to 2)'),
        ("1.0,A-1,A-2", 'line 2, game: "1.0" is not a game of this event (1 to 2)'),
        ("²,A-1,A-2", 'line 2, game: "²" is not a game of this event (1 to 2)'),
        ("1,A-9,A-2", 'line 2, first: nobody sits in "A-9"'),
        ("1,A-1,", "line 2, second: nobody is named: the seat is blank"),
        ("1,A-1,77", "line 2, second: no entrant has the number 77"),
        ("1,A-1,#77", "line 2, second: no entrant has the number 77"),
        ("1,A-1,=B7", 'line 2, second: "=B7" is a formula: only its result can be read, such as A-7'),
        ("1,A-1", "line 2: there are 2 cells where 3 are needed"),
        ("1,A-1,#1", "line 2: A-1 is paired with themselves"),
        ("1,A-1,A-2\n1,A-3,A-2", "line 3: A-2 plays already in game 1, in line 2"),
        ('1,A-1,"A-2', "line 2: this is not CSV (unexpected end of data)"),
        ("", "line 1: no pairing follows the names of the columns"),
    ],
)
def test_every_fault_is_told_where_it_is(line: str, fault: str) -> None:
    assert errors(f"game,first,second\n{line}") == [fault]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["line 1: the first line must name the columns: game, first, second"]),
        ("game,second\n1,A-1", ['line 1: the column first is missing (columns found: "game", "second")']),
        (
            "1,A-1,A-2\n",
            [
                'line 1: the column game is missing (columns found: "1", "a-1", "a-2")',
                'line 1: the column first is missing (columns found: "1", "a-1", "a-2")',
                'line 1: the column second is missing (columns found: "1", "a-1", "a-2")',
            ],
        ),
        (
            "game,first,second,game\n",
            ['line 1: the column game is there 2 times (columns found: "game", "first", "second", "game")'],
        ),
    ],
)
def test_columns_that_are_missing_are_named(text: str, told: list[str]) -> None:
    assert errors(text) == told


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"PK\x03\x04rest", "this is an Excel or zip file: save the sheet as CSV (UTF-8)"),
        (b"\xd0\xcf\x11\xe0rest", "this is an Excel or zip file: save the sheet as CSV (UTF-8)"),
        ("game".encode("utf-16"), "the text is UTF-16: save it as CSV (UTF-8)"),
        ("game,first\n".encode("utf-16-le"), "line 1: this is not a text file"),
        ("game,first,second\n1,Größe,A-2".encode("cp1252"), "line 2: the text is not UTF-8: save it as CSV (UTF-8)"),
        (b"x" * (2 * 1024 * 1024 + 1), "the file is larger than 2 MiB, which no schedule needs"),
    ],
)
def test_file_that_is_no_text_says_what_it_is(data: bytes, fault: str) -> None:
    assert errors(data) == [fault]


def test_faults_are_told_up_to_a_number() -> None:
    told = errors("game,first,second\n" + "1,Q,Q\n" * 1000)

    assert len(told) == 51
    assert told[-1] == "line 27: reading stopped here, after 50 faults"


def test_hundred_thousand_lines_are_refused_in_bounded_memory() -> None:
    data = b"game,first,second\n" + b",,\n" * 100_000

    with memory_below(10):
        told = errors(data)

    assert told == ["line 50001: the file has more than 50000 lines, which no schedule needs"]


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    reading = read_schedule(b"game,first,second\n" + data, SEATS, rounds=2)

    assert (reading.schedule is None) == bool(reading.errors)
