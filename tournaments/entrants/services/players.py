"""Players known across events: whom an entrant is linked to, and what is known of them by now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from tournaments.changes.audit import record_change
from tournaments.models import AuditAction, Entrant, Player, StaffMember, Tournament
from tournaments.rules.types import EntrantRecord

# What is known of a player, and follows when it is corrected.
KNOWN = ("acc_number", "club", "city")


def link_players(entrants: Sequence[Entrant]) -> None:
    """Give each entrant the player who is known across events; the caller stores it."""
    persons = [entrant for entrant in entrants if not entrant.house_player]
    players = players_for([_record_of(entrant) for entrant in persons])
    for entrant, player in zip(persons, players, strict=True):
        entrant.player = player
    for entrant in entrants:
        if entrant.house_player:
            entrant.player = None


def relink_players(
    *, tournament: Tournament, actor: StaffMember, changed: Sequence[tuple[Entrant, Mapping[str, Any]]]
) -> None:
    """Give entrants who have been changed their players; each comes with its fields as they were before.

    An entrant who keeps the name is the same person: the player follows what was corrected, each with an entry in the
    log, unless the player has been entered in a later event since. Another player who is known just so already is
    taken instead. Earlier events keep what their entrants had on the day. The caller stores the entrants.
    """
    known = _known_persons(entrant for entrant, _ in changed)
    same: list[tuple[Entrant, Mapping[str, Any]]] = []
    others: list[Entrant] = []
    for entrant, before in changed:
        is_same = entrant.player_id and not entrant.house_player and entrant.name == before["name"]
        is_somebody_else = _is_person_new(entrant, before) and known.get(_person(entrant), set()) - {entrant.player_id}
        if is_same and not is_somebody_else:
            same.append((entrant, before))
        else:
            others.append(entrant)
    if others:
        link_players(others)
    _let_players_follow(tournament, actor, same)


def forget_players(players: Iterable[int | None]) -> None:
    """Delete those of these players who are entered nowhere any more: they were typing errors."""
    Player.objects.filter(pk__in=[pk for pk in players if pk], entries__isnull=True).delete()


def _record_of(entrant: Entrant) -> EntrantRecord:
    facts = {field: getattr(entrant, field) for field in ("number", "name", *KNOWN)}
    return EntrantRecord(**facts)


def _person(entrant: Entrant) -> Person:
    return person_of(_record_of(entrant))


def _is_person_new(entrant: Entrant, before: Mapping[str, Any]) -> bool:
    return any(getattr(entrant, field) != before[field] for field in ("name", *KNOWN))


def _known_persons(entrants: Iterable[Entrant]) -> dict[Person, set[int]]:
    """Return the players of these names by what tells persons apart. One query."""
    found: dict[Person, set[int]] = {}
    for player in Player.objects.filter(name__in={entrant.name for entrant in entrants}):
        facts = {field: getattr(player, field) for field in ("name", *KNOWN)}
        found.setdefault(person_of(EntrantRecord(number=1, **facts)), set()).add(player.pk)
    return found


def _let_players_follow(
    tournament: Tournament, actor: StaffMember, changed: Sequence[tuple[Entrant, Mapping[str, Any]]]
) -> None:
    corrected = {
        entrant.player_id: {
            field: getattr(entrant, field) for field in KNOWN if getattr(entrant, field) != before[field]
        }
        for entrant, before in changed
        if entrant.player_id
    }
    corrected = {player: fields for player, fields in corrected.items() if fields}
    if not corrected:
        return
    seen_later = _seen_later(tournament, corrected)
    for player in Player.objects.select_for_update().filter(pk__in=corrected).order_by("pk"):
        after = corrected[player.pk]
        before = {field: getattr(player, field) for field in after}
        if player.pk in seen_later or before == after:
            continue
        for field, value in after.items():
            setattr(player, field, value)
        player.save(update_fields=list(after))
        record_change(tournament, actor, AuditAction.PLAYER_CORRECTED, player.name, before=before, after=after)


def _seen_later(tournament: Tournament, players: Iterable[int | None]) -> set[int]:
    """Return which of these players are entered in a later event; one without a date is still to come. One query."""
    entries = Entrant.objects.filter(player__in=list(players)).exclude(tournament=tournament)
    here = _when(tournament.starts_on, tournament.pk)
    rows = entries.values_list("player_id", "tournament__starts_on", "tournament_id")
    return {player for player, starts_on, event in rows if player and _when(starts_on, event) > here}


def _when(starts_on: date | None, event: int) -> tuple[date, int]:
    return (starts_on or date.max, event)


Person = tuple[str, str, str, str]


def person_of(entrant: EntrantRecord) -> Person:
    """Tell persons apart: by name and ACC number, or where there is none by name, club and city."""
    if entrant.acc_number:
        return (entrant.name, entrant.acc_number, "", "")
    return (entrant.name, "", entrant.club, entrant.city)


def players_for(entrants: Sequence[EntrantRecord]) -> list[Player]:
    """Return a player for each entrant, known from earlier events or new; two entrants are never one player."""
    known: dict[Person, list[Player]] = {}
    for player in Player.objects.filter(name__in={entrant.name for entrant in entrants}).order_by("-pk"):
        known.setdefault(_person_of_player(player), []).append(player)
    players: list[Player] = []
    new: list[Player] = []
    for entrant in entrants:
        if same := known.get(person_of(entrant)):
            players.append(same.pop())
        else:
            player = Player(name=entrant.name, acc_number=entrant.acc_number, club=entrant.club, city=entrant.city)
            players.append(player)
            new.append(player)
    Player.objects.bulk_create(new)
    return players


def _person_of_player(player: Player) -> Person:
    if player.acc_number:
        return (player.name, player.acc_number, "", "")
    return (player.name, "", player.club, player.city)
