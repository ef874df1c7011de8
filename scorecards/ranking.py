"""Who is ahead of whom, what decided it, and which ties are still open (appendix 7; 2010: guideline 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from scorecards.scoring import Claim, Totals, claim_of
from tournaments.eventfile import Line, TieGameRecord, TieOrderRecord

LinesInForce = Mapping[int, Mapping[int, Line]]

KEYS = ("game points", "games won", "net spread", "plus points")
HEAD_TO_HEAD = "head-to-head"
TIE_GAME = "tie game"
TIE_ORDER = "tie order"
TIED = "tied"


@dataclass(frozen=True, slots=True)
class Place:
    """One entrant's place. ``qualifies`` is ``None`` while a tie across the line is open.

    ``decided_by`` says what set this entrant apart from the one ranked next above; ``None`` for the first.
    """

    rank: int
    entrant: int
    totals: Totals
    qualifies: bool | None
    decided_by: str | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """The places in order, the first entrant below the line, and the ties that must be settled first."""

    places: tuple[Place, ...]
    high_nonqualifier: int | None
    tie_games_needed: tuple[tuple[int, int], ...]
    tie_orders_needed: tuple[tuple[int, ...], ...]

    @property
    def is_settled(self) -> bool:
        """Whether no tie that touches the qualifying places is open."""
        return not self.tie_games_needed and not self.tie_orders_needed


def rank(
    totals: Mapping[int, Totals],
    *,
    qualifiers: int,
    edition: str = "acc-2020",
    lines: LinesInForce | None = None,
    tie_games: Sequence[TieGameRecord] = (),
    tie_orders: Sequence[TieOrderRecord] = (),
) -> Ranking:
    """Rank entrants by appendix 7 (2010: guideline 7, which knows neither head-to-head nor tie game).

    ``lines`` are the lines in force by entrant and game. A tie game or a tie order settles a tie between
    exactly the entrants it names.
    """
    settle = _TieSettler(edition, lines or {}, tie_games, tie_orders)
    places: list[Place] = []
    tie_games_needed: list[tuple[int, int]] = []
    tie_orders_needed: list[tuple[int, ...]] = []
    high_nonqualifier: int | None = None
    previous: Totals | None = None
    for group in _level_groups(totals):
        decided_by = None if previous is None else _deciding_key(totals[group[0]], previous)
        previous = totals[group[0]]
        for step, still_level in settle.order(group):
            first_place, last_place = len(places) + 1, len(places) + len(still_level)
            if len(still_level) > 1 and first_place <= qualifiers:
                if len(still_level) == 2 and edition != "acc-2010":
                    tie_games_needed.append((still_level[0], still_level[1]))
                else:
                    tie_orders_needed.append(tuple(still_level))
            if len(still_level) == 1 and first_place == qualifiers + 1:
                high_nonqualifier = still_level[0]
            qualifies = True if last_place <= qualifiers else False if first_place > qualifiers else None
            for position, entrant in enumerate(still_level):
                apart_by = TIED if position else step or decided_by
                places.append(Place(first_place, entrant, totals[entrant], qualifies, apart_by))
    return Ranking(tuple(places), high_nonqualifier, tuple(tie_games_needed), tuple(tie_orders_needed))


def _level_groups(totals: Mapping[int, Totals]) -> Iterable[list[int]]:
    standings = {entrant: total.standing for entrant, total in totals.items()}
    in_order = sorted(sorted(standings), key=standings.__getitem__, reverse=True)
    return (list(group) for _, group in groupby(in_order, key=standings.__getitem__))


def _deciding_key(lower: Totals, upper: Totals) -> str:
    return next(key for key, low, up in zip(KEYS, lower.standing, upper.standing, strict=True) if low != up)


@dataclass(frozen=True, slots=True)
class _TieSettler:
    edition: str
    lines: LinesInForce
    tie_games: Sequence[TieGameRecord]
    tie_orders: Sequence[TieOrderRecord]

    def order(self, level: list[int]) -> list[tuple[str | None, list[int]]]:
        """Split entrants level on all four keys: (what set this part apart from the part above, its entrants)."""
        if len(level) == 1:
            return [(None, level)]
        result: list[tuple[str | None, list[int]]] = []
        for part in self._by_head_to_head(level):
            for how, settled in self._by_record(part):
                step = how if how is not None else HEAD_TO_HEAD
                result.append((step if result else None, settled))
        return result

    def _by_head_to_head(self, level: list[int]) -> list[list[int]]:
        if len(level) == 1 or self.edition == "acc-2010":
            return [level]
        wins = head_to_head_wins(level, self.lines)
        if wins is None:
            return [level]
        by_wins = sorted(level, key=lambda entrant: (-wins[entrant], entrant))
        parts = [list(part) for _, part in groupby(by_wins, key=wins.__getitem__)]
        if len(parts) == 1:
            return [level]
        return [smaller for part in parts for smaller in self._by_head_to_head(part)]

    def _by_record(self, level: list[int]) -> list[tuple[str | None, list[int]]]:
        members = set(level)
        if len(level) == 2 and self.edition != "acc-2010":
            for tie_game in self.tie_games:
                if {tie_game.winner, tie_game.loser} == members:
                    return [(None, [tie_game.winner]), (TIE_GAME, [tie_game.loser])]
        for tie_order in self.tie_orders:
            if len(level) > 1 and set(tie_order.order) == members:
                first, *others = tie_order.order
                return [(None, [first]), *((TIE_ORDER, [entrant]) for entrant in others)]
        return [(None, level)]


def head_to_head_wins(level: Sequence[int], lines: LinesInForce) -> dict[int, int] | None:
    """Count each entrant's wins in games between these entrants, by the lines in force (App.7.e).

    ``None`` unless every two of them have a decided game. A game that both cards lost, or that both claim,
    decides nothing.
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
            claims = (claim_of(line), claim_of(theirs))
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
