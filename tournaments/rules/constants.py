"""The words of the format, and the game points of a win."""

KINDS = ("main", "consolation", "satellite", "club")
EDITIONS = ("acc-2020", "acc-2010")
"""The editions of the ACC's rulebook, the one in force first."""
GAMES_55PLUS = "games-55plus"
"""The rules of the 55+ Games: for events of game sheets alone, as they know no game points and no spread."""
EVENT_EDITIONS = (*EDITIONS, GAMES_55PLUS)
"""What an event can be played by: the values of its ``edition``."""
QUALIFYING_PLAYOFF = "qualifying-playoff"
DOUBLE_ROUND_ROBIN = "double-round-robin"
FORMATS = (QUALIFYING_PLAYOFF, "qualifying", DOUBLE_ROUND_ROBIN)
SCORINGS = ("acc", "double-skunk", "free-play", "total-points", "points-left")
MIN_SPREAD = 1
MAX_SPREAD = 121
BEST_OF_CHOICES = (1, 3, 5, 7)
DROP_OUTS = ("stand", "dropped", "forfeits")
"""What becomes of the results of an entrant who drops out of an event of game sheets."""
# Game points of a win by scoring: (from this spread on, points). Rule 1.6 for a skunk; the others are club rules.
SKUNK = 31
DOUBLE_SKUNK = 61
WIN_POINTS = {
    "acc": ((MIN_SPREAD, 2), (SKUNK, 3)),
    "double-skunk": ((MIN_SPREAD, 2), (SKUNK, 3), (DOUBLE_SKUNK, 4)),
    "free-play": ((MIN_SPREAD, 1), (SKUNK, 2), (DOUBLE_SKUNK, 4)),
}


def points_for_win(scoring: str, spread: int) -> int:
    """Return the game points for a win by ``spread``, 1 to 121, under a scoring of :data:`WIN_POINTS`."""
    return max(points for from_spread, points in WIN_POINTS[scoring] if spread >= from_spread)


OF_PAIRS = ("province", "pool", "ages_confirmed")
"""The keys of an entrant that are left out while they are blank."""
