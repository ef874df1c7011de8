"""Whatever is done to an event in whatever order: what is stored follows from the cards."""

from random import Random

import pytest

from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from scorecards.models import Signature, StoredResult
from tests.at_once import at_once
from tests.conftest import SHARE_OF_EXAMPLES
from tests.scorecards.checking.random_desk import Desk, event_at_random, latest

pytestmark = pytest.mark.slow

STEPS = 60
STEPS_OF_A_WRITER = 40


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(4 // SHARE_OF_EXAMPLES))
def test_whatever_is_done_in_whatever_order_what_is_stored_follows_from_the_cards(seed: int) -> None:
    event_file = event_at_random(seed)
    tournament = import_event(event_file=event_file)
    desk = Desk(Random(f"desk {seed}"), tournament, event_file)

    for step in range(STEPS):
        desk.do_something()

        if step % 10 == 9:
            assert differences(latest(tournament)) == [], f"one of the ten steps before step {step + 1}"

    assert latest(tournament).cards_version <= StoredResult.objects.get().version <= latest(tournament).version
    assert Signature.objects.filter(revoked_at=None).exclude(ruling__revoked_at=None).count() == 0


@pytest.mark.django_db(transaction=True)
def test_whatever_two_do_at_once_what_is_stored_follows_from_the_cards() -> None:
    event_file = event_at_random(100)
    tournament = import_event(event_file=event_file)
    desks = [Desk(Random(f"writer {number}"), tournament, event_file) for number in range(2)]

    def work(desk: Desk) -> None:
        for _ in range(STEPS_OF_A_WRITER):
            desk.do_something()

    at_once(work, desks)

    assert differences(latest(tournament)) == []
    assert Signature.objects.filter(revoked_at=None).exclude(ruling__revoked_at=None).count() == 0
