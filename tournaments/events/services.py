"""Create an event, and change its settings while that invalidates no entered scorecard."""

import hashlib
from dataclasses import asdict, dataclass
from datetime import date, time, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.entrants.services.fees import follow_entry_fee
from tournaments.events.slugs import free_slug
from tournaments.models import AuditAction, AuditEntry, Reporting, StaffMember, Tournament
from tournaments.records.progress import has_cards, highest_keyed_game, last_played_round
from tournaments.rules.currency import DEFAULT_CURRENCY, money
from tournaments.rules.pairs import MIN_AGE, PAIRS_PER_PROVINCE
from tournaments.rules.seating import read_rooms, seats
from tournaments.staff.services.directors import add_director

MAX_ROUNDS = 8  # 256 qualifiers, the largest approved chart (rule 13.2.c)
USUAL_BEST_OF = 5
# The same event, asked for again within this time, is the same press of the button.
JUST_NOW = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class EventSettings:
    """The settings of an event.

    ``games`` is what everybody plays, extra rounds left out. ``best_of`` is given from the first playoff round on; the
    last number holds for all rounds after it. The last two hold for pairs alone (:mod:`tournaments.rules.pairs`).
    ``start_time`` is by the clock of the event's time zone.
    """

    name: str
    starts_on: date | None
    time_zone: str
    kind: str
    edition: str
    games: int
    games_per_opponent: int
    odd_field: str
    table_length: int
    format: str
    best_of: tuple[int, ...]
    scoring: str
    drop_outs: str
    muggins: bool
    standings_shown: str
    entry_fee: int
    start_time: time | None = None
    venue: str = ""
    contact: str = ""
    currency: str = DEFAULT_CURRENCY
    reporting: str = Reporting.PAPER.value
    rooms: str = ""
    deal: str = ""
    deal_procedure: str = ""
    lowest_age: int | None = MIN_AGE
    pairs_per_province: int | None = PAIRS_PER_PROVINCE

    def as_stored(self) -> dict[str, Any]:
        rounds = self.best_of and self.best_of + self.best_of[-1:] * (MAX_ROUNDS - len(self.best_of))
        return {**asdict(self), "best_of": list(rounds) or None}


class SettingsRefused(Exception):
    """Settings that would invalidate entered scorecards: the reason for each field."""

    def __init__(self, reasons: dict[str, str]) -> None:
        super().__init__(" ".join(reasons.values()))
        self.reasons = reasons


class SettingsChangedMeanwhile(Exception):
    """Somebody else changed the settings since the page was opened; ``tournament`` has them."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__("the settings were changed meanwhile")
        self.tournament = tournament


def create_event(*, settings: EventSettings, user: User) -> Tournament:
    """Make a new event, directed by the user who makes it."""
    with transaction.atomic():
        tournament = Tournament.objects.create(slug=free_slug(settings.name), **settings.as_stored())
        director = add_director(tournament=tournament, user=user)
        record_change(
            tournament, director, AuditAction.EVENT_CREATED, tournament.name, after=_to_dict(settings.as_stored())
        )
    return tournament


def create_event_once(*, settings: EventSettings, user: User) -> Tournament:
    """Create an event, or return the same one that this user created just now: a page sent twice counts once."""
    with transaction.atomic():
        return just_created(settings=settings, user=user) or create_event(settings=settings, user=user)


def just_created(*, settings: EventSettings, user: User) -> Tournament | None:
    """Return the event with these settings that the user created just now. Runs inside the caller's transaction."""
    # The second press waits here until the first is stored.
    User.objects.select_for_update().get(pk=user.pk)
    created = AuditEntry.objects.filter(
        user=user, action=AuditAction.EVENT_CREATED, at__gte=timezone.now() - JUST_NOW, tournament__deleted_at=None
    ).select_related("tournament")
    wanted = _to_dict(settings.as_stored())
    return next((entry.tournament for entry in created if entry.after == wanted), None)


def settings_of(tournament: Tournament) -> EventSettings:
    """Return an event's settings."""
    values = {name: getattr(tournament, name) for name in EventSettings.__dataclass_fields__}
    return EventSettings(**values | {"games": tournament.games_each, "best_of": tuple(tournament.best_of or ())})


def change_settings(
    *, tournament: Tournament, actor: StaffMember, settings: EventSettings, seen: str
) -> dict[str, Any]:
    """Change an event's settings and return what changed, by field; ``seen`` is the digest of what the page showed.

    Raises:
        SettingsChangedMeanwhile: somebody else saved other settings since the page was opened.
        SettingsRefused: cards or results are entered that the change would invalidate.
    """
    with tournament_change(tournament) as locked:
        before = _stored(locked)
        after = settings_that_differ(locked, settings)
        if not after:
            return {}
        if digest_of_settings(locked) != seen:
            raise SettingsChangedMeanwhile(locked)
        if "games" in after:
            # The schedule with its extra rounds was made for another number of games.
            after |= {"makeup_rounds": 0} if locked.makeup_rounds else {}
        if reasons := _invalidated(locked, after):
            raise SettingsRefused(reasons)
        for name, value in after.items():
            setattr(locked, name, value)
        locked.save(update_fields=list(after))
        record_change(
            locked,
            actor,
            AuditAction.SETTINGS_CHANGED,
            locked.name,
            before=_to_dict({name: before[name] for name in after}),
            after=_to_dict(after),
        )
        if "entry_fee" in after:
            follow_entry_fee(tournament=locked, actor=actor, before=before["entry_fee"])
    return after


def settings_that_differ(tournament: Tournament, settings: EventSettings) -> dict[str, Any]:
    """Return those of the settings that the event has otherwise, by field."""
    stored = _stored(tournament)
    return {name: value for name, value in settings.as_stored().items() if value != stored[name]}


def digest_of_settings(tournament: Tournament) -> str:
    """Tell one state of an event's settings from another."""
    return hashlib.sha256(repr(sorted(_stored(tournament).items())).encode()).hexdigest()[:32]


def _stored(tournament: Tournament) -> dict[str, Any]:
    values = {name: getattr(tournament, name) for name in EventSettings.__dataclass_fields__}
    return {
        **values,
        "games": tournament.games_each,
        "makeup_rounds": tournament.makeup_rounds,
        "best_of": list(best_of_each_round(tuple(tournament.best_of or ()))) or None,
    }


def best_of_each_round(best_of: tuple[int, ...]) -> tuple[int, ...]:
    """Return the best-of of every possible round; rounds that an event leaves open are best of five."""
    return best_of and best_of + (USUAL_BEST_OF,) * (MAX_ROUNDS - len(best_of))


def _invalidated(tournament: Tournament, after: dict[str, Any]) -> dict[str, str]:
    """Return why settings cannot be changed any more, by field."""
    reasons: dict[str, str] = {}
    if keyed := highest_keyed_game(tournament):
        if after.get("games", keyed) < keyed:
            reasons["games"] = f"Scorecards have lines up to game {keyed}. Enter {keyed} or more."
        if tournament.makeup_rounds and "games" in after:
            reasons.setdefault(
                "games",
                "Scorecards are entered, and their last lines are extra rounds for byes. The number of games is fixed.",
            )
        for name, what in (("edition", "the rulebook"), ("scoring", "the game points")):
            # Game sheets are read alike under every rulebook.
            if name in after and not (name == "edition" and tournament.is_of_sheets):
                reasons[name] = f"Scorecards are entered. You cannot change {what} any more."
    if after.keys() & {"table_length", "rooms"} and _would_unseat(tournament, after):
        length = tournament.table_length
        reasons["rooms" if "rooms" in after else "table_length"] = (
            f"Scorecards are entered with seats at tables of {length}: A-1 to A-{length}, then B-1. Keep {length}."
            if not tournament.rooms and "table_length" in after
            else "Scorecards are entered with the seats of the tables as they were. Keep the rooms and tables."
        )
    if played := last_played_round(tournament):
        usual = (USUAL_BEST_OF,) * MAX_ROUNDS
        before = best_of_each_round(tuple(tournament.best_of or ())) or usual
        if "best_of" in after and tuple(after["best_of"] or usual)[:played] != before[:played]:
            reasons["best_of"] = f"Matches are played up to round {played}. You cannot change their best-of."
        if "format" in after:
            reasons["format"] = "Playoff matches are played. You cannot change the format any more."
    return reasons


def _would_unseat(tournament: Tournament, after: dict[str, Any]) -> bool:
    """Whether fewer of the seats that identify entered scorecards would exist with these tables."""
    if not has_cards(tournament):
        return False
    held = set(tournament.entrants.exclude(seat="").values_list("seat", flat=True))

    def there(length: int, rooms: str) -> int:
        return len(held.intersection(seats(len(held), table_length=length, rooms=read_rooms(rooms))))

    before = (tournament.table_length, tournament.rooms)
    return there(after.get("table_length", before[0]), after.get("rooms", before[1])) < there(*before)


def _to_dict(values: dict[str, Any]) -> dict[str, Any]:
    plain = {name: str(value) if isinstance(value, date | time) else value for name, value in values.items()}
    return plain | {name: money(values[name]) for name in ("entry_fee",) if name in values}
