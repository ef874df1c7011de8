"""The queue filtered and sorted, and the games on which both cards agree."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from django.db.models import Prefetch

from scorecards.checking.check_queue import CheckQueue, QueueTable, is_own_card
from scorecards.checking.items import CheckItem, key_of_game, seen_of_line
from scorecards.models import Confirmation, DecidedLine, Decision
from tournaments.models import StaffMember, Tournament
from tournaments.rules.names import full_name_key

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
    table: str | None = None

    @classmethod
    def at(cls, asked: dict[str, str]) -> Self:
        """Return the filter in a query; ``-`` is the table of the cards without a seat."""
        show, sort = asked.get("show", ""), asked.get("sort", "")
        table = asked.get("table")
        return cls(
            show if show in SHOWS else "todo",
            asked.get("name", "").strip()[:60],
            sort if sort in SORTS else "table",
            "" if table == "-" else table,
        )

    @property
    def is_by_table(self) -> bool:
        """Whether the list is that of one table: nothing is searched for."""
        return (self.show, self.words, self.sort) == ("todo", "", "table")


def filter_items(queue: CheckQueue, actor: StaffMember, looked: QueueFilter) -> list[CheckItem]:
    """Return the items that pass the filter, in its order."""
    wanted = looked.words.casefold()
    items = [
        item
        for item in queue.items
        if _is_shown(queue, actor, item, looked.show)
        and any(wanted in f"{side.holder.place} {side.holder.shown_name}".casefold() for side in item.sides)
    ]
    if looked.sort == "game":
        items.sort(key=lambda item: item.game or 0)
    elif looked.sort == "name":
        items.sort(key=lambda item: full_name_key(item.reader.holder.shown_name))
    return items


def _is_shown(queue: CheckQueue, actor: StaffMember, item: CheckItem, show: str) -> bool:
    if show == "mine":
        hold = queue.holds.get(item.table)
        return item.is_open and hold is not None and hold.member_id == actor.pk
    return {
        "todo": item.is_open,
        "undecided": item.kind.is_undecided,
        "joined": not item.kind.is_arithmetic and item.joined_in_pass > 1,
        "sums": item.kind.is_arithmetic,
        "done": item.is_done,
        "all": True,
    }[show]


def chosen_table(queue: CheckQueue, looked: QueueFilter, following: CheckItem | None) -> QueueTable | None:
    """Return the table whose list is shown: the one asked for, or where the next thing to do is, or the first."""
    wanted = looked.table if looked.table is not None or following is None else following.table
    return next((one for one in queue.tables if one.table == wanted), next(iter(queue.tables), None))


def own_items(queue: CheckQueue, actor: StaffMember) -> set[str]:
    """Return the keys of the items that this person may not check: one of the cards is their own."""
    return {item.key for item in queue.items if is_own_card(actor, item)}


def reentered_lines(queue: CheckQueue) -> list[tuple[str, Confirmation]]:
    """Return the lines that were re-entered and still stand so, the latest first, each with the key of its game."""
    concerned = {one.entrant.number for one in queue.replacing}
    written = {
        (card.entrant, line.game): line for card in queue.cards if card.entrant in concerned for line in card.lines
    }
    return [
        (key_of_game(one.game or 0, [number for number in (one.entrant.number, *one.seen[:1]) if number]), one)
        for one in reversed(queue.replacing)
        if seen_of_line(written.get((one.entrant.number, one.game or 0))) == one.seen
    ]


def decisions_of(tournament: Tournament, queue: CheckQueue) -> list[tuple[str, Decision]]:
    """Return the active decisions, latest first, each with the key of its game. Two queries."""
    by_key = {one.pk: one for one in queue.entrants.values()}
    lines = DecidedLine.objects.order_by("entrant__number")
    found = Decision.objects.active().filter(tournament=tournament).order_by("-pk")
    decisions = []
    for decision in found.prefetch_related(Prefetch("lines", lines)):
        for line in decision.lines.all():
            line.entrant = by_key[line.entrant_id]
        pair = by_key[decision.first_id].number, by_key[decision.second_id].number
        decisions.append((key_of_game(decision.game, pair), decision))
    return decisions


def has_lines(queue: CheckQueue) -> bool:
    """Whether any line is entered."""
    return any(card.lines for card in queue.cards)


def games_agreed(queue: CheckQueue, decided: Sequence[tuple[str, Decision]]) -> int:
    """Return how many games of apparent qualifiers say the same on both cards."""
    if queue.outcome is None:
        return 0
    flagged = {number for once in queue.outcome.passes for number in once}
    games = {card.entrant: {line.game for line in card.lines} for card in queue.cards}
    read = {
        (line.game, *sorted((card.entrant, line.opponent)))
        for card in queue.cards
        if card.entrant in flagged
        for line in card.lines
        if line.opponent is not None and line.game in games.get(line.opponent, ())
    }
    found = {(item.game, *sorted(side.holder.number for side in item.sides)) for item in queue.items}
    return len(read - found - {tuple(int(part) for part in key.split("-")) for key, _ in decided})
