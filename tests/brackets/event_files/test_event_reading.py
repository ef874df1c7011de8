"""Reading a whole event file: errors that only the bracket shows."""

import pytest

from brackets.event_files.reading import read_event
from tournaments.event_file.errors import EventFileError
from tournaments.event_file.writing import write_event_file
from tournaments.rules.types import EntrantRecord, EventFacts, EventFile, MatchRecord, PlayoffRecord


def errors_of(*matches: MatchRecord, best_of: tuple[int, ...] = ()) -> list[str]:
    """Return what is wrong with these results of an event in which 7 of 28 qualify."""
    entrants = tuple(EntrantRecord(number, f"Entrant {number}") for number in range(1, 29))
    event_file = EventFile(EventFacts("Seven", games=1), entrants=entrants, playoff=PlayoffRecord(best_of, matches))
    try:
        read_event(write_event_file(event_file).encode())
    except EventFileError as error:
        return error.errors
    return []


@pytest.mark.parametrize(
    ("match", "message"),
    [
        (MatchRecord(4, 1, (3, 1)), "round: 7 qualifiers play 3 rounds, there is no round 4"),
        (MatchRecord(2, 3, (3, 1)), "slot: round 2 has 2 matches, there is no slot 3"),
        (MatchRecord(1, 1, (3, 1)), "slot: slot 1 is a bye, which has no result"),
    ],
)
def test_result_without_a_place_in_the_bracket_is_refused(match: MatchRecord, message: str) -> None:
    assert errors_of(match) == [f"playoff.matches[0].{message}"]


def test_games_that_no_match_of_best_of_five_has_are_refused_where_no_best_of_is_given() -> None:
    assert errors_of(MatchRecord(1, 2, (3, 3))) == [
        (
            "playoff.matches[0].games: 3 and 3 cannot both be won in a match of best of 5"
            " (list this round in playoff.best_of if it was another)"
        )
    ]
    assert errors_of(MatchRecord(1, 2, (4, 2)), best_of=(7,)) == []
    assert errors_of(MatchRecord(1, 2, (2, 2)), MatchRecord(1, 3, (1, 3))) == []
