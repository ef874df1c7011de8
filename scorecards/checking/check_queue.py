"""Everything to check, by table, and what a checker does next."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from scorecards.checking.items import CheckItem, CheckItemKind, table_in_words, table_of
from scorecards.models import Confirmation, TableHold
from scorecards.records.results import CurrentResult
from tournaments.models import Entrant, StaffMember
from tournaments.records.entrants import as_people
from tournaments.rules.text import folded
from tournaments.rules.types import CardRecord


@dataclass(frozen=True, slots=True)
class QueueTable:
    """One table of the queue: its items in seat order, and its checker."""

    table: str
    items: Sequence[CheckItem]
    hold: TableHold | None

    @property
    def in_words(self) -> str:
        return table_in_words(self.table)

    @property
    def named(self) -> str:
        return self.in_words[0].upper() + self.in_words[1:]

    @property
    def open(self) -> int:
        return sum(item.is_open for item in self.items)

    @property
    def required(self) -> int:
        return sum(item.is_required for item in self.items)


@dataclass(frozen=True, slots=True)
class QueuePlace:
    """Where an item comes in the queue; ``make`` returns the item."""

    key: str
    table: str
    kind: CheckItemKind
    make: Callable[[], CheckItem]


@dataclass(frozen=True)
class CheckQueue:
    """Everything to check, the checker of each table, every entrant by number, and the cards as written.

    ``replacing`` are the lines that were re-entered, in the order in which they were.
    """

    items: Sequence[CheckItem]
    holds: Mapping[str, TableHold]
    outcome: CurrentResult | None
    entrants: Mapping[int, Entrant] = field(default_factory=dict)
    cards: Sequence[CardRecord] = ()
    replacing: Sequence[Confirmation] = ()

    @cached_property
    def people(self) -> Mapping[int, Mapping[str, Any]]:
        """Every entrant by number as JSON."""
        return as_people(self.entrants.values())

    @cached_property
    def tables(self) -> list[QueueTable]:
        by_table: dict[str, list[CheckItem]] = defaultdict(list)
        for item in self.items:
            by_table[item.table].append(item)
        return [
            QueueTable(table, by_table[table], self.holds.get(table))
            for table in sorted(by_table, key=lambda table: (not table, len(table), table))
        ]

    @property
    def open(self) -> list[CheckItem]:
        return [item for item in self.items if item.is_open]

    @property
    def required(self) -> list[CheckItem]:
        """The items that posting waits for, done or not."""
        return [item for item in self.items if item.is_required]

    @property
    def number_done(self) -> int:
        return len(self.required) - len(self.open)

    @property
    def spared(self) -> list[CheckItem]:
        """The items that nobody needs to touch: cards in the dead zone that do not add up (appendix 5)."""
        return [item for item in self.items if not item.is_required]

    @property
    def done(self) -> list[CheckItem]:
        return [item for item in self.items if item.is_done]

    def has_table(self, table: str) -> bool:
        """Whether anybody's card was started at this table; blank stands for the cards without a seat."""
        return any(table_of(one.seat) == table for one in self.entrants.values())

    def find(self, key: str) -> CheckItem | None:
        return next((item for item in self.items if item.key == key), None)

    def next_for(
        self, actor: StaffMember, after: str = "", among: Sequence[CheckItem] | None = None
    ) -> CheckItem | None:
        """Return what a checker does next: at the tables they hold first, then at tables that are free.

        What they cannot do themselves is left out: their own card, and where the director is waited for. For the
        director what waits for the director counts as free, even where a checker has that table: nobody else can do it.
        ``after`` is the key of the item just done; ``among`` are the items that a list shows.
        """
        items = self.items if among is None else [item for item in self.items if item in among]
        places = [QueuePlace(item.key, item.table, item.kind, partial(_same, item)) for item in items]
        return next_of(places, self.holds, actor, after)


def next_of(
    places: Sequence[QueuePlace], holds: Mapping[str, TableHold], actor: StaffMember, after: str
) -> CheckItem | None:
    """Return what :meth:`CheckQueue.next_for` does, from the places of the whole queue: few of their items are made."""
    done = next((index for index, place in enumerate(places, start=1) if place.key == after), 0)
    in_turn = [*places[done:], *places[:done]]
    own = {hold.table for hold in holds.values() if hold.member_id == actor.pk}
    free = {hold.table for hold in holds.values() if hold.is_idle}

    def is_for(item: CheckItem) -> bool:
        return item.is_open and not is_own_card(actor, item) and (actor.is_director or not item.is_up_to_director)

    for place in in_turn:
        if place.table in own and is_for(item := place.make()):
            return item
    for place in in_turn:
        is_free = place.table not in holds or place.table in free
        if not is_free and not place.kind.is_undecided:
            continue
        item = place.make()
        if is_for(item) and (is_free or item.is_up_to_director):
            return item
    return None


def _same(item: CheckItem) -> CheckItem:
    return item


def is_own_card(actor: StaffMember, item: CheckItem) -> bool:
    """Whether one of the item's cards is this person's own, under any name that they work under in this browser."""
    return any(_is_card_of(one, item) for one in actor.names_here)


def _is_card_of(actor: StaffMember, item: CheckItem) -> bool:
    """Whether one of the cards belongs to this name: by what staff entered, or else by the same name."""
    own = actor.entrant.number if actor.entrant_id and actor.entrant is not None else None
    if own is not None:
        return item.concerns(own)
    name = folded(actor.name)
    return name != "" and any(folded(one) == name for side in item.sides for one in side.holder.names)
