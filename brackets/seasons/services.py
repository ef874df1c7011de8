"""Club seasons: making one, changing it, and which events belong to it."""

from typing import Any

from brackets.models import ClubSeason, SeasonEvent
from brackets.seasons.season import season_of, seasons_to_join
from scorecards.rules.clubs.season import MAX_WEEKS
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, StaffMember, Tournament
from tournaments.refused import Refused

SETTINGS = ("club", "name", "starts_on", "ends_on", "best_of", "points", "points_others", "points_source")
"""What a director enters for a season."""


def make_season(tournament: Tournament, actor: StaffMember, *, season: ClubSeason) -> ClubSeason:
    """Store a season with this event as its first.

    Raises:
        Refused: the event belongs to a season already, or cannot belong to this one.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        if season_of(locked) is not None:
            raise Refused("This event is already part of a season.")
        season.made_by = actor.name
        _refuse_event(locked, season)
        season.save()
        SeasonEvent.objects.create(season=season, tournament=locked, made_by=actor.name)
        record_change(locked, actor, AuditAction.SEASON_CREATED, str(season), after=_season_to_json(season))
    return season


def change_season(tournament: Tournament, actor: StaffMember, *, season: ClubSeason) -> ClubSeason:
    """Change the season that the event belongs to, as ``season`` has it; every director of one of its events may.

    Raises:
        Refused: the event belongs to no season, or an event of the season would lie outside its days.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        found = season_of(locked)
        if found is None:
            raise Refused("This event is not part of a season any more.")
        stored = ClubSeason.objects.select_for_update().get(pk=found.pk)
        before = _season_to_json(stored)
        for name in SETTINGS:
            setattr(stored, name, getattr(season, name))
        for event in SeasonEvent.objects.active().filter(season=stored).select_related("tournament"):
            _refuse_event(event.tournament, stored)
        stored.save()
        after = _season_to_json(stored)
        record_change(locked, actor, AuditAction.SEASON_CHANGED, str(stored), before=before, after=after)
    return stored


def join_season(tournament: Tournament, actor: StaffMember, *, season: int) -> ClubSeason:
    """Add the event to a season of which the member directs another event.

    Raises:
        Refused: there is no such season for them, it is full, or the event cannot belong to it.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        wanted = next((one for one in seasons_to_join(actor) if one.pk == season), None)
        if wanted is None:
            raise Refused("You direct no event of that season.")
        if season_of(locked) is not None:
            raise Refused("This event is already part of a season.")
        if SeasonEvent.objects.active().filter(season=wanted).count() >= MAX_WEEKS:
            raise Refused(f"A season has at most {MAX_WEEKS} events.")
        _refuse_event(locked, wanted)
        SeasonEvent.objects.create(season=wanted, tournament=locked, made_by=actor.name)
        record_change(locked, actor, AuditAction.SEASON_JOINED, str(wanted))
    return wanted


def leave_season(tournament: Tournament, actor: StaffMember) -> None:
    """Remove the event from its season; its results no longer count.

    Raises:
        Refused: it belongs to none.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        season = season_of(locked)
        if season is None:
            raise Refused("This event is not part of a season any more.")
        SeasonEvent.objects.active().filter(tournament=locked).revoke(actor.name, "taken out")
        record_change(locked, actor, AuditAction.SEASON_LEFT, str(season))


def _refuse_event(event: Tournament, season: ClubSeason) -> None:
    if event.kind != "club":
        raise Refused(f"{event.name} is not a club event. Seasons are for club events.")
    if event.is_of_sheets:
        raise Refused(f"{event.name} is not played for game points. A season adds up game points.")
    if event.starts_on is None or not season.starts_on <= event.starts_on <= season.ends_on:
        raise Refused(f"{event.name} is outside the days of this season.")


def _season_to_json(season: ClubSeason) -> dict[str, Any]:
    return {
        "club": season.club,
        "name": season.name,
        "from": season.starts_on.isoformat(),
        "to": season.ends_on.isoformat(),
        "best of": season.best_of,
        "points": list(season.points),
        "points of others": season.points_others,
        "source": season.points_source,
    }
