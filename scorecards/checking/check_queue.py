"""The cross-checking queue: the games and cards to check, by table, and what a checker does next."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple

from scorecards.cards.selectors.stack import card_holders, is_own
from scorecards.checking.items import CheckItem, table_in_words, table_of
from scorecards.checking.keys import RequestedGame, requested_game
from scorecards.models import Confirmation, Ruling, Signature, TableHold
from scorecards.records.facts import LinesOfCards, kept_card_records, lines_of_game
from scorecards.records.results import current_result, lines_read_in_favor
from scorecards.rules.crosscheck import UndecidedGame
from scorecards.rules.event_result import ResultRuling
from scorecards.rules.line_points import CardError
from scorecards.rules.qualifying import CardPile, piles
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.records.entrants import as_people, entrants_by_number
from tournaments.rules.types import CardRecord, Line


class QueueTable(NamedTuple):
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


class CheckQueue:
    """Everything to check in order of tables and seats, the checker of each table, every entrant, the cards as written.

    For an act on one item, its ``key`` is given: all others are neither read nor made.
    ``replacing`` are the lines that were re-entered, in the order in which they were. ``confirmed`` is by entrant's
    number and game (``None``: the sums), ``stored`` has by game and both numbers the key of each ruling, and the
    initials under it.

    Seven queries for any number of cards, and five more for what this process has not read yet.
    """

    def __init__(self, tournament: Tournament, key: str | None = None) -> None:
        self.tournament = tournament
        holds = TableHold.objects.filter(tournament=tournament).select_related("member")
        self.holds = {hold.table: hold for hold in holds}
        self.outcome = current_result(tournament, with_rulings=True)
        asked = requested_game(key) if key is not None else None
        self.cards: Sequence[CardRecord] = kept_card_records(tournament) if key is None else ()
        self.lines = LinesOfCards(self.cards)
        # The dashboard counts them: who is here, and who owes what.
        self.holders = card_holders(tournament, "checked_in_at", "fee_owed", "fee_paid") if key is None else []
        self.entrants: Mapping[int, Entrant] = {holder.number: holder for holder in self.holders}
        self.items: Sequence[CheckItem] = ()
        self.replacing: list[Confirmation] = []
        if self.outcome is not None and (key is None or asked is not None):
            self._read(asked)

    def _read(self, asked: RequestedGame | None) -> None:
        assert self.outcome is not None
        result, self.pass_of, self.in_places = self.outcome.result, self.outcome.pass_of, self.outcome.in_places
        games: list[ResultRuling | UndecidedGame] = [*result.rulings, *result.undecided]
        if asked is not None:
            games = [one for one in games if (one.game, tuple(one.entrants)) == (asked.game, asked.numbers)]
        errors: dict[int, list[CardError]] = defaultdict(list)
        for error in result.arithmetic:
            if asked is None or (asked.game is None and error.entrant in asked.numbers):
                errors[error.entrant].append(error)
        confirmed = Confirmation.objects.active().filter(entrant__tournament=self.tournament).order_by("pk")
        rulings = Ruling.objects.active().filter(tournament=self.tournament)
        signatures = Signature.objects.active().filter(ruling__tournament=self.tournament).order_by("-pk")
        if asked is not None:
            numbers, game = asked.numbers, asked.game
            written = lines_of_game(self.tournament, game or 0, numbers if games else ())
            self.lines.update({number: {line.game: line} for number, line in written.items()})
            named = {line.opponent for line in written.values() if line.opponent is not None}
            self.entrants = entrants_by_number(self.tournament, {*numbers, *named})
            confirmed = confirmed.filter(entrant__number__in=numbers, game=game)
            rulings = rulings.filter(first__number__in=numbers, second__number__in=numbers, game=game or 0)
            signatures = signatures.filter(ruling__in=rulings)
        by_key = {one.pk: one for one in self.entrants.values()}
        self.confirmed: dict[tuple[int, int | None], Confirmation] = {}
        for row in confirmed:
            row.entrant = by_key[row.entrant_id]
            self.confirmed[row.entrant.number, row.game] = row
            if row.game is not None and row.replaced is not None:
                self.replacing.append(row)
        signed = {signature.ruling_id: signature for signature in signatures}
        stored = rulings.order_by().values_list("pk", "game", "first__number", "second__number")
        self.stored: dict[tuple[int | None, ...], tuple[int, Signature | None]] = {
            (game, first, second): (ruling, signed.get(ruling)) for ruling, game, first, second in stored
        }
        sums = [CheckItem(self, (number,), errors=found) for number, found in errors.items()]
        items = [*sums, *(CheckItem(self, record.entrants, record) for record in games)]
        self.items = sorted(items, key=attrgetter("order"))

    def line(self, number: int, game: int) -> Line | None:
        """Return a line as it is written on an entrant's card."""
        return self.lines[number].get(game)

    @cached_property
    def read_in_favor(self) -> Mapping[int, Sequence[int]]:
        return lines_read_in_favor(self.tournament, self.outcome) if self.outcome is not None else {}

    @cached_property
    def dead_zone(self) -> set[int]:
        """The entrants whose cards nobody needs to add up again."""
        house_players = {number for number, one in self.entrants.items() if one.house_player}
        max_points = self.tournament.scored.max_points
        if max_points is None or self.outcome is None:
            return house_players  # every game sheet is checked, not only the leaders'
        result = self.outcome.result
        standings = {place.entrant: place.totals.standing for place in result.standings}
        return set(piles(standings, result.qualifiers, max_points)[CardPile.DEAD_ZONE]) | house_players

    @cached_property
    def people(self) -> Mapping[int, Mapping[str, Any]]:
        """Every entrant by number as JSON, in the order in which they were entered."""
        return as_people(sorted(self.entrants.values(), key=attrgetter("pk")))

    @cached_property
    def tables(self) -> list[QueueTable]:
        by_table: dict[str, list[CheckItem]] = defaultdict(list)
        for item in self.items:
            by_table[item.table].append(item)
        return [
            QueueTable(table, by_table[table], self.holds.get(table))
            for table in sorted(by_table, key=lambda table: (not table, len(table), table))
        ]

    @cached_property
    def open(self) -> list[CheckItem]:
        return [item for item in self.items if item.is_open]

    @cached_property
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

    def own_items(self, actor: StaffMember) -> set[str]:
        """Return the keys of the items that this person may not check: one of the cards is their own."""
        holders = {side.holder.number: side.holder for item in self.items for side in item.sides}
        own = {number for number, holder in holders.items() if is_own(actor, holder)}
        return {item.key for item in self.items if any(side.holder.number in own for side in item.sides)}

    def next_for(
        self, actor: StaffMember, after: str = "", among: Sequence[CheckItem] | None = None
    ) -> CheckItem | None:
        """Return what a checker does next: at the tables they hold first, then at tables that are free.

        What they cannot do themselves is left out: their own card, and where the director is waited for. For the
        director what waits for the director counts as free, even where a checker has that table: nobody else can do it.
        ``after`` is the key of the item just done; ``among`` are the items that a list shows.
        """
        items = self.items if among is None else sorted(among, key=attrgetter("order"))
        done = next((index for index, item in enumerate(items, start=1) if item.key == after), 0)
        in_turn = [*items[done:], *items[:done]]
        own = {hold.table for hold in self.holds.values() if hold.member_id == actor.pk}
        free = {hold.table for hold in self.holds.values() if hold.is_idle}

        def is_for(item: CheckItem) -> bool:
            is_left = item.is_up_to_director and not actor.is_director
            return item.is_open and not is_left and not any(is_own(actor, side.holder) for side in item.sides)

        for item in in_turn:
            if item.table in own and is_for(item):
                return item
        for item in in_turn:
            is_free = item.table not in self.holds or item.table in free
            if (is_free or item.kind.is_undecided) and is_for(item) and (is_free or item.is_up_to_director):
                return item
        return None
