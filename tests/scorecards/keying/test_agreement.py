"""Games on which cards differ are followed from change to change, and are what comparing every line tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from brackets.demo.event import make_event
from brackets.demo.game_sheets import make_sheets
from scorecards.keying.selectors.agreement import games_that_differ
from scorecards.rules.entry.card_reading import lines_agree
from scorecards.rules.scoring_systems.registry import scoring_system
from tests.events import PHASES
from tournaments.models import Tournament
from tournaments.rules.types import CardRecord, EventFile

EVENTS = {
    **{name: PHASES[name] for name in ("no cards", "incomplete", "undecided", "open ties", "odd field with a leaver")},
    "errors of every kind": make_event(players=40, games=10, settled=False),
    "sheets": make_sheets(pairs=6, scoring="total-points", errors=True),
}
CHANGES = 40


def by_comparing_every_line(scoring: str, cards: Sequence[CardRecord]) -> Mapping[int, frozenset[int]]:
    lines = {card.entrant: {line.game: line for line in card.lines} for card in cards}
    system = scoring_system(scoring)
    return {
        card.entrant: frozenset(
            line.game
            for line in card.lines
            for theirs in [lines.get(line.opponent or 0, {}).get(line.game)]
            if theirs is None or not lines_agree(card.entrant, line, line.opponent or 0, theirs, system)
        )
        for card in cards
    }


def changed_at_random(rng: Random, cards: Sequence[CardRecord]) -> list[CardRecord]:
    """Return the cards after a change: another spread or opponent, a line less, cards gone, two lines swapped."""
    new = list(cards)
    place = rng.randrange(len(new))
    card = new[place]
    if rng.random() < 0.1 or not card.lines:
        del new[place]
        return new
    game = rng.randrange(len(card.lines))
    line = card.lines[game]
    others = [other.entrant for other in cards if other.entrant != card.entrant]
    wanted = rng.choice(
        [
            [replace(line, opponent=rng.choice([*others, None]))],
            [replace(line, plus=rng.choice([None, 8, 31]), minus=rng.choice([None, 8, 31]))],
            [],
        ]
    )
    new[place] = replace(card, lines=(*card.lines[:game], *wanted, *card.lines[game + 1 :]))
    return new


@pytest.mark.parametrize("event_file", EVENTS.values(), ids=EVENTS)
def test_games_that_differ_are_those_of_comparing_every_line(event_file: EventFile) -> None:
    scoring, rng = event_file.event.scoring, Random(5)
    event = Tournament(pk=1, created_at=datetime.now(UTC), scoring=scoring)
    cards: list[CardRecord] = list(event_file.scorecards)

    for _ in range(CHANGES if len(cards) > 4 else 1):
        assert games_that_differ(event, cards) == by_comparing_every_line(scoring, cards)
        cards = changed_at_random(rng, cards) if len(cards) > 4 else cards

    # Brought back whole, as by undoing everything.
    assert games_that_differ(event, event_file.scorecards) == by_comparing_every_line(scoring, event_file.scorecards)


def test_some_differ_and_some_do_not() -> None:
    event = Tournament(pk=2, created_at=datetime.now(UTC), scoring="acc")
    differing = games_that_differ(event, EVENTS["errors of every kind"].scorecards)

    assert 0 < sum(map(bool, differing.values())) < len(differing)
