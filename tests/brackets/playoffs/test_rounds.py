"""Running a round: its start, the forfeit clock with time moved forward, and calls to tables."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from brackets.models import Match, NonAppearance, RoundStart, TableCall
from brackets.playoffs.selectors import MatchRow, now
from brackets.playoffs.services.matches import record_forfeits
from brackets.playoffs.services.rounds import (
    call_round,
    call_to_table,
    note_absence,
    note_arrival,
    revoke_absence,
    set_start,
)
from brackets.playoffs.views import nearest
from brackets.rules.forfeits import Half
from tests.brackets.playoffs.playing import LOWER, UPPER, director, drawn, play, playoffs, seen, undo_result, winner
from tournaments.models import AuditEntry, Tournament
from tournaments.records.entrants import people_of
from tournaments.refused import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SLOT = 2
Clock = Callable[[int], None]


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return drawn()


@pytest.fixture
def minutes(settings: Any) -> Clock:
    """Set the clock to so many minutes after the machine's."""

    def move(by: int) -> None:
        settings.CLOCK_AHEAD = timedelta(minutes=by)

    return move


def start(tournament: Tournament, round_number: int = 1, *, in_minutes: float = 0) -> None:
    set_start(
        tournament=tournament,
        actor=director(tournament),
        round_number=round_number,
        starts_at=timezone.now() + timedelta(minutes=in_minutes),
    )


def absent(tournament: Tournament, half: Half = UPPER, slot: int = SLOT) -> None:
    note_absence(tournament=tournament, actor=director(tournament), round_number=1, slot=slot, half=half)


def arrive(tournament: Tournament, half: Half = UPPER) -> None:
    note_arrival(tournament=tournament, actor=director(tournament), round_number=1, slot=SLOT, half=half)


def undo(tournament: Tournament, half: Half = UPPER) -> None:
    revoke_absence(tournament=tournament, actor=director(tournament), round_number=1, slot=SLOT, half=half)


def forfeit(tournament: Tournament) -> Match:
    return record_forfeits(
        tournament=tournament, actor=director(tournament), round_number=1, slot=SLOT, seen=seen(tournament, 1, SLOT)
    )


def forfeit_the_first(tournament: Tournament, minutes: Clock) -> Match:
    """Let the upper side miss the start, and record the first game that is due then."""
    start(tournament)
    absent(tournament)
    minutes(6)
    return forfeit(tournament)


def due(tournament: Tournament) -> int:
    match = playoffs(tournament).match(1, SLOT)
    assert match is not None
    clock = playoffs(tournament).clock(match, now())
    return len(clock.to_record) if clock is not None else 0


def call(tournament: Tournament, table: str, slot: int = SLOT, round_number: int = 1) -> None:
    call_to_table(tournament=tournament, actor=director(tournament), round_number=round_number, slot=slot, table=table)


def test_games_fall_due_after_5_20_and_35_minutes(tournament: Tournament, minutes: Clock) -> None:
    start(tournament)
    absent(tournament)

    found = []
    for minute in (0, 4, 5, 19, 20, 34, 35, 90):
        minutes(minute)
        found.append(due(tournament))

    assert found == [0, 0, 1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("half", "forfeits", "offered"),
    [
        (UPPER, 0, ["3–0", "3–1", "3–2", "3–0", "3–1", "3–2"]),
        (UPPER, 1, ["3–1", "3–2", "3–0", "3–1", "3–2"]),
        (UPPER, 2, ["3–2", "3–0", "3–1", "3–2"]),
        (LOWER, 2, ["3–0", "3–1", "3–2", "3–2"]),
    ],
)
def test_result_without_the_games_that_were_forfeited_is_not_offered(
    tournament: Tournament, minutes: Clock, half: Half, forfeits: int, offered: list[str]
) -> None:
    start(tournament)
    absent(tournament, half=half)
    for minute in (6, 21)[:forfeits]:
        minutes(minute)
        forfeit(tournament)

    found = playoffs(tournament)
    match = found.match(1, SLOT)
    assert match is not None
    row = MatchRow(found, match, people_of(tournament), now())
    assert [said for side in row.sides for _, said in side.won_by] == offered


def test_forfeits_are_recorded_one_tap_at_a_time_until_the_match_is_over(
    tournament: Tournament, minutes: Clock
) -> None:
    first = forfeit_the_first(tournament, minutes)
    assert (first.upper_games, first.lower_games, first.forfeits, first.rule) == (0, 1, 1, "13.1")
    assert (first.forfeited_by, first.keeps_award, winner(tournament, 1, SLOT)) == ("upper", False, None)

    with pytest.raises(Refused, match="No forfeit is due"):
        forfeit(tournament)
    minutes(36)
    last = forfeit(tournament)

    assert (last.upper_games, last.lower_games, last.forfeits) == (0, 3, 3)
    assert (last.keeps_award, winner(tournament, 1, SLOT)) == (True, 9)
    assert AuditEntry.objects.latest("pk").rule == "13.1"


def test_arrival_stops_the_clock_and_the_games_that_are_left_are_played(tournament: Tournament, minutes: Clock) -> None:
    forfeit_the_first(tournament, minutes)
    arrive(tournament)
    minutes(60)

    assert due(tournament) == 0
    with pytest.raises(Refused, match="1 game already forfeited here"):
        play(tournament, 1, SLOT, 3, 0)
    played = play(tournament, 1, SLOT, 3, 1)

    assert (played.forfeits, played.forfeited_by, played.keeps_award) == (1, "upper", False)
    assert winner(tournament, 1, SLOT) == 8


@pytest.mark.parametrize(("games", "keeps"), [((0, 3), True), ((1, 3), False), ((3, 1), False)])
def test_result_tapped_for_somebody_who_is_missing_keeps_the_losers_award(
    tournament: Tournament, minutes: Clock, games: tuple[int, int], keeps: bool
) -> None:
    forfeit_the_first(tournament, minutes)

    assert play(tournament, 1, SLOT, *games).keeps_award == keeps


def test_losers_award_is_kept_again_when_the_result_that_took_it_is_undone(
    tournament: Tournament, minutes: Clock
) -> None:
    forfeit_the_first(tournament, minutes)
    play(tournament, 1, SLOT, 0, 3)
    play(tournament, 1, SLOT, 1, 3)

    again = undo_result(tournament, 1, SLOT)

    assert again is not None
    assert (again.lower_games, again.upper_games, again.keeps_award) == (3, 0, True)


def test_forfeit_is_undone_one_by_one(tournament: Tournament, minutes: Clock) -> None:
    forfeit_the_first(tournament, minutes)
    minutes(21)
    forfeit(tournament)

    again = undo_result(tournament, 1, SLOT)

    assert again is not None
    assert (again.lower_games, again.forfeits) == (1, 1)
    assert undo_result(tournament, 1, SLOT) is None
    assert due(tournament) == 2


def test_absence_needs_a_start_and_an_open_match(tournament: Tournament) -> None:
    with pytest.raises(Refused, match="Set the start"):
        absent(tournament)
    start(tournament)
    with pytest.raises(Refused, match="bye"):
        absent(tournament, slot=1)
    play(tournament, 1, SLOT, 3, 0)
    with pytest.raises(Refused, match="already won"):
        absent(tournament)


def test_absence_noted_twice_is_one(tournament: Tournament) -> None:
    start(tournament)
    absent(tournament)

    absent(tournament)

    assert NonAppearance.objects.count() == 1


def test_arrival_without_absence_is_refused_and_noted_twice_is_one(tournament: Tournament) -> None:
    start(tournament)
    with pytest.raises(Refused, match="not marked as missing"):
        arrive(tournament)
    with pytest.raises(Refused, match="not marked as missing"):
        undo(tournament)
    absent(tournament)
    arrive(tournament)
    first = NonAppearance.objects.get().arrived_at

    arrive(tournament)

    assert NonAppearance.objects.get().arrived_at == first
    with pytest.raises(Refused, match="already arrived"):
        absent(tournament)


def test_arrival_then_absence_is_taken_back(tournament: Tournament) -> None:
    start(tournament)
    absent(tournament)
    arrive(tournament)

    undo(tournament)
    standing = NonAppearance.objects.active().get()
    assert standing.arrived_at is None
    undo(tournament)

    assert NonAppearance.objects.active().count() == 0
    assert NonAppearance.objects.count() == 2


def test_absence_for_which_games_are_forfeited_is_not_taken_back(tournament: Tournament, minutes: Clock) -> None:
    forfeit_the_first(tournament, minutes)

    with pytest.raises(Refused, match="Undo those forfeits first"):
        undo(tournament)
    with pytest.raises(Refused, match="Undo those forfeits first"):
        start(tournament, in_minutes=30)


def test_start_is_changed_and_opened_again(tournament: Tournament) -> None:
    start(tournament)
    start(tournament, in_minutes=10)
    member = director(tournament)
    set_start(tournament=tournament, actor=member, round_number=1, starts_at=None)
    set_start(tournament=tournament, actor=member, round_number=1, starts_at=None)

    assert (RoundStart.objects.active().count(), RoundStart.objects.count()) == (0, 2)
    with pytest.raises(Refused, match="no such round"):
        start(tournament, 5)


def test_matches_are_called_to_tables(tournament: Tournament) -> None:
    call(tournament, "  7 ")
    call(tournament, "8")

    assert list(TableCall.objects.active().values_list("round", "slot", "table")) == [(1, SLOT, "8")]
    call(tournament, "")
    assert TableCall.objects.active().count() == 0


def test_table_of_a_match_that_is_not_over_is_refused(tournament: Tournament) -> None:
    call(tournament, "A", slot=2)

    with pytest.raises(Refused, match="Table a is in use by match 2 of round 1"):
        call(tournament, "a", slot=3)
    play(tournament, 1, 2, 3, 0)
    call(tournament, "a", slot=3)

    assert TableCall.objects.active().filter(slot=3).count() == 1


def test_table_of_a_match_that_cannot_be_played_is_refused(tournament: Tournament) -> None:
    with pytest.raises(Refused, match="An earlier match"):
        call(tournament, "1", round_number=2, slot=1)
    with pytest.raises(Refused, match="at most 20 characters"):
        call(tournament, "x" * 21)
    play(tournament, 1, SLOT, 3, 0)
    with pytest.raises(Refused, match="already won"):
        call(tournament, "1")


def test_round_is_called_to_free_tables_in_one_step(tournament: Tournament) -> None:
    call(tournament, "2", slot=6)
    member = director(tournament)

    called = call_round(tournament=tournament, actor=member, round_number=1, first=1)

    tables = TableCall.objects.active().order_by("slot").values_list("slot", "table")
    # Of eight slots four are byes.
    assert called == 3
    assert sorted(table for _, table in tables) == ["1", "2", "3", "4"]
    assert dict(tables)[6] == "2"
    with pytest.raises(Refused, match="No match of this round needs a table"):
        call_round(tournament=tournament, actor=member, round_number=1, first=1)
    with pytest.raises(Refused, match="No match of this round needs a table"):
        call_round(tournament=tournament, actor=member, round_number=9, first=1)
    with pytest.raises(Refused, match="from 1 to 999"):
        call_round(tournament=tournament, actor=member, round_number=1, first=0)


def test_call_ends_with_the_match_before_it(tournament: Tournament) -> None:
    play(tournament, 1, 2, 3, 0)
    call(tournament, "9", round_number=2, slot=1)
    later = play(tournament, 2, 1, 3, 0)

    play(tournament, 1, 2, 0, 3, also_revoke=[later.pk])

    assert TableCall.objects.active().count() == 0


@pytest.mark.parametrize(
    ("at", "said", "expected"),
    [
        ("2026-05-16T14:00", "14:30", "2026-05-16T14:30"),
        ("2026-05-16T23:50", "00:10", "2026-05-17T00:10"),
        ("2026-05-16T00:10", "23:50", "2026-05-15T23:50"),
    ],
)
def test_time_of_day_is_the_nearest_one(at: str, said: str, expected: str) -> None:
    zone = ZoneInfo("America/Los_Angeles")

    found = nearest(said, datetime.fromisoformat(at).replace(tzinfo=zone), zone)

    assert found == datetime.fromisoformat(expected).replace(tzinfo=zone)


@pytest.mark.parametrize(("at", "expected"), [("08:20", "08:30"), ("09:20", "09:30")])
def test_time_of_day_in_the_hour_that_comes_twice_is_the_nearer_one(at: str, expected: str) -> None:
    now, then = (datetime.fromisoformat(f"2026-11-01T{time}Z") for time in (at, expected))

    assert nearest("01:30", now, ZoneInfo("America/Los_Angeles")).astimezone(UTC) == then


def test_time_of_day_that_is_left_out_when_clocks_are_set_forward_comes_as_soon_as_if_they_were_not() -> None:
    now, in_40_minutes = (datetime.fromisoformat(f"2027-03-14T{time}Z") for time in ("09:50", "10:30"))

    assert nearest("02:30", now, ZoneInfo("America/Los_Angeles")).astimezone(UTC) == in_40_minutes


def test_time_that_is_none_is_refused() -> None:
    with pytest.raises(Refused, match="such as 14:30"):
        nearest("noon", datetime.now(UTC), ZoneInfo("UTC"))
