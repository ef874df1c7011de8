"""Game sheets for tests, in as few words as they need.

A game is ``(game, first, second): (121, 98)``: what the first side pegged, and what the second did.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from tournaments.rules.types import (
    CardRecord,
    DecidedLine,
    DecisionRecord,
    EntrantRecord,
    EventFacts,
    EventFile,
    Line,
    ScheduledGame,
    TieOrderRecord,
)

Games = Mapping[tuple[int, int, int], tuple[int, int]]


def point_cards(games: Games) -> tuple[CardRecord, ...]:
    """Return the cards of both sides of every game, which agree."""
    lines: dict[int, list[Line]] = {}
    for (game, first, second), (own, theirs) in sorted(games.items()):
        lines.setdefault(first, []).append(Line(game, second, own=own, theirs=theirs))
        lines.setdefault(second, []).append(Line(game, first, own=theirs, theirs=own))
    return tuple(CardRecord(number, tuple(own)) for number, own in sorted(lines.items()))


def left_cards(games: Games) -> tuple[CardRecord, ...]:
    """Return the cards of the same games where only what was left is written."""
    return tuple(
        replace(card, lines=tuple(Line(line.game, line.opponent, left=121 - (line.own or 0)) for line in card.lines))
        for card in point_cards(games)
    )


def sheet_event(
    cards: Sequence[CardRecord],
    *,
    games: int | None = None,
    entrants: Collection[int] = (),
    scoring: str = "total-points",
    event_format: str = "double-round-robin",
    qualifiers: int | None = None,
    withdrawn: Mapping[int, int] | None = None,
    drop_outs: str = "stand",
    house_players: Collection[int] = (),
    decisions: Sequence[DecisionRecord] = (),
    tie_orders: Sequence[TieOrderRecord] = (),
    schedule: Sequence[ScheduledGame] = (),
    pools: Mapping[int, str] | None = None,
) -> EventFile:
    """Return an event of pairs. Entrants are the holders of the cards, games those on them, unless they are given."""
    numbers = sorted(set(entrants or [card.entrant for card in cards]) | set(house_players))
    last = max((line.game for card in cards for line in card.lines), default=1)
    return EventFile(
        EventFacts(
            "Lantern Bay Games",
            games or last,
            format=event_format,
            scoring=scoring,
            qualifiers=qualifiers,
            drop_outs=drop_outs,
        ),
        tuple(
            EntrantRecord(
                number,
                f"Entrant {number}",
                partner=f"Partner {number}",
                house_player=number in house_players,
                withdrawn_after_game=(withdrawn or {}).get(number),
                pool=(pools or {}).get(number, ""),
            )
            for number in numbers
        ),
        schedule=tuple(schedule),
        scorecards=tuple(cards),
        decisions=tuple(decisions),
        tie_orders=tuple(tie_orders),
    )


def decided(game: int, first: int, second: int, own: int, theirs: int) -> DecisionRecord:
    """Return what the director decided about both sides' points of a game."""
    return DecisionRecord(
        game,
        (first, second),
        (DecidedLine(first, own=own, theirs=theirs), DecidedLine(second, own=theirs, theirs=own)),
        "14.1",
        "the head judge asked both tables",
    )


def decided_left(game: int, first: int, second: int, left: tuple[int, int]) -> DecisionRecord:
    """Return what the director decided both sides of a game had left."""
    sides = (DecidedLine(first, left=left[0]), DecidedLine(second, left=left[1]))
    return DecisionRecord(game, (first, second), sides, "14.1", "the head judge asked both tables")


def with_line(event_file: EventFile, entrant: int, line: Line) -> EventFile:
    """Return the event with another line on one card."""
    cards = [
        replace(card, lines=tuple(line if line.game == own.game else own for own in card.lines))
        if card.entrant == entrant
        else card
        for card in event_file.scorecards
    ]
    return replace(event_file, scorecards=tuple(cards))
