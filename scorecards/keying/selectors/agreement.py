"""Which lines of each card do not agree with the opponent's card, followed from change to change.

A large event has tens of thousands of lines, of which a save changes a few: only the cards that changed are compared
again, and those of whom they name or named.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Set
from contextlib import suppress

from scorecards.rules.entry.card_reading import lines_agree
from scorecards.rules.scoring_systems.interface import ScoringSystem
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.models import Tournament
from tournaments.rules.types import CardRecord, Line

EVENTS_KEPT = 4

Cards = Mapping[int, CardRecord]
Games = Mapping[int, Set[int]]


def games_that_differ(tournament: Tournament, records: Iterable[CardRecord]) -> Games:
    """Return the games of each card whose line does not agree with the opponent's card, by entrant's number."""
    cards = {card.entrant: card for card in records}
    event = (tournament.pk, tournament.created_at, tournament.scoring)
    before, games = _KEPT.get(event, ({}, {}))
    changed = {number for number, card in cards.items() if before.get(number) is not card}
    changed |= before.keys() - cards.keys()
    if changed:
        games = _compared_again(before, cards, games, changed, scoring_system(tournament.scoring))
        _KEPT[event] = (cards, games)
        while len(_KEPT) > EVENTS_KEPT:
            with suppress(KeyError):  # another thread was faster
                _KEPT.popitem(last=False)
    return games


_KEPT: OrderedDict[tuple[object, ...], tuple[Cards, Games]] = OrderedDict()
"""The cards of the events last looked at, and their games that differ. These follow from those alone."""


def _compared_again(before: Cards, cards: Cards, games: Games, changed: Set[int], system: ScoringSystem) -> Games:
    concerned = set(changed)
    for known in (before, cards):
        for number in changed & known.keys():
            concerned.update(line.opponent for line in known[number].lines if line.opponent is not None)
    lines: dict[int, Mapping[int, Line]] = {}

    def line_of(number: int | None, game: int) -> Line | None:
        if number is None or number not in cards:
            return None
        if number not in lines:
            lines[number] = {line.game: line for line in cards[number].lines}
        return lines[number].get(game)

    def differing(number: int) -> frozenset[int]:
        return frozenset(
            line.game
            for line in cards[number].lines
            if (theirs := line_of(line.opponent, line.game)) is None
            or not lines_agree(number, line, line.opponent or 0, theirs, system)
        )

    kept = {number: games[number] for number in games.keys() & cards.keys() - concerned}
    return {**kept, **{number: differing(number) for number in concerned & cards.keys()}}
