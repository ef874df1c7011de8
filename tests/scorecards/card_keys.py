"""The table of cases for the language of the card grid: the server and the browser run them all."""

from __future__ import annotations

import json
from typing import Any

from scorecards.cardkinds import CardKind
from scorecards.pegged import POINTS_LEFT, TOTAL_POINTS
from scorecards.scoring import ACC
from tests.conftest import ROOT

KINDS: dict[str, CardKind] = {"acc": ACC, "total-points": TOTAL_POINTS, "points-left": POINTS_LEFT}
TABLE = json.loads((ROOT / "tests" / "cases" / "card_keys.json").read_text(encoding="utf-8"))["scorings"]


def cases(section: str) -> list[tuple[str, Any]]:
    """Return the cases of a section, each with the scoring it belongs to."""
    return [(scoring, case) for scoring in KINDS for case in TABLE[scoring][section]]
