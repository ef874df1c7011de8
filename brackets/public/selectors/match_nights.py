"""Read whether a club event is a match night: public matches, and nothing on cards."""

from collections.abc import Mapping
from typing import Any

from brackets.standings.outcome import EventOutcome, Phase
from scorecards.club_matches.selectors import public_matches
from scorecards.records.facts import is_begun
from tournaments.models import Tournament

MATCH_NIGHT = Phase("Matches", "See Matches for every finished match, game by game.")


def night_view(tournament: Tournament, outcome: EventOutcome | None) -> Mapping[str, Any] | None:
    """Return the finished matches that everybody may see; ``None`` where there are none, or cards are in.

    ``outcome`` is what is shown of the cards, ``None`` where that is held back. Five queries or fewer, none where the
    event is no club event.
    """
    if tournament.kind != "club" or (is_begun(tournament) if outcome is None else outcome.has_cards):
        return None
    shown = public_matches(tournament).shown
    return shown if shown is not None and shown["matches"] else None
