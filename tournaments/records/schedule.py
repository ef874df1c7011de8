"""The schedule as stored: who meets whom in each game, and who has a bye."""

from __future__ import annotations

from itertools import compress, groupby

from django.db.models import Exists, OuterRef, Q

from tournaments.models import Entrant, Pairing, Tournament
from tournaments.models import ScheduledGame as StoredGame
from tournaments.rules.due_lines import SCORINGS_WITH_FLOATERS, games_sat_out, sat_out_in
from tournaments.rules.types import ScheduledGame


def schedule_of(tournament: Tournament) -> tuple[ScheduledGame, ...]:
    """Return the schedule in the order in which it was entered. Two queries."""
    games = StoredGame.objects.filter(tournament=tournament).order_by("pk").values_list("pk", "game")
    rows = (
        Pairing.objects.filter(scheduled_game__tournament=tournament)
        .order_by("scheduled_game_id", "pk")
        .values_list("scheduled_game_id", "first__number", "second__number")
    )
    pairs = {
        game: tuple((first, second) for _, first, second in group) for game, group in groupby(rows, lambda row: row[0])
    }
    return tuple(ScheduledGame(game, pairs.get(key, ())) for key, game in games)


def sat_out_of(tournament: Tournament) -> dict[int, frozenset[int]]:
    """Return the games in which entrants have a bye, by number, of those who have one. One query."""
    rows = StoredGame.objects.filter(tournament=tournament).values_list(
        *("game", "pairings__first__number", "pairings__second__number"),
        *("pairings__first__house_player", "pairings__second__house_player"),
    )
    pairs: dict[int, list[tuple[int, int]]] = {}
    floaters: set[int] = set()
    for game, first, second, *are_house_players in rows:
        own = pairs.setdefault(game, [])
        if first is not None:
            own.append((first, second))
            floaters.update(compress((first, second), are_house_players))
    schedule = (ScheduledGame(game, tuple(own)) for game, own in pairs.items())
    return sat_out_in(schedule, floaters if tournament.is_of_sheets else ())


def games_sat_out_by(entrant: Entrant) -> frozenset[int]:
    """Return the games in which one entrant has a bye. One query."""
    own = Pairing.objects.filter(Q(first=entrant) | Q(second=entrant), scheduled_game=OuterRef("pk"))
    against_floater = own.filter(Q(first__house_player=True) | Q(second__house_player=True))
    games = StoredGame.objects.filter(tournament=entrant.tournament_id).annotate(
        is_played=Exists(own), is_against_floater=Exists(against_floater)
    )
    rows = list(games.values_list("game", "is_played", "is_against_floater", "tournament__scoring"))
    floated = {game for game, _, is_off, scoring in rows if is_off and scoring in SCORINGS_WITH_FLOATERS}
    out = games_sat_out((game for game, *_ in rows), {game for game, is_played, *_ in rows if is_played})
    return out | floated
