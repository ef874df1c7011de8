"""Read entrants: the list with its counts, known players of other events, and the export."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from tournaments.entrants.fields import MONEY, OF_PAIRS, exported
from tournaments.entrants.pairs import pair_of_entrant, pair_state, pair_states, province_counts
from tournaments.entrants.search import has_words, may_be_meant
from tournaments.models import Entrant, Tournament
from tournaments.records.pairs import pair_terms
from tournaments.rules.currency import number_of
from tournaments.rules.seating import seat_key
from tournaments.rules.text import plain_text, search_words

# What can be shown alone: key, label, who belongs to it.
SHOWS: tuple[tuple[str, str, Callable[[Entrant], bool]], ...] = (
    ("", "All", lambda row: True),
    ("awaited", "Not checked in", lambda row: row.is_awaited),
    ("owes", "Owe", lambda row: row.owes > 0),
    ("withdrawn", "Withdrawn", lambda row: row.is_withdrawn),
)
# Shown only where there are such names.
NAMES_TO_CHECK = ("names", "Names to check", lambda row: row.is_name_doubtful)
# Of pairs there is one part more.
SHOWS_OF_PAIRS = (*SHOWS, ("open", "To be settled", lambda row: not row.pair.is_settled))


SORTS: Mapping[str, Callable[[Entrant], Any]] = {
    "number": lambda row: row.number,
    "name": lambda row: (row.parts.sort_key, row.number),
    "seat": lambda row: (seat_key(row.seat), row.number),
    # Whom the door waits for, then who owes, then those who are done with.
    "door": lambda row: (not row.is_awaited, not row.owes, not row.counts, row.parts.sort_key, row.number),
    "fee": lambda row: (-row.owes, row.parts.sort_key, row.number),
}


# What no row shows: with hundreds of rows each column counts.
NOT_LISTED = ("player", "email", "phone", "seating_note", "seat_order", "is_unnamed")
AT_DOOR = (
    *("tournament", "number", "name", "last_name", "first_name", "suffix", "partner", "told_apart_by", "acc_number"),
    *("club", "city", "province", "seat", "house_player", "withdrawn_after_game", "checked_in_at", "fee_owed"),
    "fee_paid",
)


def at_door(tournament: Tournament, find: str) -> list[Entrant]:
    """Return the entrants that are searched for as the check-in page lists them: first whom it waits for. One query."""
    rows = _entrants(tournament).filter(house_player=False).only(*AT_DOOR)
    return sorted(_found(list(rows), find), key=SORTS["door"])


class EntrantList:
    """The entrants that are searched for, sorted, and the counts of all who count; ``paid`` is all money that came in.

    One query.
    """

    def __init__(self, tournament: Tournament, *, find: str = "", sort: str = "number", show: str = "") -> None:
        rows = _entrants(tournament).defer(*NOT_LISTED, *(() if tournament.is_of_pairs else OF_PAIRS - {"pool"}))
        everybody = list(rows)
        self.provinces: Sequence[Mapping[str, Any]] = ()
        shows = [*SHOWS]
        if tournament.is_of_pairs:
            pairs, terms = [pair_of_entrant(entrant) for entrant in everybody], pair_terms(tournament)
            self.provinces, states = province_counts(pairs, terms), pair_states(pairs, terms)
            for entrant in everybody:
                entrant.pair = states[entrant.number]
            shows = [*SHOWS_OF_PAIRS]
        if any(row.is_name_doubtful for row in everybody):
            shows.append(NAMES_TO_CHECK)
        people = [row for row in everybody if not row.house_player]
        counted = [row for row in people if row.counts]
        self.shows = [
            {
                "key": key,
                "label": label,
                "count": sum(map(test, everybody if not key else people)),
                "is_here": key == show,
            }
            for key, label, test in shows
        ]
        self.total, self.house_players = len(counted), len(everybody) - len(people)
        self.checked_in = sum(row.is_checked_in for row in counted)
        self.paid = sum(row.fee_paid for row in people)
        self.owed = sum(row.fee_owed if row.counts else row.fee_paid for row in people)
        belongs = next((test for key, _, test in shows if key == show), shows[0][2])
        there = [row for row in everybody if belongs(row)]
        self.rows = sorted(_found(there, find), key=SORTS.get(sort, SORTS["number"]))


class CheckInCounts(NamedTuple):
    """How many count, how many of them are here or were before they left, owe nothing, and have a seat.

    The others owe ``owed`` cents in all. ``charged`` have a fee: owed or paid.
    """

    total: int
    here: int
    paid: int
    owed: int
    charged: int
    seated: int

    @property
    def awaited(self) -> int:
        return self.total - self.here

    @property
    def owing(self) -> int:
        return self.total - self.paid


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
            owed=Coalesce(Sum(F("fee_owed") - F("fee_paid"), filter=Q(fee_owed__gt=F("fee_paid"))), 0),
            charged=Count("pk", filter=Q(fee_owed__gt=0) | Q(fee_paid__gt=0)),
            seated=Count("pk", filter=~Q(seat="")),
        )
    )
    return CheckInCounts(**found)


def with_pair(tournament: Tournament, entrant: Entrant) -> Entrant:
    """Return one entrant with the doubts about the pair. No query, of a pair one."""
    entrant.pair = pair_state(tournament, entrant)
    return entrant


def _entrants(tournament: Tournament) -> QuerySet[Entrant]:
    return Entrant.objects.filter(tournament=tournament).order_by("number")


def _found(rows: list[Entrant], find: str) -> list[Entrant]:
    """Return who is meant, or else who may be: a name is another one, only used for it or spelled much like it."""
    words = search_words(find)
    # Who writes "Lee, A" gives beginnings.
    if found := [row for row in rows if _has(row, words, begins="," in find)]:
        return found
    like = [row for row in rows if may_be_meant(_text(row), plain_text(f"{row.name} {row.partner}"), words)]
    for row in like:
        row.is_doubtful = True
    return like


def _has(row: Entrant, words: Sequence[str], *, begins: bool) -> bool:
    numbers = {str(row.number), row.seat.casefold()}
    others = [word for word in words if not word.isdigit()]
    return all(word in numbers for word in words if word.isdigit()) and has_words(_text(row), others, begins=begins)


def _text(row: Entrant) -> str:
    """Return everything by which somebody is found, without capitals and accents."""
    return plain_text(
        " ".join((row.name, row.partner, row.acc_number, row.club, row.city, row.province, row.seat, f"#{row.number}"))
    )


def export_table(tournament: Tournament) -> tuple[list[str], list[list[object]]]:
    """Return everything that is written down of the entrants, with its headings. One query."""
    zone, fields = ZoneInfo(tournament.time_zone), exported(of_pairs=tournament.is_of_pairs)

    def cell(value: object, name: str) -> object:
        if isinstance(value, bool):
            return "yes" if value else ""
        if isinstance(value, datetime):
            return f"{value.astimezone(zone):%Y-%m-%d %H:%M}"
        if name in MONEY and isinstance(value, int):
            return number_of(value)
        return "" if value is None and name == "checked_in_at" else value

    rows = [[cell(getattr(entrant, one.name), one.name) for one in fields] for entrant in _entrants(tournament)]
    return [one.title for one in fields], rows
