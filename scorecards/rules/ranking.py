"""The ranking: who is ahead, what decided it, and which ties are open (appendix 7; 2010: guideline 7)."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations, groupby

from scorecards.rules.line_points import CardTotals, Claim, claim_of
from tournaments.rules.types import Line, TieGameRecord, TieOrderRecord

LinesInForce = Mapping[int, Mapping[int, Line]]

KEYS = ("game points", "games won", "net spread", "plus points")
HEAD_TO_HEAD = "head-to-head"
TIE_GAME = "tie game"
TIE_ORDER = "tie order"
TIED = "tied"
DROPPED_OUT = "dropped out"


@dataclass(frozen=True, slots=True)
class Order:
    """The keys by which entrants are ranked.

    ``keys`` name the tiebreakers of :attr:`CardTotals.standing`; ``claim`` says what a line claims, for head-to-head.
    ``has_tie_game`` says that two who are still level then play one game; all others wait for the director's order.
    """

    keys: tuple[str, ...]
    claim: Callable[[Line], Claim | None] = claim_of
    has_head_to_head: bool = True
    has_tie_game: bool = True


ACC_ORDER = Order(KEYS)
ACC_ORDER_2010 = Order(KEYS, has_head_to_head=False, has_tie_game=False)


def acc_order(edition: str) -> Order:
    """Return the order of appendix 7, or of guideline 7, which knows neither head-to-head nor tie game."""
    return ACC_ORDER_2010 if edition == "acc-2010" else ACC_ORDER


@dataclass(frozen=True, slots=True)
class Place:
    """One entrant's place. ``qualifies`` is ``None`` while a tie across the line is open.

    ``decided_by`` says what set this entrant apart from the one ranked next above; ``None`` for the first. ``pool`` is
    the pool in which this is the place, ``None`` where the field is not divided (:mod:`scorecards.rules.pools`).
    """

    rank: int
    entrant: int
    totals: CardTotals
    qualifies: bool | None
    decided_by: str | None
    pool: str | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """The places in order (pool by pool), the first entrant below the line, and the ties to be settled first."""

    places: tuple[Place, ...]
    high_nonqualifier: int | None
    tie_games_needed: tuple[tuple[int, int], ...]
    tie_orders_needed: tuple[tuple[int, ...], ...]

    @property
    def open_ties(self) -> tuple[tuple[int, ...], ...]:
        """The entrants of each tie that must be settled, those for which a game is played first."""
        return (*self.tie_games_needed, *self.tie_orders_needed)

    @property
    def is_settled(self) -> bool:
        """Whether no tie that touches the qualifying places is open."""
        return not self.open_ties


def rank(
    totals: Mapping[int, CardTotals],
    *,
    qualifiers: int,
    edition: str = "acc-2020",
    lines: LinesInForce | None = None,
    tie_games: Sequence[TieGameRecord] = (),
    tie_orders: Sequence[TieOrderRecord] = (),
    order: Order | None = None,
    settled_down_to: int | None = None,
    behind: Set[int] = frozenset(),
) -> Ranking:
    """Rank entrants by an ``order``, which is that of the edition unless another is given (appendix 7; guideline 7).

    ``lines`` are the lines in force by entrant and game. A tie game or a tie order settles a tie between
    exactly the entrants it names. Ties have to be settled where they touch the first ``settled_down_to`` places: the
    qualifying places, unless another number is given. Those ``behind`` share the last place, whatever their cards say.
    """
    settle = _TieSettler(order or acc_order(edition), lines or {}, tie_games, tie_orders)
    settled_down_to = qualifiers if settled_down_to is None else settled_down_to
    places: list[Place] = []
    tie_games_needed: list[tuple[int, int]] = []
    tie_orders_needed: list[tuple[int, ...]] = []
    high_nonqualifier: int | None = None
    previous: CardTotals | None = None
    for group in _level_groups({number: own for number, own in totals.items() if number not in behind}):
        decided_by = None if previous is None else settle.deciding_key(totals[group[0]], previous)
        previous = totals[group[0]]
        for step, still_level in settle.order(group):
            first_place, last_place = len(places) + 1, len(places) + len(still_level)
            if len(still_level) > 1 and first_place <= settled_down_to:
                if len(still_level) == 2 and settle.by.has_tie_game:
                    tie_games_needed.append((still_level[0], still_level[1]))
                else:
                    tie_orders_needed.append(tuple(still_level))
            if len(still_level) == 1 and 0 < qualifiers == first_place - 1:
                high_nonqualifier = still_level[0]
            qualifies = True if last_place <= qualifiers else False if first_place > qualifiers else None
            for position, entrant in enumerate(still_level):
                apart_by = TIED if position else step or decided_by
                places.append(Place(first_place, entrant, totals[entrant], qualifies, apart_by))
    places += _last_places(sorted(behind & totals.keys()), totals, len(places) + 1)
    return Ranking(tuple(places), high_nonqualifier, tuple(tie_games_needed), tuple(tie_orders_needed))


def _last_places(behind: Sequence[int], totals: Mapping[int, CardTotals], shared: int) -> Iterable[Place]:
    for position, entrant in enumerate(behind):
        apart_by = TIED if position else DROPPED_OUT if shared > 1 else None
        yield Place(shared, entrant, totals[entrant], qualifies=False, decided_by=apart_by)


def _level_groups(totals: Mapping[int, CardTotals]) -> Iterable[list[int]]:
    standings = {entrant: total.standing for entrant, total in totals.items()}
    in_order = sorted(sorted(standings), key=standings.__getitem__, reverse=True)
    return (list(group) for _, group in groupby(in_order, key=standings.__getitem__))


@dataclass(frozen=True, slots=True)
class _TieSettler:
    by: Order
    lines: LinesInForce
    tie_games: Sequence[TieGameRecord]
    tie_orders: Sequence[TieOrderRecord]

    def deciding_key(self, lower: CardTotals, upper: CardTotals) -> str:
        """Return the first tiebreaker in which two who are not level differ."""
        pairs = zip(self.by.keys, lower.standing, upper.standing, strict=True)
        return next(key for key, low, up in pairs if low != up)

    def order(self, level: list[int]) -> list[tuple[str | None, list[int]]]:
        """Split entrants level on all keys: (what set this part apart from the part above, its entrants)."""
        if len(level) == 1:
            return [(None, level)]
        result: list[tuple[str | None, list[int]]] = []
        for part in self._by_head_to_head(level):
            for how, settled in self._by_record(part):
                step = how if how is not None else HEAD_TO_HEAD
                result.append((step if result else None, settled))
        return result

    def _by_head_to_head(self, level: list[int]) -> list[list[int]]:
        if len(level) == 1 or not self.by.has_head_to_head:
            return [level]
        wins = head_to_head_wins(level, self.lines, self.by.claim)
        if wins is None:
            return [level]
        by_wins = sorted(level, key=lambda entrant: (-wins[entrant], entrant))
        parts = [list(part) for _, part in groupby(by_wins, key=wins.__getitem__)]
        if len(parts) == 1:
            return [level]
        return [smaller for part in parts for smaller in self._by_head_to_head(part)]

    def _by_record(self, level: list[int]) -> list[tuple[str | None, list[int]]]:
        members = set(level)
        if len(level) == 2 and self.by.has_tie_game:
            for tie_game in self.tie_games:
                if {tie_game.winner, tie_game.loser} == members:
                    return [(None, [tie_game.winner]), (TIE_GAME, [tie_game.loser])]
        for tie_order in self.tie_orders:
            if len(level) > 1 and set(tie_order.order) == members:
                first, *others = tie_order.order
                return [(None, [first]), *((TIE_ORDER, [entrant]) for entrant in others)]
        return [(None, level)]


def head_to_head_wins(
    level: Sequence[int], lines: LinesInForce, claim: Callable[[Line], Claim | None] = claim_of
) -> dict[int, int] | None:
    """Count each entrant's wins in games between these entrants, by the lines in force (App.7.e).

    ``claim`` tells what a line claims. ``None`` unless every two of them have a decided game. A game that both cards
    lost, or that both claim, decides nothing.
    """
    wins = dict.fromkeys(level, 0)
    for first, second in combinations(level, 2):
        decided = False
        for game, line in lines.get(first, {}).items():
            if line.opponent != second:
                continue
            theirs = lines.get(second, {}).get(game)
            if theirs is None or theirs.opponent != first:
                continue
            claims = (claim(line), claim(theirs))
            if claims == (Claim.WIN, Claim.LOSS):
                wins[first] += 1
            elif claims == (Claim.LOSS, Claim.WIN):
                wins[second] += 1
            else:
                continue
            decided = True
        if not decided:
            return None
    return wins
