"""Store seats and pairings, and undo changes of them: each change keeps a step with the state before it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from tournaments.changes.audit import record_change
from tournaments.entrants.services.undo import delete_entrants, what_rests_on
from tournaments.hooks import has_cards, highest_keyed_game
from tournaments.models import AuditAction, AuditEntry, Entrant, Pairing, StaffMember, Tournament, UndoStep
from tournaments.models import ScheduledGame as StoredGame
from tournaments.refused import Refused
from tournaments.rules.text import first_of
from tournaments.rules.types import ScheduledGame
from tournaments.rules.undo_states import SEATING_VERSION, NumberPairs, SeatingState, UnknownForm
from tournaments.seating.selectors.seats import Seating, pairs_by_game, seating_of

# The log names single games as they are; of more, only how many there are.
MAX_GAMES_NAMED = 3
PAIRS_AT_ONCE = 300
# What may not be undone once cards are keyed: a seat identifies a card all day.
WHOLE = (AuditAction.SEATS_DRAWN, AuditAction.SEATS_CLEARED, AuditAction.SCHEDULE_MADE, AuditAction.SCHEDULE_IMPORTED)
HARMLESS = (AuditAction.TAKEN_OUT, AuditAction.GAMES_ADDED)
CARDS_ARE_IN = (
    "Scorecards are entered, and a seat identifies its card all day. Single seats and pairings can still be changed, "
    "each with a reason."
)


class SeatingChangedMeanwhile(Refused):
    """Somebody else has changed the same thing since the page was opened; the message says what it is now."""

    status = 409


def refuse_if_overtaken(now: Seating, seen: str | None) -> None:
    """Raise SeatingChangedMeanwhile where seats or schedule have another digest than ``seen``, if that is known."""
    if seen is not None and seen != now.digest:
        raise SeatingChangedMeanwhile(
            "Seats or schedule have been changed since this page was opened. Your change was not made: look at "
            "what is there now, and press again if you still want it."
        )


def refuse_to_make_schedule(tournament: Tournament, now: Seating, seen: str | None) -> None:
    """Refuse to make a schedule that cards rest on, that somebody else changed, or in which players have no seat."""
    if now.schedule and has_cards(tournament):
        raise Refused("Scorecards are entered by this schedule. Single pairings can still be changed.")
    refuse_if_overtaken(now, seen)
    if waiting := [chair.shown_name for chair in now.waiting]:
        raise Refused(f"Without a seat: {first_of(waiting, 5)}. Draw seats first, or give them one.")


def without_house_players(tournament: Tournament, before: Seating) -> Seating:
    """Let every house player stand up, and return the seats as they are then."""
    seat_of = {n: seat for n, seat in before.seat_of.items() if not before.chairs[n].house_player}
    if seat_of == before.seat_of:
        return before
    store_seats(tournament, before, seat_of)
    return seating_of(tournament)


def store_seats(tournament: Tournament, seating: Seating, seat_of: Mapping[int, str]) -> None:
    """Store everybody's seat; who is not in ``seat_of`` has none any more."""
    changed = {
        chair.pk: seat_of.get(number, "")
        for number, chair in seating.chairs.items()
        if chair.seat != seat_of.get(number, "")
    }
    if changed:
        Entrant.objects.filter(tournament=tournament).sit(changed)


def dismiss_house_players(tournament: Tournament, numbers: Iterable[int]) -> None:
    """Delete those of these house players whom a change has left without seat, games and card: no card is to come."""
    idle = Entrant.objects.filter(tournament=tournament, house_player=True, seat="", number__in=list(numbers))
    delete_entrants([entrant for entrant in idle if not what_rests_on([entrant])])


def store_schedule(tournament: Tournament, seating: Seating, schedule: Iterable[ScheduledGame]) -> None:
    """Store the schedule; of the games that are there already only those that differ are written."""
    before, after = pairs_by_game(seating.schedule), pairs_by_game(schedule)
    gone = before.keys() - after.keys()
    changed = [game for game in sorted(after) if before.get(game) != after[game]]
    stored = StoredGame.objects.filter(tournament=tournament)
    stored.filter(game__in=gone).delete()
    Pairing.objects.filter(scheduled_game__tournament=tournament, scheduled_game__game__in=changed).delete()
    StoredGame.objects.bulk_create(
        StoredGame(tournament=tournament, game=game) for game in changed if game not in before
    )
    key_of = dict(stored.values_list("game", "pk"))
    pk_of = {number: chair.pk for number, chair in seating.chairs.items()}
    Pairing.objects.bulk_create(
        (
            Pairing(scheduled_game_id=key_of[game], first_id=pk_of[first], second_id=pk_of[second])
            for game in changed
            for first, second in after[game]
        ),
        batch_size=PAIRS_AT_ONCE,
    )


def store_pools(tournament: Tournament, seating: Seating, pool_of: Mapping[int, str]) -> None:
    """Store everybody's pool; who is not in ``pool_of`` has none any more."""
    changed = [
        Entrant(pk=chair.pk, pool=pool_of.get(number, ""))
        for number, chair in seating.chairs.items()
        if chair.pool != pool_of.get(number, "")
    ]
    if changed:
        Entrant.objects.bulk_update(changed, ["pool"], batch_size=250)


def set_extra_rounds(tournament: Tournament, rounds: int) -> None:
    """Give every card a line for each of these extra rounds; Refused if later games have lines."""
    if rounds != tournament.makeup_rounds:
        set_games(tournament, tournament.games_each + rounds, rounds)


def set_games(tournament: Tournament, games: int, rounds: int = 0) -> None:
    """Give every card a line for each game, extra ``rounds`` among them; Refused if later games have lines."""
    games = max(games, 1)
    if (keyed := highest_keyed_game(tournament)) > games:
        raise Refused(f"Cards have lines up to game {keyed}: there cannot be fewer games than that.")
    tournament.games, tournament.makeup_rounds = games, rounds
    tournament.save(update_fields=["games", "makeup_rounds"])


def record_seating(
    tournament: Tournament,
    actor: StaffMember,
    action: AuditAction,
    subject: str = "",
    *,
    before: Seating,
    reason: str = "",
    more: Mapping[str, Any] | None = None,
    undoes: UndoStep | None = None,
) -> AuditEntry:
    """Write a change to the log, what was before, whole, and what is now, in short, and what undoing it puts back."""
    after = seating_of(tournament)
    found, made = _otherwise(before, after), _otherwise(after, before)
    entry = record_change(
        tournament,
        actor,
        action,
        subject,
        before=_as_logged(found),
        after={**_as_logged(made, short_for=after), **({"reason": reason} if reason else {}), **(more or {})},
    )
    # People who were taken out have kept seat and card: to be back in many games harms neither. Nor does it to take
    # games back that were added: those before stay.
    is_of_many = len(made.pairs) > MAX_GAMES_NAMED and action not in HARMLESS
    is_whole = action in WHOLE or is_of_many or (undoes is not None and state_of_step(undoes).is_whole)
    UndoStep.objects.create(
        entry=entry,
        of=UndoStep.Of.SEATING,
        version=SEATING_VERSION,
        state=replace(found, is_whole=is_whole).to_json(),
        digest=after.digest,
        undoes=undoes,
    )
    return entry


def _otherwise(one: Seating, other: Seating) -> SeatingState:
    """Return what ``one`` has otherwise than ``other``."""
    games, others = pairs_by_game(one.schedule), pairs_by_game(other.schedule)
    whole = {
        name: getattr(one, name)
        for name in ("seed", "table_length", "games", "makeup_rounds")
        if getattr(one, name) != getattr(other, name)
    }
    return SeatingState(
        seats=_differences(one.seat_of, other.seat_of),
        pools=_differences(one.pool_of, other.pool_of),
        first_games={
            number: chair.first_game
            for number, chair in one.chairs.items()
            if number in other.chairs and chair.first_game != other.chairs[number].first_game
        },
        house_players={
            number: one.chairs[number].shown_name if number in one.chairs else None
            for number in sorted(one.house_players ^ other.house_players)
        },
        pairs={
            game: games.get(game)
            for game in sorted(games.keys() | others.keys())
            if games.get(game) != others.get(game)
        },
        **whole,
    )


def _differences(one: Mapping[int, str], other: Mapping[int, str]) -> dict[int, str]:
    return {
        number: one.get(number, "")
        for number in sorted(one.keys() | other.keys())
        if one.get(number) != other.get(number)
    }


def _as_logged(state: SeatingState, *, short_for: Seating | None = None) -> dict[str, Any]:
    """Return a state as the log tells it; ``short_for`` the present seating, many games are only counted."""
    logged: dict[str, Any] = {}
    if state.seats:
        logged["seats"] = {str(number): seat for number, seat in state.seats.items()}
    if short_for is not None and len(state.pairs) > MAX_GAMES_NAMED:
        pairings = sum(len(game.pairs) for game in short_for.schedule)
        logged["schedule"] = f"{len(short_for.schedule)} games, {pairings} pairings"
    elif state.pairs:
        logged["schedule"] = {str(game): _written(pairs) for game, pairs in state.pairs.items()}
    for name in ("seed", "table_length", "games", "makeup_rounds"):
        if (value := getattr(state, name)) is not None:
            logged[name] = value
    if state.first_games:
        logged["first_game"] = {str(number): game for number, game in state.first_games.items()}
    if state.house_players:
        logged["house_players"] = {str(number): name or "" for number, name in state.house_players.items()}
    if state.pools:
        logged["pools"] = {str(number): pool for number, pool in state.pools.items()}
    return logged


def _written(pairs: NumberPairs | None) -> str | None:
    return None if pairs is None else " ".join(f"{first}-{second}" for first, second in pairs)


def state_of_step(step: UndoStep) -> SeatingState:
    """Return what undoing a step puts back."""
    try:
        return SeatingState.from_json(step.version, step.state)
    except UnknownForm as error:
        raise Refused("A later version of this program made that change: nothing was undone.") from error
