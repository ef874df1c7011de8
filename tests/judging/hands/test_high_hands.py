"""The register of high hands: only what the scorer proves (rule 1.7)."""

from typing import Any

import pytest
from django.test import Client

from judging.hands.services import enter_high_hand, strike_high_hand
from scorecards.models import HighHand
from tests.brackets.playoffs.playing import posted
from tests.judging.calls.calling import judge
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.refused import Refused

pytestmark = pytest.mark.django_db

HAND = {"entrant": 1, "cards": "5C 5D 5H JS", "starter": "5S", "crib": False, "witnesses": "Bo Cedar", "game": 2}


def enter(tournament: Tournament, member: StaffMember, **change: Any) -> HighHand:
    return enter_high_hand(tournament=tournament, actor=member, **{**HAND, **change})


@pytest.mark.parametrize(
    ("change", "points"),
    [
        ({}, 29),
        ({"cards": "5C 5D 5H 5S", "starter": "JD"}, 28),
        ({"cards": "5C 5D 5H KS", "starter": "5S"}, 28),
        ({"cards": "5C 5D 5H JC"}, 28),  # a jack of another suit
        ({"cards": "5♣ 5♦ 5♥ J♠", "crib": True}, 29),
    ],
)
def test_high_hand_is_entered_with_what_it_counts(
    tournament: Tournament, ada: StaffMember, change: dict[str, Any], points: int
) -> None:
    made = enter(tournament, ada, **change)

    assert (made.points, made.witnesses, made.made_by) == (points, "Bo Cedar", "Ada Birch")
    assert AuditEntry.objects.filter(action="high hand entered").count() == 1


def test_hand_that_is_not_proved_is_refused(tournament: Tournament, ada: StaffMember) -> None:
    for change, said in [
        ({"cards": "5C 5D 6H JS"}, "only 28 and 29"),
        ({"cards": "5C 5D 5H 5H"}, "there twice"),
        ({"cards": "5C 5D 5H"}, "4 cards beside the starter"),
        ({"cards": "5C 5D 5H XX"}, "not a card"),
        ({"starter": ""}, "Choose the starter"),
        ({"entrant": 99}, "whose hand"),
        ({"game": 8}, "no game 8"),
        ({"witnesses": " "}, "who saw"),
    ]:
        with pytest.raises(Refused, match=said):
            enter(tournament, ada, **change)

        assert HighHand.objects.count() == 0


def test_hand_is_entered_once(tournament: Tournament, ada: StaffMember) -> None:
    enter(tournament, ada)

    with pytest.raises(Refused, match="in the register already"):
        enter(tournament, ada, cards="JS 5H 5D 5C")
    enter(tournament, ada, game=3)

    assert HighHand.objects.count() == 2


def test_hand_struck_out_stays_as_a_record(tournament: Tournament, ada: StaffMember) -> None:
    made = enter(tournament, ada)
    strike_high_hand(tournament=tournament, actor=ada, hand=made.pk)

    with pytest.raises(Refused):
        strike_high_hand(tournament=tournament, actor=ada, hand=made.pk)
    made.refresh_from_db()
    assert made.revoked_by == "Ada Birch"


def test_log_says_of_a_counted_hand_what_it_says_of_a_reported_one(tournament: Tournament, ada: StaffMember) -> None:
    made = enter(tournament, ada)
    strike_high_hand(tournament=tournament, actor=ada, hand=made.pk)

    entered, undone = AuditEntry.objects.filter(action__startswith="high hand").order_by("pk")
    assert entered.after == {"points": made.points, "game": made.game, "hand": made.hand, "witnesses": made.witnesses}
    assert (undone.before, undone.subject, undone.rule) == (entered.after, entered.subject, "1.7")


def test_high_hand_of_a_judge_stands_in_the_results_that_were_open_before() -> None:
    client = Client()
    tournament = posted(players=24, games=5)
    Tournament.objects.filter(pk=tournament.pk).update(standings_shown="nobody")
    address = f"{tournament.get_absolute_url()}results/"
    before = client.get(address)

    made = enter(tournament, judge(tournament))
    entered = client.get(address, headers={"If-None-Match": before["ETag"]})
    strike_high_hand(tournament=tournament, actor=judge(tournament, "Bo Cedar", "BC"), hand=made.pk)
    struck = client.get(address, headers={"If-None-Match": entered["ETag"]})

    hand = "5C 5D 5H JS, starter 5S"
    assert [hand in page.content.decode() for page in (before, entered, struck)] == [False, True, False]
