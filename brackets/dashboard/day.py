"""The day of an event as its dashboard shows it: how far each of five stations is, duties, and the checklist."""

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from brackets.dashboard.next_step import NextStep, next_step
from brackets.dashboard.waiting import waiting
from brackets.models import Posting
from brackets.posting.selectors import Checklist, ConditionRow, next_posting
from brackets.posting.services import POSTING_RULE
from brackets.rules.checklist import ChecklistItem
from brackets.rules.duties import Duty, Phase, duties
from brackets.standings.bracket import BracketMatch, bracket_view
from scorecards.club_matches.selectors import number_of_matches
from scorecards.photographs.selectors.pictures import picture_counts
from scorecards.records.facts import CardToCome
from scorecards.records.reports import is_reporting, last_reported_game
from scorecards.reporting.selectors.board import OpenGame
from tournaments.backups.state import Backups
from tournaments.hooks import Waiting
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.records.attendance import check_in_used
from tournaments.records.entrants import people_of
from tournaments.rules.currency import money_in
from tournaments.rules.text import number_of
from tournaments.seating.selectors.seats import seating_of
from tournaments.seating.selectors.warnings import warnings_of
from tournaments.staff.access import may_open

MAX_NAMED = 8


class Station(NamedTuple):
    """One station of the day: what it has come to, ``done``, ``partly`` or blank, and its page (blank: not theirs)."""

    label: str
    words: str
    state: str
    href: str
    is_current: bool


class DeskCounts:
    """How far an event has come before its cards: ``entrants`` are those who count, house players those in a seat.

    ``awaited`` are entrants who are not here yet; nobody waits for a seat for them. ``owing`` are those who still owe
    something: ``owed`` cents in all, ``owed_by_one`` at the most. Two queries where seats are drawn, else one.
    """

    def __init__(self, event: Tournament, everybody: Collection[Entrant]) -> None:
        counted = [one for one in everybody if one.counts]
        is_used = check_in_used(event, [one.checked_in_at for one in counted])
        owed = [one.fee_owed - one.fee_paid for one in counted if one.fee_owed > one.fee_paid]
        self.event, self.entrants = event, len(counted)
        self.house_players = sum(one.house_player and bool(one.seat) for one in everybody)
        self.checked_in = sum(one.is_checked_in for one in counted)
        self.seated = self.house_players + sum(bool(one.seat) for one in counted)
        self.awaited = sum(not one.has_come(check_in_used=is_used) for one in counted)
        self.owing, self.owed, self.owed_by_one = len(owed), sum(owed), max(owed, default=0)
        self.games_planned = event.scheduled_games.count()

    @property
    def to_seat(self) -> int:
        """How many seats are needed: for everybody who is here, and for house players."""
        return self.entrants - self.awaited + self.house_players

    @property
    def staff_in(self) -> int:
        """How many of the staff can sign in. One query."""
        open_way = Q(user__isnull=False) | Q(invitation__ended_at=None, invitation__ends_at__gt=timezone.now())
        return StaffMember.objects.filter(open_way, tournament=self.event, ended_at=None).count()


class Day:
    """How far an event is. What the director waived is neither missing nor to check: posting does not wait for it.

    ``games`` are those whose reports differ or whose tables are late, ``backups`` how the site's backups are. At most
    as many queries as any page may have (``tests/test_growth.py``), whatever the size.
    """

    def __init__(self, event: Tournament, me: StaffMember, games: Sequence[OpenGame], backups: Backups | None) -> None:
        self.event, self.me, self.games, self.backups = event, me, games, backups
        self.found = Checklist(event)
        self.counts = DeskCounts(event, self.found.queue.entrants.values())
        self.following = next_posting(event, self.found)
        self.pictures = picture_counts(event)
        self.bracket = bracket_view(event, people_of(event)) if event.latest_posting else None
        result = self.found.queue.outcome and self.found.queue.outcome.result
        self.has_cards = bool(result and result.has_cards)
        self.is_reporting = is_reporting(event)
        self.cards_in = self.found.cards - len(self.found.to_come)

    @cached_property
    def phase(self) -> Phase:
        """The part of the event that is going on."""
        if self.posting is None or self.has_changed:
            return Phase.QUALIFYING if self.has_cards else Phase.BEFORE
        is_over = self.champion or not self.event.has_playoffs or self.qualifiers < 2
        return Phase.FINISHED if is_over else Phase.PLAYOFFS

    @cached_property
    def step(self) -> NextStep:
        return next_step(self)

    @cached_property
    def posting(self) -> Posting | None:
        """The latest posting."""
        return self.following.last if self.following is not None else None

    @cached_property
    def open_matches(self) -> list[BracketMatch]:
        rounds = self.bracket.rounds_to_play if self.bracket is not None else ()
        matches = (match for one in rounds for match in one.matches)
        return [match for match in matches if not match.is_won and all(side is not None for side in match.sides)]

    @cached_property
    def last_game(self) -> int:
        """The last game of which something is known, 0 before the first. No query on paper, one with phones."""
        if self.has_cards and not self.found.to_come:
            return self.event.games
        entered = max((line.game for card in self.found.queue.cards for line in card.lines), default=0)
        return max(entered, last_reported_game(self.event)) if self.counts.games_planned else 0

    @property
    def here(self) -> int:
        """How many have come, or were given a seat."""
        counts = self.counts
        return counts.entrants - counts.awaited if counts.checked_in or counts.seated else 0

    @cached_property
    def schedule_problems(self) -> int:
        """How many things the check of seats and schedule finds; queries of its own."""
        return len(warnings_of(self.event, seating_of(self.event)))

    @cached_property
    def matches(self) -> int:
        """The matches of a club's night."""
        return number_of_matches(self.event)

    @cached_property
    def unmet(self) -> dict[ChecklistItem, str]:
        """The conditions that prevent posting, in words."""
        return {condition.item: condition.text for condition in self.found.unmet}

    @cached_property
    def missing(self) -> list[str]:
        """The cards that are not in whole, by seat."""
        return [card.seat or str(card.number) for card in self.found.to_come if ChecklistItem.CARDS in self.unmet]

    @cached_property
    def to_check(self) -> int:
        arithmetic = (item.kind.is_arithmetic for item in self.found.queue.open)
        return sum((ChecklistItem.TOTALS if one else ChecklistItem.CHECKED) in self.unmet for one in arithmetic)

    @cached_property
    def undecided(self) -> int:
        return self._open(ChecklistItem.UNDECIDED)

    @cached_property
    def ties(self) -> int:
        return self._open(ChecklistItem.TIES)

    @cached_property
    def has_changed(self) -> bool:
        """Whether the standings are not as posted."""
        return self.following is not None and self.posting is not None and self.following.is_new

    @cached_property
    def is_held(self) -> bool:
        """Whether a posting waits for its reveal."""
        return self.following is not None and not self.found.unmet and self.following.is_as_held

    @cached_property
    def qualifiers(self) -> int:
        return self.following.report.qualifiers if self.following is not None else 0

    @cached_property
    def photographed(self) -> int:
        """The photographed cards that nobody has confirmed yet."""
        return self.pictures.to_confirm if self.pictures is not None else 0

    @cached_property
    def champion(self) -> str:
        return self.bracket.champion.name if self.bracket is not None and self.bracket.champion else ""

    def _open(self, item: ChecklistItem) -> int:
        return sum(one.open for one in self.found.conditions if one.item is item)

    def page(self, page: str, *args: object) -> str:
        """Return the address of a page and what follows its name, blank where the page is another role's."""
        name = page.partition("#")[0].partition("?")[0]
        return reverse(name, args=[self.event.slug, *args]) + page[len(name) :] if may_open(self.me, name) else ""

    @property
    def step_href(self) -> str:
        """Where the next step is taken."""
        first = [self.found.to_come[0].number] if self.step.page == "scorecards:card" else ()
        return self.page(self.step.page, *first)

    @property
    def stations(self) -> list[Station]:
        """The line of the day, each station with what it has come to."""
        is_over = self.phase in (Phase.PLAYOFFS, Phase.FINISHED)
        are_in = is_over or (self.has_cards and not self.found.to_come)
        has_begun = self.has_cards or self.last_game > 0
        is_planned, has_entrants = self.counts.games_planned > 0, self.counts.entrants > 0
        play = "scorecards:reports" if self.is_reporting else "tournaments:schedule"
        cards = "scorecards:club-matches" if self.matches and not self.has_cards else "scorecards:cards"
        last = "brackets:playoffs" if self.event.has_playoffs else "brackets:awards"
        rows = [
            ("Door", self._at_the_door, has_entrants, self._is_seated, "tournaments:check-in"),
            ("Play", self._in_play(are_in=are_in), is_planned, are_in, play),
            ("Cards", self._in_cards, has_begun or self.matches > 0, are_in, cards),
            ("Check", self._in_check(are_in=are_in, is_over=is_over), has_begun, is_over, "scorecards:check"),
            ("Playoffs", self._in_playoffs, is_over, self.phase is Phase.FINISHED, last),
        ]
        # A night of matches has no schedule to wait for.
        current = next((label for label, words, _, is_done, _ in rows if words and not is_done), "")
        return [
            Station(label, words, "done" * is_done or "partly" * is_begun, self.page(page), label == current)
            for label, words, is_begun, is_done, page in rows
        ]

    @property
    def _is_seated(self) -> bool:
        """Whether everybody has come, or nobody waits for them any more, and has a seat or did without."""
        is_seated = 0 < self.counts.to_seat <= self.counts.seated and not self.counts.awaited
        return is_seated or self.phase is not Phase.BEFORE

    @property
    def _at_the_door(self) -> str:
        counts = self.counts
        if not counts.entrants:
            return "No entrants yet"
        said = f"{self.here} of {counts.entrants}"
        if counts.owing:
            each = counts.owed == counts.owing * counts.owed_by_one
            owed = money_in(counts.owed_by_one if each else counts.owed, self.event.currency).removesuffix(".00")
            said += f" · {counts.owing} {'owes' if counts.owing == 1 else 'owe'} {owed}{'' if each else ' in all'}"
        return said

    def _in_play(self, *, are_in: bool) -> str:
        planned, games = self.counts.games_planned, self.event.games
        if not planned:
            return "" if are_in or self.matches else "No schedule yet"
        if are_in:
            return number_of(games, "game")
        if self.last_game:
            return f"Game {self.last_game} of {games}"
        return (
            f"{planned} of {number_of(games, 'game')}" if planned < games else f"{number_of(games, 'game')} scheduled"
        )

    @property
    def _in_cards(self) -> str:
        if self.matches and not self.has_cards:
            return number_of(self.matches, "match", "matches")
        return f"{self.cards_in} of {self.found.cards}" if self.has_cards else ""

    def _in_check(self, *, are_in: bool, is_over: bool) -> str:
        queue = self.found.queue
        if is_over and self.posting:
            return f"Posting {self.posting.number}"
        return (
            f"{queue.number_done} of {len(queue.required)} settled" if queue.required else "Nothing to settle" * are_in
        )

    @property
    def _in_playoffs(self) -> str:
        if self.phase is Phase.FINISHED:
            return self.champion or "Results"
        if self.bracket is None:
            return number_of(self.qualifiers, "qualifier") if self.posting is not None else ""
        matches = [match for match in self.bracket.matches if not match.is_bye]
        return f"{sum(match.is_won for match in matches)} of {number_of(len(matches), 'match', 'matches')}"

    @cached_property
    def waiting(self) -> list[Waiting]:
        """What waits for a person, the most urgent first."""
        return waiting(self)

    @property
    def requalified(self) -> tuple[list[str], list[str]]:
        """Who qualifies since the last posting, and who no longer does, after a correction."""
        changes = self.following.changes if self.following is not None else ()
        found: tuple[list[str], list[str]] = [], []
        for change in changes:
            was, is_in = (bool(place and place["qualifies"]) for place in (change["before"], change["after"]))
            if was is not is_in:
                found[was].append(change["name"])
        return found

    @property
    def duties(self) -> list[Duty]:
        """What the rules give the director to do now."""
        event, is_in = self.event, self.has_cards and not self.missing
        return duties(
            self.phase,
            edition=event.edition if self.me.is_director and not event.is_of_sheets else "",
            first_deal=event.first_deal,
            games=event.games_each,
            last_game=event.games if is_in or self.phase in (Phase.PLAYOFFS, Phase.FINISHED) else self.last_game,
            is_seated=self.counts.seated > 0 and self.counts.games_planned > 0,
            is_posted=self.posting is not None,
        )

    @property
    def is_set_up(self) -> bool:
        """Whether game 1 is over: what was needed before it is not shown any more."""
        return self.last_game > 0 or self.phase is not Phase.BEFORE

    @property
    def is_without_cards(self) -> bool:
        """Whether it is a club's night of which no card is entered: matches need none."""
        return self.event.is_at_club and not self.has_cards and not self.last_game

    @cached_property
    def conditions(self) -> list[ConditionRow]:
        """The checklist while cards are checked, else nothing."""
        return self.found.rows(self.event, self.me) if self.phase is Phase.QUALIFYING else []

    @property
    def to_do(self) -> list[ConditionRow]:
        return [row for row in self.conditions if row.is_unmet]

    @property
    def done(self) -> list[ConditionRow]:
        return [row for row in self.conditions if not row.is_unmet]

    @property
    def to_come(self) -> Sequence[CardToCome]:
        """The first cards that are not in whole."""
        return self.found.to_come[:MAX_NAMED]

    @property
    def more_to_come(self) -> int:
        return max(len(self.found.to_come) - MAX_NAMED, 0)

    @property
    def posting_rule(self) -> str:
        return POSTING_RULE[self.event.edition]
