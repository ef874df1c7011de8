"""The queue filtered and sorted, and the games on which both cards agree."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.db.models import Prefetch

from scorecards.checking.check_queue import CheckQueue, QueueTable
from scorecards.checking.items import CheckItem, seen_of_line
from scorecards.checking.keys import key_of_game
from scorecards.models import Confirmation, DecidedLine, Decision
from scorecards.rules.discrepancies import other_side, read_in_favor, won_by_forfeit
from scorecards.rules.entry.line_notation import line_in_words
from scorecards.rules.line_points import Totals, put_points_right, total
from scorecards.rules.margins import margin
from scorecards.rules.qualifying import qualifying_line
from tournaments.models import StaffMember, Tournament
from tournaments.rules.names import full_name_key
from tournaments.rules.scorings import Scoring
from tournaments.rules.types import Line

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


def reentered_lines(queue: CheckQueue) -> list[tuple[str, Confirmation]]:
    """Return the lines that were re-entered and still stand so, the latest first, each with the key of its game."""
    return [
        (key_of_game(one.game or 0, [number for number in (one.entrant.number, *one.seen[:1]) if number]), one)
        for one in reversed(queue.replacing)
        if seen_of_line(queue.line(one.entrant.number, one.game or 0)) == one.seen
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


def games_not_checked(tournament: Tournament, queue: CheckQueue) -> list[dict[str, Any]]:
    """Return the disagreements on no card that is checked, by game. No query."""
    found = queue.outcome.result if queue.outcome is not None else None
    if found is None or not found.unchecked:
        return []
    scheme = tournament.scored
    totals = {place.entrant: place.totals for place in found.standings if isinstance(place.totals, Totals)}
    line = qualifying_line({number: own.standing for number, own in totals.items()}, found.qualifiers)

    def card_of(number: int, game: int, others: Sequence[int]) -> Iterator[dict[str, Any]]:
        written = queue.line(number, game)
        if written is None:
            return
        own, stands = totals.get(number), put_points_right(written, scheme)
        theirs = next(filter(None, (queue.line(other, game) for other in others)), None)
        readings = []
        for words, read in _readings(stands, theirs, has_left=bool(others) and theirs is None, scheme=scheme):
            distance = ""
            if own is not None and line is not None:
                distance = margin(_instead(own, stands, read).standing, line).against("the line")
            readings.append({"words": words, "distance": distance})
        yield {"holder": queue.entrants[number], "readings": readings}

    return [
        {
            "key": key_of_game(one.game, one.entrants),
            "game": one.game,
            "cards": [
                card
                for number in one.entrants
                for card in card_of(number, one.game, [other for other in one.entrants if other != number])
            ],
        }
        for one in found.unchecked
    ]


def _readings(stands: Line, theirs: Line | None, *, has_left: bool, scheme: Scoring) -> Iterator[tuple[str, Line]]:
    """Yield the ways to read a line that differ: as it stands, in its favor, and by the other card."""
    yield line_in_words(stands), stands
    said = None if theirs is None else other_side(put_points_right(theirs, scheme), scheme)
    won = won_by_forfeit(stands, scheme) if has_left else read_in_favor(stands, None, scheme)
    for words, read in (("if it won", won), ("by the other card", said)):
        if read is not None and (read.points, read.plus, read.minus) != (stands.points, stands.plus, stands.minus):
            yield f"{words}: {line_in_words(read)}", read


def _instead(own: Totals, line: Line, read: Line) -> Totals:
    """Return the totals of a card with a line read otherwise."""
    was, now = total([line]), total([read])
    return Totals(
        own.game_points - was.game_points + now.game_points,
        own.games_won - was.games_won + now.games_won,
        own.plus - was.plus + now.plus,
        own.minus - was.minus + now.minus,
    )
