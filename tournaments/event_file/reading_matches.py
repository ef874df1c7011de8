"""Club matches in the event file: the optional key ``club_matches``, written only where an event has any.

Players and numbers are read here. Whether a game is possible, and where a match ends, is checked by
:mod:`scorecards.rules.clubs.match_points`.
"""

from tournaments.event_file.json_fields import JsonObject, OneWordOf, UniqueValues, WholeNumber
from tournaments.event_file.reading_play import Frame
from tournaments.rules.types import ClubGameRecord, ClubMatchRecord

FORMS = (
    *("two", "three-winner", "three-continued", "five-continued"),
    *("two-against-one", "two-against-one-121", "four-alone"),
)
SCHEMES = ("acc", "double-skunk", "free-play", "lurch-121", "lurch-61")
MAX_SIDES = 5

_MATCH_KEYS = ("form", "scheme", "to", "sides", "games")
_GAME_KEYS = ("pegged", "out")
_FORM = OneWordOf(FORMS)
_SCHEME = OneWordOf(SCHEMES)
_TARGET = WholeNumber("a number of match points", 1, 99)
_PEGGED = WholeNumber("points pegged", 0, 121)
_SIDE = WholeNumber("a side", 1, MAX_SIDES)


def read_club_matches(file: JsonObject, frame: Frame) -> tuple[ClubMatchRecord, ...]:
    """Read ``club_matches``: nobody twice in a match. Parts of one that cannot be read are left out."""
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


def _read_sides(match: JsonObject, frame: Frame) -> tuple[tuple[int, ...], ...]:
    seen: UniqueValues[int] = UniqueValues()
    sides = []
    for index, value in enumerate(match.required_elements("sides") or ()):
        path = match.path / "sides" / index
        if not isinstance(value, list) or not value:
            match.errors.add(path, "it must be a list of one entrant or more")
            continue
        numbers = []
        for at, one in enumerate(value):
            number = match.errors.read(frame.entrant, one, path, at)
            if number is not None and (earlier := seen.claim(number, path / at)):
                match.errors.add(path / at, f"entrant {number} is in this match already, {earlier}")
            numbers.append(number or 0)
        sides.append(tuple(numbers))
    return tuple(sides)


def _read_game(game: JsonObject) -> ClubGameRecord:
    return ClubGameRecord(_numbers(game, "pegged", _PEGGED), _numbers(game, "out", _SIDE))


def _numbers(game: JsonObject, key: str, kind: WholeNumber) -> tuple[int, ...]:
    values = game.required_elements(key) if key == "pegged" else game.elements(key)
    path = game.path / key
    return tuple(game.errors.read(kind, value, path, at) or 0 for at, value in enumerate(values or ()))
