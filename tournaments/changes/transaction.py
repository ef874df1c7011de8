"""One change of an event: one lock, one transaction, one new version."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils.module_loading import import_string

from tournaments.changes.write_queue import in_turn
from tournaments.models import (
    Audience,
    Tournament,
)


@contextmanager
def changing(
    tournament: Tournament, *, bears_on_cards: bool = True, shown: bool = True
) -> Iterator[Tournament]:
    """Run a change of a tournament: one transaction, its row locked and read again, its version raised at the end.

    Every service that changes what a page could show works inside this. On SQLite the transaction itself is the
    lock (IMMEDIATE), and writers are served in the order in which they come; on PostgreSQL the row is. Before it
    ends, those whom ``ON_TOURNAMENT_CHANGE`` names work out anew what rests on the change, and are told whether it
    bears on what the cards come to. ``shown=False`` is for what nobody but staff can see, such as cards before they
    are posted: open public pages then stay as they are, unless everybody sees the cards anyway.
    """
    with in_turn(), transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        yield locked
        raised = {"version": F("version") + 1}
        if shown or locked.standings_shown == Audience.EVERYBODY:
            raised["posted_version"] = F("posted_version") + 1
        Tournament.objects.filter(pk=locked.pk).update(**raised)
        locked.version += 1
        for path in settings.ON_TOURNAMENT_CHANGE:
            import_string(path)(locked, bears_on_cards)


def show(tournament: Tournament) -> None:
    """Let public pages follow a change that turned out to be one that everybody sees. Within ``changing``."""
    Tournament.objects.filter(pk=tournament.pk).update(posted_version=F("posted_version") + 1)
