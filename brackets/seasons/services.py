"""Club seasons: making one, changing it, and which events belong to it."""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from brackets.models import ClubSeason, SeasonEvent
from brackets.seasons.selectors.season import season_of, seasons_to_join
from scorecards.rules.clubs.season import MAX_WEEKS
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, StaffMember, Tournament
from tournaments.refused import Refused


@dataclass(frozen=True, slots=True)
class SeasonSettings:
    """What a director enters for a season; ``points`` by place, empty for no table."""

    club: str
    name: str
    starts_on: date
    ends_on: date
    best_of: int | None = None
    points: tuple[int, ...] = ()
    points_others: int = 0
    points_source: str = ""


def make_season(tournament: Tournament, actor: StaffMember, *, settings: SeasonSettings) -> ClubSeason:
    """Make a season with this event as its first.

    Raises:
        Refused: the event belongs to a season already, or cannot belong to this one.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        if season_of(locked) is not None:
            raise Refused("This event is already part of a season.")
        season = ClubSeason(**_values(settings), made_by=actor.name)
        _refuse_event(locked, season)
        season.save()
        SeasonEvent.objects.create(season=season, tournament=locked, made_by=actor.name)
        record_change(locked, actor, AuditAction.SEASON_CREATED, str(season), after=_season_to_json(season))
    return season


def change_season(tournament: Tournament, actor: StaffMember, *, settings: SeasonSettings) -> ClubSeason:
    """Change the season that the event belongs to; every director of one of its events may.

    Raises:
        Refused: the event belongs to no season, or an event of the season would lie outside its days.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        season = season_of(locked)
        if season is None:
            raise Refused("This event is not part of a season any more.")
        season = ClubSeason.objects.select_for_update().get(pk=season.pk)
        before = _season_to_json(season)
        for name, value in _values(settings).items():
            setattr(season, name, value)
        for event in SeasonEvent.objects.active().filter(season=season).select_related("tournament"):
            _refuse_event(event.tournament, season)
        season.save()
        record_change(
            locked, actor, AuditAction.SEASON_CHANGED, str(season), before=before, after=_season_to_json(season)
        )
    return season


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


def _values(settings: SeasonSettings) -> dict[str, Any]:
    return {**asdict(settings), "points": list(settings.points)}


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
