"""Rule numbers as links to the rule."""

from django import template

from scorecards.rules.citations import NO_SOURCE, citation_problem

register = template.Library()


@register.filter
def is_to_be_cited(rule: str, edition: str) -> bool:
    """Whether the edition has this rule: event files may cite what is no rule of it, and there is no page for that."""
    return citation_problem(edition, rule) is None


@register.filter
def rule_in_words(rule: str) -> str:
    """Return a rule's number as people read it: where no source has a rule, what counts is the director's word."""
    return "the director" if rule == NO_SOURCE else rule
