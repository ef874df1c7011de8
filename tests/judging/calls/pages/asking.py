"""How tests ask the pages of calls, and what they send."""

import re
from typing import Any

from tests.tournaments.staff.people import HTMX
from tournaments.models import Tournament

RULING = {
    "situation": "pegged-too-many",
    "who": "first",
    "error": "2",
    "in-time": "yes",
    "seen": "0",
    "text": "Two back, two forward.",
    "rules": "8.4.c.(1)",
    "first-back": "2",
    "first-forward": "0",
    "second-back": "0",
    "second-forward": "2",
}


def address(tournament: Tournament, path: str = "") -> str:
    return f"/t/{tournament.slug}/calls/{path}"


def fragment(target: str) -> dict[str, str]:
    return {**HTMX, "HX-Target": target}


def words(response: Any) -> str:
    """Return what a page says, without its marks."""
    return " ".join(re.sub(r"<[^>]*>", " ", response.content.decode()).split())
