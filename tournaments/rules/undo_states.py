"""The state that undoing a change restores, typed, and how it is stored: each form has its own version and reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

SEATING_VERSION = 2
ENTRANTS_VERSION = 2
"""The versions that are written now. Version 1 of entrants has the old names of :data:`RENAMED`, version 1 of seating
no house players who come and go with a change."""

RENAMED = {"let_in": "accepted_doubts", "let_in_because": "acceptance_reason"}

NumberPairs = tuple[tuple[int, int], ...]
Fields = dict[str, Any]
State = TypeVar("State")


class UnknownForm(Exception):
    """A stored state of a version that no reader here knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingState:
    """What of seats and schedule was otherwise before a change; what is left out was the same.

    ``seats``, ``pools`` and ``first_games`` are by entrant's number, ``pairs`` by game, ``None`` for a game that was
    not there. ``house_players`` are names by number, ``None`` for one who was not there. ``is_whole`` says that undoing
    the change would give cards that are entered other seats or opponents.
    """

    seats: Mapping[int, str] = field(default_factory=dict)
    pools: Mapping[int, str] = field(default_factory=dict)
    first_games: Mapping[int, int] = field(default_factory=dict)
    pairs: Mapping[int, NumberPairs | None] = field(default_factory=dict)
    house_players: Mapping[int, str | None] = field(default_factory=dict)
    seed: str | None = None
    table_length: int | None = None
    games: int | None = None
    makeup_rounds: int | None = None
    is_whole: bool = False

    @property
    def numbers(self) -> set[int]:
        """The entrants whom it seats or pairs, house players left out who come with it."""
        paired = {number for game in self.pairs.values() for pair in game or () for number in pair}
        return (paired | self.seats.keys()) - {
            number for number, name in self.house_players.items() if name is not None
        }

    def to_json(self) -> dict[str, Any]:
        """Return the state as it is stored, in the form of :data:`SEATING_VERSION`."""
        return {
            "seats": {str(number): seat for number, seat in self.seats.items()},
            "pools": {str(number): pool for number, pool in self.pools.items()},
            "first_games": {str(number): game for number, game in self.first_games.items()},
            "pairs": {
                str(game): None if pairs is None else [list(pair) for pair in pairs]
                for game, pairs in self.pairs.items()
            },
            "house_players": {str(number): name for number, name in self.house_players.items()},
            "seed": self.seed,
            "table_length": self.table_length,
            "games": self.games,
            "makeup_rounds": self.makeup_rounds,
            "is_whole": self.is_whole,
        }

    @classmethod
    def from_json(cls, version: int, stored: Mapping[str, Any]) -> SeatingState:
        """Read a stored state; UnknownForm where it was written in a form that nothing here reads."""
        return _reader(_SEATING_READERS, version)(stored)


@dataclass(frozen=True, slots=True)
class EntrantChange:
    """One entrant's fields before and after: nothing before who was added, nothing after who was removed."""

    before: Fields | None
    after: Fields | None


@dataclass(frozen=True, slots=True)
class EntrantsState:
    """What a change made of entrants. ``is_of_many`` says that it was made of a list, whatever its length."""

    changes: tuple[EntrantChange, ...]
    is_of_many: bool = False

    @property
    def before(self) -> dict[int, Fields]:
        """The former fields by entrant's number."""
        return {change.before["number"]: change.before for change in self.changes if change.before}

    @property
    def after(self) -> dict[int, Fields]:
        """The fields of after by entrant's number."""
        return {change.after["number"]: change.after for change in self.changes if change.after}

    def to_json(self) -> dict[str, Any]:
        """Return the state as it is stored, in the form of :data:`ENTRANTS_VERSION`."""
        changes = [{"before": change.before, "after": change.after} for change in self.changes]
        return {"changes": changes, "is_of_many": self.is_of_many}

    @classmethod
    def from_json(cls, version: int, stored: Mapping[str, Any]) -> EntrantsState:
        """Read a stored state; UnknownForm where it was written in a form that nothing here reads."""
        return _reader(_ENTRANTS_READERS, version)(stored)


def _reader(
    readers: Mapping[int, Callable[[Mapping[str, Any]], State]], version: int
) -> Callable[[Mapping[str, Any]], State]:
    if version not in readers:
        raise UnknownForm(f"version {version}")
    return readers[version]


def _seating_1(stored: Mapping[str, Any]) -> SeatingState:
    return SeatingState(
        seats={int(number): seat for number, seat in stored["seats"].items()},
        pools={int(number): pool for number, pool in stored["pools"].items()},
        first_games={int(number): game for number, game in stored["first_games"].items()},
        pairs={
            int(game): None if pairs is None else tuple((first, second) for first, second in pairs)
            for game, pairs in stored["pairs"].items()
        },
        **{name: stored[name] for name in ("seed", "table_length", "games", "makeup_rounds", "is_whole")},
    )


def _seating_2(stored: Mapping[str, Any]) -> SeatingState:
    house_players = {int(number): name for number, name in stored["house_players"].items()}
    return replace(_seating_1(stored), house_players=house_players)


def _entrants_1(stored: Mapping[str, Any]) -> EntrantsState:
    changes = tuple(
        EntrantChange(_renamed(change["before"]), _renamed(change["after"])) for change in stored["changes"]
    )
    return EntrantsState(changes, stored["is_of_many"])


def _renamed(fields: Fields | None) -> Fields | None:
    return None if fields is None else {RENAMED.get(name, name): value for name, value in fields.items()}


def _entrants_2(stored: Mapping[str, Any]) -> EntrantsState:
    changes = tuple(EntrantChange(change["before"], change["after"]) for change in stored["changes"])
    return EntrantsState(changes, stored["is_of_many"])


_SEATING_READERS = {1: _seating_1, 2: _seating_2}
_ENTRANTS_READERS = {1: _entrants_1, 2: _entrants_2}
