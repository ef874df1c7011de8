"""What a change of seats and schedule would change, as the preview shows it."""

from collections.abc import Mapping
from typing import Any

from tournaments.models import Entrant
from tournaments.seating.selectors.seats import Seating


def changed_seats(before: Seating, after: Seating) -> list[dict[str, str]]:
    """Return whose seat changes, house players who come or go included, by name."""
    found = []
    for number in sorted(before.chairs.keys() | after.chairs.keys()):
        was, now = before.chairs.get(number), after.chairs.get(number)
        note = "is added" if was is None else "is deleted" if now is None else ""
        seat, new_seat = (chair.seat if chair is not None else "" for chair in (was, now))
        if note or seat != new_seat:
            name = next(chair.shown_name for chair in (was, now) if chair is not None)
            found.append({"name": name, "before": seat, "after": new_seat, "note": note})
    return sorted(found, key=lambda one: one["name"].casefold())


def changed_games(before: Seating, after: Seating) -> list[dict[str, Any]]:
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
            found.append({"game": game, "gone": gone, "new": new})
    return found


def _said(pair: tuple[int, int], chairs: Mapping[int, Entrant]) -> str:
    two = [chairs[number] for number in pair]
    return " – ".join(f"{chair.shown_name} ({chair.seat})" if chair.seat else chair.shown_name for chair in two)
