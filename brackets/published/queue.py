"""The queue of the published site, in its own process: it sends what is not there yet, and tries again after failures.

What waits follows from the versions of the events and those that were sent, in the database: nothing is lost by a
restart. A target that fails is tried again after growing waits; it holds up nobody who saves.
"""

import logging
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone
from filelock import FileLock, Timeout

from brackets.models import Publication, PublishTarget
from brackets.published.passwords import forget_abandoned
from brackets.published.places import Folder, NotSent
from brackets.published.services import published_events
from brackets.published.site import ALL, FEED, Site, make_site
from brackets.published.targets import NEEDS_PASSWORD, target_at
from tournaments.changes.write_queue import EventIsBusy, write_queue
from tournaments.term import standing

LOOK_EVERY = 3.0
AFTER_A_FAILURE = 10.0
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=5), timedelta(minutes=5)

logger = logging.getLogger(__name__)


def publish_due() -> int:
    """Send what is due to each target, and return how many were sent to.

    A laptop that must not serve sends nothing; nor does this while another process sends.
    """
    if not standing().serves:
        return 0
    Path(settings.PUBLISH_DIR).mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with FileLock(Path(settings.PUBLISH_DIR) / "sending.lock", timeout=0):
            return _send_due()
    except Timeout:
        return 0


def publish_now() -> int:
    """Send the site as it is now to each target, also to those that would wait longer after a failure."""
    with write_queue():
        PublishTarget.objects.update(sent={}, next_at=None)
    return publish_due()


def _send_due() -> int:
    now, publications = timezone.now(), published_events()
    site: Site | None = None
    count = 0
    targets = list(PublishTarget.objects.all())
    forget_abandoned(one.place for one in targets)
    # No transaction and no lock is held while anything is sent. A slow connection does not hold up the stick.
    for target in sorted(targets, key=lambda one: one.kind in NEEDS_PASSWORD):
        if not target.changes_waiting(publications) or (target.next_at and target.next_at > now):
            continue
        try:
            site = site or _site_of(publications)
            target_at(target.kind, target.place, target.host_key).send(site.files)
            count += 1
            told = {"sent": dict(site.versions), "published_at": timezone.now(), "waiting_since": None}
            told |= {"problem": "", "tries": 0, "next_at": None}
        except NotSent as failure:
            wait = min(FIRST_WAIT * 2 ** min(target.tries, 10), LONGEST_WAIT)
            told = {"problem": str(failure), "waiting_since": target.waiting_since or now}
            told |= {"tries": target.tries + 1, "next_at": timezone.now() + wait}
        with write_queue():
            PublishTarget.objects.filter(pk=target.pk).update(**told)
    return count


def _site_of(publications: list[Publication]) -> Site:
    """Make the site, and keep of when its pages are."""
    place = Folder(Path(settings.PUBLISH_DIR))
    indexed = frozenset(one.tournament.slug for one in publications if one.is_indexed)
    site = make_site([one.tournament for one in publications], place.read, indexed)
    for path in (ALL, FEED):
        place.write(path, site.files[path])
    return site


def keep_publishing(is_ending: Callable[[float], bool]) -> None:
    """Send whatever is due, until the end; ``is_ending`` waits for so many seconds and tells whether it has come."""
    pause = LOOK_EVERY
    while not is_ending(pause):
        pause = LOOK_EVERY
        try:
            publish_due()
        except (DatabaseError, EventIsBusy, OSError):
            connection.close()  # a server that was started again, or a promoted standby, does not know it
            logger.exception("The published site is not sent at the moment. It is tried again.")
            pause = AFTER_A_FAILURE
        except Exception:
            logger.exception("The published site could not be made. It is tried again.")
            pause = LONGEST_WAIT.total_seconds()
