"""Undo a seating step."""

from tournaments.changes.transaction import tournament_change
from tournaments.hooks import has_cards
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament, UndoStep
from tournaments.refused import Refused
from tournaments.rules.types import ScheduledGame
from tournaments.rules.undo_states import SeatingState
from tournaments.seating.selectors.seats import Seating, pairs_by_game, seating_of
from tournaments.seating.services import storage
from tournaments.seating.services.repairs import refuse_finished_games

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
