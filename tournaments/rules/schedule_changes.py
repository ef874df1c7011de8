"""Change a schedule during play: a pairing by hand, a latecomer, somebody who left.

Each change touches no more than it must, because cards are printed already, and returns a check of the whole schedule.
Nothing here forbids a change for its warnings: the director sees them and decides.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from tournaments.rules.movement.setup import MovementError, ScheduleTerms
from tournaments.rules.schedule_check import Attendance, ScheduleWarning, check_schedule
from tournaments.rules.types import ScheduledGame

Schedule = tuple[ScheduledGame, ...]
NumberPair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ScheduleChange:
    """The new schedule, which games differ from the old one, and what the check says."""

    schedule: Schedule
    games: tuple[int, ...]
    warnings: tuple[ScheduleWarning, ...]


def swap(
    schedule: Sequence[ScheduledGame],
    field: Sequence[Attendance],
    terms: ScheduleTerms,
    *,
    game: int,
    one: int,
    other: int,
) -> ScheduleChange:
    """Let two entrants take each other's place in one game; either may have a bye.

    To have X meet Y, swap Y with whom X was to meet.

    Raises:
        MovementError: the game is not scheduled, the two are the same or meet in it, or neither plays in it.
    """
    scheduled = next((scheduled for scheduled in schedule if scheduled.game == game), None)
    if scheduled is None:
        raise MovementError(f"game {game} is not scheduled")
    if one == other or not any({one, other} & set(pair) for pair in scheduled.pairs):
        raise MovementError(f"two different entrants are needed, one of whom plays in game {game}")
    if any({one, other} == set(pair) for pair in scheduled.pairs):
        raise MovementError(f"entrants {one} and {other} meet in game {game}: to swap them changes nothing")
    places = {one: other, other: one}
    return _changed(schedule, field, terms, lambda found: _renamed(found, places) if found.game == game else found)


def substitute(
    schedule: Sequence[ScheduledGame],
    field: Sequence[Attendance],
    terms: ScheduleTerms,
    *,
    leaving: int,
    entering: int,
    from_game: int,
) -> ScheduleChange:
    """Put ``entering`` in the place of ``leaving`` in ``from_game`` and all games after it.

    For a substitute, for a house player who takes the seat of somebody who left, and for a latecomer who takes a
    house player's. ``field`` is the field after the change.

    Raises:
        MovementError: ``entering`` plays in one of these games already, or ``leaving`` in none.
    """
    later = [scheduled for scheduled in schedule if scheduled.game >= from_game]
    for scheduled in later:
        if any(entering in pair for pair in scheduled.pairs):
            raise MovementError(
                f"entrant {entering} plays in game {scheduled.game} already: choose somebody who is free, or swap "
                "single pairings on the page of a game"
            )
    if not any(leaving in pair for scheduled in later for pair in scheduled.pairs):
        raise MovementError(f"entrant {leaving} plays in no game from game {from_game} on")
    return _changed(
        schedule, field, terms, lambda found: _renamed(found, {leaving: entering}) if found.game >= from_game else found
    )


MAX_STEPS = 20_000
"""How long places for latecomers are looked for in a field in which nearly everybody has met, in placings tried."""


def add_latecomers(
    schedule: Sequence[ScheduledGame],
    field: Sequence[Attendance],
    terms: ScheduleTerms,
    *,
    latecomers: Sequence[int],
    from_game: int,
    house_player: int | None = None,
) -> ScheduleChange:
    """Give latecomers who come together an opponent in ``from_game`` and each regular game after it.

    Two of them meet each other, or part a board and meet the two who sit there. Of an odd number one meets who would
    have a bye, or whom a house player would meet (who then has that game off), or parts a board with ``house_player``.
    So nobody's card changes in more games than the limit on meetings makes necessary. Extra rounds are made up again
    where others have a bye, a latecomer playing if their number is odd. ``field`` is the field after the change,
    latecomers and house player included; a player of it who is in no game has not come, and gets none.

    Raises:
        MovementError: one of them is in the schedule already, the regular games are over, or somebody would be short
            of a game: the text says what to do.
    """
    if from_game > terms.games:
        raise MovementError(f"there are {terms.games} games: nobody can start with game {from_game}")
    playing = {number for scheduled in schedule for pair in scheduled.pairs for number in pair}
    if paired := playing.intersection(latecomers):
        raise MovementError(f"entrant {min(paired)} is in the schedule already")
    there = [entrant for entrant in field if entrant.number in playing]
    regular = [scheduled for scheduled in schedule if scheduled.game <= terms.games]
    extra = [scheduled for scheduled in schedule if scheduled.game > terms.games]
    concerned = sorted((one for one in regular if one.game >= from_game), key=lambda one: one.game)
    met = Counter(frozenset(pair) for scheduled in regular for pair in scheduled.pairs)
    welcome = _Welcome(tuple(latecomers), house_player, there, terms, met)
    placed = {scheduled.game: scheduled for scheduled in welcome.into(concerned)}
    changed = [placed.get(scheduled.game, scheduled) for scheduled in regular]
    if list(_times_out(changed, there).items()) != list(_times_out(regular, there).items()):
        extra = _made_up(changed, there, terms, latecomers)
    after = (*changed, *extra)
    change = ScheduleChange(after, _differing(schedule, after), check_schedule(after, field, terms))
    known = {(found.kind, found.games, found.entrants) for found in check_schedule(schedule, field, terms)}
    for found in change.warnings:
        if (found.kind, found.games, found.entrants) not in known:
            raise MovementError(f"{found.text}: {welcome.what_would_work}")
    return change


@dataclass(slots=True)
class _Welcome:
    """Finds latecomers an opponent in one game after another, goes back where that leads nowhere, and gives up late.

    ``there`` are those of the field who are in the schedule, ``met`` how often any two meet.
    """

    latecomers: tuple[int, ...]
    house_player: int | None
    there: Sequence[Attendance]
    terms: ScheduleTerms
    met: Counter[frozenset[int]]
    steps: int = 0
    last_game: int = 0

    @property
    def what_would_work(self) -> str:
        who = "another" if self.house_player is not None else "a"
        return (
            f"bring in {who} house player as well, or let "
            f"{'the latecomer' if len(self.latecomers) == 1 else 'one of them'} take the place of somebody who leaves"
        )

    def into(self, games: Sequence[ScheduledGame]) -> Sequence[ScheduledGame]:
        """Return these games with everybody placed, or raise MovementError."""
        found = self._placed_in(games)
        if found is None:
            names = " and ".join(map(str, self.latecomers))
            verb = "entrant {} finds" if len(self.latecomers) == 1 else "entrants {} find"
            raise MovementError(f"{verb.format(names)} no opponent in game {self.last_game}: {self.what_would_work}")
        return found

    def _placed_in(self, games: Sequence[ScheduledGame]) -> list[ScheduledGame] | None:
        if not games:
            return []
        scheduled = games[0]
        self.last_game = max(self.last_game, scheduled.game)
        for found in self._placings(scheduled, self.latecomers):
            self._count(scheduled, found)
            rest = self._placed_in(games[1:])
            if rest is not None:
                return [found, *rest]
            self._count(found, scheduled)
        return None

    def _count(self, before: ScheduledGame, after: ScheduledGame) -> None:
        self.met.subtract(frozenset(pair) for pair in before.pairs)
        self.met.update(frozenset(pair) for pair in after.pairs)

    def _placings(self, scheduled: ScheduledGame, waiting: tuple[int, ...]) -> Iterator[ScheduledGame]:
        """Yield the game with everybody who is waiting in it, the best first."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            return
        if not waiting:
            yield scheduled
            return
        one, others = waiting[0], waiting[1:]
        alone = ((found, others) for found in self._alone(scheduled, one))
        together = (
            (found, tuple(number for number in others if number != other))
            for other in others
            for found in self._together(scheduled, one, other)
        )
        for found, left in chain(alone, together) if len(waiting) % 2 else chain(together, alone):
            yield from self._placings(found, left)

    def _may_meet(self, one: int, other: int) -> bool:
        return self.met[frozenset((one, other))] < self.terms.max_meetings

    def _together(self, scheduled: ScheduledGame, one: int, other: int) -> Iterator[ScheduledGame]:
        """Yield the game with two in it who meet each other, or who part a board."""
        if self._may_meet(one, other):
            yield replace(scheduled, pairs=(*scheduled.pairs, (one, other)))
        yield from self._parted(scheduled, one, other)

    def _alone(self, scheduled: ScheduledGame, one: int) -> Iterator[ScheduledGame]:
        playing = {number for pair in scheduled.pairs for number in pair}
        for entrant in self.there:
            number = entrant.number
            if entrant.is_due(scheduled.game) and number not in playing and self._may_meet(number, one):
                yield replace(scheduled, pairs=(*scheduled.pairs, (number, one)))
        for entrant in self.there:
            for first, second in scheduled.pairs if entrant.house_player else ():
                opponent = {first: second, second: first}.get(entrant.number)
                if opponent is not None and self._may_meet(opponent, one):
                    yield _renamed(scheduled, {entrant.number: one})
        if self.house_player is not None and self.house_player not in playing:
            yield from self._parted(scheduled, one, self.house_player)

    def _parted(self, scheduled: ScheduledGame, one: int, other: int) -> Iterator[ScheduledGame]:
        """Yield the game with a board parted: one of its two stays and meets ``other``, one comes to ``one``."""
        due = {entrant.number for entrant in self.there if entrant.is_due(scheduled.game)}
        # From the last board, next to which new chairs are put.
        for place, (first, second) in reversed(list(enumerate(scheduled.pairs))):
            if {first, second} <= due:
                for stays, comes in ((first, second), (second, first)):
                    if self._may_meet(stays, other) and self._may_meet(one, comes):
                        pairs = [*scheduled.pairs, (one, comes)]
                        pairs[place] = (stays, other)
                        yield replace(scheduled, pairs=tuple(pairs))


def _made_up(
    regular: Sequence[ScheduledGame], field: Sequence[Attendance], terms: ScheduleTerms, latecomers: Sequence[int]
) -> list[ScheduledGame]:
    """Pair those who have had a bye, first with last, round by round; the check then names what is left over."""
    played = Counter(number for scheduled in regular for pair in scheduled.pairs for number in pair)
    met = Counter(frozenset(pair) for scheduled in regular for pair in scheduled.pairs)
    short = _times_out(regular, field)
    extra = []
    for game in range(terms.games + 1, terms.rounds + 1):
        waiting = [number for number in short if played[number] < terms.games]
        pairs: list[NumberPair] = []
        while waiting:
            first = waiting.pop(0)
            busy = {number for pair in pairs for number in pair}
            spare = [number for number in latecomers if played[number] < terms.games and number not in busy]
            partners = [*reversed(waiting), *spare]
            for partner in partners:
                if met[frozenset((first, partner))] < terms.max_meetings:
                    pairs.append((first, partner))
                    waiting = [number for number in waiting if number != partner]
                    break
        met.update(map(frozenset, pairs))
        played.update(number for pair in pairs for number in pair)
        extra.append(ScheduledGame(game, tuple(pairs)))
    return extra


def _times_out(regular: Iterable[ScheduledGame], field: Sequence[Attendance]) -> Counter[int]:
    """Count the byes of each entrant who stays throughout, in the order of their first ones."""
    due = [entrant for entrant in field if entrant.plays_throughout]
    times: Counter[int] = Counter()
    for scheduled in regular:
        playing = {number for pair in scheduled.pairs for number in pair}
        times.update(entrant.number for entrant in due if entrant.number not in playing)
    return times


def take_out(
    schedule: Sequence[ScheduledGame],
    field: Sequence[Attendance],
    terms: ScheduleTerms,
    *,
    one: int,
    other: int | None = None,
    from_game: int,
) -> ScheduleChange:
    """Take two out of ``from_game`` and all games after it, and let their opponents meet each other.

    For a house player who is no longer needed once somebody has left. Where the opponents have met as often as
    they may, or one of the two does not play, a game stays as it is. Without ``other`` the opponent of ``one``
    has nobody to play, which the check tells. ``field`` is the field after the change.

    Raises:
        MovementError: the two are the same, or one of them plays in none of these games.
    """
    later = [scheduled for scheduled in schedule if scheduled.game >= from_game]
    for number in (one,) if other is None else (one, other):
        if not any(number in pair for scheduled in later for pair in scheduled.pairs):
            raise MovementError(f"entrant {number} plays in no game from game {from_game} on")
    if one == other:
        raise MovementError("two different entrants are needed")
    met = Counter(frozenset(pair) for scheduled in schedule for pair in scheduled.pairs)
    gone = {one, other}

    def change(scheduled: ScheduledGame) -> ScheduledGame:
        concerned = [pair for pair in scheduled.pairs if gone & set(pair)]
        left = tuple(number for pair in concerned for number in pair if number not in gone)
        is_to_meet = len(left) == 2 and met[frozenset(left)] < terms.max_meetings
        is_kept = other is not None and left and not is_to_meet
        if scheduled.game < from_game or not concerned or is_kept:
            return scheduled
        pairs = [pair for pair in scheduled.pairs if pair not in concerned]
        if is_to_meet:
            met[frozenset(left)] += 1
            pairs.insert(scheduled.pairs.index(concerned[0]), (left[0], left[1]))
        return replace(scheduled, pairs=tuple(pairs))

    return _changed(schedule, field, terms, change)


@dataclass(frozen=True, slots=True)
class ScheduleForfeit:
    """A game that somebody forfeits by having left: the winner gets a win by ten, nobody where both have."""

    game: int
    absent: tuple[int, ...]
    winner: int | None


def forfeits(schedule: Sequence[ScheduledGame], withdrawn_after: Mapping[int, int]) -> tuple[ScheduleForfeit, ...]:
    """Return which games are forfeited, by game, where entrants withdrew after a game (0 and up)."""
    found = []
    for scheduled in sorted(schedule, key=lambda scheduled: scheduled.game):
        for pair in scheduled.pairs:
            absent = tuple(n for n in pair if scheduled.game > withdrawn_after.get(n, scheduled.game))
            if absent:
                winner = next((number for number in pair if number not in absent), None)
                found.append(ScheduleForfeit(scheduled.game, absent, winner))
    return tuple(found)


def _changed(
    schedule: Sequence[ScheduledGame],
    field: Sequence[Attendance],
    terms: ScheduleTerms,
    change: Callable[[ScheduledGame], ScheduledGame],
) -> ScheduleChange:
    changed = tuple(change(scheduled) for scheduled in schedule)
    return ScheduleChange(changed, _differing(schedule, changed), check_schedule(changed, field, terms))


def _renamed(scheduled: ScheduledGame, names: Mapping[int, int]) -> ScheduledGame:
    pairs = ((names.get(first, first), names.get(second, second)) for first, second in scheduled.pairs)
    return replace(scheduled, pairs=tuple(pairs))


def _differing(before: Sequence[ScheduledGame], after: Sequence[ScheduledGame]) -> tuple[int, ...]:
    unchanged = {scheduled.game: scheduled.pairs for scheduled in before}
    return tuple(scheduled.game for scheduled in after if unchanged.get(scheduled.game) != scheduled.pairs)
