"""Who may judge a call by the judges' protocols, and which of the other protocols are kept here.

No party to a call judges it (JP.f), and nobody close to a player without saying why (JP.i).

People are told apart by name, as judges need have no card at the event.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tournaments.rules.text import folded

CONFLICTS = {"acc-2020": ("JP.f", "JP.i"), "acc-2010": ("", ""), "games-55plus": ("", "")}
"""The number that keeps parties from judging, and the one about people who are close; the others have neither."""
HAND_FIRST = {"acc-2020": "JP.c", "acc-2010": "", "games-55plus": ""}
"""By which a judge who plays finishes the hand before leaving for a call."""
PEGGING_WATCHED = {"acc-2020": "JP.g", "acc-2010": "", "games-55plus": ""}
"""By which judges stay until the points of a ruling are pegged."""
HEAD_JUDGE = {"acc-2020": "JP.h", "acc-2010": "", "games-55plus": ""}
"""By which the director names one."""


class Bond(StrEnum):
    """What makes somebody close to a player."""

    FAMILY = "family"
    CLUB = "same club"
    ROOMMATE = "roommate"
    COMPANION = "travelling partner"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the event: every name by which they play or judge, their club, and their card if they hold one."""

    names: tuple[str, ...]
    club: str = ""
    entrant: int | None = None

    @property
    def name(self) -> str:
        """The name by which they are known."""
        return self.names[0]


@dataclass(frozen=True, slots=True)
class Relation:
    """Two people, by name, and what ties them."""

    first: str
    second: str
    bond: Bond


def party_to(judge: Person, players: Iterable[Person]) -> Person | None:
    """Return which of the players the judge is, by card or by name."""
    return next((player for player in players if _is(judge, player)), None)


def bonds_with(judge: Person, players: Iterable[Person], relations: Iterable[Relation]) -> list[str]:
    """Return what ties a judge to the players, in words: ``same club as Ada Birch``."""
    known = list(relations)
    return [
        f"{bond} as {player.name}" if bond is Bond.CLUB else f"{bond} of {player.name}"
        for player in players
        for bond in Bond
        if _is_bound(judge, player, bond, known)
    ]


def _is(judge: Person, player: Person) -> bool:
    if judge.entrant is not None and judge.entrant == player.entrant:
        return True
    return bool(_compared(judge) & _compared(player))


def _is_bound(judge: Person, player: Person, bond: Bond, relations: Iterable[Relation]) -> bool:
    if bond is Bond.CLUB and folded(judge.club) and folded(judge.club) == folded(player.club):
        return True
    return any(
        (folded(one.first) in _compared(judge) and folded(one.second) in _compared(player))
        or (folded(one.second) in _compared(judge) and folded(one.first) in _compared(player))
        for one in relations
        if one.bond is bond
    )


def _compared(person: Person) -> set[str]:
    return {folded(name) for name in person.names if folded(name)}
