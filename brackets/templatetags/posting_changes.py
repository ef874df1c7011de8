"""Changes since the previous posting, in two parts: changes of an entrant, and mere moves up or down."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

register = template.Library()
Changes = Sequence[Mapping[str, Any]]


@register.filter
def own_changes(changes: Changes) -> Changes:
    """Return the changes of a card, of who qualifies, and of who is in the standings at all."""
    return [change for change in changes if not _is_move_only(change)]


@register.filter
def moves_only(changes: Changes) -> Changes:
    """Return changes of place only, caused by other entrants."""
    return [change for change in changes if _is_move_only(change)]


def _is_move_only(change: Mapping[str, Any]) -> bool:
    before, after = change["before"], change["after"]
    return bool(before and after) and {**before, "rank": None} == {**after, "rank": None}
