"""The rules that cross-checking can cite, each with a summary in the project's own words."""

from __future__ import annotations

ARITHMETIC_RULE = {"acc-2020": "App.5", "acc-2010": "guideline 5"}

_FOLLOWS = "Game points follow from the winning spread: 2, or 3 for a win by 31 or more."

NO_SOURCE = "none"
"""What a decision on game sheets cites where the director names no rule."""

NO_RULING = "The sources have no ruling for two game sheets that differ: the director decides."

SUMMARIES = {
    "App.5": _FOLLOWS,
    "12.2.a": "The spreads differ: the apparent qualifier gets the number that is worse for them.",
    "12.2.b": "The spreads differ and both are apparent qualifiers: each gets the number that is worse for them.",
    "12.2.c": "Only one card shows the spread: that number counts for both cards.",
    "12.2.d": "Both cards claim the same result in opposite columns: the one in the plus column has the win.",
    "12.2.e": "Both cards claim the same result in the same column: both lose, each by their own number.",
    "12.2.f": "One card claims the win and the other the loss, but a spread is in the wrong column: the win stands.",
    "12.2.h": "The cards differ, but already to the disadvantage of the apparent qualifier: both stand.",
    "14.1": "No rule settles this game: the director decides.",
    "guideline 5": _FOLLOWS,
    "guideline 11.a": "The spreads differ: the apparent qualifier gets the number that is worse for them.",
    "guideline 11.b": "The spreads differ and both are apparent qualifiers: each gets the worse number.",
    "guideline 11.c": "Only one card shows the spread: that number counts for both cards.",
    "guideline 11.d": "Both cards claim the win: both lose, by the lower of the two numbers.",
    "guideline 11.e": "One card claims the win, but a spread is in the wrong column: the win stands.",
    "guideline 11.g": "The difference is already to the disadvantage of the apparent qualifier: both stand.",
}


def summary_of(rule: str) -> str:
    """Return the summary of a cited rule, or nothing for a rule that cross-checking itself never cites."""
    return NO_RULING if rule == NO_SOURCE else SUMMARIES.get(rule, "")
