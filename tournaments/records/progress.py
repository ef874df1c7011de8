"""The progress of an event: rounds played."""

from tournaments.hooks import last_played_round
from tournaments.models import Tournament


def is_past_qualifying(tournament: Tournament) -> bool:
    """Tell whether the qualifiers are posted or a match is played: anybody added after that changes both."""
    return bool(tournament.latest_posting or last_played_round(tournament))
