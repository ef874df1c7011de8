"""Reading an event file whole: the reader's mistakes, and those that only the bracket can tell."""

from __future__ import annotations

from collections.abc import Iterator

from brackets.seeding import DEFAULT_BEST_OF, bracket_size, chart, games_to_win, rounds_of
from scorecards.qualifying import number_of_qualifiers
from tournaments.eventfile import EventFile, EventFileError
from tournaments.eventfile_reading import read_event_file


def read_event(data: bytes) -> EventFile:
    """Return the event that ``data`` holds.

    Raises:
        EventFileError: the file has mistakes; it is refused whole.
    """
    reading = read_event_file(data)
    mistakes = list(reading.mistakes)
    if reading.partial is not None:
        mistakes += _match_mistakes(reading.partial)
    if reading.event_file is None or mistakes:
        raise EventFileError(mistakes)
    return reading.event_file


def _match_mistakes(event_file: EventFile) -> Iterator[str]:
    """Tell which playoff results have no place in the bracket (rule 13.2.d)."""
    if event_file.playoff is None:
        return
    entrants = sum(not entrant.house_player for entrant in event_file.entrants)
    qualifiers = number_of_qualifiers(entrants, event_file.event.qualifiers)
    size = bracket_size(qualifiers)
    rounds = rounds_of(size)
    for index, match in enumerate(event_file.playoff.matches):
        path = f"playoff.matches[{index}]"
        if match.round > rounds:
            yield f"{path}.round: {qualifiers} qualifiers play {rounds} rounds, there is no round {match.round}"
        elif match.slot > size >> match.round:
            yield f"{path}.slot: round {match.round} has {size >> match.round} matches, there is no slot {match.slot}"
        elif match.round == 1 and chart(size)[match.slot - 1][1] > qualifiers:
            yield f"{path}.slot: slot {match.slot} is a bye, which has no result"
        elif match.round > len(event_file.playoff.best_of) and not _is_possible(match.games):
            yield (
                f"{path}.games: {match.games[0]} and {match.games[1]} cannot both be won in a match of best of"
                f" {DEFAULT_BEST_OF} (list this round in playoff.best_of if it was another)"
            )


def _is_possible(games: tuple[int, int]) -> bool:
    """Tell whether these games can be won in a round without a best-of of its own."""
    needed = games_to_win(DEFAULT_BEST_OF)
    return max(games) <= needed and games != (needed, needed)
