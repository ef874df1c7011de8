"""Reading an event file whole: the reader's errors, and those that only the bracket shows."""

from collections.abc import Iterator, Set

from brackets.rules.seeding import best_of_in, bracket_size, chart, games_to_win, rounds_of
from brackets.rules.sources import DEFAULT_BEST_OF
from scorecards.rules.clubs.match_points import GameError, follow, games_of_record, terms_of_record
from scorecards.rules.qualifying import number_of_qualifiers
from tournaments.event_file.errors import EventFileError
from tournaments.event_file.reading import read_event_file
from tournaments.rules.types import EventFile, MatchRecord, PlayoffRecord


def read_event(data: bytes) -> EventFile:
    """Return the event that ``data`` holds; a file with any errors is refused whole (EventFileError)."""
    reading = read_event_file(data)
    errors = list(reading.errors)
    if reading.partial is not None:
        # The winners are known only if all of the playoffs could be read.
        is_whole = not any(message.startswith("playoff") for message in errors)
        errors += match_errors(reading.partial, is_whole=is_whole)
        if not any(message.startswith("club_matches") for message in errors):
            errors += _club_match_errors(reading.partial)
    if reading.event_file is None or errors:
        raise EventFileError(errors)
    return reading.event_file


def _club_match_errors(event_file: EventFile) -> Iterator[str]:
    """Yield errors of club matches that are impossible; each game is counted as on entry."""
    for index, match in enumerate(event_file.club_matches):
        path, terms = f"club_matches[{index}]", terms_of_record(match)
        if event_file.event.kind != "club":
            yield f"{path}: club matches, but this event is of the kind {event_file.event.kind}"
        elif match.scheme not in terms.form.schemes:
            wanted = "two sides need one, and tables of three and five have none"
            yield f"{path}.scheme: {'only two sides have one' if terms.form.players else wanted}"
        elif problem := terms.problem_of_sides([len(side) for side in match.sides]):
            wanted = f"{terms.sides} sides are needed, all with the same number of entrants"
            yield f"{path}.sides: {problem.said if terms.form.players else wanted}"
        else:
            try:
                follow(terms, games_of_record(match))
            except GameError as error:
                yield f"{path}.games: {error}"


def match_errors(event_file: EventFile, *, is_whole: bool) -> Iterator[str]:
    """Yield errors of playoff results without a slot, or before the matches that lead to them (rule 13.2.d)."""
    playoff = event_file.playoff
    if playoff is None or not playoff.matches:
        return
    if not event_file.event.has_playoffs:
        yield f"playoff.matches: results, but an event of the format {event_file.event.format} has no playoffs"
        return
    qualifiers = qualifiers_in(event_file)
    decided = _decided_slots(playoff, qualifiers) if is_whole else None
    for index, match in enumerate(playoff.matches):
        # What the reader could not read is 0 here, and is an error already.
        if match.round and match.slot and (message := _match_error(match, playoff, qualifiers, decided)):
            yield f"playoff.matches[{index}].{message}"


def qualifiers_in(event_file: EventFile) -> int:
    """Return how many qualify by an event file."""
    entrants = sum(entrant.counts for entrant in event_file.entrants)
    return number_of_qualifiers(entrants, event_file.event.qualifiers)


def _match_error(
    match: MatchRecord, playoff: PlayoffRecord, qualifiers: int, decided: Set[tuple[int, int]] | None
) -> str | None:
    size = bracket_size(qualifiers)
    rounds = rounds_of(size)
    if match.round > rounds:
        return f"round: {qualifiers} qualifiers play {rounds} rounds, there is no round {match.round}"
    if match.slot > size >> match.round:
        return f"slot: round {match.round} has {size >> match.round} matches, there is no slot {match.slot}"
    if match.round == 1 and chart(size)[match.slot - 1][1] > qualifiers:
        return f"slot: slot {match.slot} is a bye, which has no result"
    if match.round > len(playoff.best_of) and not _is_possible(match.games):
        return (
            f"games: {match.games[0]} and {match.games[1]} cannot both be won in a match of best of"
            f" {DEFAULT_BEST_OF} (list this round in playoff.best_of if it was another)"
        )
    if match.round > 1 and decided is not None:
        before = ((match.round - 1, 2 * match.slot - 1), (match.round - 1, 2 * match.slot))
        if open_slots := [str(slot) for number, slot in before if (number, slot) not in decided]:
            slots = " and ".join(open_slots)
            return f"round: nobody has won slot {slots} of round {match.round - 1} yet, which leads to this match"
    return None


def _decided_slots(playoff: PlayoffRecord, qualifiers: int) -> set[tuple[int, int]]:
    """Return (round, slot) of the matches that somebody has won, byes included."""
    pairs = chart(bracket_size(qualifiers)) if qualifiers > 1 else ()
    byes = {(1, slot) for slot, (_, worse) in enumerate(pairs, start=1) if worse > qualifiers}
    return byes | {
        (match.round, match.slot)
        for match in playoff.matches
        if match.round and max(match.games) >= games_to_win(best_of_in(match.round, playoff.best_of))
    }


def _is_possible(games: tuple[int, int]) -> bool:
    """Return whether these games can win a match of a round without its own best-of."""
    needed = games_to_win(DEFAULT_BEST_OF)
    return max(games) <= needed and games != (needed, needed)
