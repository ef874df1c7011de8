"""Cross-checking through the services: what is refused and told, what is kept, what can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from brackets.verification import differences
from scorecards.checkitems import Kind
from scorecards.entry import InvalidCard
from scorecards.models import Confirmation, Line, Ruling, Signature, TableHold
from scorecards.selectors_check import check_queue
from scorecards.services_check import (
    CheckRefused,
    ItemChanged,
    confirm_lines,
    rekey_line,
    sign_item,
    take_back_initials,
)
from tests.builders import BLANK, Entry, line, loss, win
from tests.scorecards.checking import (
    DISPUTED,
    SUMS,
    UNDECIDED,
    adds_up_wrongly,
    agreed,
    cards_of,
    confirm,
    confirm_and_sign,
    disputed,
    item,
    keys,
    open_keys,
    put_up_to_check,
    rekey,
    seated,
    sign,
    undecided,
)
from tests.scorecards.keying import checker, entrant, save, stored
from tournaments.eventfile import FootTotals
from tournaments.models import AuditEntry, StaffMember, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return put_up_to_check(disputed())


@pytest.fixture
def ada(tournament: Tournament) -> StaffMember:
    return checker(tournament)


@pytest.fixture
def bo(tournament: Tournament) -> StaffMember:
    return checker(tournament, "Bo Cedar")


# The queue.


def test_cards_that_agree_need_no_touch() -> None:
    assert keys(put_up_to_check(agreed())) == []


def test_disagreement_of_an_apparent_qualifier_is_in_the_queue(tournament: Tournament) -> None:
    found = item(tournament)

    assert keys(tournament) == [DISPUTED]
    assert (found.kind, found.table, [rule for rule, _ in found.rules]) == (Kind.RULING, "A", ["12.2.a"])
    assert [(side.holder.place, side.is_flagged, side.written) for side in found.sides] == [
        ("A-1", True, line(3, 2, win(11))),
        ("B-1", False, line(3, 1, loss(8))),
    ]
    assert [(side.holder.number, side.after) for side in found.changes] == [(1, line(3, 2, win(8)))]
    assert (found.is_confirmed, found.is_done) == (False, False)


# Typed as written, and initials.


def test_confirmed_and_initialled_is_done(tournament: Tournament, ada: StaffMember) -> None:
    confirm(tournament, ada)
    assert (item(tournament).is_confirmed, item(tournament).is_done) == (True, False)

    sign(tournament, ada)

    found = item(tournament)
    assert found.is_done
    assert found.signed is not None
    assert (found.signed.initials, found.signed.by) == ("AB", "Ada Birch")
    assert open_keys(tournament) == []
    assert differences(tournament) == []


def test_initials_of_somebody_who_borrows_the_phone_are_kept(
    tournament: Tournament, ada: StaffMember
) -> None:
    confirm(tournament, ada)

    sign(tournament, ada, initials=" CD ")

    assert list(Signature.objects.values_list("initials", "made_by")) == [("CD", "Ada Birch")]


def test_initials_need_both_lines_confirmed(tournament: Tournament, ada: StaffMember) -> None:
    with pytest.raises(CheckRefused, match="First look at both papers"):
        sign(tournament, ada)

    assert Signature.objects.count() == 0


@pytest.mark.parametrize(("typed", "kept"), [("cd", "CD"), ("ée", "ÉE"), ("e\u0301", "É"), ("ÅBCD", "ÅBCD")])
def test_initials_are_letters_with_or_without_accents(
    tournament: Tournament, ada: StaffMember, typed: str, kept: str
) -> None:
    confirm(tournament, ada)

    sign(tournament, ada, initials=typed)

    assert Signature.objects.get().initials == kept


@pytest.mark.parametrize("typed", ["", "B2 old"])
def test_initials_that_somebody_was_given_earlier_stay_theirs(
    tournament: Tournament, ada: StaffMember, typed: str
) -> None:
    ada.initials = "B2 old"
    ada.save()
    confirm(tournament, ada)

    sign(tournament, ada, initials=typed)

    assert Signature.objects.get().initials == "B2 old"


@pytest.mark.parametrize("initials", ["", "ABCDE", "B2", "A B"])
def test_initials_have_one_to_four_letters(tournament: Tournament, ada: StaffMember, initials: str) -> None:
    ada.initials = ""
    confirm_lines(
        tournament=tournament, member=checker(tournament, "Cy"), key=DISPUTED, stamp=item(tournament).stamp
    )
    TableHold.objects.all().delete()

    with pytest.raises(CheckRefused, match="Initials are 1 to 4 letters: AB, or ABC."):
        sign(tournament, ada, initials=initials)

    assert Signature.objects.count() == 0


def test_initials_given_twice_count_once(tournament: Tournament, ada: StaffMember) -> None:
    confirm_and_sign(tournament, ada)

    confirm_and_sign(tournament, ada)

    assert (Signature.objects.count(), Confirmation.objects.count()) == (1, 2)
    assert AuditEntry.objects.filter(action="initial ruling").count() == 1


def test_game_that_no_rule_covers_is_for_the_director() -> None:
    tournament = put_up_to_check(undecided())
    ada = checker(tournament)
    confirm(tournament, ada, UNDECIDED)

    with pytest.raises(CheckRefused, match="the director decides it"):
        sign(tournament, ada, UNDECIDED)

    assert item(tournament, UNDECIDED).is_confirmed
    assert open_keys(tournament) == [UNDECIDED]


def test_sums_are_initialled_at_once_and_for_these_errors_only() -> None:
    tournament = put_up_to_check(adds_up_wrongly())
    ada = checker(tournament)

    sign(tournament, ada, SUMS)

    assert item(tournament, SUMS).is_done
    save(tournament, ada, replace(stored(tournament), recorded=FootTotals(7, 3, 68, 0)), version=1)
    assert open_keys(tournament) == [SUMS]
    assert differences(tournament) == []


# What is refused.


@pytest.mark.parametrize("act", [confirm_lines, sign_item])
def test_old_stamp_is_refused_with_the_item_as_it_stands(
    tournament: Tournament, ada: StaffMember, bo: StaffMember, act: Callable[..., None]
) -> None:
    old = item(tournament).stamp
    card = stored(tournament, 2)
    lines = (*card.lines[:2], line(3, 1, loss(9)))
    save(tournament, bo, replace(card, lines=lines), version=1)

    with pytest.raises(ItemChanged) as refusal:
        act(tournament=tournament, member=ada, key=DISPUTED, stamp=old)

    assert refusal.value.item is not None
    assert refusal.value.item.sides[1].written == line(3, 1, loss(9))
    assert (Confirmation.objects.count(), Signature.objects.count()) == (0, 0)


@pytest.mark.parametrize("act", [confirm_lines, sign_item])
def test_item_that_is_settled_meanwhile_is_told_so(
    tournament: Tournament, ada: StaffMember, bo: StaffMember, act: Callable[..., None]
) -> None:
    old = item(tournament).stamp
    rekey(tournament, bo, 2, loss(11))

    with pytest.raises(ItemChanged, match="settled by now") as refusal:
        act(tournament=tournament, member=ada, key=DISPUTED, stamp=old)

    assert refusal.value.item is None


@pytest.mark.parametrize(("name", "number"), [("Somebody Else", 1), ("Somebody Else", 2)])
def test_own_card_by_link_is_refused(tournament: Tournament, name: str, number: int) -> None:
    me = checker(tournament, name)
    me.entrant = entrant(tournament, number)
    me.save()

    with pytest.raises(CheckRefused, match="your own"):
        confirm(tournament, me)

    assert check_queue(tournament).next_for(me) is None


def test_own_card_by_name_is_refused_however_it_is_spaced(tournament: Tournament) -> None:
    me = checker(tournament, " entrant  2")

    with pytest.raises(CheckRefused, match="your own"):
        rekey(tournament, me, 2, loss(11))

    assert Confirmation.objects.count() == 0


@pytest.mark.parametrize("name", ["Entrant 1", "Pat Partner"])
def test_card_of_a_pair_is_the_own_card_of_both(name: str) -> None:
    event_file = disputed()
    entrants = tuple(replace(one, partner="Pat Partner") for one in event_file.entrants[:1])
    tournament = put_up_to_check(replace(event_file, entrants=(*entrants, *event_file.entrants[1:])))

    with pytest.raises(CheckRefused, match="your own"):
        confirm(tournament, checker(tournament, name))


def test_link_to_another_card_outweighs_the_same_name(tournament: Tournament) -> None:
    namesake = checker(tournament, "Entrant 1")
    namesake.entrant = entrant(tournament, 4)
    namesake.save()

    confirm_and_sign(tournament, namesake)

    assert item(tournament).is_done


def test_sums_of_the_own_card_are_refused() -> None:
    tournament = put_up_to_check(adds_up_wrongly())

    with pytest.raises(CheckRefused, match="your own"):
        sign(tournament, checker(tournament, "Entrant 1"), SUMS)


# Keyed anew.


def test_line_keyed_anew_keeps_its_earlier_typing_in_the_log(
    tournament: Tournament, ada: StaffMember
) -> None:
    rekey(tournament, ada, 2, loss(9))

    entry = AuditEntry.objects.get(action="key card again")
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


def test_line_keyed_anew_may_settle_the_game(tournament: Tournament, ada: StaffMember) -> None:
    confirm_and_sign(tournament, ada)

    rekey(tournament, ada, 2, loss(11))

    assert keys(tournament) == []
    ruling, signature = Ruling.objects.get(), Signature.objects.get()
    assert (ruling.ended_at is None, signature.ended_at is None) == (False, False)
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
    card = stored(tournament, 2)
    save(tournament, bo, replace(card, lines=(*card.lines[:2], line(3, 1, loss(16)))), version=2)
    assert open_keys(tournament) == [DISPUTED]

    confirm(tournament, ada)

    assert item(tournament).is_confirmed
    assert not item(tournament).is_done
    assert Signature.objects.filter(ended_at=None).count() == 0


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
        rekey_line(
            tournament=tournament,
            member=ada,
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
    assert AuditEntry.objects.filter(action__startswith="key card").count() == 0


# Taking back.


def test_initials_taken_back_are_kept_as_ended(
    tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    confirm_and_sign(tournament, ada)

    take_back_initials(tournament=tournament, member=bo, key=DISPUTED, why="the wrong card")

    signature = Signature.objects.get()
    assert (signature.ended_by, signature.ended_why) == ("Bo Cedar", "the wrong card")
    assert (item(tournament).signed, item(tournament).is_confirmed) == (None, False)
    assert open_keys(tournament) == [DISPUTED]
    entry = AuditEntry.objects.get(action="take back initials")
    assert (entry.who, entry.before, entry.after, entry.rule) == (
        "Bo Cedar",
        {"initials": "AB", "by": "Ada Birch"},
        {"why": "the wrong card"},
        "12.2.a",
    )
    assert differences(tournament) == []


def test_initials_can_be_given_again(tournament: Tournament, ada: StaffMember) -> None:
    confirm_and_sign(tournament, ada)
    take_back_initials(tournament=tournament, member=ada, key=DISPUTED)

    confirm_and_sign(tournament, ada)

    assert item(tournament).is_done
    assert (Signature.objects.count(), Signature.objects.filter(ended_at=None).count()) == (2, 1)


def test_initials_under_sums_can_be_taken_back() -> None:
    tournament = put_up_to_check(adds_up_wrongly())
    ada = checker(tournament)
    sign(tournament, ada, SUMS)

    take_back_initials(tournament=tournament, member=ada, key=SUMS)

    assert open_keys(tournament) == [SUMS]
    assert Confirmation.objects.get().ended_by == "Ada Birch"


@pytest.mark.parametrize("key", [DISPUTED, "2-1-2", "card-9"])
def test_initials_that_are_not_there_cannot_be_taken_back(
    tournament: Tournament, ada: StaffMember, key: str
) -> None:
    with pytest.raises(CheckRefused, match="There are no initials"):
        take_back_initials(tournament=tournament, member=ada, key=key)


def test_queue_takes_the_same_queries_whatever_the_size(django_assert_max_num_queries) -> None:
    for event_file in (seated(disputed()), undecided()):
        tournament = put_up_to_check(event_file)
        with django_assert_max_num_queries(8):
            assert len(check_queue(tournament).items) == 1
