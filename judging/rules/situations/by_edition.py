"""The situations of a call, by the rulebook of the event."""

from judging.rules.call_questions import CallSituation
from judging.rules.call_situations import BY_SLUG, CALL_SITUATIONS
from judging.rules.games_55plus import GAMES_SITUATIONS
from tournaments.rules.constants import GAMES_55PLUS

_GAMES_BY_SLUG = {situation.slug: situation for situation in GAMES_SITUATIONS}


def situations_of(edition: str) -> tuple[CallSituation, ...]:
    """Return what judges can choose from in an event under this edition, the commonest first."""
    return GAMES_SITUATIONS if edition == GAMES_55PLUS else CALL_SITUATIONS


def situation_of(edition: str, slug: str) -> CallSituation | None:
    """Return one of them: those of other editions have no working here."""
    return (_GAMES_BY_SLUG if edition == GAMES_55PLUS else BY_SLUG).get(slug)
