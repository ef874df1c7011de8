"""The one next step of the dashboard, through a whole event."""

from typing import Any

import pytest

from brackets.dashboard.day import Day, DeskCounts
from brackets.models import Posting
from brackets.rules.duties import Phase
from tournaments.models import Tournament

Known = dict[str, Any]
EMPTY: Known = {}
READY: Known = {"entrants": 20, "seated": 20, "games_planned": 22}
KEYED = READY | {"has_cards": True, "qualifiers": 5}
POSTED = KEYED | {"posting": Posting(number=1)}
DRAWN = POSTED | {"bracket": True, "open_matches": [1, 2]}
COUNTS = dict.fromkeys(("entrants", "house_players", "checked_in", "seated", "awaited", "games_planned"), 0)
CALM: Known = dict.fromkeys(
    ("schedule_problems", "matches", "undecided", "to_check", "ties", "qualifiers", "photographed", "last_game"), 0
) | {"posting": None, "bracket": None, "champion": "", "missing": [], "unmet": {}}
CALM |= dict.fromkeys(("has_cards", "has_changed", "is_held", "is_reporting"), False)


def day_of(known: Known) -> Day:
    """Return a day of which this is known, read from nowhere."""
    counts = object.__new__(DeskCounts)
    counts.__dict__.update({name: known.get(name, no) for name, no in COUNTS.items()})
    kind, format_ = known.get("kind", "main"), known.get("format", "qualifying-playoff")
    day = object.__new__(Day)
    day.__dict__.update(CALM, counts=counts, event=Tournament(games=22, kind=kind, format=format_))
    day.__dict__.update({name: value for name, value in known.items() if name in CALM or name == "open_matches"})
    return day


@pytest.mark.parametrize(
    ("known", "phase", "page", "said"),
    [
        (EMPTY, Phase.BEFORE, "tournaments:import-entrants", ""),
        (EMPTY | {"entrants": 1}, Phase.BEFORE, "tournaments:entrants", "1 entrant"),
        (READY | {"seated": 0, "games_planned": 0}, Phase.BEFORE, "tournaments:check-in", "0 of 20 entrants are here."),
        (
            READY | {"seated": 0, "games_planned": 0, "checked_in": 20},
            Phase.BEFORE,
            "tournaments:seating",
            "20 players need",
        ),
        # Check-in is a step like the others: nobody is led past those who have not come yet.
        (
            READY | {"seated": 0, "checked_in": 3, "awaited": 17},
            Phase.BEFORE,
            "tournaments:check-in",
            "3 of 20 entrants are here.",
        ),
        (
            READY | {"seated": 0, "checked_in": 3, "awaited": 17, "kind": "club"},
            Phase.BEFORE,
            "tournaments:seating",
            "3 play",
        ),
        (
            READY | {"seated": 0, "games_planned": 0, "kind": "club"},
            Phase.BEFORE,
            "tournaments:seating",
            "20 players need",
        ),
        (READY | {"seated": 8, "games_planned": 0}, Phase.BEFORE, "tournaments:seating", "12 players need"),
        # Who comes once there is a schedule is a latecomer.
        (READY | {"seated": 8}, Phase.BEFORE, "tournaments:schedule#latecomers", "12 players need"),
        (READY | {"seated": 19}, Phase.BEFORE, "tournaments:schedule#latecomers", "1 player needs"),
        (READY | {"entrants": 21, "awaited": 1}, Phase.BEFORE, "tournaments:check-in", "1 entrant is not here yet"),
        (READY | {"entrants": 22, "awaited": 2}, Phase.BEFORE, "tournaments:check-in", "2 entrants are not here yet"),
        (
            READY | {"entrants": 21, "seated": 18, "awaited": 1},
            Phase.BEFORE,
            "tournaments:schedule#latecomers",
            "2 players need",
        ),
        (READY | {"awaited": 1, "games_planned": 0}, Phase.BEFORE, "tournaments:schedule", ""),
        (READY | {"schedule_problems": 2}, Phase.BEFORE, "tournaments:seating", "2 problems found"),
        (READY | {"schedule_problems": 1, "awaited": 3}, Phase.BEFORE, "tournaments:seating", "1 problem found"),
        (READY | {"games_planned": 0}, Phase.BEFORE, "tournaments:schedule", ""),
        (READY | {"games_planned": 3}, Phase.BEFORE, "tournaments:schedule", "3 of 22 games"),
        (READY, Phase.BEFORE, "tournaments:print-cards", ""),
        (EMPTY | {"entrants": 8, "matches": 1}, Phase.BEFORE, "scorecards:club-matches", "1 match entered"),
        (
            KEYED | {"missing": ["B-4"], "undecided": 1},
            Phase.QUALIFYING,
            "scorecards:card",
            "1 scorecard is missing: B-4.",
        ),
        (
            KEYED | {"missing": ["B-4", "B-9", "C-1"]},
            Phase.QUALIFYING,
            "scorecards:card",
            "3 scorecards are missing: B-4, B-9, C-1.",
        ),
        (
            KEYED | {"missing": ["A-1", "B-4", "B-9", "C-1", "C-2"]},
            Phase.QUALIFYING,
            "scorecards:card",
            "A-1, B-4, B-9 and 2 more",
        ),
        (
            READY | {"photographed": 1},
            Phase.BEFORE,
            "scorecards:confirm-photographs",
            "1 photographed scorecard waits to be",
        ),
        (
            KEYED | {"photographed": 3, "missing": ["B-4"]},
            Phase.QUALIFYING,
            "scorecards:confirm-photographs",
            "3 photographed scorecards",
        ),
        (
            KEYED | {"photographed": 3, "undecided": 2, "to_check": 4},
            Phase.QUALIFYING,
            "scorecards:confirm-photographs",
            "3 photographed",
        ),
        (POSTED | {"photographed": 3}, Phase.PLAYOFFS, "brackets:playoffs", ""),
        (KEYED | {"undecided": 2, "to_check": 4}, Phase.QUALIFYING, "scorecards:check?show=undecided", "2 games need"),
        (KEYED | {"to_check": 1, "ties": 1}, Phase.QUALIFYING, "scorecards:check", "1 discrepancy"),
        (KEYED | {"to_check": 7}, Phase.QUALIFYING, "scorecards:check", "7 discrepancies"),
        (KEYED | {"ties": 1, "unmet": {1: "no line"}}, Phase.QUALIFYING, "scorecards:ranking#ties", "1 tie"),
        (
            KEYED | {"unmet": {1: "2 entrants neither here"}},
            Phase.QUALIFYING,
            "brackets:dashboard#checklist",
            "2 entrants neither here",
        ),
        (KEYED, Phase.QUALIFYING, "brackets:post", ""),
        (
            READY | {"missing": ["B-4"], "is_reporting": True},
            Phase.BEFORE,
            "scorecards:reports",
            "Players report games",
        ),
        (KEYED | {"is_reporting": True}, Phase.QUALIFYING, "scorecards:reports", "Everything is checked"),
        (KEYED | {"is_held": True}, Phase.QUALIFYING, "brackets:post", "held"),
        (POSTED | {"has_changed": True}, Phase.QUALIFYING, "brackets:post", ""),
        (POSTED, Phase.PLAYOFFS, "brackets:playoffs", ""),
        (DRAWN | {"open_matches": [1]}, Phase.PLAYOFFS, "brackets:playoffs", "1 match waits"),
        (DRAWN, Phase.PLAYOFFS, "brackets:playoffs", "2 matches wait"),
        (DRAWN | {"champion": "Rosa Lunde"}, Phase.FINISHED, "brackets:awards", "Rosa Lunde won"),
        (POSTED | {"format": "double-round-robin"}, Phase.FINISHED, "brackets:awards", ""),
        (POSTED | {"qualifiers": 1}, Phase.FINISHED, "brackets:awards", ""),
    ],
)
def test_next_step(known: Known, phase: Phase, page: str, said: str) -> None:
    day = day_of(known)

    assert (day.phase, day.step.page) == (phase, page)
    assert said in day.step.sentence


@pytest.mark.parametrize(
    ("known", "number", "words"),
    [
        (EMPTY, "", "No entrants yet."),
        (READY | {"seated": 0, "games_planned": 0}, "0 of 20", " entrants are here. Check in everybody who comes."),
        (READY, "20", " players have seats. Everything is ready to play."),
        (
            READY | {"is_reporting": True, "last_game": 5, "missing": ["B-4"]},
            "Game 5 of 22",
            ": players report games on phones.",
        ),
        (KEYED | {"undecided": 1}, "1", " game needs a decision."),
        (KEYED, "5", " players qualify. Everything is checked."),
    ],
)
def test_the_number_that_matters_stands_apart(known: Known, number: str, words: str) -> None:
    step = day_of(known).step

    assert (step.number, step.words) == (number, words)


def test_without_a_line_the_standings_are_posted() -> None:
    actions = [day_of(KEYED | {"qualifiers": qualifiers}).step.action for qualifiers in (5, 0)]

    assert actions == ["Post the qualifiers", "Post the standings"]
