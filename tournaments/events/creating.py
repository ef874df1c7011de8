"""Create an event: a new one, a copy of another, or one from an event file."""

from collections.abc import Sequence
from datetime import date, time, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from tournaments.changes.audit import record_change
from tournaments.entrants.known import people_of
from tournaments.entrants.services.players import players_for
from tournaments.hooks import event_is_copied
from tournaments.models import (
    Audience,
    AuditAction,
    AuditEntry,
    Entrant,
    Pairing,
    ScheduledGame,
    StaffMember,
    Tournament,
    in_all_rounds,
)
from tournaments.rules.constants import OF_ENTRANTS, OF_EVENTS, OF_PAIRS, OF_SHEETS
from tournaments.rules.currency import money
from tournaments.rules.text import plain_text
from tournaments.rules.types import EventFile
from tournaments.staff.services import add_director, copy_directors

SLUG_LENGTH = 80
TRIES_FOR_A_SLUG = 10
# The same event, asked for again within this time, is the same press of the button.
JUST_NOW = timedelta(minutes=1)
COPIED_OF_ENTRANTS = (
    *("player_id", "name", "last_name", "first_name", "suffix", "is_name_doubtful", "partner", "acc_number", "club"),
    *("city", "province", "birth_year", "partner_birth_year", "ages_confirmed", "stays_seated", "seating_note"),
    "is_unnamed",
)


def create_event(tournament: Tournament, user: User) -> Tournament:
    """Store a new event, directed by the user who makes it."""
    with transaction.atomic():
        _save_under_free_slug(tournament)
        director = add_director(tournament=tournament, user=user)
        told = as_logged(tournament.settings())
        record_change(tournament, director, AuditAction.EVENT_CREATED, tournament.name, after=told)
    return tournament


def create_event_once(tournament: Tournament, user: User) -> Tournament:
    """Create an event, or return the same one that this user created just now: a page sent twice counts once."""
    with transaction.atomic():
        return _just_created(tournament, user) or create_event(tournament, user)


def _just_created(wanted: Tournament, user: User) -> Tournament | None:
    # The second press waits here until the first is stored.
    User.objects.select_for_update().get(pk=user.pk)
    created = AuditEntry.objects.filter(
        user=user, action=AuditAction.EVENT_CREATED, at__gte=timezone.now() - JUST_NOW, tournament__deleted_at=None
    ).select_related("tournament")
    told = as_logged(wanted.settings())
    return next((entry.tournament for entry in created if entry.after == told), None)


def copy_event(source: Tournament, me: StaffMember, *, entrants: bool, **changes: Any) -> Tournament:
    """Create an event like this one, directed by the same people. Asked for twice at once, it is created once.

    Seats, scorecards, postings and payments are not copied. Other apps copy what is theirs.
    """
    assert me.user is not None, "a director has an account"
    best_of = in_all_rounds(source.best_of or []) or None
    wanted = Tournament(**source.settings() | {"best_of": best_of} | changes)
    with transaction.atomic():
        if earlier := _just_created(wanted, me.user):
            return earlier
        copy = create_event(wanted, me.user)
        copy_directors(source=source, target=copy)
        people = source.entrants.counting().filter(withdrawn_after_game=None).order_by("number")
        numbers = list(people.values_list("number", flat=True)) if entrants else []
        copy_entrants(source=source, target=copy, numbers=numbers)
        event_is_copied(source=source, target=copy, actor=me)
        told = {"copy of": source.name, "entrants": len(numbers)}
        record_change(copy, me, AuditAction.EVENT_COPIED, copy.name, after=told)
    return copy


def copy_entrants(*, source: Tournament, target: Tournament, numbers: Sequence[int]) -> list[Entrant]:
    """Add entrants to another event in the order given, under new numbers, without seats and fees.

    Runs inside the caller's transaction.
    """
    known = {entrant.number: entrant for entrant in source.entrants.all()}
    return Entrant.objects.bulk_create(
        Entrant(tournament=target, number=new, fee_owed=target.entry_fee, **_of(known[number], COPIED_OF_ENTRANTS))
        for new, number in enumerate(numbers, start=1)
    )


def store_event_file(
    event_file: EventFile, director: User | None, standings_shown: Audience = Audience.NOBODY
) -> tuple[Tournament, dict[int, Entrant]]:
    """Store event, players, entrants and schedule in the file's order; return the entrants by number.

    Runs inside the caller's transaction.
    """
    best_of = None if event_file.playoff is None else list(event_file.playoff.best_of)
    tournament = Tournament(
        best_of=best_of, standings_shown=standings_shown, **_of(event_file.event, (*OF_EVENTS, *OF_SHEETS))
    )
    _save_under_free_slug(tournament)
    if director is not None:
        add_director(tournament=tournament, user=director)
    persons = [entrant for entrant in event_file.entrants if not entrant.house_player]
    events = Tournament.objects.present()
    # A command without a director is the administrator's, who may know everybody.
    people = people_of(events if director is None else events.directed_by(director.pk))
    player_of = {person.number: player for person, player in zip(persons, players_for(persons, people), strict=True)}
    stored = Entrant.objects.bulk_create(
        Entrant(tournament=tournament, player=player_of.get(entrant.number), **_of(entrant, (*OF_ENTRANTS, *OF_PAIRS)))
        for entrant in event_file.entrants
    )
    entrants = {entrant.number: entrant for entrant in stored}
    games = ScheduledGame.objects.bulk_create(
        ScheduledGame(tournament=tournament, game=scheduled.game) for scheduled in event_file.schedule
    )
    Pairing.objects.bulk_create(
        Pairing(scheduled_game=game, first=entrants[first], second=entrants[second])
        for game, scheduled in zip(games, event_file.schedule, strict=True)
        for first, second in scheduled.pairs
    )
    return tournament, entrants


def free_slug(name: str) -> str:
    """Return an address for a tournament of that name that no other tournament has."""
    stem = slugify(plain_text(name))[: SLUG_LENGTH - 6].strip("-") or "event"
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


def as_logged(settings: dict[str, Any]) -> dict[str, Any]:
    """Return settings as the log keeps them."""
    return {
        name: money(value) if name == "entry_fee" else str(value) if isinstance(value, date | time) else value
        for name, value in settings.items()
    }


def _of(source: object, names: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(source, name) for name in names}
