"""Read who sits where and who meets whom."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import AuditAction, AuditEntry, Entrant, Tournament, UndoStep
from tournaments.page_cache.read_once import read_once
from tournaments.records.attendance import check_in_used
from tournaments.records.schedule import kept_schedule_of
from tournaments.rules.schedule_changes import forfeits
from tournaments.rules.schedule_check import Attendance
from tournaments.rules.seating import (
    Room,
    SeatingError,
    SeatKey,
    draw_differences,
    in_seat_order,
    read_rooms,
    room_by_table,
    seat_key,
    seats,
    table_of,
)
from tournaments.rules.text import plain_text, search_words
from tournaments.rules.types import ScheduledGame
from tournaments.rules.undo_states import NumberPairs

STEPS_LOOKED_BACK = 60


@dataclass(frozen=True, slots=True)
class Seating:
    """All seats and all pairings of an event at one moment, and how many games and extra rounds cards have for them."""

    chairs: Mapping[int, Entrant]
    schedule: tuple[ScheduledGame, ...]
    seed: str
    table_length: int
    games: int
    makeup_rounds: int
    rooms: tuple[Room, ...] = ()

    @property
    def room_of(self) -> dict[str, str]:
        """In which room each table is, by the table's name; nothing in a hall of one room."""
        return room_by_table(self.rooms)

    @property
    def players(self) -> int:
        """How many are to play, house players and who is not here left out."""
        return sum(chair.is_here for chair in self.chairs.values())

    @property
    def counted(self) -> int:
        """How many entrants count, here or not yet."""
        return sum(chair.counts for chair in self.chairs.values())

    @property
    def seat_of(self) -> dict[int, str]:
        return {number: chair.seat for number, chair in self.chairs.items() if chair.seat}

    @property
    def left(self) -> dict[int, int]:
        """After which game those left who are gone."""
        found = {number: chair.withdrawn_after_game for number, chair in self.chairs.items()}
        return {number: game for number, game in found.items() if game is not None}

    @property
    def pool_of(self) -> dict[int, str]:
        return {number: chair.pool for number, chair in self.chairs.items() if chair.pool}

    @property
    def house_players(self) -> set[int]:
        return {number for number, chair in self.chairs.items() if chair.house_player}

    @property
    def in_seat_order(self) -> list[Entrant]:
        """Everybody who has a seat, table by table."""
        return [self.chairs[number] for number in in_seat_order(self.seat_of)]

    @property
    def without_seat(self) -> list[Entrant]:
        waiting = [chair for chair in self.chairs.values() if chair.counts and not chair.seat]
        return sorted(waiting, key=lambda chair: (chair.parts.sort_key, chair.number))

    @property
    def not_here(self) -> list[Entrant]:
        """Who is still to come, by name: left out of seats and schedule until then."""
        return [chair for chair in self.without_seat if not chair.is_here]

    @property
    def waiting(self) -> list[Entrant]:
        """Entrants who need a seat before the schedule is made, by name."""
        return [chair for chair in self.without_seat if chair.is_here]

    @property
    def labels(self) -> tuple[str, ...]:
        """The seats there are, in order: those of the rooms, enough for everybody, and one table more."""
        length = self.table_length + self.table_length % 2
        there = sum(sum(room.tables) for room in self.rooms)
        tables = -(-max(len(self.chairs) - there, 0 if there else 1) // length) + 1
        return seats(there + tables * length, table_length=length, rooms=self.rooms)

    @property
    def numbers_paired(self) -> set[int]:
        return {number for game in self.schedule for pair in game.pairs for number in pair}

    @property
    def unpaired(self) -> list[Entrant]:
        """Everybody in the field whom the schedule does not know, by name."""
        paired = self.numbers_paired
        waiting = [chair for chair in self.chairs.values() if chair.number not in paired and chair.counts]
        return sorted(waiting, key=lambda chair: (chair.parts.sort_key, chair.number))

    @property
    def idle(self) -> list[Entrant]:
        """Who is here, by name, and has neither seat nor games beside a schedule that others have."""
        return [chair for chair in self.unpaired if chair.is_here and not chair.seat] if self.schedule else []

    @property
    def paired(self) -> list[Entrant]:
        """Everybody whom the schedule has in some game, table by table, who has no seat last."""
        numbers = self.numbers_paired
        seated = [chair for chair in self.in_seat_order if chair.number in numbers]
        return seated + [self.chairs[n] for n in sorted(numbers - {chair.number for chair in seated})]

    @property
    def field(self) -> list[Attendance]:
        """Whom the schedule is checked for: who is here, who sits somewhere, and who is paired."""
        paired = self.numbers_paired
        return [
            chair.attendance for number, chair in self.chairs.items() if chair.is_here or chair.seat or number in paired
        ]

    @property
    def digest(self) -> str:
        """What tells this state from any other, so that a change is undone only where nothing came after it."""
        state = repr((sorted(self.seat_of.items()), sorted(pairs_by_game(self.schedule).items())))
        if self.makeup_rounds:
            state += repr((self.games, self.makeup_rounds))
        if self.pool_of:
            state += repr(sorted(self.pool_of.items()))
        return hashlib.sha256(state.encode()).hexdigest()[:16]

    def game(self, number: int) -> ScheduledGame | None:
        """Return one game of the schedule, if it is there."""
        return next((game for game in self.schedule if game.game == number), None)


def who_stays(seating: Seating, numbers: Iterable[int]) -> tuple[int, ...]:
    """Return who of these must stay seated, whatever the movement."""
    return tuple(number for number in numbers if seating.chairs[number].stays_seated)


def with_names(text: str, chairs: Mapping[int, Entrant]) -> str:
    """Return what an engine says about entrants by number, starting with their names: ``Pat Four (A-4) is missing``."""

    def called(number: str, seat: str = "") -> str:
        chair = chairs.get(int(number))
        return f"{chair.shown_name} ({seat or f'no. {number}'})" if chair else f"entrant {number}"

    def replaced(found: re.Match[str]) -> str:
        if found["seated"]:
            return called(found["seated"], found["seat"])
        return " and ".join(called(number) for number in re.findall(r"\d+", found["numbers"]))

    return _BY_NUMBER.sub(replaced, text)


_BY_NUMBER = re.compile(
    r"(?<!\S)(?P<seat>\S{1,20}) \(entrant (?P<seated>\d+)\)|\bentrants? (?P<numbers>\d+(?:(?: and |, )\d+)*)"
)


def pairs_by_game(schedule: Iterable[ScheduledGame]) -> dict[int, NumberPairs]:
    """Return the pairs of each game."""
    return {game.game: game.pairs for game in schedule}


def chairs_of(tournament: Tournament) -> dict[int, Entrant]:
    """Return every entrant by number, with who is here, and each seat's room.

    One query, two where somebody is checked in and seats are drawn.
    """
    entrants = list(tournament.entrants.order_by("number"))
    room_of = room_by_table(read_rooms(tournament.rooms))
    is_used = check_in_used(tournament, [entrant.checked_in_at for entrant in entrants if entrant.counts])
    for entrant in entrants:
        entrant.is_here = entrant.has_come(check_in_used=is_used)
        entrant.room = room_of.get(table_of(entrant.seat), "")
    return {entrant.number: entrant for entrant in entrants}


@read_once
def seating_of(tournament: Tournament) -> Seating:
    """Read all seats and pairings. Two queries, or three where the schedule was not read before."""
    chairs, schedule = chairs_of(tournament), kept_schedule_of(tournament)
    return Seating(
        chairs,
        schedule,
        tournament.seating_seed,
        tournament.table_length,
        tournament.games,
        tournament.makeup_rounds,
        read_rooms(tournament.rooms),
    )


def proof_of(tournament: Tournament, seating: Seating) -> dict[str, Any] | None:
    """Draw again by the kept seed, and say where seats differ by now. One query; nothing where seats were not drawn.

    ``kept`` counts the seats that were left out of the draw, ``staying`` who drew first, among those that do not move.
    """
    entry = AuditEntry.objects.filter(
        tournament=tournament, action=AuditAction.SEATS_DRAWN, subject=f"seed {seating.seed}"
    ).first()
    if not seating.seed or entry is None or not seating.seat_of:
        return None
    logged = entry.after or {}
    drawn = {int(number): str(seat) for number, seat in logged["drawn"].items()}
    kept = {int(number): str(seat) for number, seat in logged["kept"].items()}
    seat_now = {n: seating.chairs[n].seat for n in drawn if n in seating.chairs}
    try:
        rooms = read_rooms(logged.get("rooms", ""))
        labels = seats(len(drawn), table_length=logged["table_length"], rooms=rooms)
        how = {"kept": kept, "stay": logged.get("stay", ()), "stationary": logged.get("stationary", ())}
        differences = draw_differences(seat_now, labels, seating.seed, **how)
    except SeatingError:
        differences = ("entrants have been removed since the draw",)
    staying = len(logged.get("stay", ()))
    return {"seed": seating.seed, "kept": len(kept), "differences": differences, "staying": staying}


def seats_by_name(tournament: Tournament) -> list[Entrant]:
    """Return who has a seat, by name. One query."""
    seated = [chair for chair in chairs_of(tournament).values() if chair.seat]
    return sorted(seated, key=_by_name)


def _by_name(chair: Entrant) -> tuple[tuple[str, ...], SeatKey]:
    return (chair.parts.sort_key, seat_key(chair.seat))


def seat_rows(seating: Seating, *, sort: str, wanted: str = "") -> list[Entrant]:
    """Return who has a seat, by ``name`` or by ``seat``, those only who are looked for."""
    looked_for = search_words(wanted)
    rows = [
        chair
        for chair in seating.chairs.values()
        if chair.seat and all(word in plain_text(f"{chair.shown_name} {chair.seat}") for word in looked_for)
    ]
    if sort == "name":
        return sorted(rows, key=_by_name)
    return sorted(rows, key=lambda chair: seat_key(chair.seat))


def forfeits_of(seating: Seating) -> list[dict[str, Any]]:
    """Return the games forfeited by those who have withdrawn, as the schedule has them: game, absent, winner."""
    return [
        {
            "game": forfeit.game,
            "absent": " and ".join(seating.chairs[number].shown_name for number in forfeit.absent),
            "winner": "" if forfeit.winner is None else seating.chairs[forfeit.winner].shown_name,
        }
        for forfeit in forfeits(seating.schedule, seating.left)
    ]


def last_changes(tournament: Tournament, seating: Seating) -> list[AuditEntry | None]:
    """Return what can be undone now, and what was undone last and can be done again. One query."""
    steps = list(
        UndoStep.objects.filter(entry__tournament=tournament, of=UndoStep.Of.SEATING)
        .select_related("entry")
        .defer("state", "entry__before", "entry__after")
        .order_by("-entry_id")[:STEPS_LOOKED_BACK]
    )
    undone: set[int] = set()
    undo = None
    for step in steps:
        if step.pk in undone:
            continue
        if step.undoes_id is None:
            undo = step
            break
        undone.add(step.undoes_id)
    redo = steps[0] if steps and steps[0].undoes_id is not None else None
    return [step.entry if step and step.digest == seating.digest else None for step in (undo, redo)]
