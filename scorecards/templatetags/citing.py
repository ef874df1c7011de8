"""Rule numbers that lead to the rule."""

from django import template

from scorecards.citations import citation_problem

register = template.Library()


@register.filter
def is_to_be_cited(rule: str, edition: str) -> bool:
    """Whether the edition has this rule: event files may cite what is no rule of it, and there is no page for that."""
    return citation_problem(edition, rule) is None
