"""Reading the evidence: whose place or qualifying the rulings changed, and what was ruled (rule 12.2.i)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorecards.selectors_card import CardShown, RulingShown, cards_shown
from scorecards.selectors_check import Holder
from scorecards.selectors_reckoning import reckoning_of
from tournaments.models import Tournament
from tournaments.selectors import display_name, people_of


@dataclass(frozen=True, slots=True)
class Notice:
    """What one player is told: position before and after, and every ruling with both lines as written.

    ``rulings`` are about the player's own card; where there are none, others' cards were corrected. ``qualified``
    and ``qualifies`` are ``None`` while a tie across the line is open.
    """

    holder: Holder
    before: int
    after: int
    qualified: bool | None
    qualifies: bool | None
    card_before: str
    card_after: str
    rulings: Sequence[RulingShown]

    @property
    def is_about_qualifying(self) -> bool:
        """Whether the fact of qualifying, or a place among the qualifiers, is not what it was."""
        return self.qualified != self.qualifies or bool(self.qualified or self.qualifies)


def notices(tournament: Tournament) -> list[Notice]:
    """Return a notice for everybody whose place or qualifying the rulings changed, by place. Eight queries."""
    outcome = reckoning_of(tournament)
    if outcome is None:
        return []
    people = people_of(tournament)
    cards = cards_shown(tournament)
    before = {place["entrant"]: place for place in outcome.before}
    found = []
    for place in outcome.report["standings"]:
        was = before.get(place["entrant"])
        if was is None or (was["rank"], was["qualifies"]) == (place["rank"], place["qualifies"]):
            continue
        found.append(_notice(was, place, people, cards))
    return found


def _notice(
    was: Mapping[str, Any],
    place: Mapping[str, Any],
    people: Mapping[int, Mapping[str, Any]],
    cards: Mapping[int, CardShown],
) -> Notice:
    number = place["entrant"]
    person = people[number]
    return Notice(
        holder=Holder(number, person["seat"], display_name(person)),
        before=was["rank"],
        after=place["rank"],
        qualified=was["qualifies"],
        qualifies=place["qualifies"],
        card_before=_card(was),
        card_after=_card(place),
        rulings=[ruling for ruling in cards[number].rulings if not ruling.is_decision and _changes(ruling)],
    )


def _changes(ruling: RulingShown) -> bool:
    return any(side.changes for side in ruling.sides)


def _card(place: Mapping[str, Any]) -> str:
    return f"{place['game_points']}/{place['games_won']} {place['net']:+d}"
