"""What is said beside the number of a rule: game points are those of the event's own scoring."""

from __future__ import annotations

import pytest

from scorecards.citations import rules_to_cite, summary_of

WORTH = {
    "acc": "2, or 3 for a win by 31 or more",
    "double-skunk": "2, 3 for a win by 31 or more, or 4 for a win by 61 or more",
    "free-play": "1, 2 for a win by 31 or more, or 4 for a win by 61 or more",
}


@pytest.mark.parametrize("scoring", WORTH)
@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "App.5"), ("acc-2010", "guideline 5")])
def test_summary_names_the_game_points_of_the_scoring(scoring: str, edition: str, rule: str) -> None:
    told = f"Game points follow from the winning spread: {WORTH[scoring]}."

    assert summary_of(rule, edition, scoring) == told
    assert rules_to_cite(edition, scoring)[rule] == told


def test_summary_without_a_scoring_is_that_of_tournament_rules() -> None:
    assert summary_of("App.5") == summary_of("App.5", scoring="acc")


def test_other_summaries_are_the_same_under_every_scoring() -> None:
    told = {summary_of("12.2.a", scoring=scoring) for scoring in WORTH}

    assert told == {summary_of("12.2.a")}
