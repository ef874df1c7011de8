"""Storing an event file as a new event."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User

from tournaments.entrants.known import people_of
from tournaments.entrants.services.players import players_for
from tournaments.events.slugs import save_under_free_slug
from tournaments.models import Audience, Entrant, Pairing, ScheduledGame, Tournament
from tournaments.rules.types import EventFile
from tournaments.staff.services.directors import add_director


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament just stored, with its entrants by number."""

    tournament: Tournament
    entrants: Mapping[int, Entrant]


def store_tournament(
    *, event_file: EventFile, director: User | None, standings_shown: Audience = Audience.NOBODY
) -> StoredTournament:
    """Store event, players, entrants and schedule in the file's order. Runs inside the caller's transaction."""
    event, playoff = event_file.event, event_file.playoff
    tournament = Tournament(
        name=event.name,
        starts_on=event.starts_on,
        kind=event.kind,
        edition=event.edition,
        format=event.format,
        scoring=event.scoring,
        games=event.games,
        muggins=event.muggins,
        qualifiers=event.qualifiers,
        qualifiers_reason=event.qualifiers_reason,
        drop_outs=event.drop_outs,
        best_of=None if playoff is None else list(playoff.best_of),
        standings_shown=standings_shown,
    )
    save_under_free_slug(tournament)
    if director is not None:
        add_director(tournament=tournament, user=director)
    persons = [entrant for entrant in event_file.entrants if not entrant.house_player]
    events = Tournament.objects.present()
    # A command without a director is the administrator's, who may know everybody.
    people = people_of(events if director is None else events.directed_by(director.pk))
    player_of = {person.number: player for person, player in zip(persons, players_for(persons, people), strict=True)}
    entrants = Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            player=player_of.get(entrant.number),
            number=entrant.number,
            name=entrant.name,
            partner=entrant.partner,
            acc_number=entrant.acc_number,
            club=entrant.club,
            city=entrant.city,
            seat=entrant.seat,
            house_player=entrant.house_player,
            withdrawn_after_game=entrant.withdrawn_after_game,
            province=entrant.province,
            pool=entrant.pool,
            ages_confirmed=entrant.ages_confirmed,
        )
        for entrant in event_file.entrants
    )
    by_number = {entrant.number: entrant for entrant in entrants}
    _store_schedule(tournament, event_file, by_number)
    return StoredTournament(tournament, by_number)


def _store_schedule(tournament: Tournament, event_file: EventFile, entrants: Mapping[int, Entrant]) -> None:
    games = ScheduledGame.objects.bulk_create(
        ScheduledGame(tournament=tournament, game=scheduled.game) for scheduled in event_file.schedule
    )
    Pairing.objects.bulk_create(
        Pairing(scheduled_game=game, first=entrants[first], second=entrants[second])
        for game, scheduled in zip(games, event_file.schedule, strict=True)
        for first, second in scheduled.pairs
    )
