"""Labels for the terms of the event file, for people to read."""

from tournaments.rules.constants import GAMES_55PLUS

KINDS = {"main": "Main event", "consolation": "Consolation", "satellite": "Satellite", "club": "Club event"}
EDITIONS = {
    "acc-2020": "American Cribbage Congress rulebook, 2020 edition",
    "acc-2010": "American Cribbage Congress rulebook, 2010 edition",
    GAMES_55PLUS: "55+ Games rules",
}


def first_deal_in_words(deal: str, procedure: str) -> str:
    """Say how the first dealer of a game of the qualifying round is found (rule 1.5.a); blank where nobody has said."""
    if deal == "alternate":
        return f"Alternate deal: {procedure}"
    return "Cut for deal in each game, low card deals" if deal else ""


def rounds_in_words(games: int, extra_rounds: int) -> str:
    """Say how many games everybody plays, and how many extra rounds there are besides: ``22 games, 1 extra round``."""
    words = "1 game" if games == 1 else f"{games} games"
    if not extra_rounds:
        return words
    return f"{words}, 1 extra round" if extra_rounds == 1 else f"{words}, {extra_rounds} extra rounds"
