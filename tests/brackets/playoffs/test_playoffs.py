"""Results of the playoffs: recorded, corrected, taken back, each as a record of its own."""

import pytest

from brackets.models import Bracket, Match
from brackets.playoffs.services.matches import (
    LaterResultsStand,
    MatchChanged,
    record_forfeits,
    record_result,
    revoke_result,
)
from tests.brackets.playoffs.playing import (
    LOWER,
    UPPER,
    director,
    drawn,
    give,
    play,
    play_round,
    playoffs,
    seen,
    undo_result,
    winner,
)
from tournaments.models import AuditEntry, Tournament
from tournaments.refused import Refused

pytestmark = pytest.mark.django_db

OPEN_SLOT = 2
"""In a bracket of 12 on 16 places: seeds 8 and 9. Slot 1 is a bye."""


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return drawn()


def last_entry(tournament: Tournament) -> AuditEntry:
    return AuditEntry.objects.filter(tournament=tournament).latest("pk")


def test_winner_moves_on(tournament: Tournament) -> None:
    stored = play(tournament, 1, OPEN_SLOT, 1, 3)

    assert (stored.made_by, stored.revoked_at, stored.forfeits) == ("Dee Rector", None, 0)
    quarter = playoffs(tournament).match(2, 1)
    assert quarter is not None
    assert [side.seed for side in (quarter.upper, quarter.lower) if side] == [1, 9]
    entry = last_entry(tournament)
    subject = "round 1, slot 2: Verity Thistlecombe and Ignace Teaselshaw"
    assert (entry.action, entry.subject, entry.who) == ("result recorded", subject, "Dee Rector")
    assert (entry.before, entry.after) == (None, {"games": [1, 3]})


def test_result_lets_public_pages_follow(tournament: Tournament) -> None:
    before = Tournament.objects.get(pk=tournament.pk).posted_version

    play(tournament, 1, OPEN_SLOT, 3, 0)

    assert Tournament.objects.get(pk=tournament.pk).posted_version == before + 1


@pytest.mark.parametrize("best_of", [1, 3, 5, 7])
def test_each_best_of_has_its_own_results(tournament: Tournament, best_of: int) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(best_of=[best_of])
    match = playoffs(tournament).match(1, OPEN_SLOT)
    assert match is not None

    scores = playoffs(tournament).scores(match)

    needed = best_of // 2 + 1
    assert sorted(scores) == sorted(
        [(needed, lost) for lost in range(needed)] + [(lost, needed) for lost in range(needed)]
    )
    assert play(tournament, 1, OPEN_SLOT, *scores[-1]).lower_games == needed


@pytest.mark.parametrize(
    ("round_number", "slot", "why"),
    [
        (1, 1, "This is a bye"),
        (2, 1, "An earlier match decides who plays here"),
        (1, 9, "no such match"),
        (5, 1, "no such match"),
        (0, 1, "no such match"),
        (1, 0, "no such match"),
    ],
)
def test_match_that_cannot_be_played_is_refused(tournament: Tournament, round_number: int, slot: int, why: str) -> None:
    with pytest.raises(Refused, match=why):
        play(tournament, round_number, slot, 3, 0)


def test_result_before_the_draw_is_refused(tournament: Tournament) -> None:
    Bracket.objects.all().delete()

    with pytest.raises(Refused, match="not drawn yet"):
        record_result(tournament=tournament, actor=director(tournament), round_number=1, slot=2, games=(3, 0), seen=0)


def test_same_result_twice_is_one(tournament: Tournament) -> None:
    first = play(tournament, 1, OPEN_SLOT, 3, 1)

    again = play(tournament, 1, OPEN_SLOT, 3, 1, seen=0)

    assert (again.pk, Match.objects.count()) == (first.pk, 1)


def test_correction_is_a_record_of_its_own(tournament: Tournament) -> None:
    first = play(tournament, 1, OPEN_SLOT, 3, 1)

    second = play(tournament, 1, OPEN_SLOT, 3, 2)

    first.refresh_from_db()
    assert (first.upper_games, first.lower_games, first.revoked_by) == (3, 1, "Dee Rector")
    assert first.revoked_at is not None
    assert second.replaces == first
    assert (last_entry(tournament).before, last_entry(tournament).after) == ({"games": [3, 1]}, {"games": [3, 2]})


def test_undo_of_a_correction_brings_back_what_stood(tournament: Tournament) -> None:
    play(tournament, 1, OPEN_SLOT, 3, 1)
    play(tournament, 1, OPEN_SLOT, 0, 3)

    again = undo_result(tournament, 1, OPEN_SLOT)

    assert again is not None
    assert (again.upper_games, again.lower_games) == (3, 1)
    assert undo_result(tournament, 1, OPEN_SLOT) is None
    assert [row.revoked_at is None for row in Match.objects.all()] == [False, False, False]
    assert winner(tournament, 1, OPEN_SLOT) is None


def test_undo_where_nothing_is_entered_is_refused(tournament: Tournament) -> None:
    with pytest.raises(Refused, match="no result to undo"):
        undo_result(tournament, 1, OPEN_SLOT)


def test_undo_of_a_result_that_was_not_seen_is_refused(tournament: Tournament) -> None:
    play(tournament, 1, OPEN_SLOT, 3, 1)

    with pytest.raises(MatchChanged):
        revoke_result(tournament=tournament, actor=director(tournament), round_number=1, slot=OPEN_SLOT, seen=0)


def test_correction_that_leaves_the_winner_touches_nothing_later(tournament: Tournament) -> None:
    play_round(tournament, 1)
    play_round(tournament, 2)

    play(tournament, 1, OPEN_SLOT, 3, 2)

    assert Match.objects.active().filter(round=2).count() == 4


def test_later_result_that_was_not_named_is_not_taken_back(tournament: Tournament) -> None:
    play_round(tournament, 1)
    later = play(tournament, 2, 1, 3, 0)
    play(tournament, 2, 1, 3, 1)

    with pytest.raises(LaterResultsStand):
        play(tournament, 1, OPEN_SLOT, 0, 3, also_revoke=[later.pk])

    assert winner(tournament, 1, OPEN_SLOT) == 8


def test_undo_of_a_result_that_others_rest_on_takes_them_back_when_asked(tournament: Tournament) -> None:
    play_round(tournament, 1)
    later = play(tournament, 2, 1, 3, 0)

    with pytest.raises(LaterResultsStand):
        undo_result(tournament, 1, OPEN_SLOT)
    undo_result(tournament, 1, OPEN_SLOT, also_revoke=[later.pk])

    assert (winner(tournament, 1, OPEN_SLOT), winner(tournament, 2, 1)) == (None, None)


@pytest.mark.parametrize(
    ("ground", "rule", "keeps"), [("left", "13.1", True), ("removed", "11.4.b", False), ("decided", "14.1", False)]
)
def test_match_given_cites_the_rule_and_says_who_keeps_the_award(
    tournament: Tournament, ground: str, rule: str, keeps: bool
) -> None:
    stored = give(tournament, OPEN_SLOT, UPPER, ground)

    assert (stored.upper_games, stored.lower_games, stored.forfeits) == (0, 3, 3)
    assert (stored.rule, stored.keeps_award, stored.forfeited_by) == (rule, keeps, "upper")
    assert winner(tournament, 1, OPEN_SLOT) == 9
    assert last_entry(tournament).rule == rule


def test_match_is_given_once_and_for_a_reason(tournament: Tournament) -> None:
    with pytest.raises(Refused, match="Choose why"):
        give(tournament, OPEN_SLOT, LOWER, "tired")
    give(tournament, OPEN_SLOT, LOWER)
    with pytest.raises(Refused, match="already won"):
        give(tournament, OPEN_SLOT, LOWER)


def test_games_once_forfeited_stay_so(tournament: Tournament) -> None:
    given = give(tournament, OPEN_SLOT, UPPER)

    with pytest.raises(Refused, match="3 games already forfeited here"):
        play(tournament, 1, OPEN_SLOT, 3, 0)

    assert seen(tournament, 1, OPEN_SLOT) == given.pk


@pytest.mark.parametrize("own", ["Ignace Teaselshaw", "Verity Thistlecombe"])
def test_nobody_records_or_undoes_the_result_of_their_own_match(tournament: Tournament, own: str) -> None:
    stored, me = play(tournament, 1, OPEN_SLOT, 1, 3), director(tournament, own)

    for act in (
        lambda: play(tournament, 1, OPEN_SLOT, 3, 1, actor=me),
        lambda: undo_result(tournament, 1, OPEN_SLOT, actor=me),
        lambda: record_forfeits(
            tournament=tournament, actor=me, round_number=1, slot=OPEN_SLOT, seen=seen(tournament, 1, OPEN_SLOT)
        ),
        lambda: give(tournament, OPEN_SLOT, LOWER, actor=me),
    ):
        with pytest.raises(Refused, match="You play in this match"):
            act()

    assert seen(tournament, 1, OPEN_SLOT) == stored.pk


def test_who_plays_records_the_results_of_others(tournament: Tournament) -> None:
    play(tournament, 1, OPEN_SLOT + 1, 3, 1, actor=director(tournament, "Ignace Teaselshaw"))

    assert playoffs(tournament).match(1, OPEN_SLOT + 1).winner is not None
