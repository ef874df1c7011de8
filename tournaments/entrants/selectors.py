"""Reading entrants for the desk: the list with its counts, who is known across events, and the export."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Count, F, Q

from tournaments.entrants.imports.columns import EXPORTED, EXPORTED_OF_PAIRS
from tournaments.entrants.imports.compare import KnownEntrant
from tournaments.entrants.pairs import PairState, ProvinceCount, pair_state, pair_states, province_counts
from tournaments.entrants.search import has_words, may_be_meant
from tournaments.models import Entrant, Tournament
from tournaments.records.pairs import PAIR_COLUMNS, pair_of, pair_terms
from tournaments.rules.attendance import counts, left_in_words
from tournaments.rules.currency import number_of
from tournaments.rules.names import NameParts, listed_name, parts_of, possible_parts, shown_name
from tournaments.rules.seating import seat_key
from tournaments.rules.text import plain_text, search_words


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """One row of the list of entrants."""

    number: int
    name: str
    last_name: str
    first_name: str
    suffix: str
    is_name_doubtful: bool
    partner: str
    told_apart_by: str
    acc_number: str
    club: str
    city: str
    seat: str
    house_player: bool
    withdrawn_after_game: int | None
    first_game: int
    is_checked_in: bool
    owes: int
    fee_paid: int
    fee_owed: int
    note: str
    stays_seated: bool
    province: str
    pool: str
    accepted_doubts: str
    acceptance_reason: str
    pair: PairState
    is_doubtful: bool = False
    """Whether a search found somebody whose name is another one, only used for it or spelled much like it."""

    @property
    def full_name(self) -> str:
        return shown_name(self.name, self.partner, self.told_apart_by)

    @property
    def parts(self) -> NameParts:
        return parts_of(self.name, self.last_name, self.first_name, self.suffix)

    @property
    def listed_name(self) -> str:
        return listed_name(self.parts, self.partner, self.told_apart_by)

    @property
    def ways(self) -> list[NameParts]:
        """In which ways the name can be split, where the rule is in doubt."""
        return possible_parts(self.name) if self.is_name_doubtful else []

    @property
    def overpaid(self) -> int:
        return max(0, self.fee_paid - self.fee_owed)

    @property
    def counts(self) -> bool:
        return counts(house_player=self.house_player, withdrawn_after_game=self.withdrawn_after_game)

    @property
    def is_withdrawn(self) -> bool:
        return self.withdrawn_after_game is not None

    @property
    def left_in_words(self) -> str:
        return left_in_words(self.withdrawn_after_game, is_checked_in=self.is_checked_in)

    @property
    def is_awaited(self) -> bool:
        return not (self.is_checked_in or self.is_withdrawn or self.house_player)


@dataclass(frozen=True, slots=True)
class Show:
    """One part of the list that can be shown alone, with how many are in it."""

    key: str
    label: str
    count: int
    is_here: bool


@dataclass(frozen=True, slots=True)
class EntrantList:
    """The rows that were asked for, and the counts of all who count; ``paid`` is all money that came in."""

    rows: Sequence[EntrantRow]
    shows: Sequence[Show]
    total: int
    house_players: int
    checked_in: int
    paid: int
    owed: int
    provinces: Sequence[ProvinceCount] = ()


# What can be shown alone: key, label, who belongs to it.
SHOWS: tuple[tuple[str, str, Callable[[EntrantRow], bool]], ...] = (
    ("", "All", lambda row: True),
    ("awaited", "Not checked in", lambda row: row.is_awaited),
    ("owes", "Owe", lambda row: row.owes > 0),
    ("withdrawn", "Withdrawn", lambda row: row.is_withdrawn),
)
# Shown only where there are such names.
NAMES_TO_CHECK = ("names", "Names to check", lambda row: row.is_name_doubtful)
# Of pairs there is one part more.
SHOWS_OF_PAIRS = (*SHOWS, ("open", "To be settled", lambda row: not row.pair.is_settled))


SORTS: Mapping[str, Callable[[EntrantRow], Any]] = {
    "number": lambda row: row.number,
    "name": lambda row: (row.parts.sort_key, row.number),
    "seat": lambda row: (seat_key(row.seat), row.number),
    # Whom the door waits for, then who owes, then those who are done with.
    "door": lambda row: (not row.is_awaited, not row.owes, not row.counts, row.parts.sort_key, row.number),
    "fee": lambda row: (-row.owes, row.parts.sort_key, row.number),
}


def entrants_shown(tournament: Tournament, *, find: str = "", sort: str = "number", show: str = "") -> EntrantList:
    """Return the entrants that are searched for, sorted, with the counts of all. One query."""
    columns = [*COLUMNS, *PAIR_COLUMNS] if tournament.is_of_pairs else COLUMNS
    stored = list(_entrants(tournament).values(*dict.fromkeys(columns)))
    pairs = [pair_of(values) for values in stored] if tournament.is_of_pairs else []
    terms = pair_terms(tournament)
    states = pair_states(pairs, terms)
    everybody = [_row(values, states.get(values["number"], PairState())) for values in stored]
    people = [row for row in everybody if not row.house_player]
    counted = [row for row in people if row.counts]
    shows = [*(SHOWS_OF_PAIRS if tournament.is_of_pairs else SHOWS)]
    if any(row.is_name_doubtful for row in everybody):
        shows.append(NAMES_TO_CHECK)
    belongs = next((test for key, _, test in shows if key == show), shows[0][2])
    words = search_words(find)
    there = [row for row in everybody if belongs(row)]
    # Who writes "Lee, A" gives beginnings.
    rows = [row for row in there if _has(row, words, begins="," in find)] or [
        replace(row, is_doubtful=True) for row in there if may_be_meant(_text(row), _names(row), words)
    ]
    return EntrantList(
        rows=sorted(rows, key=SORTS.get(sort, SORTS["number"])),
        shows=[
            Show(key, label, sum(map(test, everybody if not key else people)), key == show)
            for key, label, test in shows
        ],
        total=len(counted),
        house_players=len(everybody) - len(people),
        checked_in=sum(row.is_checked_in for row in counted),
        paid=sum(row.fee_paid for row in people),
        owed=sum(row.fee_owed if row.counts else row.fee_paid for row in people),
        provinces=province_counts(pairs, terms),
    )


class CheckInCounts(NamedTuple):
    """How many count, and how many of them are here or were before they left, and owe nothing."""

    total: int
    here: int
    paid: int

    @property
    def awaited(self) -> int:
        return self.total - self.here


def check_in_counts(tournament: Tournament) -> CheckInCounts:
    """Return the counts above the check-in page. One query."""
    was_here = Q(checked_in_at__isnull=False) | Q(withdrawn_after_game__gt=0)
    found = (
        Entrant.objects.counting()
        .filter(tournament=tournament)
        .aggregate(
            total=Count("pk"),
            here=Count("pk", filter=was_here),
            paid=Count("pk", filter=Q(fee_paid__gte=F("fee_owed"))),
        )
    )
    return CheckInCounts(**found)


def entrant_row(tournament: Tournament, entrant: Entrant) -> EntrantRow:
    """Return one entrant as a row of the list. No query, of a pair one."""
    values = {column: getattr(entrant, column) for column in COLUMNS}
    return _row(values, pair_state(tournament, entrant))


COLUMNS = (
    *(
        "number",
        "name",
        "last_name",
        "first_name",
        "suffix",
        "is_name_doubtful",
        "partner",
        "told_apart_by",
        "acc_number",
        "club",
        "city",
        "seat",
        "house_player",
    ),
    *("withdrawn_after_game", "first_game", "checked_in_at", "fee_owed", "fee_paid", "note"),
    *("stays_seated", "province", "pool", "accepted_doubts", "acceptance_reason"),
)


def _entrants(tournament: Tournament) -> Any:
    return Entrant.objects.filter(tournament=tournament).order_by("number")


def _row(values: Mapping[str, Any], pair: PairState) -> EntrantRow:
    stated = {column: values[column] for column in COLUMNS if column != "checked_in_at"}
    does_count = counts(**{name: values[name] for name in ("house_player", "withdrawn_after_game")})
    return EntrantRow(
        **stated,
        pair=pair,
        is_checked_in=values["checked_in_at"] is not None,
        owes=max(0, values["fee_owed"] - values["fee_paid"]) if does_count else 0,
    )


def _has(row: EntrantRow, words: Sequence[str], *, begins: bool) -> bool:
    numbers = {str(row.number), row.seat.casefold()}
    others = [word for word in words if not word.isdigit()]
    return all(word in numbers for word in words if word.isdigit()) and has_words(_text(row), others, begins=begins)


def _text(row: EntrantRow) -> str:
    """Return everything by which somebody is found, without capitals and accents."""
    return plain_text(
        " ".join((row.name, row.partner, row.acc_number, row.club, row.city, row.province, row.seat, f"#{row.number}"))
    )


def _names(row: EntrantRow) -> str:
    return plain_text(f"{row.name} {row.partner}")


STATED = (
    *("house_player", "first_game", "withdrawn_after_game", "email", "phone", "stays_seated", "seating_note"),
    *("fee_owed", "fee_paid", "note"),
)


def known_entrants(tournament: Tournament) -> list[KnownEntrant]:
    """Return the entrants as an imported list is compared with them. One query."""
    fields = ("name", "last_name", "first_name", "suffix", "partner", "acc_number", "club", "city", "province")
    of_pairs = ("pool", "birth_year", "partner_birth_year") if tournament.is_of_pairs else ()
    return [
        KnownEntrant(values.pop("number"), values)
        for values in _entrants(tournament).values("number", *fields, *STATED, *of_pairs)
    ]


def export_header(tournament: Tournament) -> tuple[str, ...]:
    """Return the headings of :func:`export_rows`; of pairs there is more to export."""
    return (*EXPORTED, *EXPORTED_OF_PAIRS) if tournament.is_of_pairs else tuple(EXPORTED)


def export_rows(tournament: Tournament) -> list[list[object]]:
    """Return everything that is written down of the entrants, in the order of the header. One query."""
    zone = ZoneInfo(tournament.time_zone)
    return [
        [
            *(entrant.number, entrant.name, entrant.partner, entrant.acc_number, entrant.club, entrant.city),
            *(entrant.seat, "yes" if entrant.house_player else "", entrant.first_game),
            entrant.withdrawn_after_game,
            f"{entrant.checked_in_at.astimezone(zone):%Y-%m-%d %H:%M}" if entrant.checked_in_at else "",
            *(number_of(entrant.fee_owed), number_of(entrant.fee_paid), entrant.note),
            *(entrant.province, entrant.email, entrant.phone),
            *("yes" if entrant.stays_seated else "", entrant.seating_note),
            *(_of_pair(entrant) if tournament.is_of_pairs else ()),
        ]
        for entrant in _entrants(tournament)
    ]


def _of_pair(entrant: Entrant) -> list[object]:
    confirmed = "yes" if entrant.ages_confirmed else ""
    return [
        *(entrant.pool, entrant.birth_year, entrant.partner_birth_year, confirmed),
        *(entrant.accepted_doubts, entrant.acceptance_reason),
    ]
