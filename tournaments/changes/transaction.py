"""Change an event: one lock, one transaction, one new version."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import F

from tournaments.changes.write_queue import write_queue
from tournaments.hooks import event_changes
from tournaments.models import Audience, Tournament


@contextmanager
def tournament_change(
    tournament: Tournament, *, affects_cards: bool = True, public: bool = True
) -> Iterator[Tournament]:
    """Run a change of a tournament: one transaction, its row locked and read again, its version raised at the end.

    Every service that changes what a page could show works inside this. On SQLite the transaction itself is the
    lock (IMMEDIATE), and writers are served in the order in which they come; on PostgreSQL the row is. Where the
    change affects the cards, what was worked out from them holds no longer: anyone who reads it next works it out.
    Before it ends it tells :func:`tournaments.hooks.event_changes` whether it affects the cards.
    ``public=False`` is for what only staff see, such as cards before they are posted: open public pages then stay as
    they are, unless everybody sees the cards anyway.

    Raises:
        Tournament.DoesNotExist: somebody deleted it meanwhile.
    """
    with write_queue(), transaction.atomic():
        locked = Tournament.objects.present().select_for_update().get(pk=tournament.pk)
        yield locked
        raised = {"version": F("version") + 1}
        if public or locked.standings_shown == Audience.EVERYBODY:
            raised["posted_version"] = F("posted_version") + 1
        if affects_cards:
            raised["cards_version"] = F("version") + 1
        Tournament.objects.filter(pk=locked.pk).update(**raised)
        locked.version += 1
        if affects_cards:
            locked.cards_version = locked.version
        event_changes(locked, affects_cards)


def bump_public_version(tournament: Tournament) -> None:
    """Let public pages follow a change that everybody sees after all. Call it within ``tournament_change``."""
    Tournament.objects.filter(pk=tournament.pk).update(posted_version=F("posted_version") + 1)
