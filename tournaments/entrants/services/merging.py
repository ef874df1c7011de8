"""Merging two players known across events who are one person, and undoing it."""

from __future__ import annotations

from typing import Any

from django.db.models import F

from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.entrants.services.players import KNOWN
from tournaments.entrants.services.registration import EntrantRefused
from tournaments.models import AuditAction, AuditEntry, Entrant, Player, Role, StaffMember, Tournament


def why_not_merged(*, actor: StaffMember, kept: Player, other: Player) -> str:
    """Say why two players cannot be merged; nothing where they can. Two queries.

    A director changes only events of their own; and two entrants of one event are two people.
    """
    events = {entrant.tournament_id: entrant.tournament for entrant in other.entries.select_related("tournament")}
    mine = StaffMember.objects.filter(user=actor.user_id, role=Role.DIRECTOR, ended_at=None, tournament__in=events)
    if set(mine.values_list("tournament_id", flat=True)) != events.keys():
        return "Entered in an event that you do not direct."
    both = kept.entries.filter(tournament__in=events).first()
    return f"Both are entered in {events[both.tournament_id].name}." if both else ""


def merge_players(*, tournament: Tournament, actor: StaffMember, number: int, other: int) -> AuditEntry:
    """Let all entries of another player be those of an entrant's player, who gets what was not known of them.

    Raises:
        EntrantRefused: one of them is not known any more, or the two cannot be merged.
    """
    with tournament_change(tournament, public=False) as locked:
        entrant = Entrant.objects.get(tournament=locked, number=number)
        players = {one.pk: one for one in Player.objects.select_for_update().filter(pk__in=(entrant.player_id, other))}
        kept, gone = players.get(entrant.player_id or 0), players.get(other)
        if kept is None or gone is None or kept == gone:
            raise EntrantRefused("This player is not known any more.")
        if reason := why_not_merged(actor=actor, kept=kept, other=gone):
            raise EntrantRefused(f"Not merged. {reason}")
        learned = {field: getattr(gone, field) for field in KNOWN if getattr(gone, field) and not getattr(kept, field)}
        entries = list(gone.entries.order_by("pk").values_list("pk", flat=True))
        before = {field: getattr(gone, field) for field in ("name", *KNOWN)}
        _move(entries, kept)
        gone.delete()
        for field, value in learned.items():
            setattr(kept, field, value)
        kept.save()
        after = {"player": kept.pk, "entries": entries, "learned": learned}
        return record_change(locked, actor, AuditAction.PLAYERS_MERGED, kept.name, before=before, after=after)


def undo_merge(*, tournament: Tournament, actor: StaffMember, entry: int) -> AuditEntry:
    """Make two players of one again.

    Raises:
        EntrantRefused: that was done already, or an entry belongs to somebody else by now.
    """
    with tournament_change(tournament, public=False) as locked:
        log = AuditEntry.objects.filter(tournament=locked)
        merge = log.filter(pk=entry, action=AuditAction.PLAYERS_MERGED).first()
        if merge is None or log.filter(action=AuditAction.PLAYER_MERGE_UNDONE, after__entry=entry).exists():
            raise EntrantRefused("This merge has been undone already.")
        stored: dict[str, Any] = merge.after or {}
        gone: dict[str, Any] = merge.before or {}
        kept = Player.objects.filter(pk=stored["player"]).first()
        entries = stored["entries"]
        if kept is None or kept.entries.filter(pk__in=entries).count() < len(entries):
            raise EntrantRefused("Not undone: an entry belongs to another player by now.")
        _move(entries, Player.objects.create(**gone))
        for field, value in stored["learned"].items():
            if getattr(kept, field) == value:
                setattr(kept, field, "")
        kept.save()
        subject, after = merge.subject, {"entry": entry, "name": gone["name"]}
        return record_change(locked, actor, AuditAction.PLAYER_MERGE_UNDONE, subject, after=after)


def _move(entries: list[int], player: Player) -> None:
    """Give entries to a player; a club's season, which counts by players, follows."""
    moved = Entrant.objects.filter(pk__in=entries)
    Tournament.objects.filter(entrants__in=moved).update(posted_version=F("posted_version") + 1)
    moved.update(player=player)
