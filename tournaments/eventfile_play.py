"""Reading what was played from an event file: schedule, cards, decisions, ties and playoff.

Each function reads one key of the file, notes the mistakes, and returns the items that could be read, in
the order of the file. The whole is put together in :mod:`tournaments.eventfile_reading`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.eventfile import (
    BEST_OF_CHOICES,
    HIGHEST_SPREAD,
    LOWEST_SPREAD,
    WIN_POINTS,
    CardRecord,
    DecidedLine,
    DecisionRecord,
    EntrantRecord,
    FootTotals,
    Line,
    MatchRecord,
    PlayoffRecord,
    ScheduledGame,
    TieGameRecord,
    TieOrderRecord,
    points_for_win,
)
from tournaments.jsonitems import (
    Item,
    Mistakes,
    Once,
    OneNumberOf,
    Place,
    Text,
    WholeNumber,
    WrongValueError,
    refusal,
)

GAME_POINTS = {scoring: (0, *(points for _, points in wins)) for scoring, wins in WIN_POINTS.items()}
"""The game points that a line may carry, for each scoring under which lines can be checked."""

REASON = Text(2000, may_break_lines=True)

MOST_ROUNDS = 20

_SCHEDULE_KEYS = ("game", "pairs")
_CARD_KEYS = ("entrant", "recorded", "lines")
_FOOT_KEYS = ("game_points", "games_won", "plus", "minus")
_LINE_KEYS = ("game", "opponent", "points", "plus", "minus")
_DECISION_KEYS = ("game", "entrants", "lines", "rule", "reason")
_DECIDED_LINE_KEYS = ("entrant", "points", "plus", "minus")
_OTHER_SCORINGS_KEYS = ("own", "theirs", "left")
_TIE_GAME_KEYS = ("winner", "loser")
_TIE_ORDER_KEYS = ("order", "reason")
_PLAYOFF_KEYS = ("best_of", "matches")
_MATCH_KEYS = ("round", "slot", "games", "forfeits")

_SPREAD = WholeNumber("a spread", LOWEST_SPREAD, HIGHEST_SPREAD)
_FOOT_TOTAL = WholeNumber("a foot total", 0, 99_999)
_RULE = Text(40, may_be_blank=False)
_BEST_OF = OneNumberOf("a best-of", BEST_OF_CHOICES)
_ROUND = WholeNumber("a round", 1, MOST_ROUNDS)
_SLOT = WholeNumber("a slot", 1, 2 ** (MOST_ROUNDS - 1))
_GAMES_WON = WholeNumber("a number of games won", 0, max(BEST_OF_CHOICES))
_FORFEITS = WholeNumber("a number of forfeits", 0, max(BEST_OF_CHOICES))

_DEFAULT_RULE = "14.1"


@dataclass(frozen=True, slots=True)
class KnownEntrant:
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
    """What the event and its entrants allow on cards, in decisions and in ties."""

    game: WholeNumber
    points: OneNumberOf
    entrant: KnownEntrant
    ranked_entrant: KnownEntrant
    line_keys: tuple[str, ...]
    decided_line_keys: tuple[str, ...]
    scoring: str | None

    @classmethod
    def of(cls, games: int, scoring: str | None, entrants: tuple[EntrantRecord, ...] | None) -> Frame:
        """Return the frame for an event of this many games.

        Without a ``scoring`` any of them may be meant: a line may then carry what another scoring needs,
        and a decided line may lack its points. Without ``entrants`` any number may be an entrant's.
        """
        if scoring is None:
            points = OneNumberOf("game points", (0, 1, 2, 3, 4))
        else:
            points = OneNumberOf(f"game points under {scoring}", GAME_POINTS[scoring])
        numbers = None if entrants is None else frozenset(entrant.number for entrant in entrants)
        house_players = frozenset(entrant.number for entrant in entrants or () if entrant.house_player)
        more_keys = _OTHER_SCORINGS_KEYS if scoring is None else ()
        return cls(
            game=WholeNumber("a game of this event", 1, games),
            points=points,
            entrant=KnownEntrant(numbers),
            ranked_entrant=KnownEntrant(numbers, house_players),
            line_keys=_LINE_KEYS + more_keys,
            decided_line_keys=_DECIDED_LINE_KEYS + more_keys,
            scoring=scoring,
        )


def read_schedule(file: Item, frame: Frame) -> tuple[ScheduledGame, ...]:
    """Read ``schedule``: each game once, and in each game nobody twice."""
    schedule = []
    games: Once[int] = Once()
    for item in file.items("schedule", _SCHEDULE_KEYS):
        game = item.required("game", frame.game)
        if game is not None and (earlier := games.claim(game, item.place)):
            item.wrong("game", f"game {game} is scheduled already in {earlier}")
        pairs = tuple(_read_pairs(item, frame))
        if game is not None:
            schedule.append(ScheduledGame(game, pairs))
    return tuple(schedule)


def _read_pairs(scheduled: Item, frame: Frame) -> Iterator[tuple[int, int]]:
    mistakes = scheduled.mistakes
    paired: Once[int] = Once()
    for index, value in enumerate(scheduled.required_elements("pairs") or ()):
        place = scheduled.place / "pairs" / index
        pair = _two_entrants(mistakes.two(frame.entrant, value, place), place, mistakes)
        if pair is None:
            continue
        for side, entrant in enumerate(pair):
            if earlier := paired.claim(entrant, place):
                mistakes.add(place / side, f"entrant {entrant} is paired already in {earlier}")
        yield pair


def _two_entrants(pair: tuple[int, int] | None, place: Place, mistakes: Mistakes) -> tuple[int, int] | None:
    if pair is not None and pair[0] == pair[1]:
        mistakes.add(place, f"entrant {pair[0]} stands on both sides")
        return None
    return pair


def read_scorecards(file: Item, frame: Frame) -> tuple[CardRecord, ...]:
    """Read ``scorecards``: one card for each entrant at most, as written, contradictions and all."""
    cards = []
    owners: Once[int] = Once()
    for item in file.items("scorecards", _CARD_KEYS):
        owner = item.required("entrant", frame.entrant)
        earlier = None if owner is None else owners.claim(owner, item.place)
        if earlier:
            item.wrong("entrant", f"entrant {owner} has a card already, {earlier}")
        recorded = _read_foot(item)
        # Whose card a second one really is nobody knows: its lines may well name the entrant it claims to be of.
        lines = tuple(_read_lines(item, None if earlier else owner, frame))
        if owner is not None:
            cards.append(CardRecord(owner, lines, recorded))
    return tuple(cards)


def _read_foot(card: Item) -> FootTotals | None:
    foot = card.item("recorded", _FOOT_KEYS)
    return (
        None if foot is None else FootTotals(*(foot.nullable(key, _FOOT_TOTAL, None) for key in _FOOT_KEYS))
    )


def _read_lines(card: Item, owner: int | None, frame: Frame) -> Iterator[Line]:
    games: Once[int] = Once()
    for item in card.items("lines", frame.line_keys):
        game = item.required("game", frame.game)
        if game is not None and (earlier := games.claim(game, item.place)):
            item.wrong("game", f"game {game} has a line already, {earlier}")
        opponent = item.nullable("opponent", frame.entrant, None)
        if opponent is not None and opponent == owner:
            item.wrong("opponent", f"entrant {opponent} is the owner of this card")
        points = item.nullable("points", frame.points, None)
        plus = item.nullable("plus", _SPREAD, None)
        minus = item.nullable("minus", _SPREAD, None)
        if game is not None:
            yield Line(game, opponent, points, plus, minus)


def read_decisions(file: Item, frame: Frame) -> tuple[DecisionRecord, ...]:
    """Read ``decisions``: both lines of a game, neither decided twice nor at odds with itself."""
    decisions = []
    decided: Once[tuple[int, int]] = Once()
    for item in file.items("decisions", _DECISION_KEYS):
        game = item.required("game", frame.game)
        entrants = _two_entrants(item.two("entrants", frame.entrant), item.place / "entrants", item.mistakes)
        if game is not None and entrants is not None:
            _refuse_decided(item, game, entrants, decided)
        lines = _read_decided_lines(item, entrants, frame)
        rule = item.optional("rule", _RULE, _DEFAULT_RULE)
        reason = item.optional("reason", REASON, "")
        if game is not None and entrants is not None and lines is not None:
            decisions.append(DecisionRecord(game, entrants, lines, rule, reason))
    return tuple(decisions)


def _refuse_decided(
    decision: Item, game: int, entrants: tuple[int, int], decided: Once[tuple[int, int]]
) -> None:
    earlier = [decided.claim((game, entrant), decision.place) for entrant in entrants]
    if earlier[0] is not None and earlier[0] is earlier[1]:
        both = f"entrants {entrants[0]} and {entrants[1]}"
        decision.wrong("entrants", f"game {game} of {both} is decided already in {earlier[0]}")
        return
    for side, entrant in enumerate(entrants):
        if earlier[side] is not None:
            place = decision.place / "entrants" / side
            decision.mistakes.add(
                place, f"game {game} of entrant {entrant} is decided already in {earlier[side]}"
            )


def _read_decided_lines(
    decision: Item, entrants: tuple[int, int] | None, frame: Frame
) -> tuple[DecidedLine, DecidedLine] | None:
    values = decision.required_elements("lines")
    if values is None:
        return None
    if len(values) != 2:
        decision.wrong(
            "lines", f"a list of {len(values)}, exactly two lines are needed, one for each entrant"
        )
        return None
    owners: Once[int] = Once()
    lines = [
        _read_decided_line(item, entrants, owners, frame)
        for item in decision.items("lines", frame.decided_line_keys)
    ]
    match lines:
        case [DecidedLine() as first, DecidedLine() as second]:
            return first, second
    return None


def _read_decided_line(
    item: Item, entrants: tuple[int, int] | None, owners: Once[int], frame: Frame
) -> DecidedLine | None:
    owner = item.required("entrant", frame.entrant)
    if owner is not None and entrants is not None:
        if owner not in entrants:
            item.wrong("entrant", f"entrant {owner} is not one of the two, {entrants[0]} and {entrants[1]}")
        elif earlier := owners.claim(owner, item.place):
            item.wrong("entrant", f"entrant {owner} has a line already, {earlier}")
    if frame.scoring is not None:
        points = item.required("points", frame.points)
    else:
        points = item.nullable("points", frame.points, None)
    plus = item.nullable("plus", _SPREAD, None)
    minus = item.nullable("minus", _SPREAD, None)
    if points is not None:
        _refuse_contradiction(item, points, plus, minus)
        if points > 0 and plus and frame.scoring and points != (right := points_for_win(frame.scoring, plus)):
            item.wrong("points", f"{points}, a win by {plus} is worth {right} game points")
    return None if owner is None or points is None else DecidedLine(owner, points, plus, minus)


def _refuse_contradiction(item: Item, points: int, plus: int | None, minus: int | None) -> None:
    if points > 0 and plus is None:
        item.wrong("plus", f"missing, a win needs {_SPREAD.phrase}")
    if points > 0 and minus is not None:
        item.wrong("minus", f"{minus} on a win, it must be null")
    if points == 0 and plus is not None:
        item.wrong("plus", f"{plus} on a loss, it must be null")


def read_tie_games(file: Item, frame: Frame) -> tuple[TieGameRecord, ...]:
    """Read ``tie_games``: two ranked entrants, who play one such game at most."""
    ties = []
    played: Once[frozenset[int]] = Once()
    for item in file.items("tie_games", _TIE_GAME_KEYS):
        winner = item.required("winner", frame.ranked_entrant)
        loser = item.required("loser", frame.ranked_entrant)
        if winner is None or loser is None:
            continue
        if winner == loser:
            item.wrong("loser", f"entrant {loser} is the winner too")
        elif earlier := played.claim(frozenset((winner, loser)), item.place):
            item.wrong(
                "winner", f"the tie game of entrants {winner} and {loser} is given already in {earlier}"
            )
        ties.append(TieGameRecord(winner, loser))
    return tuple(ties)


def read_tie_orders(file: Item, frame: Frame) -> tuple[TieOrderRecord, ...]:
    """Read ``tie_orders``: two or more ranked entrants each, nobody twice, the same ones in one order only."""
    orders = []
    ordered: Once[frozenset[int]] = Once()
    for item in file.items("tie_orders", _TIE_ORDER_KEYS):
        order = _read_order(item, frame)
        if order and (earlier := ordered.claim(frozenset(order), item.place)):
            item.wrong("order", f"these entrants have an order already, {earlier}")
        reason = item.optional("reason", REASON, "")
        if order:
            orders.append(TieOrderRecord(order, reason))
    return tuple(orders)


def _read_order(item: Item, frame: Frame) -> tuple[int, ...]:
    """Return the whole order, or nothing where any part of it could not be read."""
    values = item.required_elements("order")
    if values is None:
        return ()
    if len(values) < 2:
        item.wrong("order", f"a list of {len(values)}, an order needs at least two entrants")
        return ()
    order = []
    placed: Once[int] = Once()
    place = item.place / "order"
    for index, value in enumerate(values):
        entrant = item.mistakes.read(frame.ranked_entrant, value, place, index)
        if entrant is None:
            continue
        if earlier := placed.claim(entrant, place / index):
            item.mistakes.add(place / index, f"entrant {entrant} stands in this order already, {earlier}")
        order.append(entrant)
    return tuple(order) if len(order) == len(values) else ()


def read_playoff(file: Item) -> PlayoffRecord | None:
    """Read ``playoff``. Whether a slot is in the bracket is for the brackets to say."""
    item = file.item("playoff", _PLAYOFF_KEYS)
    if item is None:
        return None
    best_of = _read_best_of(item)
    matches = tuple(_read_matches(item, best_of))
    # A round whose best-of cannot be read still counts, so that the later rounds keep their places.
    return PlayoffRecord(tuple(most or max(BEST_OF_CHOICES) for most in best_of), matches)


def _read_best_of(playoff: Item) -> list[int | None]:
    values = playoff.elements("best_of")
    if len(values) > MOST_ROUNDS:
        playoff.wrong("best_of", f"a list of {len(values)}, at most {MOST_ROUNDS} rounds fit")
        return []
    place = playoff.place / "best_of"
    return [playoff.mistakes.read(_BEST_OF, value, place, index) for index, value in enumerate(values)]


def _read_matches(playoff: Item, best_of: list[int | None]) -> Iterator[MatchRecord]:
    slots: Once[tuple[int, int]] = Once()
    for item in playoff.items("matches", _MATCH_KEYS):
        round_number = item.required("round", _ROUND)
        slot = item.required("slot", _SLOT)
        if round_number is not None and slot is not None:
            _refuse_second_result(item, round_number, slot, slots)
        games = item.two("games", _GAMES_WON)
        if games is not None and round_number is not None and round_number <= len(best_of):
            _refuse_impossible_result(item, games, best_of[round_number - 1])
        forfeits = item.optional("forfeits", _FORFEITS, 0)
        if games is not None and forfeits > sum(games):
            item.wrong("forfeits", f"{forfeits} is more than the {sum(games)} games of the match")
        # One that cannot be read still counts, so that the later ones keep their places.
        yield MatchRecord(round_number or 0, slot or 0, games or (0, 0), forfeits)


def _refuse_second_result(match: Item, round_number: int, slot: int, slots: Once[tuple[int, int]]) -> None:
    if earlier := slots.claim((round_number, slot), match.place):
        match.wrong("slot", f"slot {slot} of round {round_number} has a result already, {earlier}")


def _refuse_impossible_result(match: Item, games: tuple[int, int], best_of: int | None) -> None:
    if best_of is None:
        return
    wins_needed = (best_of + 1) // 2
    if max(games) > wins_needed:
        match.wrong("games", f"{games[0]} to {games[1]}, a best of {best_of} ends with {wins_needed} won")
    elif min(games) == wins_needed:
        match.wrong("games", f"{games[0]} to {games[1]}, only one side can win a best of {best_of}")
