"""Warnings about seats and schedule, and how an odd field can be paired."""

from collections.abc import Iterable, Sequence
from typing import Any

from tournaments.models import OddField, Tournament
from tournaments.rules.labels import rounds_in_words
from tournaments.rules.movement.boards import seats_by_game
from tournaments.rules.movement.setup import MAX_LINES, MovementError, ScheduleTerms, Setup, terms_for
from tournaments.rules.round_robin import Day, days_of
from tournaments.rules.round_robin_check import check_round_robin
from tournaments.rules.schedule_check import ScheduleWarning, check_schedule
from tournaments.rules.seating import SeatWarningKind, seat_warnings
from tournaments.rules.text import first_of
from tournaments.rules.types import ScheduledGame
from tournaments.seating.selectors.seats import Seating, who_stays, with_names

TIMES = 2
"""How often a pair meets each other pair of its pool."""
UNFINISHED = (SeatWarningKind.NO_SEAT, SeatWarningKind.EMPTY_BETWEEN)


Warned = dict[str, Any]
"""One warning: ``text`` with the names of the entrants it is about, and a ``game`` that shows it."""


def warnings_of(tournament: Tournament, seating: Seating) -> list[Warned]:
    """Return everything that is off about seats and schedule; nothing about what has not been begun."""
    found: list[Warned] = []
    if seating.seat_of:
        idle = {chair.number for chair in seating.idle}
        needed = [n for n, chair in seating.chairs.items() if chair.seat or (chair.is_here and n not in idle)]
        warnings = seat_warnings(seating.seat_of, needed, seating.labels)
        if seating.waiting and not seating.schedule:
            # Seats are still being assigned: the page says once how many are needed.
            warnings = tuple(warning for warning in warnings if warning.kind not in UNFINISHED)
        found += [{"text": with_names(warning.text, seating.chairs)} for warning in warnings]
        found += _moving(seating)
    if seating.schedule:
        found += warnings_of_schedule(tournament, seating, seating.schedule)
    if waiting := seating.idle:
        names = first_of([chair.shown_name for chair in waiting], 5)
        verb = "1 player has" if len(waiting) == 1 else f"{len(waiting)} players have"
        found.append({"text": f"{verb} neither seat nor games: {names}. Add them as latecomers"})
    return found


def _moving(seating: Seating) -> list[Warned]:
    """Say who must stay seated and has a seat that moves."""
    staying = who_stays(seating, seating.seat_of)
    if not staying or not seating.schedule:
        return []
    seats_of: dict[int, set[str]] = {number: set() for number in staying}
    try:
        for _, seats in seats_by_game(seating.schedule, seating.seat_of):
            for number in staying:
                seats_of[number].add(seats.get(number, ""))
    except MovementError:
        return []  # Somebody is twice in a game, which the check of the schedule says.
    return [
        {
            "text": f"{chair.shown_name} ({chair.seat}) must stay seated, but this seat moves: trade seats with "
            "somebody in a seat that stays"
        }
        for chair in (seating.chairs[number] for number in staying)
        if len(seats_of[chair.number] - {""}) > 1
    ]


def warnings_of_schedule(
    tournament: Tournament, seating: Seating, schedule: Sequence[ScheduledGame], *, extra_rounds: int | None = None
) -> list[Warned]:
    """Return everything that is wrong with a schedule of this event, by the requirements of its format."""
    warnings: Iterable[ScheduleWarning]
    if tournament.is_double_round_robin:
        warnings = round_robin_warnings(tournament, seating, schedule)
    else:
        idle = {chair.number for chair in seating.idle}
        terms = terms_of(tournament, seating, extra_rounds=extra_rounds)
        found = check_schedule(schedule, seating.field, terms)
        warnings = (one for one in found if not one.entrants or not idle.issuperset(one.entrants))
    return [
        {"text": with_names(warning.text, seating.chairs), "game": next(iter(warning.games), None)}
        for warning in warnings
    ]


def days_in(tournament: Tournament, games: int | None = None) -> tuple[Day, ...]:
    """Return the days of play, of the stored games or of as many as are given."""
    return days_of(tournament.games if games is None else games, games_a_day=tournament.games_a_day, times=TIMES)


def round_robin_warnings(
    tournament: Tournament, seating: Seating, schedule: Sequence[ScheduledGame]
) -> tuple[ScheduleWarning, ...]:
    """Return everything that is off about the schedule of a round robin, stored or about to be."""
    games = max((scheduled.game for scheduled in schedule), default=0)
    is_stored = tuple(schedule) == seating.schedule
    return check_round_robin(
        schedule,
        seating.field,
        seating.pool_of,
        days=days_in(tournament, tournament.games if is_stored else games),
        times=TIMES,
        is_robin_a_day=tournament.games_a_day is None,
    )


def terms_of(tournament: Tournament, seating: Seating, *, extra_rounds: int | None = None) -> ScheduleTerms:
    """Return what a schedule of this event is held to, with the extra rounds it has, or is about to have."""
    extra = tournament.makeup_rounds if extra_rounds is None else extra_rounds
    games = tournament.games_each
    setup = Setup(seating.players, games, tournament.games_per_opponent, house_player=not extra, makeups=bool(extra))
    try:
        meetings = terms_for(setup).max_meetings
    except MovementError:
        meetings = 2
    return ScheduleTerms(games, games + extra, meetings)


def games_wanting(tournament: Tournament, seating: Seating) -> tuple[int, ...]:
    """Return the games after the last one that is scheduled; none where there are extra rounds or gaps before it."""
    there = [scheduled.game for scheduled in seating.schedule]
    if tournament.is_double_round_robin:
        return ()
    if not there or tournament.makeup_rounds or there != list(range(1, len(there) + 1)):
        return ()
    return tuple(range(len(there) + 1, tournament.games + 1))


def extra_rounds_in(tournament: Tournament, schedule: Sequence[ScheduledGame]) -> int:
    """Return how many rounds a schedule has beyond the games that everybody plays; a round robin has none."""
    if tournament.is_double_round_robin:
        return 0
    return max(max((scheduled.game for scheduled in schedule), default=0) - tournament.games_each, 0)


def max_rounds(tournament: Tournament, seating: Seating) -> int:
    """Return the last game that a schedule may have, extra rounds for games that are made up included."""
    if tournament.is_double_round_robin:
        return MAX_LINES
    if tournament.odd_field != OddField.MAKEUP:
        return tournament.games
    setup = Setup(seating.players, tournament.games_each, tournament.games_per_opponent, makeups=True)
    try:
        return max(tournament.games, terms_for(setup).rounds)
    except MovementError:
        return tournament.games


def usual_odd_field(tournament: Tournament) -> str:
    """Return what becomes of the empty seat of an odd field, as the schedule or else the settings have it."""
    return OddField.MAKEUP if tournament.makeup_rounds else tournament.odd_field


def ways_of_pairing(tournament: Tournament, seating: Seating) -> list[dict[str, Any]]:
    """Return the ways to pair the field: with the empty seat of an odd one there are two, else one.

    ``label`` says what comes of a way, ``why_not`` why it cannot be played, ``is_usual`` that it is offered first,
    ``meetings`` where one game against each opponent cannot be kept to.
    """
    players, games = seating.players, tournament.games_each
    house = Setup(players + players % 2, games, tournament.games_per_opponent)
    ways = [_way(OddField.HOUSE_PLAYER, f"A house player takes the last seat: {rounds_in_words(games, 0)}", house)]
    if players % 2:
        makeups = Setup(players, games, tournament.games_per_opponent, makeups=True)
        rounds = "" if _why_not(makeups) else f": {rounds_in_words(games, terms_for(makeups).rounds - games)}"
        ways.append(_way(OddField.MAKEUP, f"Make up byes in extra rounds{rounds}", makeups))
    usual = usual_odd_field(tournament)
    open_to = [way["odd_field"] for way in ways if not way["why_not"]]
    first = usual if usual in open_to else next(iter(open_to), usual)
    return [{**way, "is_usual": way["odd_field"] == first} for way in ways]


def _way(odd_field: str, label: str, setup: Setup) -> dict[str, Any]:
    return {"odd_field": odd_field, "label": label, "why_not": _why_not(setup), "meetings": meetings_in_words(setup)}


def meetings_in_words(setup: Setup) -> str:
    """Say how often people meet where the field is too small for one game against each opponent, else nothing."""
    opponents = setup.field - 1
    if setup.per_opponent != 1 or setup.games <= opponents:
        return ""
    if setup.games == 2 * opponents:
        meet = "everybody meets everybody twice"
    else:
        meet = f"everybody meets everybody, and {setup.games - opponents} of them a second time"
    return f"{meet}: the field is too small for {setup.games} games against different opponents"


def _why_not(setup: Setup) -> str:
    try:
        terms_for(setup)
    except MovementError as refusal:
        return f"{refusal}."
    return ""
