"""How far the play of an event has come, asked of the apps that keep cards and playoffs.

This app stands below theirs and knows none of them: ``TOURNAMENT_PROGRESS`` in the settings names who answers.
"""

from __future__ import annotations

from django.conf import settings
from django.utils.module_loading import import_string

from tournaments.models import Tournament


def has_cards(tournament: Tournament) -> bool:
    """Tell whether anything is keyed: from then on a seat identifies a card. One query."""
    return bool(_ask("has_cards", tournament))


def highest_keyed_game(tournament: Tournament) -> int:
    """Return the last game for which any card has a line, 0 while none is keyed. One query."""
    return _ask("last_game", tournament)


def last_played_round(tournament: Tournament) -> int:
    """Return the last playoff round that has a result, 0 before the playoffs. One query."""
    return _ask("last_round", tournament)


def _ask(question: str, tournament: Tournament) -> int:
    return int(import_string(settings.TOURNAMENT_PROGRESS[question])(tournament))
