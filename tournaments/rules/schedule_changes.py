"""Changing a schedule while people play: a pairing by hand, somebody new, somebody gone.

Each change leaves alone what it need not touch, because cards are printed already, and comes back with the check
of the whole. Nothing here forbids a change for its warnings: the director sees them and decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

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


def add_latecomer(
    schedule: Sequence[ScheduledGame],
    field: Sequence[Attendance],
    terms: ScheduleTerms,
    *,
    latecomer: int,
    from_game: int,
    house_player: int | None = None,
) -> ScheduleChange:
    """Give a latecomer an opponent in ``from_game`` and each regular game after it.

    In each game that is, in this order: somebody who would have a bye; somebody who would meet a house player (who
    then has that game off); or, with ``house_player``, one of two opponents who are parted, the other of whom
    meets that house player. So nobody's card changes in more games than the limit on meetings makes needful. Extra
    rounds are made up again among those who still have a bye, the latecomer playing if their number is odd.
    ``field`` is the field after the change, latecomer and house player included.

    Raises:
        MovementError: the latecomer is in the schedule already, the regular games are over, or in some game
            there is no seat: the text says what to do.
    """
    if from_game > terms.games:
        raise MovementError(f"there are {terms.games} games: nobody can start with game {from_game}")
    met = Counter(frozenset(pair) for scheduled in schedule for pair in scheduled.pairs)
    if any(latecomer in pair for pair in met):
        raise MovementError(f"entrant {latecomer} is in the schedule already")
    welcome = _Welcome(latecomer, house_player, field, terms, met)

    def change(scheduled: ScheduledGame) -> ScheduledGame:
        is_concerned = from_game <= scheduled.game <= terms.games
        return welcome.into(scheduled) if is_concerned else scheduled

    regular = [change(scheduled) for scheduled in schedule if scheduled.game <= terms.games]
    extra = _made_up(regular, field, terms, latecomer) if terms.rounds > terms.games else []
    changed = (*regular, *extra)
    return ScheduleChange(changed, _differing(schedule, changed), check_schedule(changed, field, terms))


@dataclass(slots=True)
class _Welcome:
    """Finds the latecomer an opponent in one game after another, and remembers who has met whom."""

    latecomer: int
    house_player: int | None
    field: Sequence[Attendance]
    terms: ScheduleTerms
    met: Counter[frozenset[int]]

    def into(self, scheduled: ScheduledGame) -> ScheduledGame:
        found = self._with_who_sits_out(scheduled) or self._for_a_house_player(scheduled)
        if found is None and self.house_player is not None:
            found = self._with_a_house_player(scheduled, self.house_player)
        if found is None:
            who = "another" if self.house_player is not None else "a"
            raise MovementError(
                f"entrant {self.latecomer} finds no opponent in game {scheduled.game}: bring in {who} house player "
                "as well, or let the latecomer take the place of somebody who leaves"
            )
        for pair in set(found.pairs) - set(scheduled.pairs):
            self.met[frozenset(pair)] += 1
        for pair in set(scheduled.pairs) - set(found.pairs):
            self.met[frozenset(pair)] -= 1
        return found

    def _may_meet(self, one: int, other: int) -> bool:
        return self.met[frozenset((one, other))] < self.terms.max_meetings

    def _with_who_sits_out(self, scheduled: ScheduledGame) -> ScheduledGame | None:
        playing = {number for pair in scheduled.pairs for number in pair}
        for entrant in self.field:
            number = entrant.number
            is_free = entrant.is_due(scheduled.game) and number not in playing and number != self.latecomer
            if is_free and self._may_meet(number, self.latecomer):
                return replace(scheduled, pairs=(*scheduled.pairs, (number, self.latecomer)))
        return None

    def _for_a_house_player(self, scheduled: ScheduledGame) -> ScheduledGame | None:
        for entrant in self.field:
            if not entrant.house_player:
                continue
            for first, second in scheduled.pairs:
                opponent = {first: second, second: first}.get(entrant.number)
                if opponent is not None and self._may_meet(opponent, self.latecomer):
                    return _renamed(scheduled, {entrant.number: self.latecomer})
        return None

    def _with_a_house_player(self, scheduled: ScheduledGame, house_player: int) -> ScheduledGame | None:
        if any(house_player in pair for pair in scheduled.pairs):
            return None
        due = {entrant.number for entrant in self.field if entrant.is_due(scheduled.game)}
        # From the last board, next to which new chairs are put.
        for place, (first, second) in reversed(list(enumerate(scheduled.pairs))):
            if {first, second} <= due:
                for stays, comes in ((first, second), (second, first)):
                    if self._may_meet(stays, house_player) and self._may_meet(self.latecomer, comes):
                        pairs = list(scheduled.pairs)
                        pairs[place] = (stays, house_player)
                        return replace(scheduled, pairs=(*pairs, (self.latecomer, comes)))
        return None


def _made_up(
    regular: Sequence[ScheduledGame], field: Sequence[Attendance], terms: ScheduleTerms, latecomer: int
) -> list[ScheduledGame]:
    """Pair those who have had a bye, first with last, round by round; what is left over the check will tell."""
    played = Counter(number for scheduled in regular for pair in scheduled.pairs for number in pair)
    met = Counter(frozenset(pair) for scheduled in regular for pair in scheduled.pairs)
    short = _in_order_of_sitting_out(regular, field)
    extra = []
    for game in range(terms.games + 1, terms.rounds + 1):
        waiting = [number for number in short if played[number] < terms.games]
        pairs: list[NumberPair] = []
        while waiting:
            first = waiting.pop(0)
            partners = [*reversed(waiting)]
            if played[latecomer] < terms.games and not any(latecomer in pair for pair in pairs):
                partners.append(latecomer)
            for partner in partners:
                if met[frozenset((first, partner))] < terms.max_meetings:
                    pairs.append((first, partner))
                    waiting = [number for number in waiting if number != partner]
                    break
        met.update(map(frozenset, pairs))
        played.update(number for pair in pairs for number in pair)
        extra.append(ScheduledGame(game, tuple(pairs)))
    return extra


def _in_order_of_sitting_out(regular: Iterable[ScheduledGame], field: Sequence[Attendance]) -> list[int]:
    due = [entrant for entrant in field if entrant.plays_throughout]
    sat_out: dict[int, None] = {}
    for scheduled in regular:
        playing = {number for pair in scheduled.pairs for number in pair}
        sat_out |= dict.fromkeys(entrant.number for entrant in due if entrant.number not in playing)
    return list(sat_out)


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
