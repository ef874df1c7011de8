"""What of the tables of this app goes into the archive of an event."""

from django.contrib.auth.models import User

from brackets.models import SeasonEvent
from tournaments.archives.decisions import BetweenEvents, OfEvent, Shared
from tournaments.models import Tournament


def _may_join(season: int, user: User | None) -> bool:
    """Tell whether a user may add an event to a season that is here: as everywhere, who directs an event of it."""
    if user is None:
        return True
    directed = Tournament.objects.directed_by(user.pk)
    return SeasonEvent.objects.active().filter(season=season, tournament__in=directed).exists()


TABLES = (
    OfEvent("brackets.Posting"),
    OfEvent("brackets.PostedCard"),
    OfEvent("brackets.HeldPosting"),
    OfEvent("brackets.Waiver"),
    OfEvent("brackets.Bracket"),
    OfEvent("brackets.Seed"),
    OfEvent("brackets.Match"),
    OfEvent("brackets.Departure"),
    OfEvent("brackets.RoundStart"),
    OfEvent("brackets.NonAppearance"),
    OfEvent("brackets.TableCall"),
    OfEvent("brackets.MoneyPlan"),
    OfEvent("brackets.SidePool"),
    OfEvent("brackets.Stake"),
    OfEvent("brackets.Payment"),
    OfEvent("brackets.PointsEdit"),
    OfEvent("brackets.Announcement"),
    Shared(
        "brackets.ClubSeason",
        ("brackets.SeasonEvent", "season"),
        ("club", "name", "made_by", "made_at"),
        may_take=_may_join,
    ),
    OfEvent("brackets.SeasonEvent"),
    BetweenEvents("brackets.SideEvent", ("main", "event")),
)

LEFT_OUT = {"brackets.PayoutTemplate": "a choice of a user, for every event"}
