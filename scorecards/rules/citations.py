"""The rules that cross-checking can cite, each with a summary in the project's own words."""

from collections.abc import Callable

from tournaments.rules.constants import MIN_SPREAD
from tournaments.rules.scorings import ACC, SCORINGS, Scoring

ARITHMETIC_RULE = {"acc-2020": "App.5", "acc-2010": "guideline 5", "games-55plus": "line 32"}
FOOT_RULES = {
    "acc-2020": {"games_won": "App.4", "plus": "App.6", "minus": "App.6"},
    "acc-2010": {"games_won": "guideline 4", "plus": "guideline 6", "minus": "guideline 6"},
    "games-55plus": {},
}
"""The rule that covers a foot total, by edition and total. :data:`ARITHMETIC_RULE` covers all others."""
NO_RULE = {"acc-2020": "14.1", "acc-2010": "13", "games-55plus": "line 14"}
"""The rule that a director's decision rests on where no other fits, by edition."""

CITATION_PROBLEMS: list[Callable[[str, str], str | None]] = []
"""What tells, by edition and number, why a number cannot be cited: named in the settings."""


def _what_a_win_is_worth(scoring: Scoring) -> str:
    """Say which game points follow from which spread."""
    plain, *skunks = (
        str(points) if spread == MIN_SPREAD else f"{points} for a win by {spread} or more"
        for spread, points in scoring.wins
    )
    worth = f"{', '.join([plain, *skunks[:-1]])}, or {skunks[-1]}"
    return f"Game points follow from the winning spread: {worth}."


NO_SOURCE = "none"
"""What a decision on game sheets cites where the director names no rule."""

NO_RULING = "The sources have no ruling for two game sheets that differ: the director decides."

_SIDE_BY_SIDE = "Game points and games won are read side by side: one may be written in the other's place."
_ADDED_AGAIN = "The columns of spreads are added up again: what they come to stands for the total at the foot."

SUMMARIES = {
    "App.4": _SIDE_BY_SIDE,
    "App.5": _what_a_win_is_worth(ACC),
    "App.6": _ADDED_AGAIN,
    "12.2.a": "The spreads differ: the apparent qualifier gets the number that is worse for them.",
    "12.2.b": "The spreads differ and both are apparent qualifiers: each gets the number that is worse for them.",
    "12.2.c": "Only one card shows the spread: that number counts for both, a wholly blank line included.",
    "12.2.d": "Both cards claim the same result in opposite columns: the one in the plus column has the win.",
    "12.2.e": "Both cards claim the same result in the same column: both lose, each by their own number.",
    "12.2.f": "One card claims the win and the other the loss, but one spread is in the wrong column: the win stands.",
    "12.2.h": "The cards differ, but already to the disadvantage of the apparent qualifier: both stand.",
    "14.1": "No rule settles this game: the director decides.",
    "guideline 4": _SIDE_BY_SIDE,
    "guideline 5": _what_a_win_is_worth(ACC),
    "guideline 6": _ADDED_AGAIN,
    "guideline 11.a": "The spreads differ: the apparent qualifier gets the number that is worse for them.",
    "guideline 11.b": "The spreads differ and both are apparent qualifiers: each gets the worse number.",
    "guideline 11.c": "Only one card shows the spread: that number counts for both, a wholly blank line included.",
    "guideline 11.d": "Both cards claim the win: both lose, by the lower of the two numbers.",
    "guideline 11.e": "One card claims the win, but one spread is in the wrong column: the win stands.",
    "guideline 11.g": "The difference is already to the disadvantage of the apparent qualifier: both stand.",
}


def summary_of(rule: str, edition: str = "acc-2020", scoring: str = "acc") -> str:
    """Return the summary of a cited rule, or nothing for a rule that cross-checking itself never cites.

    Where the rule is about game points the summary names those of the event's scoring.
    """
    if rule == NO_SOURCE:
        return NO_RULING
    if rule in ARITHMETIC_RULE.values() and SCORINGS[scoring].wins:
        return _what_a_win_is_worth(SCORINGS[scoring])
    return SUMMARIES["14.1"] if rule == NO_RULE.get(edition) else SUMMARIES.get(rule, "")


def rule_of_error(edition: str, total: str, *, is_swapped: bool) -> str:
    """Return the rule that covers a total that does not add up.

    Appendix 4 for game points and games won in each other's place, 5 for game points, 6 for the totals of spreads.
    """
    rules = FOOT_RULES[edition]
    return rules["games_won"] if is_swapped else rules.get(total, ARITHMETIC_RULE[edition])


def citation_problem(edition: str, rule: str) -> str | None:
    """Say why a number cannot be cited in an event under this edition; ``None`` if it can."""
    return next((problem for ask in CITATION_PROBLEMS if (problem := ask(edition, rule))), None)


def rules_to_cite(edition: str, scoring: str = "acc") -> dict[str, str]:
    """Return the rules about cards in this edition, with summaries; first the one for all other cases."""
    numbers = [NO_RULE[edition], *(rule for rule in SUMMARIES if rule != "14.1")]
    return {rule: summary_of(rule, edition, scoring) for rule in numbers if citation_problem(edition, rule) is None}
