"""The transaction of a change of cards, and whether the public sees it before anything is posted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from scorecards.records.facts import is_begun
from tournaments.changes.transaction import bump_public_version, tournament_change
from tournaments.models import Tournament


@contextmanager
def card_transaction(tournament: Tournament) -> Iterator[Tournament]:
    """Run a change of cards, as ``tournament_change`` does. Only staff see cards before they are posted.

    One thing of them everybody sees all the same: that the qualifying round has begun. So public pages follow the
    first line that is entered, and the last one that is undone.
    """
    with tournament_change(tournament, public=False) as locked:
        had_begun = is_begun(locked)
        yield locked
        if is_begun(locked) != had_begun:
            bump_public_version(locked)
