"""What a change of seats and schedule would change, as the preview shows it."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Entrant
from tournaments.seating.selectors.seats import Seating


@dataclass(frozen=True, slots=True)
class ChangedSeat:
    """An entrant whose seat changes; blank is none. ``note`` says of a house player that they come or go."""

    name: str
    before: str
    after: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ChangedGame:
    """A game of which pairs change: those that are no more, and the new ones, by name and seat."""

    game: int
    gone: tuple[str, ...]
    new: tuple[str, ...]


def changed_seats(before: Seating, after: Seating) -> list[ChangedSeat]:
    """Return whose seat changes, house players who come or go included, by name."""
    found = []
    for number in sorted(before.chairs.keys() | after.chairs.keys()):
        was, now = before.chairs.get(number), after.chairs.get(number)
        note = "is added" if was is None else "is deleted" if now is None else ""
        seat, new_seat = (chair.seat if chair is not None else "" for chair in (was, now))
        if note or seat != new_seat:
            name = next(chair.shown_name for chair in (was, now) if chair is not None)
            found.append(ChangedSeat(name, seat, new_seat, note))
    return sorted(found, key=lambda one: one.name.casefold())


def changed_games(before: Seating, after: Seating) -> list[ChangedGame]:
    """Return the games that change, pair by pair."""
    chairs = {**before.chairs, **after.chairs}
    pairs = [
        {game.game: {frozenset(pair): pair for pair in game.pairs} for game in one.schedule} for one in (before, after)
    ]
    found = []
    for game in sorted(pairs[0].keys() | pairs[1].keys()):
        was, now = (side.get(game, {}) for side in pairs)
        if was.keys() != now.keys():
            gone = tuple(_said(was[key], chairs) for key in was if key not in now)
            new = tuple(_said(now[key], chairs) for key in now if key not in was)
            found.append(ChangedGame(game, gone, new))
    return found


def _said(pair: tuple[int, int], chairs: Mapping[int, Entrant]) -> str:
    two = [chairs[number] for number in pair]
    return " – ".join(f"{chair.shown_name} ({chair.seat})" if chair.seat else chair.shown_name for chair in two)
