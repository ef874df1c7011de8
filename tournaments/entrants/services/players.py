"""Players known across events: whom an entrant is linked to."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournaments.entrants.known import FACTS, Facts, People, people_known_to
from tournaments.entrants.search import is_name_like
from tournaments.models import Entrant, Player, StaffMember, Tournament


def link_players(entrants: Sequence[Entrant], people: People, *, answers: Mapping[int, int] | None = None) -> None:
    """Give entrants their players, known among ``people`` or new; the caller stores it.

    ``answers`` are the players that a director chose, by the entrants' numbers, one who is not known for a new player;
    a person who was entered in exactly this way before needs no answer.
    """
    chosen = {number: player for number, player in (answers or {}).items() if player in people.by_player}
    known = Player.objects.in_bulk(chosen.values()) if chosen else {}
    unsaid = []
    for entrant in entrants:
        entrant.player = None if entrant.house_player else known.get(chosen.get(entrant.number, 0))
        if entrant.player is None and not entrant.house_player:
            unsaid.append(entrant)
    # Nobody known is an answer too.
    others = [entrant for entrant in unsaid if entrant.number in (answers or {})]
    for group, who in ((others, People([])), (unsaid, people)):
        found = [entrant for entrant in group if entrant.player is None]
        for entrant, player in zip(found, players_for(found, who, taken=known), strict=True):
            entrant.player = player


def relink_players(
    tournament: Tournament, actor: StaffMember, *, changed: Sequence[tuple[Entrant, Mapping[str, Any]]]
) -> None:
    """Give entrants who have been changed their players; each comes with its fields as they were before.

    A person known from another event stays the same person unless the name changes. Else whom the director knows
    just so is taken. The caller stores the entrants.
    """
    corrected = [
        (entrant, before)
        for entrant, before in changed
        if entrant.house_player
        or entrant.player_id is None
        or any(getattr(entrant, field) != before[field] for field in FACTS)
    ]
    if not corrected:
        return
    people = people_known_to(actor, besides=tournament)
    players = [entrant.player_id for entrant, _ in corrected if entrant.player_id]
    others = Entrant.objects.filter(player__in=players).exclude(tournament=tournament)
    elsewhere = set(others.values_list("player_id", flat=True))
    linked = []
    for entrant, before in corrected:
        is_same = entrant.player_id and not entrant.house_player and is_name_like(entrant.name, before["name"])
        if not is_same or (entrant.player_id not in elsewhere and people.exactly(entrant)):
            linked.append(entrant)
    link_players(linked, people)


def forget_players(players: Iterable[int | None]) -> None:
    """Delete those of these players who are entered nowhere any more: they were typing errors."""
    Player.objects.filter(pk__in=[pk for pk in players if pk], entries__isnull=True).delete()


def players_for(entrants: Sequence[Facts], people: People, *, taken: Iterable[int] = ()) -> list[Player]:
    """Return a player for each entrant, known just so from earlier events or new; two entrants are never one player."""
    used = set(taken)
    keys: list[int | None] = []
    for entrant in entrants:
        key = next((player for player in people.exactly(entrant) if player not in used), None)
        if key is not None:
            used.add(key)
        keys.append(key)
    known = Player.objects.in_bulk([key for key in keys if key is not None])
    new: list[Player] = []
    players = []
    for entrant, key in zip(entrants, keys, strict=True):
        player = known.get(key or 0)
        if player is None:
            player = Player(**{field: getattr(entrant, field) for field in FACTS})
            new.append(player)
        players.append(player)
    Player.objects.bulk_create(new)
    return players
