"""Repairs during play: shown before they are stored, never in a finished game; a table that cannot be used; undo."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import transaction

from tournaments.changes.transaction import tournament_change
from tournaments.changes.write_queue import write_queue
from tournaments.hooks import entered_lines, has_cards
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament, UndoStep
from tournaments.refused import Refused
from tournaments.rules.seating import base_seat, board_of, facing, is_anchor_seat, seat_key, second_seat, table_of
from tournaments.rules.types import ScheduledGame
from tournaments.rules.undo_states import SeatingState
from tournaments.seating.selectors.seats import Seating, pairs_by_game, seating_of
from tournaments.seating.services import storage
from tournaments.seating.services.draw import require_reason
from tournaments.seating.services.storage import record_seating, store_seats


def preview_of(
    service: Callable[..., Any], *, tournament: Tournament, actor: StaffMember, **details: Any
) -> tuple[Seating, Seating]:
    """Make a change, read what was before and what it leaves, and roll it back: what is shown would be stored.

    Raises:
        Refused: as ``service``.
    """
    with write_queue(), transaction.atomic():
        before = seating_of(tournament)
        service(tournament=tournament, actor=actor, **details)
        after = seating_of(Tournament.objects.get(pk=tournament.pk))
        transaction.set_rollback(True)
    return before, after


def refuse_finished_games(
    tournament: Tournament, seating: Seating, before: Sequence[ScheduledGame], after: Sequence[ScheduledGame]
) -> None:
    """Raise Refused where somebody would have another opponent in a game that is on their card already."""
    changed = _opponents(before) ^ _opponents(after)
    affected = {(number, game) for number, game, _ in changed}
    finished = sorted((game, number) for number, game in affected & entered_lines(tournament))
    if finished:
        game, number = finished[0]
        name = seating.chairs[number].shown_name
        raise Refused(f"Game {game} is finished: it is on the scorecard of {name}. Choose a later game.", "from_game")


def _opponents(schedule: Sequence[ScheduledGame]) -> set[tuple[int, int, int]]:
    return {
        (number, scheduled.game, other)
        for scheduled in schedule
        for pair in scheduled.pairs
        for number, other in (pair, pair[::-1])
    }


def move_table(tournament: Tournament, actor: StaffMember, *, table: str, reason: str = "") -> dict[str, str]:
    """Move everybody of a table, or of one board by its odd seat, to free boards at the end; return the new seats.

    Their games go with them: the order in which boards follow each other stays.

    Raises:
        Refused: nobody sits there, there is no room, or cards are in and no reason is given.
    """
    with tournament_change(tournament) as locked:
        before = seating_of(locked)
        require_reason(locked, reason)
        there = {base_seat(seat) for seat in before.seat_of.values()}
        boards = sorted({board_of(seat) for seat in there if table in (table_of(seat), board_of(seat))}, key=seat_key)
        if not boards:
            raise Refused(f"Nobody sits at {table}.", "table")
        last = max(map(seat_key, there))
        free = [label for label in before.labels if is_anchor_seat(label) and seat_key(label) > last]
        free = [label for label in free if facing(label) in before.labels]
        if len(free) < len(boards):
            raise Refused("There are not enough free boards: add a table in its place instead.", "table")
        moved: dict[str, str] = {}
        for board, new in zip(boards, free, strict=False):
            moved |= {board: new, facing(board): facing(new)}
        moved |= {second_seat(seat): second_seat(new) for seat, new in moved.items()}
        store_seats(locked, before, {number: moved.get(seat, seat) for number, seat in before.seat_of.items()})
        subject = f"{table} to {free[0]}" if len(boards) == 1 else f"table {table} to {free[0]} and on"
        record_seating(locked, actor, AuditAction.SEAT_CHANGED, subject, before=before, reason=reason)
    return moved


def changed_seats(before: Seating, after: Seating) -> list[dict[str, str]]:
    """Return whose seat changes, house players who come or go included, by name."""
    found = []
    for number in sorted(before.chairs.keys() | after.chairs.keys()):
        was, now = before.chairs.get(number), after.chairs.get(number)
        note = "is added" if was is None else "is deleted" if now is None else ""
        seat, new_seat = (chair.seat if chair is not None else "" for chair in (was, now))
        if note or seat != new_seat:
            name = next(chair.shown_name for chair in (was, now) if chair is not None)
            found.append({"name": name, "before": seat, "after": new_seat, "note": note})
    return sorted(found, key=lambda one: one["name"].casefold())


def changed_games(before: Seating, after: Seating) -> list[dict[str, Any]]:
    """Return the games that change, pair by pair."""
    chairs = {**before.chairs, **after.chairs}
    pairs = [
        {game.game: {frozenset(pair): pair for pair in game.pairs} for game in one.schedule} for one in (before, after)
    ]
    found = []
    for game in sorted(pairs[0].keys() | pairs[1].keys()):
        was, now = (side.get(game, {}) for side in pairs)
        if was.keys() != now.keys():
            gone = tuple(_said(was[key], chairs) for key in was if key not in now)
            new = tuple(_said(now[key], chairs) for key in now if key not in was)
            found.append({"game": game, "gone": gone, "new": new})
    return found


def _said(pair: tuple[int, int], chairs: Mapping[int, Entrant]) -> str:
    two = [chairs[number] for number in pair]
    return " – ".join(f"{chair.shown_name} ({chair.seat})" if chair.seat else chair.shown_name for chair in two)


REPAIRS = (AuditAction.LATECOMER_PAIRED, AuditAction.SEAT_TAKEN_OVER, AuditAction.TAKEN_OUT)


def undo_seating(tournament: Tournament, actor: StaffMember, *, entry: int) -> str:
    """Undo the last change of seats or schedule and return what it was; Refused where cards rest on it."""
    with tournament_change(tournament) as locked:
        now = seating_of(locked)
        steps = UndoStep.objects.filter(entry__tournament=locked, of=UndoStep.Of.SEATING)
        step = steps.select_related("entry").filter(entry=entry).first()
        if step is None or step.digest != now.digest:
            raise Refused("Seats or schedule have been changed since: nothing was undone.")
        state = storage.state_of_step(step)
        if state.is_whole and has_cards(locked):
            raise Refused(storage.CARDS_ARE_IN)
        if step.entry.action in REPAIRS:
            refuse_finished_games(locked, now, now.schedule, _schedule_of(now, state))
        _bring_back(locked, now, state)
        what = step.entry.action_in_words if step.undoes_id is None else step.entry.subject
        storage.record_seating(locked, actor, AuditAction.SEATING_UNDONE, before=now, subject=what, undoes=step)
    return what


def _schedule_of(now: Seating, state: SeatingState) -> list[ScheduledGame]:
    """Return the schedule that a state brings back."""
    schedule = {**pairs_by_game(now.schedule), **state.pairs}
    return [ScheduledGame(game, pairs) for game, pairs in schedule.items() if pairs is not None]


def _bring_back(tournament: Tournament, now: Seating, state: SeatingState) -> None:
    arriving = {number: name for number, name in state.house_players.items() if name is not None}
    if taken := arriving.keys() & now.chairs.keys():
        raise Refused(f"Number {min(taken)} belongs to somebody else now: nothing was undone.")
    if gone := state.numbers - now.chairs.keys():
        raise Refused(f"Entrant {min(gone)} has been removed since: nothing was undone.")
    if arriving:
        Entrant.objects.bulk_create(
            Entrant(tournament=tournament, number=number, name=name, house_player=True)
            for number, name in arriving.items()
        )
        now = seating_of(tournament)
    for number, first_game in state.first_games.items():
        Entrant.objects.filter(tournament=tournament, number=number).update(first_game=first_game)
    storage.store_pools(tournament, now, {**now.pool_of, **state.pools})
    storage.store_seats(tournament, now, {n: seat for n, seat in {**now.seat_of, **state.seats}.items() if seat})
    storage.store_schedule(tournament, now, _schedule_of(now, state))
    leaving = [number for number, name in state.house_players.items() if name is None]
    storage.dismiss_house_players(tournament, leaving)
    if state.seed is not None:
        tournament.seating_seed = state.seed
    for name in ("table_length", "games", "makeup_rounds"):
        if (value := getattr(state, name)) is not None:
            setattr(tournament, name, value)
    tournament.save(update_fields=["seating_seed", "table_length", "games", "makeup_rounds"])
