"""Merging two players known across events who are one person, and undoing it.

Only entries in events that this director runs move to the other player.
"""

from typing import Any

from django.db.models import F

from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.entrants.known import FACTS, Person
from tournaments.entrants.services.players import forget_players
from tournaments.models import AuditAction, AuditEntry, Entrant, Player, StaffMember, Tournament
from tournaments.refused import Refused


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
