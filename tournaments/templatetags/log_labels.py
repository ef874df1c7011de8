"""What the log keeps, in words."""

from django import template

from tournaments.log.selectors import in_words

register = template.Library()
register.filter("in_words", in_words)
MAX_UNFOLDED_LENGTH = 160


@register.filter
def is_long(words: str) -> bool:
    """Whether a state takes so much room that it is folded, in characters."""
    return len(words) > MAX_UNFOLDED_LENGTH
