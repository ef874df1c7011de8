"""What is said beside the number of a rule: game points are those of the event's own scoring."""

import pytest

from scorecards.rules.citations import citation_problem, rule_of_error, rules_to_cite, summary_of

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


@pytest.mark.parametrize(
    ("total", "is_swapped", "new", "old"),
    [
        ("points", False, "App.5", "guideline 5"),
        ("game_points", False, "App.5", "guideline 5"),
        ("game_points", True, "App.4", "guideline 4"),
        ("games_won", True, "App.4", "guideline 4"),
        ("games_won", False, "App.4", "guideline 4"),
        ("plus", False, "App.6", "guideline 6"),
        ("minus", False, "App.6", "guideline 6"),
    ],
)
def test_figure_that_does_not_add_up_is_found_by_its_own_rule(total: str, is_swapped: bool, new: str, old: str) -> None:
    found = [rule_of_error(edition, total, is_swapped=is_swapped) for edition in ("acc-2020", "acc-2010")]

    assert found == [new, old]
    assert [citation_problem("acc-2020", new), citation_problem("acc-2010", old)] == [None, None]
    assert summary_of(new) == summary_of(old)
