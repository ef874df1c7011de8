"""The table of cases for the language of the card grid: the server and the browser run them all."""

import json
from typing import Any

from scorecards.rules.scoring_systems.registry import scoring_system
from tests.conftest import ROOT

SYSTEMS = {scoring: scoring_system(scoring) for scoring in ("acc", "total-points", "points-left")}
TABLE = json.loads((ROOT / "tests" / "cases" / "keys" / "card_keys.json").read_text(encoding="utf-8"))["scorings"]


def cases(section: str) -> list[tuple[str, Any]]:
    """Return the cases of a section, each with the scoring it belongs to."""
    return [(scoring, case) for scoring in SYSTEMS for case in TABLE[scoring][section]]
