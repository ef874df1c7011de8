"""Writing tournaments, entrants and the record of changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple
from unicodedata import normalize

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.module_loading import import_string
from django.utils.text import slugify

from tournaments.eventfile import EntrantRecord, EventFile
from tournaments.models import (
    Audience,
    AuditEntry,
    Entrant,
    Pairing,
    Player,
    Role,
    ScheduledGame,
    StaffMember,
    Tournament,
)
from tournaments.models_audit import AuditAction
from tournaments.services_queue import in_turn

SLUG_LENGTH = 80
TRIES_FOR_A_SLUG = 10
MOST_INITIALS = 4
LONGEST_SUBJECT = 200
LONGEST_RULE = 40


@contextmanager
def changing(
    tournament: Tournament, *, bears_on_cards: bool = True, shown: bool = True
) -> Iterator[Tournament]:
    """Run a change of a tournament: one transaction, its row locked and read again, its version raised at the end.

    Every service that changes what a page could show works inside this. On SQLite the transaction itself is the
    lock (IMMEDIATE), and writers are served in the order in which they come; on PostgreSQL the row is. Before it
    ends, those whom ``ON_TOURNAMENT_CHANGE`` names work out anew what rests on the change, and are told whether it
    bears on what the cards come to. ``shown=False`` is for what nobody but staff can see, such as cards before they
    are posted: open public pages then stay as they are, unless everybody sees the cards anyway.
    """
    with in_turn(), transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        yield locked
        raised = {"version": F("version") + 1}
        if shown or locked.standings_shown == Audience.EVERYBODY:
            raised["posted_version"] = F("posted_version") + 1
        Tournament.objects.filter(pk=locked.pk).update(**raised)
        locked.version += 1
        for path in settings.ON_TOURNAMENT_CHANGE:
            import_string(path)(locked, bears_on_cards)


def show(tournament: Tournament) -> None:
    """Let public pages follow a change that turned out to be one that everybody sees. Within ``changing``."""
    Tournament.objects.filter(pk=tournament.pk).update(posted_version=F("posted_version") + 1)


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament just stored, with its entrants by number."""

    tournament: Tournament
    entrants: Mapping[int, Entrant]


def store_tournament(*, event_file: EventFile, director: User | None) -> StoredTournament:
    """Store the event, its players, entrants and schedule, in the order of the file.

    Must run inside the caller's transaction, so that a tournament is there whole or not at all.
    """
    event, playoff = event_file.event, event_file.playoff
    tournament = Tournament(
        name=event.name,
        starts_on=event.starts_on,
        kind=event.kind,
        edition=event.edition,
        format=event.format,
        scoring=event.scoring,
        games=event.games,
        muggins=event.muggins,
        qualifiers=event.qualifiers,
        qualifiers_reason=event.qualifiers_reason,
        drop_outs=event.drop_outs,
        best_of=None if playoff is None else list(playoff.best_of),
        # Whoever hands in the whole event file has played the event: there is nothing to hide any more.
        standings_shown=Audience.EVERYBODY,
    )
    _save_under_free_slug(tournament)
    if director is not None:
        add_director(tournament=tournament, user=director)
    persons = [entrant for entrant in event_file.entrants if not entrant.house_player]
    player_of = {person.number: player for person, player in zip(persons, players_for(persons), strict=True)}
    entrants = Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            player=player_of.get(entrant.number),
            number=entrant.number,
            name=entrant.name,
            partner=entrant.partner,
            acc_number=entrant.acc_number,
            club=entrant.club,
            city=entrant.city,
            seat=entrant.seat,
            house_player=entrant.house_player,
            withdrawn_after_game=entrant.withdrawn_after_game,
            province=entrant.province,
            pool=entrant.pool,
            ages_confirmed=entrant.ages_confirmed,
        )
        for entrant in event_file.entrants
    )
    by_number = {entrant.number: entrant for entrant in entrants}
    _store_schedule(tournament, event_file, by_number)
    return StoredTournament(tournament, by_number)


def add_director(*, tournament: Tournament, user: User) -> StaffMember:
    """Make a user a director of a tournament. Runs inside the caller's transaction."""
    name = user.get_full_name() or user.get_username()
    return StaffMember.objects.create(
        tournament=tournament, user=user, role=Role.DIRECTOR, name=name, initials=initials_of(name)
    )


def initials_of(name: str) -> str:
    """Return the initials under which somebody signs corrections, at most four letters."""
    firsts = (next((sign for sign in part if sign.isalpha()), "") for part in name.split())
    return initials_from("".join(firsts)[:MOST_INITIALS]) or name.strip()[:1].upper()


def initials_from(text: str) -> str:
    """Return typed initials as they stand on cards, in capitals; nothing where they are not 1 to 4 letters."""
    letters = normalize("NFC", text.strip()).upper()
    return letters if letters.isalpha() and len(letters) <= MOST_INITIALS else ""


def free_slug(name: str) -> str:
    """Return an address for a tournament of that name that no other tournament has."""
    stem = slugify(name)[: SLUG_LENGTH - 6].strip("-") or "event"
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    slug, count = stem, 1
    while slug in taken:
        count += 1
        slug = f"{stem}-{count}"
    return slug


def _save_under_free_slug(tournament: Tournament) -> None:
    """Save a new tournament; somebody else may take the same address at the same moment."""
    for _ in range(TRIES_FOR_A_SLUG):
        tournament.slug = free_slug(tournament.name)
        try:
            with transaction.atomic():
                tournament.save()
        except IntegrityError:
            continue
        return
    raise RuntimeError(f"no address was free for {tournament.name}")


class Outsider(NamedTuple):
    """Somebody who changes an event without being on its staff: a command, or who imports it."""

    name: str
    user: User | None = None


def record_change(
    tournament: Tournament,
    actor: StaffMember | Outsider,
    action: AuditAction,
    subject: str = "",
    *,
    before: Any = None,
    after: Any = None,
    rule: str = "",
) -> AuditEntry:
    """Write who did what, with the state before and after as plain data; what is too long for the log is cut."""
    return AuditEntry.objects.create(
        tournament=tournament,
        who=actor.name,
        user=actor.user,
        action=action,
        subject=subject[:LONGEST_SUBJECT],
        before=before,
        after=after,
        rule=rule[:LONGEST_RULE],
    )


type_person = tuple[str, str, str, str]


def person_of(entrant: EntrantRecord) -> type_person:
    """Tell persons apart: by name and ACC number, or where there is none by name, club and city."""
    if entrant.acc_number:
        return (entrant.name, entrant.acc_number, "", "")
    return (entrant.name, "", entrant.club, entrant.city)


def players_for(entrants: Sequence[EntrantRecord]) -> list[Player]:
    """Return a player for each entrant: one known from earlier events where there is one, else a new one.

    Two entrants of one event are two people, whatever they have in common.
    """
    known: dict[type_person, list[Player]] = {}
    for player in Player.objects.filter(name__in={entrant.name for entrant in entrants}).order_by("-pk"):
        known.setdefault(_person_of_player(player), []).append(player)
    players: list[Player] = []
    new: list[Player] = []
    for entrant in entrants:
        if same := known.get(person_of(entrant)):
            players.append(same.pop())
        else:
            player = Player(
                name=entrant.name, acc_number=entrant.acc_number, club=entrant.club, city=entrant.city
            )
            players.append(player)
            new.append(player)
    Player.objects.bulk_create(new)
    return players


def _person_of_player(player: Player) -> type_person:
    if player.acc_number:
        return (player.name, player.acc_number, "", "")
    return (player.name, "", player.club, player.city)


def _store_schedule(tournament: Tournament, event_file: EventFile, entrants: Mapping[int, Entrant]) -> None:
    games = ScheduledGame.objects.bulk_create(
        ScheduledGame(tournament=tournament, game=scheduled.game) for scheduled in event_file.schedule
    )
    Pairing.objects.bulk_create(
        Pairing(scheduled_game=game, first=entrants[first], second=entrants[second])
        for game, scheduled in zip(games, event_file.schedule, strict=True)
        for first, second in scheduled.pairs
    )
