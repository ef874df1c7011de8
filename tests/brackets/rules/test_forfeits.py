from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from brackets.rules.forfeits import Absence, Clock, ClockState, Half, forfeit_clock, moments
from brackets.rules.seeding import MatchResult, games_to_win

START = datetime(2026, 5, 3, 9, 0, tzinfo=UTC)
MINUTES = st.integers(0, 90).map(lambda minutes: START + timedelta(minutes=minutes))
ABSENCES = st.none() | st.just(Absence()) | MINUTES.map(Absence)
BEST_OF = st.sampled_from((1, 3, 5, 7))


def clock_at(now: datetime, best_of: int, absences: tuple[Absence | None, Absence | None], **given: Any) -> Clock:
    """Return the clock as it was seen at ``now``, when nobody knew of an arrival to come."""
    seen = [Absence() if absence and absence.arrived and absence.arrived > now else absence for absence in absences]
    return forfeit_clock(start=START, now=now, best_of=best_of, upper=seen[0], lower=seen[1], **given)


@given(best_of=BEST_OF, absences=st.tuples(ABSENCES, ABSENCES), now=MINUTES)
def test_clock_recorded_as_it_goes_ends_as_if_it_was_looked_at_once(
    best_of: int, absences: tuple[Absence | None, Absence | None], now: datetime
) -> None:
    result, recorded = MatchResult(0, 0), 0
    minute = START
    while minute <= now:
        seen = clock_at(minute, best_of, absences, result=result, recorded=recorded)
        result, recorded = seen.result, recorded + len(seen.to_record)
        minute += timedelta(minutes=1)

    assert clock_at(now, best_of, absences).result == result


@given(best_of=BEST_OF, absences=st.tuples(ABSENCES, ABSENCES), now=MINUTES)
def test_clock_gives_games_to_one_side_only_and_never_more_than_win(
    best_of: int, absences: tuple[Absence | None, Absence | None], now: datetime
) -> None:
    found = clock_at(now, best_of, absences)

    games = (found.result.upper_games, found.result.lower_games)
    assert min(games) == 0
    assert max(games) == len(found.due) <= games_to_win(best_of)
    assert {forfeit.side for forfeit in found.due} == {found.due[0].side} if found.due else not any(games)


@given(best_of=BEST_OF, absences=st.tuples(ABSENCES, ABSENCES), now=MINUTES)
def test_clock_forfeits_only_at_moments_that_one_side_missed_and_the_other_did_not(
    best_of: int, absences: tuple[Absence | None, Absence | None], now: datetime
) -> None:
    found = clock_at(now, best_of, absences)

    def is_there(half: Half, moment: datetime) -> bool:
        absence = absences[0] if half is Half.UPPER else absences[1]
        return absence is None or (absence.arrived is not None and absence.arrived <= moment)

    for forfeit in found.due:
        assert (is_there(forfeit.side, forfeit.due_at), is_there(forfeit.side.other, forfeit.due_at)) == (False, True)
    for moment in found.open_moments:
        assert [is_there(half, moment) for half in Half] == [False, False]
    assert {forfeit.due_at for forfeit in found.due} <= set(moments(START, 20))


@given(best_of=BEST_OF, absences=st.tuples(ABSENCES, ABSENCES), now=MINUTES)
def test_clock_that_runs_says_what_comes_next(
    best_of: int, absences: tuple[Absence | None, Absence | None], now: datetime
) -> None:
    found = clock_at(now, best_of, absences)

    coming = [moment for moment in (found.next_due and found.next_due.due_at, found.next_open) if moment]
    if found.state in (ClockState.WAITING, ClockState.RUNNING):
        assert coming == [next(moment for moment in moments(START, 20) if moment > now)]
    else:
        assert coming == []


@given(best_of=BEST_OF, upper=st.booleans(), now=MINUTES)
def test_next_forfeit_comes_true(best_of: int, upper: bool, now: datetime) -> None:
    absences = (Absence(), None) if upper else (None, Absence())
    before = clock_at(now, best_of, absences)

    if before.next_due:
        after = clock_at(before.next_due.due_at, best_of, absences)

        assert after.due == (*before.due, before.next_due)
