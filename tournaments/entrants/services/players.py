"""Players known across events: whom an entrant is linked to."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import F

from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.entrants.known import FACTS, Facts, People, Person, people_known_to
from tournaments.entrants.search import is_name_like
from tournaments.models import AuditAction, AuditEntry, Entrant, Player, StaffMember, Tournament
from tournaments.refused import Refused


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


def why_not_merged(kept: Person, other: Person) -> str:
    """Say why two people cannot be merged; nothing where they can. Two entrants of one event are two people."""
    both = next((entry.event_name for entry in other.entries if entry.event in kept.events), "")
    return f"Both are entered in {both}." if both else ""


def merge_players(tournament: Tournament, actor: StaffMember, *, number: int, other: int) -> AuditEntry:
    """Let the entries of another player be those of an entrant's player, in the events that the actor directs.

    Raises:
        Refused: one of them is not known any more, or both are entered in one event.
    """
    with tournament_change(tournament, public=False) as locked:
        entrant = Entrant.objects.get(tournament=locked, number=number)
        players = {one.pk: one for one in Player.objects.select_for_update().filter(pk__in=(entrant.player_id, other))}
        kept, gone = players.get(entrant.player_id or 0), players.get(other)
        entries = list(_directed(actor).filter(player=other).order_by("-tournament__starts_on", "-pk"))
        if kept is None or gone is None or kept == gone or not entries:
            raise Refused("This player is not known any more.")
        here = _directed(actor).filter(player=kept).values("tournament")
        if both := Tournament.objects.filter(pk__in=here, entrants__in=entries).first():
            raise Refused(f"Not merged. Both are entered in {both.name}.")
        name = entries[0].name
        _move([entry.pk for entry in entries], kept)
        forget_players([gone.pk])
        after = {"player": kept.pk, "gone": gone.pk, "entries": sorted(entry.pk for entry in entries)}
        return record_change(
            locked, actor, AuditAction.PLAYERS_MERGED, entrant.name, before={"name": name}, after=after
        )


def undo_merge(tournament: Tournament, actor: StaffMember, *, entry: int) -> AuditEntry:
    """Make two players of one again.

    Raises:
        Refused: that was done already, or an entry belongs to somebody else by now.
    """
    with tournament_change(tournament, public=False) as locked:
        log = AuditEntry.objects.filter(tournament=locked)
        merge = log.filter(pk=entry, action=AuditAction.PLAYERS_MERGED).first()
        if merge is None or log.filter(action=AuditAction.PLAYER_MERGE_UNDONE, after__entry=entry).exists():
            raise Refused("This merge has been undone already.")
        stored: dict[str, Any] = merge.after or {}
        before: dict[str, Any] = merge.before or {}
        entries = stored["entries"]
        if _directed(actor).filter(pk__in=entries, player=stored["player"]).count() < len(entries):
            raise Refused("Not undone: an entry belongs to another player by now.")
        gone = Player.objects.filter(pk=stored.get("gone", 0)).first()
        _move(entries, gone or Player.objects.create(**{field: before.get(field, "") for field in FACTS}))
        after = {"entry": entry, "name": before["name"]}
        return record_change(locked, actor, AuditAction.PLAYER_MERGE_UNDONE, merge.subject, after=after)


def _directed(actor: StaffMember) -> Any:
    return Entrant.objects.filter(tournament__in=Tournament.objects.present().directed_by(actor.user_id))


def _move(entries: list[int], player: Player) -> None:
    """Give entries to a player; a club's season, which counts by players, follows."""
    moved = Entrant.objects.filter(pk__in=entries)
    Tournament.objects.filter(entrants__in=moved).update(posted_version=F("posted_version") + 1)
    moved.update(player=player)
