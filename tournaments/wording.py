"""What the event file calls things, in words for people."""

KINDS = {"main": "Main event", "consolation": "Consolation", "satellite": "Satellite", "club": "Club event"}
EDITIONS = {
    "acc-2020": "American Cribbage Congress rulebook, 2020 edition",
    "acc-2010": "American Cribbage Congress rulebook, 2010 edition",
}
FORMATS = {
    "qualifying-playoff": "Qualifying round, then playoffs",
    "qualifying": "Qualifying round only",
    "double-round-robin": "Double round robin",
}
SCORINGS = {
    "acc": "2 points for a win, 3 for a skunk",
    "double-skunk": "2 points for a win, 3 for a skunk, 4 for a double skunk",
    "free-play": "1 point for a win, 2 for a skunk, 4 for a double skunk",
    "total-points": "Points pegged over all games",
    "points-left": "Points left to 121, fewest first",
}
