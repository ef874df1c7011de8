"""Whatever happens in a hall, in any order: latecomers, leavers, swaps, undo; the schedule stays true."""

from dataclasses import dataclass, field, replace
from random import Random

import pytest

from tests.conftest import CI
from tournaments.rules.movement.plan import plan
from tournaments.rules.movement.proof import prove
from tournaments.rules.movement.setup import MovementError, MovementKind, ScheduleTerms, Setup, max_games, terms_for
from tournaments.rules.schedule_changes import add_latecomers, forfeits, substitute
from tournaments.rules.schedule_check import Attendance
from tournaments.rules.seating import seats, second_seat
from tournaments.rules.types import ScheduledGame

PARTS = 4
SEQUENCES = 2_500 // PARTS if CI else 60
LABELS = seats(60)


@dataclass(frozen=True)
class Hall:
    """Who sits where, who meets whom, and which game is finished."""

    schedule: tuple[ScheduledGame, ...]
    seat_of: dict[int, str]
    present: dict[int, Attendance]
    terms: ScheduleTerms
    finished: int = 0

    @property
    def next_number(self) -> int:
        return max(self.present) + 1

    def free_seat(self, taken: int = 0) -> str:
        last = max(LABELS.index(seat) for seat in self.seat_of.values() if seat in LABELS)
        return LABELS[last + 1 + taken]

    def still_here(self) -> list[int]:
        return [n for n, one in self.present.items() if one.withdrawn_after_game is None and not one.house_player]

    def failures(self) -> list[int]:
        return [line.failures for line in prove(self.schedule, [*self.present.values()], self.terms, self.seat_of)]


def hall_of(chance: Random) -> Hall:
    players, per_opponent = chance.randrange(6, 13, 2), chance.choice((1, 1, 2))
    games = chance.randint(5, min(9, max_games(players)))
    setup = Setup(players, games, per_opponent, kind=chance.choice((MovementKind.RING, None)))
    numbers = range(1, players + 1)
    seat_of = dict(zip(numbers, LABELS, strict=False))
    present = {number: Attendance(number, seat) for number, seat in seat_of.items()}
    schedule = plan(numbers, games, per_opponent=per_opponent, kind=setup.kind).schedule
    return Hall(schedule, seat_of, present, terms_for(setup))


def somebody_comes_late(hall: Hall, chance: Random) -> Hall:
    number, house = hall.next_number, hall.next_number + 1
    late = Attendance(number, hall.free_seat(), first_game=hall.finished + 1)
    helper = Attendance(house, hall.free_seat(1), house_player=True)
    present = {**hall.present, number: late, house: helper}
    change = add_latecomers(
        hall.schedule,
        [*present.values()],
        hall.terms,
        latecomers=(number,),
        from_game=hall.finished + 1,
        house_player=house,
    )
    paired = {n for game in change.schedule for pair in game.pairs for n in pair}
    present = {n: one for n, one in present.items() if n != house or n in paired}
    seat_of = {**hall.seat_of, **{n: present[n].seat for n in (number, house) if n in present}}
    return replace(hall, schedule=change.schedule, present=present, seat_of=seat_of)


def somebody_leaves(hall: Hall, chance: Random) -> Hall:
    number = chance.choice(hall.still_here())
    gone = replace(hall.present[number], withdrawn_after_game=hall.finished)
    return replace(hall, present={**hall.present, number: gone})


def somebody_is_replaced(hall: Hall, chance: Random) -> Hall:
    """A player leaves, and a house player or a substitute takes over the seat."""
    gone, new = chance.choice(hall.still_here()), hall.next_number
    seat = second_seat(hall.seat_of[gone])
    entering = Attendance(new, seat or hall.free_seat(), hall.finished + 1, None, chance.choice((True, False)))
    leaving = replace(hall.present[gone], withdrawn_after_game=hall.finished)
    present = {**hall.present, gone: leaving, new: entering}
    change = substitute(
        hall.schedule, [*present.values()], hall.terms, leaving=gone, entering=new, from_game=hall.finished + 1
    )
    return replace(hall, schedule=change.schedule, present=present, seat_of={**hall.seat_of, new: entering.seat})


def two_swap_seats_before_play(hall: Hall, chance: Random) -> Hall:
    """Two trade seats and games; once games are finished, their cards stay with their seats."""
    if hall.finished:
        return hall
    one, other = chance.sample(hall.still_here(), 2)
    trade = {one: other, other: one}
    schedule = tuple(
        replace(game, pairs=tuple((trade.get(a, a), trade.get(b, b)) for a, b in game.pairs)) for game in hall.schedule
    )
    seat_of = {number: hall.seat_of[trade.get(number, number)] for number in hall.seat_of}
    first_games = {number: hall.present[trade.get(number, number)].first_game for number in hall.present}
    present = {
        number: replace(person, seat=seat_of[number], first_game=first_games[number])
        for number, person in hall.present.items()
    }
    return replace(hall, schedule=schedule, seat_of=seat_of, present=present)


def a_game_is_finished(hall: Hall, chance: Random) -> Hall:
    return replace(hall, finished=min(hall.finished + 1, hall.terms.games - 1))


EVENTS = (
    *(somebody_comes_late, somebody_leaves, somebody_is_replaced),
    *(two_swap_seats_before_play, a_game_is_finished, a_game_is_finished),
)


@dataclass
class Story:
    """One sequence of events: the hall as it is, and what undo would bring back."""

    hall: Hall
    before: list[Hall] = field(default_factory=list)

    def go_on(self, chance: Random) -> None:
        if self.before and chance.random() < 0.2:
            self.hall = self.before.pop()
            return
        event = chance.choice(EVENTS)
        if len(self.hall.still_here()) < 4:
            return
        try:
            after = event(self.hall, chance)
        except MovementError:
            return
        # What led to a finished game is not undone.
        self.before = [] if after.finished > self.hall.finished else [*self.before, self.hall]
        self.hall = after


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_schedule_stays_true_whatever_happens_in_the_hall(part: int) -> None:
    for seed in range(part * SEQUENCES, (part + 1) * SEQUENCES):
        chance = Random(seed)
        story = Story(hall_of(chance))
        for _ in range(chance.randint(3, 7)):
            finished, before = story.hall.finished, story.hall.schedule
            story.go_on(chance)

            assert story.hall.schedule[:finished] == before[:finished], seed
        # Each sequence is also the beginning of longer ones.
        assert story.hall.failures() == [0, 0, 0, 0], seed
        last_games = {number: one.withdrawn_after_game for number, one in story.hall.present.items()}
        left = {number: game for number, game in last_games.items() if game is not None}
        assert all(left[n] < one.game for one in forfeits(story.hall.schedule, left) for n in one.absent), seed
