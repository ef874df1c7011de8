"""Whole events for tests: the sample cases, one in each phase, and what is stored at the moment."""

from dataclasses import replace
from pathlib import Path

from django.apps import apps

from brackets.demo.event import make_event
from brackets.event_files.reading import read_event
from tests.builders import BLANK, both_cards, card, event, loss, win
from tests.conftest import CASES
from tournaments.rules.types import EventFacts, EventFile, TieOrderRecord

CASE_NAMES = sorted(path.stem for path in CASES.glob("*.json") if not path.stem.endswith(".report"))

# Where each case takes seconds: of the two largest only the one that is settled, which is the other and its decisions.
CASES_SETTLED = [
    name for name in CASE_NAMES if name not in {"main-124-players-22-games", "blank-and-wrong-columns-48-players"}
]


def sample_case(cases_dir: Path, name: str) -> EventFile:
    """Return a sample case as it is read."""
    return read_event((cases_dir / f"{name}.json").read_bytes())


def round_robin(*, spreads: tuple[int, ...] = (40, 20, 15, 12, 11, 10)) -> EventFile:
    """Return four entrants who have all met; 1 won every game, 4 none."""
    meetings = ((1, 1, 4), (1, 2, 3), (2, 1, 3), (2, 2, 4), (3, 1, 2), (3, 3, 4))
    return event(both_cards(dict(zip(meetings, spreads, strict=True))), games=3)


def in_a_circle() -> EventFile:
    """Return four entrants of whom 1, 2 and 3 beat each other in a circle by the same, and all beat 4."""
    results = {(1, 1, 2): 16, (1, 3, 4): 16, (2, 2, 3): 16, (2, 1, 4): 16, (3, 3, 1): 16, (3, 2, 4): 16}
    return event(both_cards(results), games=3, qualifiers=2)


def without_cards(event_file: EventFile) -> EventFile:
    """Return the event as it is before the first game."""
    return replace(event_file, scorecards=(), decisions=(), tie_games=(), tie_orders=(), playoff=None)


def with_format(event_file: EventFile, event_format: str) -> EventFile:
    """Return the event in another format."""
    return replace(event_file, event=replace(event_file.event, format=event_format))


def undecided() -> EventFile:
    """Return two entrants who both wrote nothing on their only game's spread, so that the director must."""
    return event([card(1, (2, win(16)), (2, BLANK)), card(2, (1, loss(16)), (1, BLANK))], games=2, qualifiers=2)


def everybody_qualifies() -> EventFile:
    """Return four entrants of whom all four qualify, by exemption."""
    event_file = round_robin()
    facts = replace(event_file.event, qualifiers=4, qualifiers_reason="a small field: all four play on")
    return replace(event_file, event=facts)


PHASES: dict[str, EventFile] = {
    "nobody entered": EventFile(EventFacts("Lantern Bay Open", 3)),
    "no cards": without_cards(make_event(players=12, games=7)),
    "incomplete": replace(everybody_qualifies(), scorecards=round_robin().scorecards[:3]),
    "undecided": undecided(),
    "open ties": in_a_circle(),
    "ties settled": replace(in_a_circle(), tie_orders=(TieOrderRecord((3, 1, 2), "cut for it, low card first"),)),
    "qualifiers known": make_event(players=24, games=9),
    "playoffs": make_event(players=24, games=9, playoff_rounds=1),
    "finished": make_event(players=24, games=9, playoff_rounds=3),
    "one qualifies": round_robin(),
    "everybody qualifies": everybody_qualifies(),
    "earlier edition": make_event(players=24, games=9, edition="acc-2010", playoff_rounds=1),
    "no playoffs": with_format(make_event(players=24, games=9), "qualifying"),
    "odd field with a leaver": make_event(players=61, games=9),
}
"""An event in each phase, by what is particular about it. Large fields and errors of every kind are in the demo."""


def rows_stored() -> dict[str, int]:
    """Return the number of rows of every table of ours, and of users."""
    return {
        model._meta.label: model._default_manager.count()
        for model in apps.get_models()
        if model._meta.app_label in {"auth", "tournaments", "scorecards", "brackets", "judging"}
    }
