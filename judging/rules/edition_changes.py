"""What changed between the editions, rule by rule."""

from dataclasses import dataclass

from judging.rules.rulebook import (
    EARLIER,
    IN_FORCE,
    YEARS,
    Change,
    Rule,
    in_other_edition,
    other_edition,
    parts_below,
    place_of,
    rules_of,
)


@dataclass(frozen=True, slots=True)
class Difference:
    """A rule that is not the same under the same number in both editions; one of the two may be missing."""

    here: Rule | None
    """The rule in the edition in force."""
    there: Rule | None
    """The rule in the earlier edition."""

    @property
    def rule(self) -> Rule:
        """The rule in the edition in force, else in the earlier one."""
        rule = self.here or self.there
        assert rule is not None, "a difference is of some rule"
        return rule


def differences() -> list[Difference]:
    """Return what differs, in the order of the book; what only moved to another number is in it too."""
    here = [
        Difference(rule, rules_of(EARLIER)[rule.other] if rule.other else None)
        for rule in rules_of(IN_FORCE).values()
        if rule.change is not Change.SAME or rule.is_moved
    ]
    gone = [Difference(None, rule) for rule in rules_of(EARLIER).values() if rule.change is Change.GONE]
    return sorted([*here, *gone], key=lambda difference: place_of(difference.rule.number))


def comparison_in_words(rule: Rule) -> str:
    """Say in a few words how a rule compares with the other edition's; nothing where there is none."""
    other = other_edition(rule.edition)
    if other is None:
        return ""
    here, there = YEARS[rule.edition], YEARS[other]
    match rule.change:
        case Change.NEW:
            return f"New in the {here} edition."
        case Change.GONE:
            return f"Only in the {here} edition."
        case Change.CHANGED if rule.other is None:
            return f"In the {there} edition a part of {rule.near}, and changed."
        case Change.CHANGED if rule.is_moved:
            return f"Changed; in the {there} edition it is {rule.other}."
        case Change.CHANGED:
            return f"Changed between the {YEARS[EARLIER]} and the {YEARS[IN_FORCE]} edition."
    number = f", as {rule.other}" if rule.is_moved else ""
    parts = " Parts of it differ." if has_parts_that_differ(rule) else ""
    return f"The same in the {there} edition{number}.{parts}"


def has_parts_that_differ(rule: Rule) -> bool:
    """Tell whether anything within a rule is new, gone, changed or has another number, in either edition."""
    there = in_other_edition(rule)
    parts = [*parts_below(rule), *(parts_below(there) if there else [])]
    # Where a rule has moved, its parts have moved with it.
    return any(part.change is not Change.SAME or (part.is_moved and not rule.is_moved) for part in parts)
