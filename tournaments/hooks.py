"""Hooks: what apps above do for apps below, which know none of them.

Each function here is a question that one app answers (:func:`asked`), or an event that any may listen to
(:func:`told`). Its signature is the protocol. Apps above come to it in ``AppConfig.ready()``: ``scorecards/apps.py``,
``brackets/apps.py``, ``judging/apps.py``; docs/architecture.md lists who listens.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar

from django.db.models import Exists, Q

from tournaments.models import AuditEntry, Entrant, StaffMember, Tournament

P = ParamSpec("P")
R = TypeVar("R")


class Hook(Generic[P, R]):
    """One point at which apps above do something; ``prototype`` has the signature of what they do."""

    def __init__(self, prototype: Callable[P, R]) -> None:
        self.__doc__, self.__name__ = prototype.__doc__, prototype.__name__
        self.listeners: list[Callable[P, R]] = []

    def listen(self, *listeners: Callable[P, R]) -> None:
        """Let these be called, in order, after those that listen already."""
        self.listeners += [one for one in listeners if one not in self.listeners]


class asked(Hook[P, R]):  # noqa: N801 - a decorator
    """A question that exactly one listener answers."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        [answer] = self.listeners
        return answer(*args, **kwargs)


class told(Hook[P, None]):  # noqa: N801 - a decorator
    """An event that everybody who listens hears of, in order."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        for listener in self.listeners:
            listener(*args, **kwargs)


# How far an event has come. One query each.


@asked
def has_cards(tournament: Tournament) -> bool:
    """Tell whether any line is entered: from then on a seat identifies a card."""
    raise NotImplementedError


@asked
def entered_lines(tournament: Tournament) -> frozenset[tuple[int, int]]:
    """Return every line of a card that is entered, as entrant's number and game."""
    raise NotImplementedError


@asked
def highest_keyed_game(tournament: Tournament) -> int:
    """Return the last game for which any card has a line, 0 while none is entered."""
    raise NotImplementedError


@asked
def last_played_round(tournament: Tournament) -> int:
    """Return the last playoff round that has a result, 0 before the playoffs."""
    raise NotImplementedError


@asked
def cards_of_members() -> tuple[Q, Q]:
    """Return for whose event any card is in, and for whose all are, as conditions on staff members."""
    raise NotImplementedError


@asked
def cards_posted_of_members() -> Exists:
    """Return for whose event no card has changed since the latest posting, as a condition on staff members."""
    raise NotImplementedError


@asked
def is_as_posted(tournament: Tournament) -> bool:
    """Tell whether what would be posted now is what is posted. More than one query, once for each version."""
    raise NotImplementedError


class Waiting(NamedTuple):
    """Something that waits for a person: what and since when, and the button that leads there (blank: nobody's)."""

    what: str
    since: datetime | None
    action: str
    href: str
    detail: str = ""
    is_wrong: bool = False


@asked
def open_matches(tournament: Tournament) -> Sequence[tuple[str, int, int]]:
    """Return the playoff matches that are still to be won: where they are played, and both entrants' numbers."""
    raise NotImplementedError


@asked
def open_calls(tournament: Tournament) -> Sequence[Waiting]:
    """Return the calls of the judges that are not closed, the one that has waited longest first."""
    raise NotImplementedError


@asked
def standing_call(entrant: Entrant) -> Any:
    """Return the call of one entrant that stands: its text, who made it and when; nothing where none does."""
    raise NotImplementedError


@asked
def card_addresses(tournament: Tournament) -> Mapping[int, str]:
    """Return the address to which the code on each card leads, by entrant's number."""
    raise NotImplementedError


@asked
def differences_of(tournament: Tournament) -> Sequence[str]:
    """Return in words what in an event does not follow from its cards."""
    raise NotImplementedError


# What happens to an event.


@told
def event_changes(tournament: Tournament, affects_cards: bool) -> None:
    """Do what belongs to every change, within it: the tournament is locked."""


@told
def event_is_destroyed(tournament: Tournament) -> None:
    """Forget an event before its rows are deleted."""


@told
def event_is_copied(*, source: Tournament, target: Tournament, actor: StaffMember) -> None:
    """Copy what else a copy of an event has."""


@told
def start_again() -> None:
    """End the server and start it again, with the event that this laptop continues."""


# Side pools, of which an imported list and the door know nothing else.


@asked
def stakes_of_pools(tournament: Tournament) -> Mapping[str, int]:
    """Return the side pools that entrants can join, by name, with their stake in cents."""
    raise NotImplementedError


@asked
def join_pool(tournament: Tournament, actor: StaffMember, name: str, stake: int, numbers: Collection[int]) -> bool:
    """Let entrants join a pool, and tell whether anybody did."""
    raise NotImplementedError


@told
def forget_stakes(entrants: Collection[Entrant], before: datetime) -> None:
    """Undo what an import paid into pools."""


@asked
def pool_ticks(entrant: Entrant) -> Sequence[Any]:
    """Return what the door shows of the pools."""
    raise NotImplementedError


@asked
def tick_pool(tournament: Tournament, actor: StaffMember, *, pool: int, number: int, is_in: bool) -> AuditEntry | None:
    """Let one join a pool or leave it."""
    raise NotImplementedError
