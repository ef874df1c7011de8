"""Club matches in the event file: the optional key ``club_matches``, written only where an event has any.

Who plays and what the numbers look like is read here; whether a game can be, and where a match ends, is for
:mod:`scorecards.rules.clubs.match_points` to say.
"""

from __future__ import annotations

from tournaments.eventfile.json_fields import Item, Once, OneWordOf, WholeNumber
from tournaments.eventfile.reading_play import Frame
from tournaments.rules.types import ClubGameRecord, ClubMatchRecord

FORMS = ("two", "three-winner", "three-continued", "five-continued")
SCHEMES = ("acc", "double-skunk", "free-play")
MAX_SIDES = 5

_MATCH_KEYS = ("form", "scheme", "to", "sides", "games")
_GAME_KEYS = ("pegged", "out")
_FORM = OneWordOf(FORMS)
_SCHEME = OneWordOf(SCHEMES)
_TARGET = WholeNumber("a number of match points", 1, 99)
_PEGGED = WholeNumber("points pegged", 0, 121)
_SIDE = WholeNumber("a side", 1, MAX_SIDES)


def read_club_matches(file: Item, frame: Frame) -> tuple[ClubMatchRecord, ...]:
    """Read ``club_matches``: nobody twice in a match. What of one cannot be read is left out."""
    return tuple(
        ClubMatchRecord(
            form=item.required("form", _FORM) or "",
            scheme=item.nullable("scheme", _SCHEME, ""),
            target=item.required("to", _TARGET) or 0,
            sides=_read_sides(item, frame),
            games=tuple(_read_game(game) for game in item.items("games", _GAME_KEYS)),
        )
        for item in file.items("club_matches", _MATCH_KEYS)
    )


def _read_sides(match: Item, frame: Frame) -> tuple[tuple[int, ...], ...]:
    seen: Once[int] = Once()
    sides = []
    for index, value in enumerate(match.required_elements("sides") or ()):
        place = match.place / "sides" / index
        if not isinstance(value, list) or not value:
            match.mistakes.add(place, "it must be a list of one entrant or more")
            continue
        numbers = []
        for at, one in enumerate(value):
            number = match.mistakes.read(frame.entrant, one, place, at)
            if number is not None and (earlier := seen.claim(number, place / at)):
                match.mistakes.add(place / at, f"entrant {number} is in this match already, {earlier}")
            numbers.append(number or 0)
        sides.append(tuple(numbers))
    return tuple(sides)


def _read_game(game: Item) -> ClubGameRecord:
    return ClubGameRecord(_numbers(game, "pegged", _PEGGED), _numbers(game, "out", _SIDE))


def _numbers(game: Item, key: str, kind: WholeNumber) -> tuple[int, ...]:
    values = game.required_elements(key) if key == "pegged" else game.elements(key)
    place = game.place / key
    return tuple(game.mistakes.read(kind, value, place, at) or 0 for at, value in enumerate(values or ()))
