"""What the log keeps, in words."""

from django import template

from tournaments.selectors_staff_log import in_words

register = template.Library()
register.filter("in_words", in_words)
