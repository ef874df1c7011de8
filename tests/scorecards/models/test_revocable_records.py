"""Records that stand until they are revoked: they are marked, and stay."""

import pytest

from brackets.event_files.store import import_event
from scorecards.models import MAX_REASON_LENGTH, HighHand
from tests.events import round_robin

pytestmark = pytest.mark.django_db


def hands(*games: int) -> list[HighHand]:
    """Store a hand of 28 in each of these games."""
    tournament = import_event(event_file=round_robin())
    entrant = tournament.entrants.get(number=1)
    return [
        HighHand.objects.create(
            tournament=tournament, entrant=entrant, points=28, game_number=game, made_by="Dee Rector"
        )
        for game in games
    ]


def test_revoke_marks_the_records_and_keeps_them() -> None:
    revoked, stands = hands(1, 2)

    count = HighHand.objects.filter(pk=revoked.pk).revoke("Cal Checker", "struck out")

    revoked.refresh_from_db()
    assert count == 1
    assert (revoked.revoked_at is None, revoked.revoked_by, revoked.revoked_reason) == (
        False,
        "Cal Checker",
        "struck out",
    )
    assert list(HighHand.objects.active()) == [stands]
    assert HighHand.objects.count() == 2


def test_revoke_cuts_a_reason_that_is_longer_than_what_is_kept() -> None:
    (hand,) = hands(1)

    HighHand.objects.active().revoke("Cal Checker", "x" * (MAX_REASON_LENGTH + 1))

    hand.refresh_from_db()
    assert hand.revoked_reason == "x" * MAX_REASON_LENGTH
