"""Names that are not published: pages of the published site say "Player 17" instead.

It is done where rows are read, once for all tables and pages: no view, template or export knows of it.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import get_ident
from typing import Any

from django.db.models import Model
from django.db.models.signals import post_init

from tournaments.models import Entrant, Player
from tournaments.rules.names import listed_name, split_name

OF_A_PERSON = ("name", "partner", "last_name", "first_name", "suffix", "acc_number", "club", "city", "province")
"""What of somebody tells who it is; all but the name is blank then."""


@contextmanager
def names_hidden(event: int) -> Iterator[None]:
    """Hide the names of those who must not be named, in all that this thread reads of this event and of others."""
    found = list(Entrant.objects.filter(is_unnamed=True).select_related("player"))
    if not found:
        yield
        return
    hidden, thread = _HiddenNames(event, found), get_ident()

    def hide(instance: Model, **_: object) -> None:
        if get_ident() == thread:  # others save what they read
            hidden.hide(instance)

    post_init.connect(hide, weak=False)
    try:
        yield
    finally:
        post_init.disconnect(hide)


class _HiddenNames:
    """The names of some entrants, and what stands for them."""

    def __init__(self, event: int, hidden: Sequence[Entrant]) -> None:
        self._event = event
        self._numbers = {(one.tournament_id, one.number) for one in hidden}
        # A text names somebody of its own event; of the others, those who are hidden there.
        hidden = sorted(hidden, key=lambda one: one.tournament_id != event)
        self._entrants = {one.pk: one.number for one in hidden}
        self._players = {one.player_id: one.number for one in reversed(hidden) if one.player_id}
        self._labels: dict[str, str] = {}
        for one in hidden:
            for name in filter(None, (one.name, one.partner, one.player.name if one.player else "")):
                for spelled in (name, listed_name(split_name(name))):
                    self._labels.setdefault(spelled.casefold(), _label(one.number))
        either = "|".join(re.escape(text) for text in sorted(self._labels, key=len, reverse=True))
        self._spelled = re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)

    def hide(self, instance: Model) -> None:
        """Hide the names in a row that was just read."""
        row = instance.__dict__
        known = {Entrant: self._entrants, Player: self._players}.get(type(instance))
        if known is None:
            of = row.get("tournament_id", self._event)
            row |= {name: self._plain(row[name], of) for name in row if isinstance(row[name], str | list | dict)}
        elif instance.pk in known:
            row |= _nobody(known[instance.pk], row)

    def _plain(self, stored: Any, of: int) -> Any:
        """Return a text, or what was stored as JSON, without the names."""
        if isinstance(stored, str):
            return self._spelled.sub(lambda found: self._labels.get(found[0].casefold(), "Player"), stored)
        if isinstance(stored, list):
            return [self._plain(one, of) for one in stored]
        if not isinstance(stored, dict):
            return stored
        if "name" in stored and (of, stored.get("number")) in self._numbers:
            return stored | _nobody(stored["number"], stored)
        return {key: self._plain(value, of) for key, value in stored.items()}


def _label(number: int) -> str:
    return f"Player {number}"


def _nobody(number: int, row: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a row that tell who somebody is, as they are published."""
    told = dict.fromkeys((*OF_A_PERSON, "told_apart_by"), "") | {"name": _label(number), "last_name": _label(number)}
    return {name: value for name, value in told.items() if name in row}
