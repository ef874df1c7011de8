"""What apps above do for this one (:mod:`tournaments.hooks`)."""

from typing import Any
from uuid import UUID

from tournaments.changes.audit import Outsider
from tournaments.hooks import asked
from tournaments.models import StaffMember, Tournament


@asked
def call_judge(
    *, tournament: Tournament, caller: Outsider, key: UUID, first: int, second: int, game: int, place: str
) -> None:
    """Call a judge to a board for a player."""
    raise NotImplementedError


@asked
def announce(tournament: Tournament, actor: StaffMember, *, text: str) -> None:
    """Tell everybody something."""
    raise NotImplementedError


@asked
def posted_place(tournament: Tournament, number: int) -> Any:
    """Return what a player's phone says about the posting, or nothing."""
    raise NotImplementedError


@asked
def call_of(tournament: Tournament, number: int) -> str:
    """Return where a player is called to, blank where they are not."""
    raise NotImplementedError


@asked
def head_judge_of(tournament: Tournament) -> str:
    """Return the name of the head judge, to whom rule 14.1 gives the decision, or nothing."""
    raise NotImplementedError
