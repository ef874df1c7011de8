"""Read a weekend for its report to the ACC, and what is missing in it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.urls import reverse

from brackets.acc_check.check import findings
from brackets.event_files.export import event_file_of
from brackets.models import AccFacts, PointsEdit, Seed, SideEvent
from brackets.payouts.selectors import Due, Money
from brackets.playoffs.selectors import departures_of
from brackets.results.selectors import hands_of
from brackets.rules.acc_report import (
    AccEvent,
    AccReport,
    Besides,
    Hand,
    Paid,
    Person,
    Pool,
    Sums,
    acc_event,
    city_and_state,
)
from brackets.rules.sources import SANCTIONING_FEES
from brackets.standings.postings import latest_posting
from tournaments.entrants.known import People, people_known_to
from tournaments.entrants.members import expired_members, members_named
from tournaments.hooks import open_calls
from tournaments.models import Entrant, Member, Role, StaffMember, Tournament
from tournaments.pages import page_url
from tournaments.rules.currency import money_in
from tournaments.rules.text import folded, number_of

SAID_ELSEWHERE = {"unfinished", "unpaid"}
"""Kinds of findings for which the list of what is missing has its own words."""


class Missing(NamedTuple):
    """What the report lacks, and the page that mends it."""

    text: str
    link: str
    label: str


class EventPapers:
    """One event of the report with what the page needs besides: its facts, its money."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament, self.facts, self.money = tournament, facts_for_report(tournament), Money(tournament)
        file = event_file_of(tournament)
        # An event file has the number of those drawn where that differs; the report has what the director set.
        event = replace(file.event, qualifiers=tournament.qualifiers, qualifiers_reason=tournament.qualifiers_reason)
        seeds = Seed.objects.filter(bracket__tournament=tournament).order_by("seed")
        edits = PointsEdit.objects.active().filter(tournament=tournament).select_related("entrant")
        besides = Besides(
            people={one.number: person_of(one) for one in Entrant.objects.filter(tournament=tournament)},
            form=self.facts.form,
            games_each=tournament.games_each,
            check_number=tournament.log_seal,
            log_entries=tournament.log_length,
            seeded=tuple(seeds.values_list("entrant__number", flat=True)),
            replaced=tuple(departures_of(tournament, is_replaced=True)),
            overrides={edit.entrant.number: (edit.points, edit.reason) for edit in edits},
            hands=tuple(
                Hand(one.hand.points, one.number, one.hand.game, one.hand.hand) for one in hands_of(tournament, None)
            ),
            sums=_sums(self.money, self.facts),
        )
        self.event: AccEvent = acc_event(replace(file, event=event), besides)


class Papers:
    """The report of a weekend: an event and those made from it that the same person directs; what is missing.

    ``missing`` begins with the gravest. ``main`` is the event to whose report this one belongs, if there is one.
    """

    def __init__(self, tournament: Tournament, me: StaffMember) -> None:
        self.main = Tournament.objects.present().filter(side_events__event=tournament).first()
        links = SideEvent.objects.filter(main=tournament).select_related("event").order_by("pk")
        others = [link.event for link in links]
        mine = set(Tournament.objects.present().directed_by(me.user_id).values_list("pk", flat=True))
        told = [one for one in others if one.pk in mine and one.is_for_acc]
        self.events = [EventPapers(one) for one in (tournament, *told)]
        facts = self.events[0].facts
        director = facts.director or ", ".join(
            tournament.staff.filter(role=Role.DIRECTOR, ended_at=None).exclude(name="").values_list("name", flat=True)
        )
        self.report = AccReport(
            name=tournament.name,
            events=tuple(one.event for one in self.events),
            sanction_number=facts.sanction_number,
            director=director,
            starts_on=tournament.starts_on,
            ends_on=facts.ends_on,
            place=", ".join(filter(None, (tournament.venue, facts.city, facts.state))),
            currency=tournament.currency,
            notes=facts.notes,
        )
        self.missing = _missing_of_weekend(tournament, self.report)
        self.missing += [
            Missing(f"{one.name} belongs to this weekend, and you do not direct it.", one.get_absolute_url(), one.name)
            for one in others
            if one not in told and one.deleted_at is None and one.is_for_acc
        ]
        for papers in self.events:
            self.missing += _missing_of_event(papers, self.report)
        checked = [one for one in findings(self.report.to_json()) if one.kind not in SAID_ELSEWHERE]
        self.missing += [Missing(f"Check: {one.text}", "#check", "About the check") for one in checked]


def facts_for_report(tournament: Tournament) -> AccFacts:
    """Return what was typed for the report, or an empty row that is not stored. One query."""
    return AccFacts.objects.filter(tournament=tournament).first() or AccFacts(tournament=tournament)


def person_of(entrant: Entrant) -> Person:
    """Return how the ACC writes an entrant; of two partners the second stands beside the first name."""
    last = f"{entrant.parts.last} {entrant.parts.suffix}".strip()
    first = f"{entrant.parts.first} & {entrant.partner}" if entrant.partner else entrant.parts.first
    return Person(last, first, *city_and_state(entrant.city, entrant.province))


def _sums(money: Money, facts: AccFacts) -> Sums:
    return Sums(
        fees=money.fund.fees,
        added=money.fund.added,
        other_income=facts.other_income,
        sanctioning_each=money.plan.sanctioning,
        players=money.fees.players,
        kept=money.fund.kept,
        prizes=_paid(money.dues),
        pools=tuple(
            Pool(
                view.pool.name,
                view.stakes,
                _paid(view.dues),
                view.staked if view.shared is None else view.shared.unclaimed,
            )
            for view in money.pools
        ),
    )


def _paid(dues: Sequence[Due]) -> tuple[Paid, ...]:
    return tuple(Paid(one.place, one.number, one.amount, one.payment.amount if one.payment else 0) for one in dues)


def _missing_of_weekend(tournament: Tournament, report: AccReport) -> list[Missing]:
    facts = {
        "The sanction number": report.sanction_number,
        "The director": report.director,
        "The first day": report.starts_on,
        "The place": report.place,
    }
    settings = reverse("tournaments:settings", args=[tournament.slug])
    return [
        Missing(f"{what} is missing.", *((settings, "Settings") if what == "The first day" else ("#facts", "Enter it")))
        for what, value in facts.items()
        if not value
    ]


def _missing_of_event(papers: EventPapers, report: AccReport) -> list[Missing]:
    event, tournament, slug = papers.event, papers.tournament, papers.tournament.slug
    money, currency = papers.money, papers.tournament.currency

    def there(page: str, label: str, part: str = "") -> tuple[str, str]:
        return reverse(page, args=[slug]) + part, label

    here = there("brackets:acc-report", "Enter them", "#numbers")
    unknown = sum(not placing.acc_number for placing in event.placings)
    unpaid = sum(not due.is_settled for due in (*money.dues, *(due for pool in money.pools for due in pool.dues)))
    calls = len(open_calls(tournament))
    posting = latest_posting(tournament)
    offered = SANCTIONING_FEES.get(tournament.kind)
    found: list[tuple[object, str, tuple[str, str]]] = [
        (not event.seeds, "The qualifying round is not settled.", there("brackets:dashboard", "Dashboard")),
        (unknown, f"{number_of(unknown, 'qualifier')} without an ACC number.", here),
        (
            event.seeds and tournament.has_playoffs and not event.is_final,
            "The playoffs are not over.",
            there("brackets:playoffs", "Bracket"),
        ),
        (posting is None, "Nothing is posted.", there("brackets:post", "Post")),
        (
            posting is not None and posting.result.standings != event.report.standings,
            "Corrections are not posted: the cards say something else than the latest posting.",
            there("brackets:post", "Post"),
        ),
        (calls, f"{number_of(calls, 'judge call')} open.", (page_url("calls", slug), "Judge calls")),
        (event.ratings.no_schedule, f"{event.ratings.no_schedule}", there("tournaments:settings", "Settings")),
        (unpaid, f"{number_of(unpaid, 'prize')} not paid.", there("brackets:payouts", "Payouts", "#dues")),
        (
            money.fees.outstanding,
            f"Entry fees: {money_in(money.fees.outstanding, currency)} is still owed.",
            there("tournaments:entrants", "Entrants"),
        ),
        (
            offered and not money.plan.sanctioning,
            "The sanctioning fee for each player is not set.",
            there("brackets:acc-report", "Enter it", "#facts"),
        ),
        (
            tournament.kind != "main" and not papers.facts.form,
            "How it is played out is not said (standard, double elimination, Consy Lite).",
            there("brackets:acc-report", "Enter it", "#facts"),
        ),
    ]
    counted = Entrant.objects.counting().filter(tournament=tournament).exclude(acc_number="")
    for entrant, member in expired_members(tournament, counted):
        day = member.expires_on
        text = f"{entrant.shown_name}: {member.acc_number} expired {day:%B} {day.day}, {day.year}." if day else ""
        page = reverse("tournaments:entrant", args=[slug, entrant.number])
        found.append((day, text, (page, entrant.shown_name)))
    prefix = f"{tournament.name}: " if len(report.events) > 1 else ""
    return [Missing(prefix + text, *link) for is_missing, text, link in found if is_missing]


class WithoutNumber(NamedTuple):
    """An entrant without an ACC number, whether they qualify, and the numbers of people who may be the same."""

    entrant: Entrant
    qualifies: bool
    offers: Sequence[tuple[str, str]]
    """Number, and who has it where."""


def without_numbers(tournament: Tournament, me: StaffMember, seeds: Sequence[int]) -> list[WithoutNumber]:
    """Return who has no ACC number, qualifiers in their order first. Three queries."""
    entrants = list(Entrant.objects.counting().filter(tournament=tournament).order_by("number"))
    blank = [one for one in entrants if not one.acc_number]
    if not blank:
        return []
    people = people_known_to(me)
    taken = {one.acc_number for one in entrants if one.acc_number}
    places: Mapping[int, int] = {number: place for place, number in enumerate(seeds)}
    named = members_named(tournament, [one.name for one in blank])
    blank.sort(key=lambda one: (places.get(one.number, len(entrants)), one.parts.sort_key))
    return [
        WithoutNumber(one, one.number in places, _offers(one, people, named.get(folded(one.name), ()), taken))
        for one in blank
    ]


def _offers(entrant: Entrant, people: People, members: Sequence[Member], taken: set[str]) -> list[tuple[str, str]]:
    own = people.by_player.get(entrant.player_id or 0)
    offers: dict[str, str] = {}
    for person in (*([own] if own else ()), *people.like(entrant)):
        for entry in person.entries:
            if entry.acc_number and entry.acc_number not in taken:
                where = ", ".join(filter(None, (entry.name, entry.city, entry.event_name)))
                offers.setdefault(entry.acc_number, where)
    for member in members:
        if member.acc_number not in taken:
            offers.setdefault(member.acc_number, ", ".join(filter(None, (member.name, member.club, "member file"))))
    return list(offers.items())
