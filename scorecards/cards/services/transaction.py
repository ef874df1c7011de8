"""A change of cards, and whether public pages follow it before anything is posted.

Only staff see cards before they are posted, but everybody sees that the qualifying round has begun. So public pages
follow the first line that is entered, and the last one that is undone.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from scorecards.models import Line, Scorecard
from scorecards.records.facts import is_begun
from tournaments.changes.transaction import bump_public_version, tournament_change
from tournaments.models import Tournament


@contextmanager
def card_transaction(tournament: Tournament) -> Iterator[Tournament]:
    """Run a change of several cards, as ``tournament_change`` does."""
    with tournament_change(tournament, public=False) as locked:
        had_begun = is_begun(locked)
        yield locked
        if is_begun(locked) != had_begun:
            bump_public_version(locked)


def note_beginning(tournament: Tournament, card: Scorecard, *, had_lines: bool, has_lines: bool) -> None:
    """Let public pages follow where a card got the event's first line or lost its last. One query for such a card."""
    if had_lines == has_lines:
        return
    if not Line.objects.filter(scorecard__entrant__tournament=tournament).exclude(scorecard=card).exists():
        bump_public_version(tournament)
