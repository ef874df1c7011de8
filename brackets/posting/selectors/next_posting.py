"""Read what the next posting would contain, and how it differs from the last."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from brackets.models import HeldPosting
from brackets.playoffs.selectors.state import departures_of
from brackets.posting.selectors.checklist import Checklist
from brackets.rules.report import Report, with_bracket, without
from brackets.standings.outcome import EventOutcome, StandingRow
from brackets.standings.postings import latest_posting
from scorecards.rules.ranking import Place
from tournaments.models import Tournament
from tournaments.records.entrants import display_name


class NextPosting:
    """What would be posted now: the report with its bracket, and what is not as in the posting before.

    ``people`` are all entrants by number as text, as JSON has it. ``exemption`` tells whether another number than one
    in four qualifies, and why. ``changes`` are in the order of the standings; without a posting before there are none.
    Three queries or fewer.
    """

    def __init__(self, tournament: Tournament, checklist: Checklist) -> None:
        assert checklist.queue.outcome is not None, "there are cards"
        self.tournament = tournament
        remaining = without(checklist.queue.outcome.result, departures_of(tournament, is_replaced=True))
        self.report = with_bracket(remaining, waived=bool(checklist.waivers))
        self.people = {str(number): dict(person) for number, person in checklist.queue.people.items()}
        self.last = last = latest_posting(tournament)
        self.changes = changes_between(last.result, last.people, self.report, self.people) if last else []
        self.waivers = [
            {"item": waiver.item, "reason": waiver.reason, "by": waiver.made_by}
            for waiver in checklist.waivers.values()
        ]
        self.exemption = (tournament.qualifiers is not None, tournament.qualifiers_reason)

    @cached_property
    def outcome(self) -> EventOutcome:
        """The standings as pages show them; what is stored needs none of their rows."""
        people = {int(number): person for number, person in self.people.items()}
        return EventOutcome(self.tournament, self.report, people, is_exempted=self.exemption[0])

    @property
    def snapshot(self) -> dict[str, Any]:
        """What a posting stores of this, by the names of its fields; the cards are read apart."""
        return {
            "report": self.report.to_json(),
            "people": self.people,
            "waivers": self.waivers,
            "is_exempted": self.exemption[0],
            "exemption_reason": self.exemption[1],
        }

    @cached_property
    def held(self) -> HeldPosting | None:
        """What waits for its reveal; only the first posting is held. One query, none after it."""
        return held_posting(self.tournament) if self.last is None else None

    @cached_property
    def is_as_held(self) -> bool:
        """Whether a posting is held, no card was changed since, and it is what would be posted now."""
        held = self.held
        if held is None or held.cards_version != self.tournament.cards_version:
            return False
        return all(getattr(held, name) == value for name, value in self.snapshot.items())

    @cached_property
    def changes_since_held(self) -> Sequence[Mapping[str, Any]]:
        """What has changed since it was held, in the order of the standings; empty where nothing is held."""
        held = self.held
        return changes_between(held.result, held.people, self.report, self.people) if held is not None else []

    @property
    def is_new(self) -> bool:
        last = self.last
        if last is None:
            return True
        posted = (last.report, last.people, last.is_exempted, last.exemption_reason)
        return (self.report.to_json(), self.people, *self.exemption) != posted

    @property
    def seeded(self) -> list[StandingRow]:
        """The qualifiers in the order of their seeds, nobody while that is open; everybody where nobody qualifies."""
        if not self.outcome.has_line:
            return list(self.outcome.rows)
        if self.outcome.report.qualifiers > 1 and not self.outcome.report.first_round:
            return []
        return [row for row in self.outcome.rows if row.qualifies]


def next_posting(tournament: Tournament, checklist: Checklist) -> NextPosting | None:
    """Return what would be posted now, ``None`` while there are no cards."""
    return NextPosting(tournament, checklist) if checklist.queue.outcome is not None else None


def held_posting(tournament: Tournament) -> HeldPosting | None:
    """Return the posting that waits for its reveal, without its cards; ``None`` where none does. One query."""
    return HeldPosting.objects.active().filter(tournament=tournament).defer("cards").first()


def changes_between(
    report: Report,
    people: Mapping[str, Mapping[str, Any]],
    later: Report,
    later_people: Mapping[str, Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """Return entrants whose place, qualification or card changed, in the order of the later standings."""
    before = {place.entrant: _place(place) for place in report.standings}
    after = {place.entrant: _place(place) for place in later.standings}
    return [
        {
            "entrant": number,
            "name": display_name((later_people if number in after else people)[str(number)]),
            "before": before.get(number),
            "after": after.get(number),
        }
        for number in dict.fromkeys((*after, *before))
        if before.get(number) != after.get(number)
    ]


def _place(place: Place) -> dict[str, Any]:
    place_values = {"rank": place.rank, "qualifies": place.qualifies, "card": place.totals.in_card_notation()}
    return place_values if place.pool is None else place_values | {"pool": place.pool}
