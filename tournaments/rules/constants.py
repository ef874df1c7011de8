"""The words and the limits of the event file."""

KINDS = ("main", "consolation", "satellite", "club")
EDITIONS = ("acc-2020", "acc-2010")
"""The editions of the ACC's rulebook, the one in force first."""
GAMES_55PLUS = "games-55plus"
"""The rules of the 55+ Games: for events of game sheets alone, as they know no game points and no spread."""
EVENT_EDITIONS = (*EDITIONS, GAMES_55PLUS)
"""What an event can be played by: the values of its ``edition``."""
MIN_SPREAD = 1
MAX_SPREAD = 121
BEST_OF_CHOICES = (1, 3, 5, 7)
DROP_OUTS = ("stand", "dropped", "forfeits")
"""What becomes of the results of an entrant who drops out of an event of game sheets."""
SKUNK = 31
"""The spread from which a win is a skunk (rule 1.6); the others are of club rules."""
DOUBLE_SKUNK = 61
TRIPLE_SKUNK = 91
OF_EVENTS = (
    *("name", "starts_on", "kind", "edition", "format", "scoring", "games", "muggins", "qualifiers"),
    "qualifiers_reason",
)
OF_SHEETS = ("drop_outs",)
OF_ENTRANTS = (
    *("number", "name", "partner", "acc_number", "club", "city", "seat", "house_player"),
    "withdrawn_after_game",
)
"""The keys of an event and of an entrant in an event file, in its order, by the names that they have everywhere."""
OF_PAIRS = ("province", "pool", "ages_confirmed")
"""The keys of an entrant that are left out while they are blank."""
