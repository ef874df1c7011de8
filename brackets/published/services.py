"""Publish an event, unpublish it, say where the published site is sent, and how much of it each target has."""

from collections.abc import Sequence

from brackets.models import Publication, PublishTarget
from brackets.published.passwords import Secrets, forget_secrets, keep_secrets
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, StaffMember, Tournament
from tournaments.refused import Refused


def published_events() -> list[Publication]:
    """Return what is published, of events that the public may know of. One query."""
    found = Publication.objects.filter(tournament__in=Tournament.objects.public())
    return list(found.select_related("tournament").order_by("-tournament__starts_on", "-tournament"))


def target_states(tournament: Tournament) -> Sequence[tuple[PublishTarget, int, str]]:
    """Return each target, how many changes wait for it, and that in words, in the time of an event.

    One query where there is none, else two.
    """
    targets = list(PublishTarget.objects.all())
    publications = published_events() if targets else []
    counted = [(one, one.changes_waiting(publications)) for one in targets]
    return [(one, waiting, one.in_words(waiting, tournament.time_zone)) for one, waiting in counted]


def publish_event(tournament: Tournament, actor: StaffMember, *, by_itself: bool, is_indexed: bool) -> None:
    """Publish an event as it is now, and with ``by_itself`` each later version. Targets that failed are tried at once.

    Raises:
        Refused: the public may not know of it.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        if locked.is_hidden or locked.practice:
            raise Refused("This event is hidden from the public. Show it first, in Settings.")
        before = Publication.objects.filter(tournament=locked).values("by_itself", "is_indexed").first()
        told = {"by_itself": by_itself, "is_indexed": is_indexed}
        Publication.objects.update_or_create(tournament=locked, defaults={**told, "wanted": locked.posted_version})
        PublishTarget.objects.update(sent={}, next_at=None, tries=0)
        record_change(locked, actor, AuditAction.EVENT_PUBLISHED, before=before, after=told)


def unpublish_event(tournament: Tournament, actor: StaffMember) -> None:
    """Unpublish an event: its files are deleted at every target as soon as that answers."""
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        if Publication.objects.filter(tournament=locked).delete()[0]:
            PublishTarget.objects.update(next_at=None, tries=0)
            record_change(locked, actor, AuditAction.EVENT_UNPUBLISHED, locked.name)


def add_target(
    tournament: Tournament,
    actor: StaffMember,
    *,
    kind: str,
    place: str,
    host_key: str = "",
    secrets: Secrets | None = None,
) -> PublishTarget:
    """Send the published site to a place from now on, which was tried.

    With ``secrets`` a place that is one already is opened by these from now on, and tried at once.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        known = PublishTarget.objects.filter(kind=kind, place=place).first()
        if known and not secrets:
            raise Refused("The published site is sent there already.")
        if secrets:
            keep_secrets(place, secrets)
        if known:
            known.next_at = None
            known.save(update_fields=["next_at"])
            return known
        record_change(locked, actor, AuditAction.PUBLISH_TARGET_ADDED, after={"kind": kind, "place": place})
        return PublishTarget.objects.create(kind=kind, place=place, host_key=host_key)


def remove_target(tournament: Tournament, actor: StaffMember, number: int) -> None:
    """Send nothing more to a place. What is there stays."""
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        target = PublishTarget.objects.filter(pk=number).first()
        if target is None:
            raise Refused("This target was removed already.")
        target.delete()
        forget_secrets(target.place)
        told = {"kind": target.kind, "place": target.place}
        record_change(locked, actor, AuditAction.PUBLISH_TARGET_REMOVED, before=told)
