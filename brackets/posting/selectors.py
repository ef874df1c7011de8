"""Read the checklist, what the next posting would contain, and how it differs from the last."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse

from brackets.models import HeldPosting, Posting, Waiver
from brackets.playoffs.selectors import departures_of
from brackets.rules.checklist import ChecklistFacts, ChecklistItem, Condition, checklist
from brackets.rules.report import Report, with_bracket, without
from brackets.standings.outcome import EventOutcome, StandingRow
from brackets.standings.postings import latest_posting
from scorecards.checking.check_queue import CheckQueue
from scorecards.records.facts import cards_to_come, without_card
from scorecards.rules.qualifying import CardPile, piles
from scorecards.rules.ranking import Place
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.records.attendance import counting
from tournaments.records.entrants import display_name
from tournaments.records.event import event_facts
from tournaments.staff.access import may_open

# Where each condition is mended: the page, and what follows in its address.
CONDITION_PAGES = {
    ChecklistItem.ENTRANTS: ("tournaments:entrants", ""),
    ChecklistItem.CARDS: ("scorecards:cards", ""),
    ChecklistItem.TOTALS: ("scorecards:check", "?show=sums"),
    ChecklistItem.LINE: ("scorecards:ranking", ""),
    ChecklistItem.CHECKED: ("scorecards:check", ""),
    ChecklistItem.UNDECIDED: ("scorecards:check", "?show=undecided"),
    ChecklistItem.DEAD_ZONE: ("scorecards:check", "?show=joined"),
    ChecklistItem.TIES: ("scorecards:ranking", "#ties"),
    ChecklistItem.HIGH_NONQUALIFIER: ("scorecards:ranking", ""),
}


class Checklist:
    """Every condition in the order of the appendix as it stands, and those that the director waived, by item.

    ``to_come`` are the cards that are not in whole; ``cards`` is how many there are or will be. ``piles`` are the names
    of the piles of appendix 4 and how many cards lie in each by the lines in force; empty while cards are to come, and
    where nobody qualifies by game points. Eleven queries, and six for cards and schedule that were not read yet.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.queue = CheckQueue(tournament)
        self.waivers = {waiver.item: waiver for waiver in Waiver.objects.active().filter(tournament=tournament)}
        self.to_come = cards_to_come(tournament, self.queue.people, self.queue.cards)
        waived = [item for item in ChecklistItem if item.value in self.waivers]
        facts = _facts(tournament, self.queue, len(self.to_come), waived=waived)
        self.conditions, self.cards = checklist(facts), facts.cards
        self.piles = _piles(tournament, self.queue) if facts.line and not self.to_come else []

    @property
    def unmet(self) -> list[Condition]:
        """The conditions that are neither met nor waived: nothing is posted before they are."""
        return [one for one in self.conditions if not one.is_met and self.waiver(one) is None]

    @property
    def is_met(self) -> bool:
        return not self.unmet

    def waiver(self, condition: Condition) -> Waiver | None:
        return self.waivers.get(condition.item.value) if condition.may_be_waived else None

    def condition(self, item: ChecklistItem) -> Condition:
        return next(condition for condition in self.conditions if condition.item is item)

    def rows(self, tournament: Tournament, me: StaffMember) -> list[ConditionRow]:
        """Return every condition with the link to where it is mended, for those who may open that page."""
        rows = []
        for condition in self.conditions:
            name, more = CONDITION_PAGES[condition.item]
            if condition.item is ChecklistItem.HIGH_NONQUALIFIER and condition.open and not condition.blocked_by:
                more = "#ties"  # several share the first place below the line
            link = reverse(name, args=[tournament.slug]) + more if may_open(me, name) else ""
            rows.append(ConditionRow(condition, link, self.waiver(condition)))
        return rows


class ConditionRow(NamedTuple):
    """One condition of the checklist as the desk shows it: where it is mended, and what was waived."""

    condition: Condition
    link: str
    waiver: Waiver | None

    @property
    def is_unmet(self) -> bool:
        return not self.condition.is_met and self.waiver is None


def _piles(tournament: Tournament, queue: CheckQueue) -> list[tuple[str, int]]:
    max_points = tournament.scored.max_points
    if max_points is None or queue.outcome is None:
        return []
    result = queue.outcome.result
    standings = {place.entrant: place.totals.standing for place in result.standings}
    laid = piles(standings, result.qualifiers, max_points)
    return [(pile.value, len(laid[pile])) for pile in CardPile]


def _facts(
    tournament: Tournament, queue: CheckQueue, to_come: int, *, waived: Collection[ChecklistItem]
) -> ChecklistFacts:
    people = queue.people
    entrants = counting(people)
    result = queue.outcome.result if queue.outcome is not None else None
    system = scoring_system(tournament.scoring)
    cards = len(people) - len(without_card(tournament, people, queue.cards))
    qualifiers = system.qualifiers(event_facts(tournament), len(entrants))
    standings = result.standings if result is not None else ()
    games = [item for item in queue.items if item.kind.is_ruling]
    late = [item for item in games if item.joined_in_pass > 1]
    has_cards = result is not None and result.has_cards
    last = standings[qualifiers - 1] if has_cards and 0 < qualifiers <= len(standings) else None
    not_arrived, absent_with_lines = _not_arrived(tournament, people)
    return ChecklistFacts(
        entrants=len(entrants),
        not_arrived=not_arrived,
        absent_with_lines=absent_with_lines,
        qualifiers=qualifiers,
        cards=cards if has_cards else 0,
        cards_in=cards - to_come,
        sums_open=sum(item.is_required and not item.is_done for item in queue.items if item.kind.is_arithmetic),
        games_to_check=len(games),
        games_open=sum(not item.is_done for item in games),
        undecided=len(result.undecided) if result is not None else 0,
        joined=sum(len(flagged) for flagged in queue.outcome.passes[1:]) if queue.outcome else 0,
        joined_open=sum(not item.is_done for item in late),
        ties_open=len(result.ranking.open_ties) if result is not None else 0,
        line=last.totals.in_card_notation() if last is not None else "",
        high_nonqualifiers=_first_below(standings, qualifiers, people),
        edition=tournament.edition,
        waived=waived,
        is_result=tournament.is_of_sheets and not qualifiers,
    )


def _not_arrived(tournament: Tournament, people: Mapping[int, Mapping[str, Any]]) -> tuple[list[str], list[str]]:
    """Name entrants of whom nothing says that they are there, and those who did not come but whose card has lines."""
    unsaid = Q(checked_in_at__isnull=True, withdrawn_after_game__isnull=True, scorecard__lines__isnull=True)
    played = Q(withdrawn_after_game=0, scorecard__lines__isnull=False)
    found = Entrant.objects.filter(unsaid | played, tournament=tournament, house_player=False).order_by("number")
    named: tuple[list[str], list[str]] = [], []
    for number, left in found.values_list("number", "withdrawn_after_game").distinct():
        named[left is not None].append(display_name(people[number]))
    return named


def _first_below(standings: Sequence[Place], qualifiers: int, people: Mapping[int, Mapping[str, Any]]) -> list[str]:
    """Return who is ranked first below the line; several where they share that rank."""
    if not 0 < qualifiers < len(standings):
        return []
    first = standings[qualifiers]
    if first.qualifies is not False:
        return []
    return [
        f"{display_name(people[place.entrant])}, {place.totals.in_card_notation()}"
        for place in standings
        if place.rank == first.rank
    ]


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


def cards_posted_of_members() -> Exists:
    """Return for whose event no card has changed since the latest posting, as a condition on staff members.

    Each page asks it in the query that it makes anyway. Other changes count as one of the cards, too: where it is not
    so, :func:`is_as_posted` knows.
    """
    return Exists(
        Posting.objects.filter(
            tournament=OuterRef("tournament"),
            number=F("tournament__latest_posting"),
            tournament__stored_result__version__gte=F("tournament__cards_version"),
            made_at__gte=F("tournament__stored_result__calculated_at"),
        )
    )


def is_as_posted(tournament: Tournament) -> bool:
    """Tell whether what would be posted now is what is posted. As many queries as the checklist has, once a version."""
    return _is_as_posted(tournament.pk, tournament.version, tournament.log_head)


@lru_cache(maxsize=64)
def _is_as_posted(pk: int, version: int, log_head: str) -> bool:
    # After a backup another event may have this version, but not the same end of the log.
    try:
        event = Tournament.objects.get(pk=pk)
        following = next_posting(event, Checklist(event))
    except ObjectDoesNotExist:  # destroyed meanwhile
        return False
    return following is not None and not following.is_new


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
