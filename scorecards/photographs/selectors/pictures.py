"""Read the photographs of an event: the files that wait, and the cards found on them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum
from functools import cached_property
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Q, Value

from scorecards.models import CardPicture, Line, PictureConfirmation, PictureFile, PictureSettings
from scorecards.models.base import ACTIVE
from scorecards.photo.reading import NEEDS_ANOTHER_PICTURE, Refusal
from scorecards.photographs.refusals import words_for
from tournaments.models import Entrant, Tournament
from tournaments.rules.seating import seat_key, table_of
from tournaments.rules.text import place_of, plain_text

LINES_FOR_A_WRONG_ONE = 2_000
"""Lines read without doubt of which one is wrong, as far as is known from invented cards (docs/photographs.md)."""


class PictureState(Enum):
    """How far a photographed card has come."""

    CONFIRMED = "confirmed"
    TO_CONFIRM = "waiting for confirmation"
    WHOSE = "say whose card it is"
    AGAIN = "photograph it again"
    OTHER_EVENT = "another event"


class CardSeen:
    """One card on one photograph. ``holder`` is whose it is, ``None`` where nobody knows.

    ``is_again``: an earlier photograph shows the same card. ``is_entered``: the card was entered otherwise.
    """

    def __init__(self, row: CardPicture, *, is_again: bool, is_entered: bool) -> None:
        self.pk, self.page, self.file, self.holder = row.pk, row.page, row.file, row.entrant
        self.state, self.has_picture = _state_of(row), row.stored != ""
        self.is_again, self.is_entered = is_again, is_entered
        # Cards that need another picture come first.
        refusals = sorted(row.refusals, key=lambda refusal: refusal not in NEEDS_ANOTHER_PICTURE)
        self.words = words_for(refusals[0]) if refusals and row.entrant is None else None

    @property
    def place(self) -> str:
        """What the card is called: its seat, or the number where there is no seat."""
        return self.holder.seat or str(self.holder.number) if self.holder is not None else ""

    @property
    def notes(self) -> list[str]:
        """What a person should know before confirming it."""
        return [
            words
            for words, is_so in (
                ("this card was photographed before", self.is_again),
                ("this card is entered already", self.is_entered),
            )
            if is_so
        ]


class TableSeen(NamedTuple):
    """The cards of one table: ``seen`` of ``cards`` were photographed; the seats of the others."""

    name: str
    cards: int
    seen: int
    confirmed: int
    missing: Sequence[str]


class Pictures:
    """All that was sent of an event and is not hidden; of refused files also why. Five queries."""

    def __init__(self, tournament: Tournament) -> None:
        files = list(PictureFile.objects.filter(ACTIVE, tournament=tournament).order_by("pk"))
        self.entrants = list(Entrant.objects.counting().filter(tournament=tournament).values_list("number", "seat"))
        self.sent, self.cards = len(files), _cards(tournament) if files else []
        self.waiting = [file for file in files if file.state == PictureFile.State.WAITING]
        refused = [file for file in files if file.state == PictureFile.State.REFUSED]
        self.refused = [(file, words_for(file.refusal) if file.refusal else None) for file in refused]

    @cached_property
    def counts(self) -> Mapping[PictureState, int]:
        found = Counter(card.state for card in self.cards)
        found[PictureState.AGAIN] += len(self.refused)
        return {state: found[state] for state in PictureState}

    @property
    def again(self) -> list[CardSeen]:
        """The cards of which another photograph is needed, or that belong elsewhere."""
        return [card for card in self.cards if card.state in (PictureState.AGAIN, PictureState.OTHER_EVENT)]

    @property
    def read(self) -> list[CardSeen]:
        """The cards whose lines were read."""
        return [card for card in self.cards if card.state not in (PictureState.AGAIN, PictureState.OTHER_EVENT)]

    @property
    def to_confirm(self) -> int:
        return self.counts[PictureState.TO_CONFIRM] + self.counts[PictureState.WHOSE]

    @property
    def confirmed(self) -> int:
        return self.counts[PictureState.CONFIRMED]

    @cached_property
    def seen(self) -> frozenset[int]:
        """The numbers of the entrants whose cards were photographed."""
        return frozenset(card.holder.number for card in self.cards if card.holder is not None)

    @cached_property
    def tables(self) -> list[TableSeen]:
        """The tables in their order, without seats none."""
        done = (card.holder for card in self.cards if card.state is PictureState.CONFIRMED)
        confirmed = {holder.number for holder in done if holder is not None}
        by_table: dict[str, list[tuple[int, str]]] = {}
        for number, seat in sorted(self.entrants, key=lambda one: seat_key(one[1])):
            if seat:
                by_table.setdefault(table_of(seat), []).append((number, seat))
        return [
            TableSeen(
                name,
                len(those),
                sum(number in self.seen for number, _ in those),
                sum(number in confirmed for number, _ in those),
                [seat for number, seat in those if number not in self.seen],
            )
            for name, those in by_table.items()
        ]


class Sampled(NamedTuple):
    """The outcome of certain lines that were shown all the same.

    ``wrong`` has those that a person entered otherwise: the picture, what the card is called, and the game.
    """

    lines: int
    wrong: Sequence[tuple[int, str, int]]

    @property
    def is_too_much(self) -> bool:
        """Whether more of them were wrong than are expected of the reader."""
        return len(self.wrong) * LINES_FOR_A_WRONG_ONE > self.lines


class PictureCounts(NamedTuple):
    """The figures of the dashboard: files to be read, different cards that were photographed, cards that wait.

    ``missing`` has the tables whose cards were photographed in part, and how many of each are missing.
    """

    waiting: int
    cards: int
    to_confirm: int
    missing: Sequence[tuple[str, int]]


def sampled_lines(tournament: Tournament) -> Sampled:
    """Return what came of the lines that were certain and were shown all the same. One query."""
    made = PictureConfirmation.objects.active().filter(picture__file__tournament=tournament, sampled__isnull=False)
    rows = list(made.select_related("picture__entrant").defer("picture__reading", "entered").order_by("pk"))
    wrong = [
        (row.picture_id, place_of(row.picture.entrant), row.sampled or 0)
        for row in rows
        if row.picture.entrant is not None
        and _values_of(row.read, row.sampled) != _values_of(row.confirmed, row.sampled)
    ]
    return Sampled(len(rows), wrong)


def _values_of(card: Mapping[str, Sequence[int | None]], game: int | None) -> Sequence[int | None]:
    """Return what stands on a line, without the opponent, which is not read."""
    return card.get(str(game), ())[1:]


def _cards(tournament: Tournament) -> list[CardSeen]:
    confirmed = PictureConfirmation.objects.active().filter(picture=OuterRef("pk"))
    lines = Line.objects.filter(scorecard__entrant=OuterRef("entrant"))
    rows = list(
        CardPicture.objects.active()
        .filter(file__tournament=tournament, file__revoked_at=None)
        .annotate(is_confirmed=Exists(confirmed), has_lines=Exists(lines), is_read=Q(reading__isnull=False))
        .select_related("file", "entrant")
        .defer("reading")
        .order_by("pk")
    )
    confirmed_of = {row.entrant_id for row in rows if row.is_confirmed}
    found, seen = [], set[int | None]()
    for row in rows:
        is_entered = row.has_lines and not row.is_confirmed and row.entrant_id not in confirmed_of
        found.append(CardSeen(row, is_again=row.entrant_id in seen - {None}, is_entered=is_entered))
        seen.add(row.entrant_id)
    return found


def _state_of(row: CardPicture) -> PictureState:
    if row.is_confirmed:  # type: ignore[attr-defined]  # annotated
        return PictureState.CONFIRMED
    if not row.is_read or not NEEDS_ANOTHER_PICTURE.isdisjoint(row.refusals):  # type: ignore[attr-defined]
        return PictureState.AGAIN
    if row.entrant_id is not None:
        return PictureState.TO_CONFIRM
    return PictureState.OTHER_EVENT if Refusal.OTHER_EVENT in row.refusals else PictureState.WHOSE


def picture_counts(tournament: Tournament) -> PictureCounts | None:
    """Return the figures for the dashboard; ``None`` where nobody sent a photograph. Three queries at most."""
    waiting = Count("pk", filter=Q(state=PictureFile.State.WAITING))
    files, to_read = (
        PictureFile.objects.filter(ACTIVE, tournament=tournament).aggregate(files=Count("pk"), waiting=waiting).values()
    )
    if not files:
        return None
    confirmed = Exists(PictureConfirmation.objects.active().filter(picture=OuterRef("pk")))
    read = CardPicture.objects.active().filter(file__tournament=tournament, reading__isnull=False)
    rows = read.annotate(is_confirmed=confirmed, is_read=Value(True)).only("entrant_id", "refusals")
    states = [(row.entrant_id, _state_of(row)) for row in rows]
    seen = {entrant for entrant, _ in states} - {None}
    cards: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    for pk, seat in Entrant.objects.counting().filter(tournament=tournament).values_list("pk", "seat"):
        cards[table_of(seat)] += 1
        missing[table_of(seat)] += pk not in seen
    return PictureCounts(
        waiting=to_read,
        cards=len(seen),
        to_confirm=sum(state in (PictureState.TO_CONFIRM, PictureState.WHOSE) for _, state in states),
        missing=[
            (table, missing[table])
            for table in sorted(cards, key=seat_key)
            if table and 0 < missing[table] < cards[table]
        ],
    )


def seen_tag(tournament: Tournament) -> str:
    """Return what differs once the list would look another way. One query."""
    last = PictureFile.objects.filter(tournament=tournament).aggregate(last=Max("pk"))["last"]
    return f"{tournament.version}-{last or 0}"


def settings_of(tournament: Tournament) -> PictureSettings:
    """Return what the director set, or what holds until then."""
    found = PictureSettings.objects.filter(tournament=tournament).first()
    return found or PictureSettings(tournament=tournament)


def deleted_on(tournament: Tournament, settings: PictureSettings) -> datetime | None:
    """Return when the first of the pictures that are here will be deleted. One query."""
    first = PictureFile.objects.filter(tournament=tournament).exclude(stored="").order_by("pk").first()
    return first.made_at + timedelta(days=settings.days) if first is not None else None


HIDDEN = "hidden from the list"
SEARCHED = ("name", "place", "holder", "reason", "sent_by", "by")


def pictures_aside(tournament: Tournament, wanted: str) -> Sequence[dict[str, Any]]:
    """Return what is not asked for, the newest first; only what contains the text that is wanted. Two queries.

    ``picture`` is the key of the card found on it, ``file`` that of a file of which nothing was of use; ``by`` and
    ``at`` say who set it aside, and when; blank and when it came where it is of no use and still listed.
    """
    cards = CardPicture.objects.filter(file__tournament=tournament).select_related("file", "entrant").defer("reading")
    files = PictureFile.objects.filter(tournament=tournament, state=PictureFile.State.REFUSED)
    rows = [_card(card) for card in cards if card.revoked_at is not None or _is_of_no_use(card)]
    rows += [_row(file, file, words_for(file.refusal).what) for file in files]
    asked = plain_text(wanted.strip())
    found = [row for row in rows if any(asked in plain_text(row[name]) for name in SEARCHED)]
    return sorted(found, key=itemgetter("at"), reverse=True)


def number_aside(tournament: Tournament) -> int:
    """Return how many were set aside or hidden. Two queries."""
    cards = CardPicture.objects.exclude(ACTIVE).filter(file__tournament=tournament).count()
    return cards + PictureFile.objects.exclude(ACTIVE).filter(tournament=tournament).count()


def _is_of_no_use(card: CardPicture) -> bool:
    return card.entrant_id is None and not NEEDS_ANOTHER_PICTURE.isdisjoint(card.refusals)


def _card(card: CardPicture) -> dict[str, Any]:
    is_aside = card.revoked_at is not None
    said_by_reader = words_for(card.refusals[0]).what if card.refusals else ""
    reason = card.revoked_reason if is_aside and card.revoked_reason != HIDDEN else said_by_reader or HIDDEN
    row = _row(card, card.file, reason) | {"picture": card.pk, "has_picture": card.stored != ""}
    if card.entrant is not None:
        row |= {"place": place_of(card.entrant), "holder": card.entrant.shown_name}
    return row


def _row(aside: CardPicture | PictureFile, file: PictureFile, reason: str) -> dict[str, Any]:
    return {
        "file": file.pk,
        "name": file.name,
        "place": "",
        "holder": "",
        "reason": reason,
        "sent_by": file.made_by,
        "by": aside.revoked_by,
        "at": aside.revoked_at or file.made_at,
        "is_undoable": aside.revoked_at is not None,
    }
