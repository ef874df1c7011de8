"""The schedule as stored: who meets whom in each game, and who has a bye."""

from collections.abc import Collection, Hashable, Mapping, Set
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, Exists, Max, OuterRef, Q

from tournaments.models import Entrant, Pairing, Tournament
from tournaments.models import ScheduledGame as StoredGame
from tournaments.records.kept import KeptRows
from tournaments.rules.due_lines import games_sat_out, sat_out_in
from tournaments.rules.scorings import SCORINGS
from tournaments.rules.types import ScheduledGame

PAIRS_KEPT = 100_000
"""How many pairs of scheduled games a process keeps."""


def schedule_of(tournament: Tournament) -> tuple[ScheduledGame, ...]:
    """Return the schedule in the order in which it was entered. Two queries."""
    games = StoredGame.objects.filter(tournament=tournament).order_by("pk").values_list("game", flat=True)
    pairs = _pairs_of(tournament, None)
    return tuple(ScheduledGame(game, pairs.get(game, ())) for game in games)


def kept_schedule_of(tournament: Tournament, *, is_snapshot: bool = False) -> tuple[ScheduledGame, ...]:
    """Return the schedule by game; what this process has read before is not read again. One query, or two.

    Its games are the same objects as long as nobody changes them, so that what follows from them may be kept too.
    """
    scheduled = _SCHEDULES.read(
        tournament,
        lambda: _stamps_of_games(tournament),
        lambda games: _games_with_pairs(tournament, games),
        is_snapshot=is_snapshot,
    )
    return tuple(scheduled.values())


_SCHEDULES: KeptRows[ScheduledGame] = KeptRows(PAIRS_KEPT, lambda scheduled: len(scheduled.pairs))


def _stamps_of_games(tournament: Tournament) -> dict[int, Hashable]:
    """Return how many pairs each game has and the last of them, by game: pairs are deleted and made, never changed."""
    games = StoredGame.objects.filter(tournament=tournament).order_by("game")
    rows = games.annotate(count=Count("pairings"), last=Max("pairings")).values_list("game", "pk", "count", "last")
    return {game: tuple(stamp) for game, *stamp in rows}


def _pairs_of(tournament: Tournament, games: Collection[int] | None) -> dict[int, tuple[tuple[int, int], ...]]:
    wanted = Pairing.objects.filter(scheduled_game__tournament=tournament)
    if games is not None:
        wanted = wanted.filter(scheduled_game__game__in=games)
    rows = wanted.order_by("scheduled_game__game", "pk").values_list(
        "scheduled_game__game", "first__number", "second__number"
    )
    return {game: tuple((first, second) for _, first, second in group) for game, group in groupby(rows, itemgetter(0))}


def _games_with_pairs(tournament: Tournament, games: Collection[int] | None) -> dict[int, ScheduledGame]:
    pairs = _pairs_of(tournament, games)
    wanted = pairs if games is None else games
    return {game: ScheduledGame(game, pairs.get(game, ())) for game in wanted}


def sat_out_of(tournament: Tournament, house_players: Collection[int] | None = None) -> Mapping[int, Set[int]]:
    """Return the games in which entrants have a bye, by number, of those who have one.

    One query where the numbers of ``house_players`` are known, two otherwise.
    """
    if house_players is None:
        found = Entrant.objects.filter(tournament=tournament, house_player=True).order_by()
        house_players = set(found.values_list("number", flat=True))
    floaters = house_players if tournament.is_of_sheets else ()
    schedule = kept_schedule_of(tournament)
    return sat_out_in(schedule, floaters, house_players=house_players, games=tournament.games)


def games_sat_out_by(entrant: Entrant) -> frozenset[int]:
    """Return the games in which one entrant has a bye. One query."""
    own = Pairing.objects.filter(Q(first=entrant) | Q(second=entrant), scheduled_game=OuterRef("pk"))
    against_floater = own.filter(Q(first__house_player=True) | Q(second__house_player=True))
    games = StoredGame.objects.filter(tournament=entrant.tournament_id).annotate(
        is_paired=Exists(Pairing.objects.filter(scheduled_game=OuterRef("pk"))),
        is_played=Exists(own),
        is_against_floater=Exists(against_floater),
    )
    rows = list(games.values_list("game", "is_paired", "is_played", "is_against_floater", "tournament__scoring"))
    floated = {game for game, *_, is_off, scoring in rows if is_off and SCORINGS[scoring].is_of_sheets}
    played = {game for game, _, is_played, *_ in rows if is_played}
    if entrant.house_player and not played and any(is_paired for _, is_paired, *_ in rows):
        return frozenset(range(1, entrant.tournament.games + 1))
    return games_sat_out((game for game, *_ in rows), played) | floated
