"""Read the play from an event file: schedule, cards, ties and playoffs.

Each function reads one key of the file, notes the errors, and returns the items that could be read, in the order of the
file. Decisions are read in :mod:`tournaments.event_file.reading_decisions`, and the whole is put together in
:mod:`tournaments.event_file.reading`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass

from tournaments.event_file.json_fields import (
    ErrorList,
    FieldKind,
    JsonObject,
    JsonPath,
    OneNumberOf,
    Text,
    UniqueValues,
    WholeNumber,
    WrongValueError,
    refusal,
)
from tournaments.rules import types
from tournaments.rules.constants import BEST_OF_CHOICES, MAX_SPREAD, MIN_SPREAD
from tournaments.rules.scorings import FOOT_COLUMNS, GAME_HOLE, LINE_COLUMNS, SCORINGS, Scoring

REASON = Text(2000, may_break_lines=True)

MAX_ROUNDS = 20

_SCHEDULE_KEYS = ("game", "pairs")
_CARD_KEYS = ("entrant", "recorded", "lines")
_LINE_KEYS = ("game", "opponent")
_TIE_GAME_KEYS = ("winner", "loser")
_TIE_ORDER_KEYS = ("order", "reason")
_PLAYOFF_KEYS = ("best_of", "matches")
_MATCH_KEYS = ("round", "slot", "games", "forfeits")

SPREAD = WholeNumber("a spread", MIN_SPREAD, MAX_SPREAD)
_FOOT_TOTAL = WholeNumber("a foot total", 0, 99_999)
_PEGGED = WholeNumber("points pegged", 0, GAME_HOLE)
_LEFT = WholeNumber("points left", 0, GAME_HOLE)
_BEST_OF = OneNumberOf("a best-of", BEST_OF_CHOICES)
_ROUND = WholeNumber("a round", 1, MAX_ROUNDS)
_SLOT = WholeNumber("a slot", 1, 2 ** (MAX_ROUNDS - 1))
_GAMES_WON = WholeNumber("a number of games won", 0, max(BEST_OF_CHOICES))
_FORFEITS = WholeNumber("a number of forfeits", 0, max(BEST_OF_CHOICES))


@dataclass(frozen=True, slots=True)
class EntrantNumber:
    """The number of an entrant of this file.

    ``numbers`` is ``None`` where the list of entrants could not be read. ``house_players`` are named only
    where they have no business: they play and have cards, and are never ranked.
    """

    numbers: frozenset[int] | None
    house_players: frozenset[int] = frozenset()
    phrase: str = "an entrant's number"

    def read(self, value: object) -> int:
        if type(value) is not int:
            raise refusal(value, self.phrase)
        if self.numbers is not None and value not in self.numbers:
            raise WrongValueError(f"no entrant has the number {value}")
        if value in self.house_players:
            raise WrongValueError(f"entrant {value} is a house player, who is never ranked")
        return value


@dataclass(frozen=True, slots=True)
class Frame:
    """What the event and its entrants allow on cards, in decisions and in ties.

    ``line`` and ``foot`` are the columns that may stand there, ``numbers`` what may stand in each column that is read.
    ``last_games`` are those of entrants who left.
    """

    game: WholeNumber
    entrant: EntrantNumber
    ranked_entrant: EntrantNumber
    line: tuple[str, ...]
    foot: tuple[str, ...]
    numbers: Mapping[str, FieldKind[int]]
    scoring: Scoring | None
    last_games: Mapping[int, int]

    @classmethod
    def of(cls, games: int, scoring: str | None, entrants: tuple[types.EntrantRecord, ...] | None) -> Frame:
        """Return the frame for an event of this many games.

        Without a ``scoring`` any of them may be meant: a line may then carry what another scoring needs,
        and a decided line may lack its points. Without ``entrants`` any number may be an entrant's.
        """
        numbers = None if entrants is None else frozenset(entrant.number for entrant in entrants)
        house_players = frozenset(entrant.number for entrant in entrants or () if entrant.house_player)
        scored = None if scoring is None else SCORINGS[scoring]
        return cls(
            game=WholeNumber("a game of this event", 1, games),
            entrant=EntrantNumber(numbers),
            ranked_entrant=EntrantNumber(numbers, house_players),
            line=LINE_COLUMNS if scored is None else scored.columns.line,
            foot=FOOT_COLUMNS if scored is None else scored.columns.foot,
            numbers=_numbers_of(scored),
            scoring=scored,
            last_games={
                entrant.number: entrant.withdrawn_after_game
                for entrant in entrants or ()
                if entrant.withdrawn_after_game is not None
            },
        )

    @property
    def is_of_sheets(self) -> bool:
        return self.scoring is not None and self.scoring.is_of_sheets

    def gone(self, game: int, entrants: Collection[int], written: Set[tuple[int, int]]) -> frozenset[int]:
        """Return who of these had left before a game and owes no line of it; on game sheets the setting decides."""
        if self.is_of_sheets:
            return frozenset()
        left = (entrant for entrant in entrants if game > self.last_games.get(entrant, game))
        return frozenset(entrant for entrant in left if (entrant, game) not in written)


def _numbers_of(scoring: Scoring | None) -> Mapping[str, FieldKind[int]]:
    """Return what may stand in each column of a line that is read under a scoring."""
    if scoring is not None and scoring.is_of_sheets:
        sheet = {"own": _PEGGED, "theirs": _PEGGED, "left": _LEFT}
        return {name: sheet[name] for name in scoring.columns.line}
    if scoring is None:
        points = OneNumberOf(
            "game points", tuple(sorted({points for one in SCORINGS.values() for points in one.points}))
        )
    else:
        points = OneNumberOf(f"game points under {scoring.name}", scoring.points)
    return {"points": points, "plus": SPREAD, "minus": SPREAD}


def read_schedule(file: JsonObject, frame: Frame) -> tuple[types.ScheduledGame, ...]:
    """Read ``schedule``: each game once, and in each game nobody twice."""
    schedule = []
    games: UniqueValues[int] = UniqueValues()
    for item in file.items("schedule", _SCHEDULE_KEYS):
        game = item.required("game", frame.game)
        if game is not None and (earlier := games.claim(game, item.path)):
            item.wrong("game", f"game {game} is scheduled already in {earlier}")
        pairs = tuple(_read_pairs(item, frame))
        if game is not None:
            schedule.append(types.ScheduledGame(game, pairs))
    return tuple(schedule)


def _read_pairs(scheduled: JsonObject, frame: Frame) -> Iterator[tuple[int, int]]:
    errors = scheduled.errors
    paired: UniqueValues[int] = UniqueValues()
    for index, value in enumerate(scheduled.required_elements("pairs") or ()):
        path = scheduled.path / "pairs" / index
        pair = two_entrants(errors.two(frame.entrant, value, path), path, errors)
        if pair is None:
            continue
        for side, entrant in enumerate(pair):
            if earlier := paired.claim(entrant, path):
                errors.add(path / side, f"entrant {entrant} is paired already in {earlier}")
        yield pair


def two_entrants(pair: tuple[int, int] | None, path: JsonPath, errors: ErrorList) -> tuple[int, int] | None:
    """Return the two entrants of a game, or ``None`` after noting that they are one and the same."""
    if pair is not None and pair[0] == pair[1]:
        errors.add(path, f"entrant {pair[0]} stands on both sides")
        return None
    return pair


def read_scorecards(file: JsonObject, frame: Frame) -> tuple[types.CardRecord, ...]:
    """Read ``scorecards``: one card for each entrant at most, as written, contradictions and all."""
    cards = []
    owners: UniqueValues[int] = UniqueValues()
    for item in file.items("scorecards", _CARD_KEYS):
        owner = item.required("entrant", frame.entrant)
        earlier = None if owner is None else owners.claim(owner, item.path)
        if earlier:
            item.wrong("entrant", f"entrant {owner} has a card already, {earlier}")
        recorded = _read_foot(item, frame)
        # Nobody knows whose card a second one really is: its lines may well name the entrant it claims to be of.
        lines = tuple(_read_lines(item, None if earlier else owner, frame))
        if owner is not None:
            cards.append(types.CardRecord(owner, lines, recorded))
    return tuple(cards)


def _read_foot(card: JsonObject, frame: Frame) -> types.FootTotals | None:
    foot = card.item("recorded", frame.foot)
    if foot is None:
        return None
    return types.FootTotals(**{name: foot.nullable(name, _FOOT_TOTAL, None) for name in frame.foot})


def _read_lines(card: JsonObject, owner: int | None, frame: Frame) -> Iterator[types.Line]:
    games: UniqueValues[int] = UniqueValues()
    for item in card.items("lines", _LINE_KEYS + frame.line):
        game = item.required("game", frame.game)
        if game is not None and (earlier := games.claim(game, item.path)):
            item.wrong("game", f"game {game} has a line already, {earlier}")
        opponent = item.nullable("opponent", frame.entrant, None)
        if opponent is not None and opponent == owner:
            item.wrong("opponent", f"entrant {opponent} is the owner of this card")
        numbers = {name: item.nullable(name, kind, None) for name, kind in frame.numbers.items()}
        if game is not None:
            yield types.Line(game, opponent, **numbers)


def read_tie_games(file: JsonObject, frame: Frame) -> tuple[types.TieGameRecord, ...]:
    """Read ``tie_games``: two ranked entrants, who play one such game at most; game sheets know none."""
    ties = []
    played: UniqueValues[frozenset[int]] = UniqueValues()
    for item in file.items("tie_games", _TIE_GAME_KEYS):
        winner = item.required("winner", frame.ranked_entrant)
        loser = item.required("loser", frame.ranked_entrant)
        if frame.scoring and frame.is_of_sheets:
            file.errors.add(
                item.path, f"a tie game, {frame.scoring.name} events settle a tie by an order in tie_orders"
            )
        if winner is None or loser is None:
            continue
        if winner == loser:
            item.wrong("loser", f"entrant {loser} is the winner too")
        elif earlier := played.claim(frozenset((winner, loser)), item.path):
            item.wrong("winner", f"the tie game of entrants {winner} and {loser} is given already in {earlier}")
        ties.append(types.TieGameRecord(winner, loser))
    return tuple(ties)


def read_tie_orders(file: JsonObject, frame: Frame) -> tuple[types.TieOrderRecord, ...]:
    """Read ``tie_orders``: two or more ranked entrants each, nobody twice, the same ones in one order only."""
    orders = []
    ordered: UniqueValues[frozenset[int]] = UniqueValues()
    for item in file.items("tie_orders", _TIE_ORDER_KEYS):
        order = _read_order(item, frame)
        if order and (earlier := ordered.claim(frozenset(order), item.path)):
            item.wrong("order", f"these entrants have an order already, {earlier}")
        reason = item.optional("reason", REASON, "")
        if order:
            orders.append(types.TieOrderRecord(order, reason))
    return tuple(orders)


def _read_order(item: JsonObject, frame: Frame) -> tuple[int, ...]:
    """Return the whole order, or nothing where any part of it could not be read."""
    values = item.required_elements("order")
    if values is None:
        return ()
    if len(values) < 2:
        item.wrong("order", f"a list of {len(values)}, an order needs at least two entrants")
        return ()
    order = []
    placed: UniqueValues[int] = UniqueValues()
    path = item.path / "order"
    for index, value in enumerate(values):
        entrant = item.errors.read(frame.ranked_entrant, value, path, index)
        if entrant is None:
            continue
        if earlier := placed.claim(entrant, path / index):
            item.errors.add(path / index, f"entrant {entrant} stands in this order already, {earlier}")
        order.append(entrant)
    return tuple(order) if len(order) == len(values) else ()


def read_playoff(file: JsonObject) -> types.PlayoffRecord | None:
    """Read ``playoff``. Whether a slot is in the bracket is for the brackets to say."""
    item = file.item("playoff", _PLAYOFF_KEYS)
    if item is None:
        return None
    best_of = _read_best_of(item)
    matches = tuple(_read_matches(item, best_of))
    # A round whose best-of cannot be read still counts, so that the later rounds keep their places.
    return types.PlayoffRecord(tuple(most or max(BEST_OF_CHOICES) for most in best_of), matches)


def _read_best_of(playoff: JsonObject) -> list[int | None]:
    values = playoff.elements("best_of")
    if len(values) > MAX_ROUNDS:
        playoff.wrong("best_of", f"a list of {len(values)}, at most {MAX_ROUNDS} rounds fit")
        return []
    path = playoff.path / "best_of"
    return [playoff.errors.read(_BEST_OF, value, path, index) for index, value in enumerate(values)]


def _read_matches(playoff: JsonObject, best_of: list[int | None]) -> Iterator[types.MatchRecord]:
    slots: UniqueValues[tuple[int, int]] = UniqueValues()
    for item in playoff.items("matches", _MATCH_KEYS):
        round_number = item.required("round", _ROUND)
        slot = item.required("slot", _SLOT)
        if round_number is not None and slot is not None and (earlier := slots.claim((round_number, slot), item.path)):
            item.wrong("slot", f"slot {slot} of round {round_number} has a result already, {earlier}")
        games = item.two("games", _GAMES_WON)
        if games is not None and round_number is not None and round_number <= len(best_of):
            _refuse_impossible_result(item, games, best_of[round_number - 1])
        forfeits = item.optional("forfeits", _FORFEITS, 0)
        if games is not None and forfeits > sum(games):
            item.wrong("forfeits", f"{forfeits} is more than the {sum(games)} games of the match")
        # One that cannot be read still counts, so that the later ones keep their places.
        yield types.MatchRecord(round_number or 0, slot or 0, games or (0, 0), forfeits)


def _refuse_impossible_result(match: JsonObject, games: tuple[int, int], best_of: int | None) -> None:
    if best_of is None:
        return
    wins_needed = (best_of + 1) // 2
    if max(games) > wins_needed:
        match.wrong("games", f"{games[0]} to {games[1]}, a best of {best_of} ends with {wins_needed} won")
    elif min(games) == wins_needed:
        match.wrong("games", f"{games[0]} to {games[1]}, only one side can win a best of {best_of}")
