"""The database constraints on the columns of lines."""

from django.db.models import CheckConstraint, Q

from tournaments.rules.constants import MAX_SPREAD, MIN_SPREAD
from tournaments.rules.scorings import GAME_HOLE


def does_not_contradict_itself(prefix: str = "") -> Q:
    """A win has a plus spread and no minus, a loss has no plus; a game sheet has both sides' points, or what was left.

    On a game sheet there are no game points and spreads, and 121 on one side only.
    """
    points, plus, minus, own, theirs, left = (
        f"{prefix}{column}" for column in ("points", "plus", "minus", "own", "theirs", "left")
    )
    no_spreads = Q(**{f"{column}__isnull": True for column in (points, plus, minus)})
    no_sheet = Q(**{f"{column}__isnull": True for column in (own, theirs, left)})
    is_win = Q(**{f"{points}__gt": 0, f"{plus}__isnull": False, f"{minus}__isnull": True})
    is_loss = Q(**{points: 0, f"{plus}__isnull": True})
    has_points = Q(**{f"{own}__isnull": False, f"{theirs}__isnull": False, f"{left}__isnull": True})
    one_wins = Q(**{f"{own}__lt": GAME_HOLE}) | Q(**{f"{theirs}__lt": GAME_HOLE})
    has_left = Q(**{f"{own}__isnull": True, f"{theirs}__isnull": True, f"{left}__isnull": False})
    is_spread = Q(**{f"{points}__isnull": False}) & no_sheet & (is_win | is_loss)
    return is_spread | (no_spreads & ((has_points & one_wins) | has_left))


def checks_of_numbers(name: str, prefix: str = "") -> tuple[CheckConstraint, ...]:
    """Return the constraints on each number of a line by itself; the names of all start with ``name``."""
    holds = {column: ("is_spread", {"gte": MIN_SPREAD, "lte": MAX_SPREAD}) for column in ("plus", "minus")}
    holds |= {column: ("fits_on_the_board", {"lte": GAME_HOLE}) for column in ("own", "theirs", "left")}
    return tuple(
        CheckConstraint(
            name=f"{name}_{column}_{what}",
            condition=Q(**{f"{prefix}{column}__isnull": True})
            | Q(**{f"{prefix}{column}__{bound}": value for bound, value in bounds.items()}),
        )
        for column, (what, bounds) in holds.items()
    )
