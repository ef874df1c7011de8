"""Cards and events for tests, in as few words as they need.

An :class:`Entry` is what stands on one line apart from the game and the opponent, so that a case reads as the
rulebook tells it: ``settle(win(21), loss(16), flagged={1})``.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scorecards.rules.crosscheck import CrossCheck, cross_check
from scorecards.rules.line_points import Totals
from tournaments.rules.types import (
    CardRecord,
    DecidedLine,
    DecisionRecord,
    EntrantRecord,
    EventFacts,
    EventFile,
    FootTotals,
    Line,
    ScheduledGame,
    TieGameRecord,
    TieOrderRecord,
)

HOUSE_PLAYER = 99
FLAGGING_GAMES = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """Game points and the two spread columns of one line, as written; each may be blank."""

    points: int | None = None
    plus: int | None = None
    minus: int | None = None


BLANK = Entry()


def win(by: int) -> Entry:
    """Return a win as it should be written."""
    return Entry(3 if by >= 31 else 2, by, None)


def loss(by: int) -> Entry:
    """Return a loss as it should be written."""
    return Entry(0, None, by)


def line(game: int, opponent: int | None, entry: Entry) -> Line:
    """Return a line of a card."""
    return Line(game, opponent, entry.points, entry.plus, entry.minus)


def card(entrant: int, *games: tuple[int | None, Entry] | None, recorded: FootTotals | None = None) -> CardRecord:
    """Return a card from (opponent, entry) for game 1, 2, 3 and so on; ``None`` where a line is missing."""
    lines = tuple(line(game, *written) for game, written in enumerate(games, start=1) if written is not None)
    return CardRecord(entrant, lines, recorded)


def both_cards(results: Mapping[tuple[int, int, int], int]) -> tuple[CardRecord, ...]:
    """Return cards that agree, from spreads by (game, winner, loser)."""
    lines: dict[int, list[Line]] = {}
    for (game, winner, loser), spread in sorted(results.items()):
        lines.setdefault(winner, []).append(line(game, loser, win(spread)))
        lines.setdefault(loser, []).append(line(game, winner, loss(spread)))
    return tuple(CardRecord(entrant, tuple(own)) for entrant, own in sorted(lines.items()))


def decision(game: int, first: tuple[int, Entry], second: tuple[int, Entry]) -> DecisionRecord:
    """Return a director's decision from (entrant, entry) of both sides."""
    sides = tuple(
        DecidedLine(entrant, entry.points or 0, entry.plus, entry.minus) for entrant, entry in (first, second)
    )
    return DecisionRecord(game, (first[0], second[0]), (sides[0], sides[1]), "14.1", "ruled by the head judge")


def event(
    cards: Sequence[CardRecord],
    *,
    games: int,
    entrants: Collection[int] = (),
    house_players: Collection[int] = (),
    withdrawn: Mapping[int, int] | None = None,
    qualifiers: int | None = None,
    edition: str = "acc-2020",
    decisions: Sequence[DecisionRecord] = (),
    tie_games: Sequence[TieGameRecord] = (),
    tie_orders: Sequence[TieOrderRecord] = (),
    schedule: Sequence[ScheduledGame] = (),
) -> EventFile:
    """Return an event. Entrants are the holders of the cards unless they are given."""
    left = withdrawn or {}
    numbers = sorted(set(entrants or [card.entrant for card in cards]) | set(house_players))
    return EventFile(
        EventFacts("Lantern Bay Open", games, edition=edition, qualifiers=qualifiers),
        tuple(
            EntrantRecord(
                number, f"Entrant {number}", house_player=number in house_players, withdrawn_after_game=left.get(number)
            )
            for number in numbers
        ),
        schedule=tuple(schedule),
        scorecards=tuple(cards),
        decisions=tuple(decisions),
        tie_games=tuple(tie_games),
        tie_orders=tuple(tie_orders),
    )


@dataclass(frozen=True, slots=True)
class Settled:
    """What came of one game: the rules cited, and the two lines in force."""

    rules: tuple[str, ...]
    first: Entry
    second: Entry


def check_two_cards(first: Entry, second: Entry, *, flagged: Collection[int], edition: str = "acc-2020") -> CrossCheck:
    """Cross-check game 1 of entrants 1 and 2, of whom those in ``flagged`` are apparent qualifiers.

    They are so because of skunks in later games, against a house player whose card nobody has keyed. Where
    neither is flagged, a third entrant is.
    """
    skunks = [(HOUSE_PLAYER, win(100))] * FLAGGING_GAMES
    cards = [
        card(1, (2, first), *(skunks if 1 in flagged else ())),
        card(2, (1, second), *(skunks if 2 in flagged else ())),
        card(3, None, *(skunks if not flagged else ())),
    ]
    return cross_check(
        cards, entrants=(1, 2, 3), qualifiers=len(flagged) or 1, games=1 + FLAGGING_GAMES, edition=edition
    )


def settle(first: Entry, second: Entry, *, flagged: Collection[int], edition: str = "acc-2020") -> Settled:
    """Return what a rule makes of one game; see :func:`check_two_cards`."""
    check = check_two_cards(first, second, flagged=flagged, edition=edition)
    assert check.undecided == ()
    [ruling] = check.rulings
    assert (ruling.game, ruling.entrants) == (1, (1, 2))
    return Settled(ruling.rules, entry_of(check, 1), entry_of(check, 2))


def entry_of(check: CrossCheck, entrant: int, game: int = 1) -> Entry:
    """Return what is in force on one line."""
    in_force = check.lines[entrant][game]
    return Entry(in_force.points, in_force.plus, in_force.minus)


def totals(game_points: int, games_won: int, net: int, plus: int) -> Totals:
    """Return totals with this net and plus spread."""
    return Totals(game_points, games_won, plus, plus - net)
