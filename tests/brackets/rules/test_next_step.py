"""The one next step of the dashboard, through a whole event."""

from dataclasses import replace

import pytest

from brackets.rules.next_step import Phase, Progress, next_step

EMPTY = Progress(entrants=0, to_seat=0, seated=0, games=22, games_planned=0)
READY = Progress(entrants=20, to_seat=20, seated=20, games=22, games_planned=22)
KEYED = replace(READY, has_cards=True, qualifiers=5)
POSTED = replace(KEYED, is_posted=True)
DRAWN = replace(POSTED, is_drawn=True, matches_open=2)


@pytest.mark.parametrize(
    ("progress", "phase", "page", "said"),
    [
        (EMPTY, Phase.BEFORE, "import-entrants", ""),
        (replace(EMPTY, entrants=1, to_seat=1), Phase.BEFORE, "entrants", "1 entrant"),
        (replace(READY, seated=0, games_planned=0), Phase.BEFORE, "check-in", "0 of 20 entrants are here."),
        (replace(READY, seated=0, games_planned=0, checked_in=20), Phase.BEFORE, "seating", "20 players need"),
        # Check-in is a step like the others: nobody is led past those who have not come yet.
        (replace(READY, seated=0, checked_in=3, awaited=17), Phase.BEFORE, "check-in", "3 of 20 entrants are here."),
        (
            replace(READY, seated=0, checked_in=3, awaited=17, is_club=True, to_seat=3),
            Phase.BEFORE,
            "seating",
            "3 play",
        ),
        (replace(READY, seated=0, games_planned=0, is_club=True), Phase.BEFORE, "seating", "20 players need"),
        (replace(READY, seated=8, games_planned=0), Phase.BEFORE, "seating", "12 players need"),
        # Who comes once there is a schedule is a latecomer.
        (replace(READY, seated=8), Phase.BEFORE, "latecomers", "12 players need"),
        (replace(READY, seated=19), Phase.BEFORE, "latecomers", "1 player needs"),
        (replace(READY, entrants=21, awaited=1), Phase.BEFORE, "check-in", "1 entrant is not here yet"),
        (replace(READY, entrants=22, awaited=2), Phase.BEFORE, "check-in", "2 entrants are not here yet"),
        (replace(READY, seated=18, awaited=1), Phase.BEFORE, "latecomers", "2 players need"),
        (replace(READY, awaited=1, games_planned=0), Phase.BEFORE, "schedule", ""),
        (replace(READY, schedule_problems=2), Phase.BEFORE, "seating", "2 problems found"),
        (replace(READY, schedule_problems=1, awaited=3), Phase.BEFORE, "seating", "1 problem found"),
        (replace(READY, games_planned=0), Phase.BEFORE, "schedule", ""),
        (replace(READY, games_planned=3), Phase.BEFORE, "schedule", "3 of 22 games"),
        (READY, Phase.BEFORE, "print-cards", ""),
        (replace(EMPTY, entrants=8, to_seat=8, matches=1), Phase.BEFORE, "matches", "1 match entered"),
        (replace(KEYED, missing=["B-4"], undecided=1), Phase.QUALIFYING, "card", "1 scorecard is missing: B-4."),
        (
            replace(KEYED, missing=["B-4", "B-9", "C-1"]),
            Phase.QUALIFYING,
            "card",
            "3 scorecards are missing: B-4, B-9, C-1.",
        ),
        (
            replace(KEYED, missing=["A-1", "B-4", "B-9", "C-1", "C-2"]),
            Phase.QUALIFYING,
            "card",
            "A-1, B-4, B-9 and 2 more",
        ),
        (replace(READY, photographed=1), Phase.BEFORE, "photographs", "1 photographed scorecard waits to be"),
        (replace(KEYED, photographed=3, missing=["B-4"]), Phase.QUALIFYING, "photographs", "3 photographed scorecards"),
        (replace(KEYED, photographed=3, undecided=2, to_check=4), Phase.QUALIFYING, "photographs", "3 photographed"),
        (replace(POSTED, photographed=3), Phase.PLAYOFFS, "bracket", ""),
        (replace(KEYED, undecided=2, to_check=4), Phase.QUALIFYING, "decide", "2 games need"),
        (replace(KEYED, to_check=1, ties=1), Phase.QUALIFYING, "check", "1 discrepancy"),
        (replace(KEYED, to_check=7), Phase.QUALIFYING, "check", "7 discrepancies"),
        (replace(KEYED, ties=1, first_unmet="no line"), Phase.QUALIFYING, "ties", "1 tie"),
        (
            replace(KEYED, first_unmet="2 entrants neither here"),
            Phase.QUALIFYING,
            "checklist",
            "2 entrants neither here",
        ),
        (KEYED, Phase.QUALIFYING, "post", ""),
        (replace(READY, missing=["B-4"], is_reporting=True), Phase.BEFORE, "reports", "Players report games"),
        (replace(KEYED, is_reporting=True), Phase.QUALIFYING, "reports", "Everything is checked"),
        (replace(KEYED, is_held=True), Phase.QUALIFYING, "post", "held"),
        (replace(POSTED, has_changed=True), Phase.QUALIFYING, "post", ""),
        (POSTED, Phase.PLAYOFFS, "bracket", ""),
        (replace(DRAWN, matches_open=1), Phase.PLAYOFFS, "bracket", "1 match waits"),
        (DRAWN, Phase.PLAYOFFS, "bracket", "2 matches wait"),
        (replace(DRAWN, champion="Rosa Lunde"), Phase.FINISHED, "results", "Rosa Lunde won"),
        (replace(POSTED, has_playoffs=False), Phase.FINISHED, "results", ""),
        (replace(POSTED, qualifiers=1), Phase.FINISHED, "results", ""),
    ],
)
def test_next_step(progress: Progress, phase: Phase, page: str, said: str) -> None:
    step = next_step(progress)

    assert (progress.phase, step.page) == (phase, page)
    assert said in step.sentence


@pytest.mark.parametrize(
    ("progress", "number", "words"),
    [
        (EMPTY, "", "No entrants yet."),
        (replace(READY, seated=0, games_planned=0), "0 of 20", " entrants are here. Check in everybody who comes."),
        (READY, "20", " players have seats. Everything is ready to play."),
        (
            replace(READY, is_reporting=True, last_game=5, missing=["B-4"]),
            "Game 5 of 22",
            ": players report games on phones.",
        ),
        (replace(KEYED, undecided=1), "1", " game needs a decision."),
        (KEYED, "5", " players qualify. Everything is checked."),
    ],
)
def test_the_number_that_matters_stands_apart(progress: Progress, number: str, words: str) -> None:
    step = next_step(progress)

    assert (step.number, step.words) == (number, words)


def test_without_a_line_the_standings_are_posted() -> None:
    actions = [next_step(replace(KEYED, qualifiers=qualifiers)).action for qualifiers in (5, 0)]

    assert actions == ["Post the qualifiers", "Post the standings"]
