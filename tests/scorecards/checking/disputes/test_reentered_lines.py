"""A line re-entered while it is checked: what it settles, what it ends, what is refused."""

import pytest

from brackets.event_files.verify import differences
from scorecards.checking.services.initials import reenter_line, undo_reentry
from scorecards.models import Confirmation, Line, Ruling, Scorecard, Signature, TableHold
from scorecards.rules.entry.typed_cards import InvalidCard
from tests.builders import BLANK, Entry, line, loss, win
from tests.scorecards.cards.card_entry import checker, save, stored
from tests.scorecards.checking.cross_checks import (
    DISPUTED,
    UNDECIDED,
    cards_of,
    confirm,
    confirm_and_sign,
    corrected,
    item,
    keys,
    open_keys,
    put_up_to_check,
    rekey,
    undecided,
)
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.refused import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_line_keyed_anew_keeps_its_earlier_typing_in_the_log(tournament: Tournament, ada: StaffMember) -> None:
    rekey(tournament, ada, 2, loss(9))

    entry = AuditEntry.objects.get(action="card re-entered")
    assert (entry.who, entry.subject, entry.before, entry.after) == (
        "Ada Birch",
        "B-1 Entrant 2",
        {"game 3": "A-1: 0 −08"},
        {"game 3": "A-1: 0 −09"},
    )
    found = item(tournament)
    assert [side.confirmed is not None for side in found.sides] == [False, True]
    assert cards_of(tournament, {1}) == {1: (7, 3, 64)}
    assert differences(tournament) == []


def test_totals_of_a_card_stay_when_a_line_is_keyed_anew(tournament: Tournament, ada: StaffMember) -> None:
    Scorecard.objects.filter(entrant__number=2).update(foot_written=True, game_points=4, games_won=2, plus=30, minus=8)

    rekey(tournament, ada, 2, loss(9))

    foot = Scorecard.objects.values_list("foot_written", "game_points", "games_won", "plus", "minus")
    assert foot.get(entrant__number=2) == (True, 4, 2, 30, 8)


def test_line_keyed_anew_may_settle_the_game(tournament: Tournament, ada: StaffMember) -> None:
    confirm_and_sign(tournament, ada)

    rekey(tournament, ada, 2, loss(11))

    assert keys(tournament) == []
    ruling, signature = Ruling.objects.get(), Signature.objects.get()
    assert (ruling.revoked_at is None, signature.revoked_at is None) == (False, False)
    assert differences(tournament) == []


def test_line_keyed_anew_that_leads_to_the_same_ruling_takes_its_initials(
    tournament: Tournament, ada: StaffMember
) -> None:
    rekey(tournament, ada, 2, loss(15))
    rule_before = [rule for rule, _ in item(tournament).rules]
    confirm_and_sign(tournament, ada)

    rekey(tournament, ada, 2, loss(16))

    assert rule_before == [rule for rule, _ in item(tournament).rules] == ["12.2.h"]
    assert open_keys(tournament) == [DISPUTED]


def test_line_of_a_card_saved_anew_has_to_be_confirmed_and_initialled_anew(
    tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    rekey(tournament, ada, 2, loss(15))
    confirm_and_sign(tournament, ada)
    save(tournament, bo, corrected(tournament, 16), version=2)
    assert open_keys(tournament) == [DISPUTED]

    confirm(tournament, ada)

    assert item(tournament).is_confirmed
    assert not item(tournament).is_done
    assert Signature.objects.filter(revoked_at=None).count() == 0


def test_reentry_is_not_undone_once_the_card_was_saved_anew(
    tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    rekey(tournament, ada, 2, loss(15))
    save(tournament, bo, corrected(tournament, 16), version=2)

    with pytest.raises(Refused, match="has changed since it was re-entered"):
        undo_reentry(tournament=tournament, actor=ada, game=3, number=2, why="the wrong card")

    assert stored(tournament, 2) == corrected(tournament, 16)


def test_line_of_a_posted_card_is_keyed_anew_for_a_reason_only(tournament: Tournament, ada: StaffMember) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(latest_posting=1)

    with pytest.raises(InvalidCard) as refused:
        rekey(tournament, ada, 2, loss(9), reason="")

    assert refused.value.errors.keys() == {"reason"}
    assert stored(tournament, 2) == corrected(tournament, 8)


@pytest.mark.parametrize(
    ("number", "line_keyed"),
    [
        (2, line(2, 1, loss(11))),
        (3, line(3, 1, loss(11))),
        (2, line(3, 2, loss(11))),
        (2, line(3, 77, loss(11))),
        (2, line(3, 1, loss(122))),
    ],
    ids=["another game", "another card", "against oneself", "against nobody", "no spread"],
)
def test_line_that_cannot_stand_is_refused_and_nothing_is_stored(
    tournament: Tournament, ada: StaffMember, number: int, line_keyed: object
) -> None:
    before = list(Line.objects.order_by("pk").values_list())
    version = Tournament.objects.get().version

    with pytest.raises(InvalidCard):
        reenter_line(
            tournament=tournament,
            actor=ada,
            key=DISPUTED,
            stamp=item(tournament).stamp,
            number=number,
            line=line_keyed,  # type: ignore[arg-type]
        )

    assert list(Line.objects.order_by("pk").values_list()) == before
    assert (Confirmation.objects.count(), TableHold.objects.count()) == (0, 0)
    assert Tournament.objects.get().version == version


def test_line_of_an_undecided_game_keyed_anew_is_ruled() -> None:
    tournament = put_up_to_check(undecided())
    ada = checker(tournament)
    rekey(tournament, ada, 2, Entry(0), UNDECIDED)

    rekey(tournament, ada, 1, win(12), UNDECIDED)

    assert [rule for rule, _ in item(tournament, UNDECIDED).rules] == ["12.2.c"]


def test_blank_line_keyed_anew_may_stay_blank() -> None:
    tournament = put_up_to_check(undecided())

    rekey(tournament, checker(tournament), 1, BLANK, UNDECIDED)

    assert [side.confirmed is not None for side in item(tournament, UNDECIDED).sides] == [True, False]
    assert AuditEntry.objects.filter(action__in=("card entered", "card re-entered")).count() == 0
