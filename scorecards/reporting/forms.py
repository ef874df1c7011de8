"""Read what a phone sends."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from scorecards.rules.table_reports import How
from tournaments.refused import Refused
from tournaments.rules.constants import MAX_SPREAD, MIN_SPREAD
from tournaments.rules.text import number_in
from tournaments.rules.types import FootTotals

FOOT_FIELDS = {"game_points": "Game points", "games_won": "Games won", "plus": "Plus", "minus": "Minus"}
MAX_TOTAL = 9_999


def key_of(post: Mapping[str, str]) -> UUID:
    """Return the key that a phone gave to what it sends."""
    try:
        return UUID(post.get("key", ""))
    except ValueError as none:
        raise Refused("This page is out of date. Reload it and report again.") from none


def result_of(post: Mapping[str, str]) -> dict[str, Any]:
    """Return the reported result: opponent, whether won, spread; Refused for the first thing that is missing."""
    opponent, spread = number_in(post, "opponent"), number_in(post, "spread")
    if opponent is None:
        raise Refused("Choose your opponent from the list.")
    if post.get("won") not in {"1", "0"}:
        raise Refused("Choose who won.")
    if spread is None:
        raise Refused(f"Enter the spread: {MIN_SPREAD} to {MAX_SPREAD}.")
    return {"opponent": opponent, "won": post["won"] == "1", "spread": spread}


def how_of(post: Mapping[str, str]) -> How:
    """Return how a report came about: a tap on the opponent's result or on one's own, or what was entered."""
    return How(post["how"]) if post.get("how") in {How.AGREED, How.KEPT} else How.ENTERED


def foot_of(post: Mapping[str, str]) -> FootTotals:
    """Return the foot totals as the player wrote them; Refused where one is missing or impossible."""
    totals: dict[str, int] = {}
    for name, label in FOOT_FIELDS.items():
        number = number_in(post, name)
        if number is None or number > MAX_TOTAL:
            raise Refused(f"{label}: enter the total on your paper card.")
        totals[name] = number
    return FootTotals(**totals)
