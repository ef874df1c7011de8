"""Read what is published, and how much of it each target has."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone

from brackets.models import Publication, PublishTarget
from tournaments.models import Tournament


class TargetState(NamedTuple):
    """A target, how many changes wait for it, and that in words."""

    target: PublishTarget
    waiting: int
    words: str

    @property
    def fails(self) -> bool:
        return bool(self.waiting and self.target.problem)


def target_states(tournament: Tournament) -> Sequence[TargetState]:
    """Return how each target stands, in the time of an event. One query where there is none, else two."""
    targets = list(PublishTarget.objects.all())
    publications = published_events() if targets else []
    waiting = [changes_waiting(one, publications) for one in targets]
    return [
        TargetState(one, count, state_in_words(one, count, tournament.time_zone))
        for one, count in zip(targets, waiting, strict=True)
    ]


def published_events() -> list[Publication]:
    """Return what is published, of events that the public may know of. One query."""
    found = Publication.objects.filter(tournament__in=Tournament.objects.public())
    return list(found.select_related("tournament").order_by("-tournament__starts_on", "-tournament"))


def changes_waiting(target: PublishTarget, publications: list[Publication]) -> int:
    """Return how many changes are not at a target yet."""
    sent, waiting = dict(target.sent), 0
    for one in publications:
        now = one.tournament.posted_version
        wanted = now if one.by_itself else one.wanted
        there = sent.pop(one.tournament.slug, None)
        if there is None or there > now:  # new there, or the event was restored from an older copy
            waiting += 1
        else:
            waiting += max(0, wanted - there)
    return waiting + len(sent)


def state_in_words(target: PublishTarget, waiting: int, zone: str) -> str:
    """Say how a target stands: since when, why not, how much waits."""
    if not waiting:
        return f"Published {_ago(target.published_at)}" if target.published_at else "Nothing is published yet"
    changes = f"{waiting} change{'s wait' if waiting > 1 else ' waits'}"
    if not target.problem:
        return f"{changes} to be sent"
    since = (target.waiting_since or timezone.now()).astimezone(ZoneInfo(zone))
    return f"{changes}: {target.problem}, since {since:%I:%M %p}".replace("since 0", "since ")


def _ago(at: datetime) -> str:
    minutes = int((timezone.now() - at).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 120:
        return f"{minutes} minute{'s' * (minutes > 1)} ago"
    return f"{minutes // 60} hours ago" if minutes < 2880 else f"{minutes // 1440} days ago"
