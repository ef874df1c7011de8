"""Read an event file: its event and entrants, and the result of the whole reading.

The format is described in :mod:`tournaments.rules.types`; what was played is read in
:mod:`tournaments.event_file.reading_play`. Every error is noted once, with its path. What only follows from an
error already noted, such as a card of the entrant whose number cannot be read, is not noted again.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.event_file import reading_play
from tournaments.event_file import strict_json as strictjson
from tournaments.event_file.json_fields import (
    ErrorList,
    Flag,
    IsoDate,
    JsonObject,
    JsonPath,
    OneWordOf,
    Text,
    TooManyErrors,
    UniqueValues,
    WholeNumber,
    quote,
)
from tournaments.event_file.reading_decisions import read_decisions
from tournaments.event_file.reading_matches import read_club_matches
from tournaments.event_file.writing import FORMAT
from tournaments.rules import constants
from tournaments.rules.formats import FORMATS
from tournaments.rules.scorings import SCORINGS
from tournaments.rules.types import CardRecord, EntrantRecord, EventFacts, EventFile

MAX_ENTRANTS = 10_000

_FILE_KEYS = (
    "format",
    "event",
    "entrants",
    "schedule",
    "scorecards",
    "decisions",
    "tie_games",
    "tie_orders",
    "playoff",
)
_CLUB_KEYS = ("club_matches",)
_NAME = Text(200, may_be_blank=False)
_LABEL = Text(200)
_ACC_NUMBER = Text(40)
_SEAT = Text(20)
_PROVINCE = Text(60)
_POOL = Text(10)
_FLAG = Flag()
_GAMES = WholeNumber("a number of games", 1, 99)
_QUALIFIERS = WholeNumber("a number of qualifiers", 1, 99_999)
_ENTRANT_NUMBER = WholeNumber("an entrant's number", 1, 2_147_483_647)

_DEFAULTS = EventFacts(name="", games=1)


@dataclass(frozen=True, slots=True)
class EventFileReading:
    """What became of a file.

    ``event_file`` is there only if there are no errors. ``errors`` holds one ``path: what is wrong`` for
    each, in the order of the specification; of a file with very many, the first 300.

    ``partial`` is what could be read in spite of errors, for further checks. Items without a usable
    required value are left out; other values that could not be read are at their defaults (a name is
    blank). Entrants are all there, so that they can be counted: one whose own number cannot be used has the
    number it was probably meant to have. Matches are all there too: what of one cannot be read is 0, and the
    number of games, where it cannot be read, is 0. ``partial`` is ``None`` where the number of qualifiers or the
    list of entrants could not be read, and where there are 300 errors.
    """

    event_file: EventFile | None
    errors: tuple[str, ...]
    partial: EventFile | None


@dataclass(frozen=True, slots=True)
class _Event:
    """The event as far as it could be read: each is ``None`` where a value it needs could not be.

    ``has_pairs`` tells whether entrants may have the keys of pairs and pools.
    """

    facts: EventFacts | None = None
    games: int | None = None
    scoring: str | None = None
    has_pairs: bool = True


def read_event_file(data: bytes) -> EventFileReading:
    """Read and check an event file of at most 20 MiB. Nothing is raised, whatever the bytes are."""
    try:
        document = strictjson.load(data)
    except strictjson.StrictJsonError as error:
        return EventFileReading(None, (f"{JsonPath()}: {error}",), None)
    errors = ErrorList()
    try:
        partial = _read_file(document, errors)
    except TooManyErrors:
        partial = None
    return EventFileReading(None if errors else partial, errors.messages(), partial)


def _read_file(document: object, errors: ErrorList) -> EventFile | None:
    # Only clubs have these: to everybody else they are not named where an unknown key is refused.
    club_keys = tuple(key for key in _CLUB_KEYS if isinstance(document, dict) and key in document)
    file = JsonObject.open(document, JsonPath(), errors, _FILE_KEYS + club_keys)
    if file is None:
        return None
    file.required("format", OneWordOf((FORMAT,)))
    event = _read_event(file)
    entrants = _read_entrants(file, event.games, has_pairs=event.has_pairs)
    frame = reading_play.Frame.of(event.games or _GAMES.high, event.scoring, entrants)
    # All of it is read even if the event cannot be, for the errors.
    schedule = reading_play.read_schedule(file, frame)
    scorecards = reading_play.read_scorecards(file, frame)
    decisions = read_decisions(file, frame, scorecards)
    tie_games = reading_play.read_tie_games(file, frame)
    tie_orders = reading_play.read_tie_orders(file, frame)
    _refuse_lines_of_no_shows(file, entrants or (), scorecards)
    playoff = reading_play.read_playoff(file)
    club_matches = read_club_matches(file, frame)
    if event.facts is None or entrants is None:
        return None
    played = (schedule, scorecards, decisions, tie_games, tie_orders, playoff, club_matches)
    return EventFile(event.facts, entrants, *played)


def _refuse_lines_of_no_shows(
    file: JsonObject, entrants: Iterable[EntrantRecord], scorecards: Iterable[CardRecord]
) -> None:
    """Note who never came, and yet has a line: such a card would be in no standing (domain 5)."""
    with_lines = {card.entrant for card in scorecards if card.lines}
    for index, entrant in enumerate(entrants):
        if entrant.withdrawn_after_game == 0 and entrant.number in with_lines:
            file.errors.add(file.path / "entrants" / index / "withdrawn_after_game", "0, but the card has lines")


def _read_event(file: JsonObject) -> _Event:
    item = file.required_item("event", _event_keys(file))
    if item is None:
        return _Event()
    name = item.required("name", _NAME)
    starts_on = item.nullable("starts_on", IsoDate(), _DEFAULTS.starts_on)
    kind = item.optional("kind", OneWordOf(constants.KINDS), _DEFAULTS.kind)
    edition = item.optional("edition", OneWordOf(constants.EVENT_EDITIONS), _DEFAULTS.edition)
    event_format = item.optional("format", OneWordOf(tuple(FORMATS)), _DEFAULTS.format)
    scoring = _read_scoring(item)
    scored = SCORINGS.get(scoring or "")
    if edition == constants.GAMES_55PLUS and scored is not None and not scored.is_of_sheets:
        sheets = " and ".join(one.name for one in SCORINGS.values() if one.is_of_sheets)
        item.wrong("edition", f"{quote(constants.GAMES_55PLUS)} is for {sheets}, not for {scoring}")
    games = item.required("games", _GAMES)
    muggins = item.optional("muggins", _FLAG, _DEFAULTS.muggins)
    errors_before = len(item.errors)
    qualifiers = item.nullable("qualifiers", _QUALIFIERS, _DEFAULTS.qualifiers)
    is_cut_known = len(item.errors) == errors_before
    reason = item.optional("qualifiers_reason", reading_play.REASON, _DEFAULTS.qualifiers_reason)
    drop_outs = item.optional("drop_outs", OneWordOf(constants.DROP_OUTS), _DEFAULTS.drop_outs)
    facts = EventFacts(
        name=name or "",
        games=games or 0,
        starts_on=starts_on,
        kind=kind,
        edition=edition,
        format=event_format,
        scoring=scoring or _DEFAULTS.scoring,
        muggins=muggins,
        qualifiers=qualifiers,
        qualifiers_reason=reason,
        drop_outs=drop_outs,
    )
    has_pairs = scored is None or scored.is_of_sheets or FORMATS[event_format].is_double_round_robin
    return _Event(facts if is_cut_known else None, games, scoring, has_pairs)


def _event_keys(file: JsonObject) -> tuple[str, ...]:
    """Return what the event may have: one of game sheets has more than another."""
    event = file.unread("event")
    scoring = event.get("scoring") if isinstance(event, dict) else None
    scored = SCORINGS.get(scoring) if isinstance(scoring, str) else None
    return (*constants.OF_EVENTS, *(constants.OF_SHEETS if scored is not None and scored.is_of_sheets else ()))


def _read_scoring(event: JsonObject) -> str | None:
    """Return the scoring that the cards are checked under, or ``None`` where it could not be read."""
    errors_before = len(event.errors)
    scoring = event.optional("scoring", OneWordOf(tuple(SCORINGS)), _DEFAULTS.scoring)
    return None if len(event.errors) > errors_before else scoring


def _read_entrants(file: JsonObject, games: int | None, *, has_pairs: bool) -> tuple[EntrantRecord, ...] | None:
    values = file.required_elements("entrants")
    if values is None:
        return None
    if len(values) > MAX_ENTRANTS:
        file.wrong("entrants", f"{len(values)} entrants, at most {MAX_ENTRANTS} fit")
        return None
    withdrawal = WholeNumber("a number of games played", 0, games or _GAMES.high)
    numbers: UniqueValues[int] = UniqueValues()
    seats: UniqueValues[str] = UniqueValues()
    entrants: list[EntrantRecord] = []
    keys = (*constants.OF_ENTRANTS, *(constants.OF_PAIRS if has_pairs else ()))
    for index, value in enumerate(values):
        # Nearly every file counts its entrants up, so this is whom an unreadable number stands for.
        likely_number = entrants[-1].number + 1 if entrants else 1
        item = JsonObject.open(value, file.path / "entrants" / index, file.errors, keys)
        entrants.append(
            EntrantRecord(number=likely_number, name="")
            if item is None
            else _read_entrant(item, likely_number, numbers, seats, withdrawal)
        )
    return tuple(entrants)


def _read_entrant(
    item: JsonObject, likely_number: int, numbers: UniqueValues[int], seats: UniqueValues[str], withdrawal: WholeNumber
) -> EntrantRecord:
    return EntrantRecord(
        number=_read_number(item, likely_number, numbers),
        name=item.required("name", _NAME) or "",
        partner=item.nullable("partner", _LABEL, ""),
        acc_number=item.nullable("acc_number", _ACC_NUMBER, ""),
        club=item.nullable("club", _LABEL, ""),
        city=item.nullable("city", _LABEL, ""),
        seat=_read_seat(item, seats),
        house_player=item.optional("house_player", _FLAG, default=False),
        withdrawn_after_game=item.nullable("withdrawn_after_game", withdrawal, None),
        province=item.nullable("province", _PROVINCE, ""),
        pool=item.nullable("pool", _POOL, ""),
        ages_confirmed=item.optional("ages_confirmed", _FLAG, default=False),
    )


def _read_number(item: JsonObject, likely_number: int, numbers: UniqueValues[int]) -> int:
    number = item.required("number", _ENTRANT_NUMBER)
    if number is None:
        return likely_number
    if earlier := numbers.claim(number, item.path):
        item.wrong("number", f"{number} is taken already by {earlier}")
        return likely_number
    return number


def _read_seat(item: JsonObject, seats: UniqueValues[str]) -> str:
    seat = item.nullable("seat", _SEAT, "")
    if seat and (earlier := seats.claim(seat, item.path)):
        item.wrong("seat", f"{quote(seat)} is taken already by {earlier}")
    return seat
