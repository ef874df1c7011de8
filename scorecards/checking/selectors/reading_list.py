"""The queue filtered and sorted, and the games on which both cards agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

from scorecards.checking.items import CheckItem, Holder, key_of_game, line_of_seen, seen_of_line
from scorecards.checking.selectors.queue import CheckQueue, QueueTable, is_own_card
from scorecards.models import Confirmation, DecidedLine, Decision, Line
from scorecards.rules.entry.line_notation import line_in_words
from tournaments.models import StaffMember, Tournament
from tournaments.records.entrants import display_name
from tournaments.rules.columns import LINE_COLUMNS
from tournaments.rules.names import full_name_key
from tournaments.rules.types import Line as LineRecord

SHOWS = {
    "todo": "open",
    "mine": "open at my tables",
    "undecided": "for the director",
    "joined": "added later",
    "sums": "sums of cards",
    "done": "done",
    "all": "everything",
}
SORTS = {"table": "table and seat", "game": "game", "name": "name"}


@dataclass(frozen=True, slots=True)
class QueueFilter:
    """A filter of the queue. Unknown values count as the defaults."""

    show: str = "todo"
    words: str = ""
    sort: str = "table"

    @classmethod
    def at(cls, asked: dict[str, str]) -> QueueFilter:
        """Return the filter in a query."""
        show, sort = asked.get("show", ""), asked.get("sort", "")
        return cls(
            show if show in SHOWS else "todo", asked.get("name", "").strip()[:60], sort if sort in SORTS else "table"
        )


def filter_items(queue: CheckQueue, actor: StaffMember, looked: QueueFilter) -> list[CheckItem]:
    """Return the items that pass the filter, in its order."""
    wanted = looked.words.casefold()
    items = [
        item
        for item in queue.items
        if _is_shown(queue, actor, item, looked.show)
        and any(wanted in f"{side.holder.place} {side.holder.name}".casefold() for side in item.sides)
    ]
    if looked.sort == "game":
        items.sort(key=lambda item: item.game or 0)
    elif looked.sort == "name":
        items.sort(key=lambda item: full_name_key(item.reader.holder.name))
    return items


def _is_shown(queue: CheckQueue, actor: StaffMember, item: CheckItem, show: str) -> bool:
    if show == "mine":
        hold = queue.holds.get(item.table)
        return item.is_open and hold is not None and hold.member == actor.pk
    return {
        "todo": item.is_open,
        "undecided": item.kind.is_undecided,
        "joined": not item.kind.is_arithmetic and item.joined_in_pass > 1,
        "sums": item.kind.is_arithmetic,
        "done": item.is_done,
        "all": True,
    }[show]


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table with its filtered items."""

    whole: QueueTable
    rows: Sequence[CheckItem]
    is_mine: bool


def table_rows(queue: CheckQueue, actor: StaffMember, items: Sequence[CheckItem]) -> list[TableRow]:
    """Return the tables at which there is one of these items."""
    shown: list[TableRow] = []
    by_table: dict[str, list[CheckItem]] = {}
    for item in items:
        by_table.setdefault(item.table, []).append(item)
    for table in queue.tables:
        rows = by_table.get(table.table)
        if rows:
            is_mine = table.hold is not None and table.hold.member == actor.pk
            shown.append(TableRow(table, rows, is_mine))
    return shown


def own_items(queue: CheckQueue, actor: StaffMember) -> set[str]:
    """Return the keys of the items that this person may not check: one of the cards is their own."""
    return {item.key for item in queue.items if is_own_card(actor, item)}


@dataclass(frozen=True, slots=True)
class DecidedGame:
    """A game that was decided: the lines in force, the rule, the reason, who decided and who entered it."""

    pk: int
    key: str
    game: int
    lines: Sequence[tuple[Holder, LineRecord]]
    rule: str
    reason: str
    decided_by: str
    made_by: str
    made_at: object


@dataclass(frozen=True, slots=True)
class ReenteredLine:
    """A line that was re-entered in cross-checking and still stands so: before and now, in words."""

    key: str
    game: int
    holder: Holder
    before: str
    now: str
    made_by: str
    made_at: datetime


def reentered_lines(tournament: Tournament, queue: CheckQueue) -> list[ReenteredLine]:
    """Return the lines that were re-entered and still stand so, the latest first. Two queries."""
    found = Confirmation.objects.active().filter(entrant__tournament=tournament, replaced__isnull=False)
    rows = list(found.order_by("-pk").values_list("entrant__number", "game", "seen", "replaced", "made_by", "made_at"))
    lines = Line.objects.filter(scorecard__entrant__tournament=tournament, game__in={row[1] for row in rows})
    values = lines.values_list("scorecard__entrant__number", "game", "opponent__number", *LINE_COLUMNS)
    written = {(number, game): LineRecord(game, *rest) for number, game, *rest in values}
    return [
        ReenteredLine(
            key_of_game(game, [number, seen[0]] if seen and seen[0] else [number]),
            game,
            holder_of(queue, number),
            line_in_words(line_of_seen(game, replaced)),
            line_in_words(line_of_seen(game, seen)),
            made_by,
            made_at,
        )
        for number, game, seen, replaced, made_by, made_at in rows
        if game is not None and replaced is not None and seen_of_line(written.get((number, game))) == seen
    ]


def decisions_of(tournament: Tournament, queue: CheckQueue) -> list[DecidedGame]:
    """Return the active decisions, latest first. Two queries."""
    rows = Decision.objects.active().filter(tournament=tournament).order_by("-pk")
    lines: dict[int, list[tuple[Holder, LineRecord]]] = {}
    sides = DecidedLine.objects.filter(decision__in=rows.values("pk")).order_by("entrant__number")
    for side in sides.values_list("decision_id", "decision__game", "entrant__number", *LINE_COLUMNS):
        decision, game, number, *values = side
        holder = holder_of(queue, number)
        lines.setdefault(decision, []).append((holder, LineRecord(game, None, *values)))
    return [
        DecidedGame(
            row.pk,
            key_of_game(row.game, [holder.number for holder, _ in lines.get(row.pk, [])]),
            row.game,
            lines.get(row.pk, []),
            row.rule,
            row.reason,
            row.decided_by,
            row.made_by,
            row.made_at,
        )
        for row in rows
    ]


def holder_of(queue: CheckQueue, number: int) -> Holder:
    """Return the holder of the card with this number."""
    person = queue.people[number]
    return Holder(number, person["seat"], display_name(person))


def has_lines(tournament: Tournament) -> bool:
    """Whether any line is entered. One query."""
    return Line.objects.filter(scorecard__entrant__tournament=tournament).exists()


def games_agreed(tournament: Tournament, queue: CheckQueue, decided: Sequence[DecidedGame]) -> int:
    """Return how many games of apparent qualifiers say the same on both cards. One query."""
    if queue.outcome is None:
        return 0
    flagged = {number for once in queue.outcome.passes for number in once}
    others = Line.objects.filter(scorecard__entrant=OuterRef("opponent"), game=OuterRef("game"))
    rows = Line.objects.filter(
        Exists(others), scorecard__entrant__tournament=tournament, scorecard__entrant__number__in=flagged
    ).values_list("game", "scorecard__entrant__number", "opponent__number")
    read = {
        f"{game}-{number}-{opponent}" if number < opponent else f"{game}-{opponent}-{number}"
        for game, number, opponent in rows.order_by()
    }
    return len(read - {item.key for item in queue.items} - {decision.key for decision in decided})
