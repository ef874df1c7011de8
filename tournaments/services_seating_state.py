"""Storing seats and pairings, and undoing a change of them: the log holds the state before each change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.eventfile import ScheduledGame
from tournaments.models import AuditEntry, Entrant, Pairing, StaffMember, Tournament
from tournaments.models import ScheduledGame as StoredGame
from tournaments.selectors_progress import has_cards, highest_keyed_game
from tournaments.selectors_seating import (
    ACTIONS,
    DRAWN,
    MORE_GAMES,
    TAKEN_OUT,
    UNDONE,
    Seating,
    pairs_by_game,
    seating_of,
    type_pairs,
)
from tournaments.services import changing, record_change

# The log names single games as they are; of more, only how many there are.
MOST_GAMES_TOLD = 3
PAIRS_AT_ONCE = 300

# What may not be undone once cards are keyed: a seat identifies a card all day.
WHOLE = (DRAWN, "seats cleared", "schedule made", "schedule imported")

CARDS_ARE_IN = (
    "Cards are keyed, and a seat identifies its card all day. Single seats and pairings can still be changed, "
    "each with a reason."
)


class SeatingRefused(Exception):
    """A change that cannot be made; the message says why, and ``field`` where, if it is about one field."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class SeatingChangedMeanwhile(Exception):
    """Somebody else has changed the same thing since the page was opened; the message says what it is now."""


def refuse_if_overtaken(now: Seating, seen: str | None) -> None:
    """Refuse a change of everything where the page did not show what is there; ``None`` shows nothing to anybody.

    Raises:
        SeatingChangedMeanwhile: seats or schedule have another digest by now than ``seen``.
    """
    if seen is not None and seen != now.digest:
        raise SeatingChangedMeanwhile(
            "Seats or schedule have been changed since this page was opened. Nothing of yours was done: look at what "
            "is there now, and press again if you still mean it."
        )


def store_seats(tournament: Tournament, seating: Seating, seat_of: Mapping[int, str]) -> None:
    """Store everybody's seat; who is not in ``seat_of`` has none any more."""
    changed = [
        Entrant(pk=chair.pk, seat=seat_of.get(number, ""))
        for number, chair in seating.chairs.items()
        if chair.seat != seat_of.get(number, "")
    ]
    if changed:
        # A seat is given once only, so that all who move stand up first.
        everybody = Entrant.objects.filter(tournament=tournament)
        everybody.filter(pk__in=[entrant.pk for entrant in changed]).update(seat="")
        Entrant.objects.bulk_update(
            [entrant for entrant in changed if entrant.seat], ["seat"], batch_size=250
        )


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


def set_games(tournament: Tournament, games: int) -> None:
    """Give every card as many lines as a round robin has games, at least one.

    Raises:
        SeatingRefused: cards have lines for games that there would be no more.
    """
    if (keyed := highest_keyed_game(tournament)) > games:
        raise SeatingRefused(f"Cards have lines up to game {keyed}: there cannot be fewer games than that.")
    tournament.games, tournament.makeup_rounds = max(games, 1), 0
    tournament.save(update_fields=["games", "makeup_rounds"])


def set_extra_rounds(tournament: Tournament, rounds: int) -> None:
    """Give every card a line for each of these extra rounds, beyond the games that everybody plays.

    Raises:
        SeatingRefused: cards have lines for games that there would be no more.
    """
    if rounds == tournament.makeup_rounds:
        return
    games = tournament.games_each + rounds
    if (keyed := highest_keyed_game(tournament)) > games:
        raise SeatingRefused(f"Cards have lines up to game {keyed}: there cannot be fewer games than that.")
    tournament.games, tournament.makeup_rounds = games, rounds
    tournament.save(update_fields=["games", "makeup_rounds"])


def record_seating(
    *,
    tournament: Tournament,
    me: StaffMember,
    action: str,
    before: Seating,
    subject: str = "",
    reason: str = "",
    more: Mapping[str, Any] | None = None,
) -> AuditEntry:
    """Write a change to the log: what was before, whole, and what is now, in short."""
    after = seating_of(tournament)
    return record_change(
        tournament=tournament,
        who=me.name,
        user=me.user,
        action=action,
        subject=subject[:200],
        before=_differences(before, after, is_short=False),
        after={
            **_differences(after, before, is_short=True),
            **({"reason": reason} if reason else {}),
            **(more or {}),
            "state": after.digest,
        },
    )


def _differences(one: Seating, other: Seating, *, is_short: bool) -> dict[str, Any]:
    """Return what ``one`` has otherwise than ``other``."""
    found: dict[str, Any] = {}
    seats = {
        str(number): one.seat_of.get(number, "")
        for number in sorted(one.seat_of.keys() | other.seat_of.keys())
        if one.seat_of.get(number) != other.seat_of.get(number)
    }
    if seats:
        found["seats"] = seats
    games, others = pairs_by_game(one.schedule), pairs_by_game(other.schedule)
    changed = [game for game in sorted(games.keys() | others.keys()) if games.get(game) != others.get(game)]
    if changed and is_short and len(changed) > MOST_GAMES_TOLD:
        found["schedule"] = f"{len(games)} games, {sum(map(len, games.values()))} pairings"
    elif changed:
        found["schedule"] = {str(game): _written(games.get(game)) for game in changed}
    for name in ("seed", "table_length", "games", "makeup_rounds"):
        if getattr(one, name) != getattr(other, name):
            found[name] = getattr(one, name)
    first = {
        str(number): chair.first_game
        for number, chair in one.chairs.items()
        if number in other.chairs and chair.first_game != other.chairs[number].first_game
    }
    pools = {
        str(number): one.pool_of.get(number, "")
        for number in sorted(one.pool_of.keys() | other.pool_of.keys())
        if one.pool_of.get(number) != other.pool_of.get(number)
    }
    return found | ({"first_game": first} if first else {}) | ({"pools": pools} if pools else {})


def _written(pairs: type_pairs | None) -> str | None:
    return None if pairs is None else " ".join(f"{first}-{second}" for first, second in pairs)


def _read(written: str) -> type_pairs:
    pairs = (pair.split("-") for pair in written.split())
    return tuple((int(first), int(second)) for first, second in pairs)


def undo_seating(*, tournament: Tournament, me: StaffMember, entry: int) -> str:
    """Undo the last change of seats or schedule, and return what it was. Undoing can itself be undone.

    Raises:
        SeatingRefused: it is not the last one, or cards are in that it would falsify.
    """
    with changing(tournament) as locked:
        now = seating_of(locked)
        found = AuditEntry.objects.filter(tournament=locked, pk=entry, action__in=ACTIONS).first()
        after = (found and found.after) or {}
        if found is None or after.get("state") != now.digest:
            raise SeatingRefused("Seats or schedule have been changed since: nothing was undone.")
        # Who was taken out has kept seat and card: to be back in many games harms neither. Nor does it to take games
        # back that were added: those before stay.
        is_of_many = isinstance(after.get("schedule"), str) and found.action not in (TAKEN_OUT, MORE_GAMES)
        is_whole = found.action in WHOLE or is_of_many
        if is_whole and has_cards(locked):
            raise SeatingRefused(CARDS_ARE_IN)
        _bring_back(locked, now, found.before or {})
        what = found.subject if found.action == UNDONE else found.action
        record_seating(
            tournament=locked, me=me, action=UNDONE, before=now, subject=what, more={"undid": found.pk}
        )
    return what


def _bring_back(tournament: Tournament, now: Seating, before: Mapping[str, Any]) -> None:
    """Restore what the log wrote of a state."""
    seats = {int(number): seat for number, seat in before.get("seats", {}).items()}
    games = {int(game): written for game, written in before.get("schedule", {}).items()}
    gone = (
        seats.keys() | {n for w in games.values() if w for pair in _read(w) for n in pair}
    ) - now.chairs.keys()
    if gone:
        raise SeatingRefused(f"Entrant {min(gone)} has been removed since: nothing was undone.")
    for number, first_game in before.get("first_game", {}).items():
        Entrant.objects.filter(tournament=tournament, number=number).update(first_game=first_game)
    store_pools(tournament, now, now.pool_of | {int(n): pool for n, pool in before.get("pools", {}).items()})
    store_seats(tournament, now, {n: seat for n, seat in (now.seat_of | seats).items() if seat})
    restored = {game: None if written is None else _read(written) for game, written in games.items()}
    schedule = pairs_by_game(now.schedule) | restored
    store_schedule(
        tournament, now, [ScheduledGame(game, pairs) for game, pairs in schedule.items() if pairs is not None]
    )
    tournament.seating_seed = before.get("seed", tournament.seating_seed)
    for name in ("table_length", "games", "makeup_rounds"):
        setattr(tournament, name, before.get(name, getattr(tournament, name)))
    tournament.save(update_fields=["seating_seed", "table_length", "games", "makeup_rounds"])
