"""Read standings: places with names, the qualifying line, and the phase of the event."""

import re
from collections import Counter
from collections.abc import Mapping, Set
from functools import cached_property
from typing import Any, NamedTuple

from brackets.models import Announcement
from brackets.rules.report import Report, with_bracket
from brackets.standings.bracket import BracketView
from scorecards.records.facts import is_begun
from scorecards.records.reports import game_at_the_tables
from scorecards.records.results import current_result
from scorecards.rules.crosscheck import UndecidedGame
from scorecards.rules.drop_outs import DROPPED, FORFEITS
from scorecards.rules.pools import by_pool, pool_heading, pool_in_words
from scorecards.rules.ranking import Place
from scorecards.rules.standing_columns import StandingColumns, columns_for
from tournaments.models import Tournament
from tournaments.page_cache.read_once import read_once
from tournaments.records.entrants import display_name, people_of
from tournaments.rules.attendance import left_in_words
from tournaments.rules.names import full_name_key
from tournaments.rules.seating import seat_key
from tournaments.rules.text import plain_text, search_words

SORTS = ("place", "name", "seat")
BELOW_THE_LINE = 10
"""How many are named below the line where there is no room for all."""
LEADERS = 5
LEADERS_OF_A_POOL = 2
"""How many are named on the page of the event: of the whole field, or of each pool."""


class StandingRow:
    """One place of the standings as people read it. ``position`` counts rows, ``rank`` may be shared.

    Where there are pools ``rank`` is the place in ``pool``, blank for those without one; else that is ``None``.

    ``card`` is in card notation, ``36/15 +366``; ``totals`` are its numbers by their keys in the report, and ``cells``
    what the columns of the standings say about it. ``qualifies`` is ``None`` while a tie across the line is open.
    ``is_shared`` tells that others have the same rank, ``is_tie_open`` that this has to be settled. ``is_above_line``
    is true of the last row above the line, where the standings are in order of place. ``has_left`` is true of who is
    above the line and does not qualify: posted again without them.
    """

    is_shared = is_tie_open = False

    def __init__(self, place: Place, position: int, line: int, person: Mapping[str, Any], columns: StandingColumns):
        self.position, self.rank, self.number, self.pool = position, place.rank, place.entrant, place.pool
        self.name, self.seat = display_name(person), str(person["seat"])
        self.club: str = person["club"] or person["city"]
        self.acc_number: str = person.get("acc_number", "")
        self.left_for_all = left_in_words(person.get("withdrawn_after_game"))
        self.card, self.totals = place.totals.in_card_notation(), place.totals.to_dict()
        self.cells = [column.cell(place.totals) for column in columns.on_page]
        self.decided_by, self.qualifies = place.decided_by or "", place.qualifies
        self.is_above_line = position == line
        self.has_left = place.qualifies is False and position < line

    @property
    def pool_heading(self) -> str:
        """The heading of this row's pool; blank without pools."""
        return pool_heading(self.pool)

    @property
    def pool_in_words(self) -> str:
        """The pool as text after the place; blank without pools."""
        return pool_in_words(self.pool)


class EventOutcome:
    """The standings of an event with the names that go with them.

    ``report`` is the cross-check report as specified, ``people`` the entrants by number, ``rows`` the standings
    in order of place, ``columns`` what they show of a card. ``is_posted`` tells that they are frozen in a posting:
    settled, whatever was waived for it. There is no line at a club's event without playoffs, unless its director set a
    number (``is_exempted``).
    """

    def __init__(
        self,
        tournament: Tournament,
        report: Report,
        people: Mapping[int, Mapping[str, Any]],
        *,
        is_exempted: bool,
        is_posted: bool = False,
    ) -> None:
        self.report, self.people, self.is_posted = report, people, is_posted
        self.is_draw_ahead = is_exempted or not tournament.is_final_as_it_stands
        self.columns = columns_for(report.standings)
        # Where somebody has moved up in place of a qualifier who left, the line lies that much lower.
        last_in = (position for position, place in enumerate(report.standings, start=1) if place.qualifies)
        line = max(report.qualifiers, *last_in, 0)
        holders = Counter((place.pool, place.rank) for place in report.standings)
        tied = {number for group in report.ranking.open_ties for number in group}
        self.rows = []
        for position, place in enumerate(report.standings, start=1):
            row = StandingRow(place, position, line, people[place.entrant], self.columns)
            row.is_shared, row.is_tie_open = holders[place.pool, place.rank] > 1, place.entrant in tied
            self.rows.append(row)

    @property
    def has_cards(self) -> bool:
        return self.report.has_cards

    @property
    def is_settled(self) -> bool:
        """Whether the qualifying round is over: every card in, every game decided, no tie left open."""
        if self.is_posted:
            return True
        return self.report.is_settled

    @property
    def has_line(self) -> bool:
        """Whether anybody qualifies: at a club, and where game sheets count, standings without playoffs are final."""
        return self.is_draw_ahead and bool(self.report.qualifiers)

    @cached_property
    def has_pools(self) -> bool:
        return any(row.pool is not None for row in self.rows)

    @property
    def leaders(self) -> list[StandingRow]:
        """The first rows of the standings, or of each pool, of those who have something on their card."""
        most = LEADERS_OF_A_POOL if self.has_pools else LEADERS
        return [row for pool in by_pool(self.rows) for row in pool.rows[:most] if any(row.totals.values())]

    @property
    def needs_tie_games(self) -> bool:
        return bool(self.report.ranking.tie_games_needed)

    @property
    def drop_outs(self) -> list[str]:
        """Names of drop-outs whose results change; empty if none do."""
        gone = self.report.drop_outs
        return [display_name(self.people[number]) for number in gone.entrants] if gone else []

    @property
    def adjusted_games(self) -> dict[str, Set[int]]:
        """Against whom games do not count as written on game sheets, by number.

        Games against ``floaters`` and others count ``for_nobody``, those against the ``forfeited`` are forfeits.
        """
        gone = self.report.drop_outs
        floaters = {number for number, person in self.people.items() if person["house_player"]}
        dropped, forfeited = (
            set(gone.entrants) if gone and gone.setting == setting else set() for setting in (DROPPED, FORFEITS)
        )
        return {"floaters": floaters, "for_nobody": floaters | dropped, "forfeited": forfeited}

    @property
    def open_games(self) -> list[tuple[UndecidedGame, list[tuple[int, str]]]]:
        """The games that wait for the director, with number and name of both entrants."""
        return [
            (game, [(number, display_name(self.people[number])) for number in game.entrants])
            for game in self.report.undecided
        ]

    @property
    def undecided(self) -> int:
        return len(self.report.undecided)

    @property
    def high_nonqualifier(self) -> StandingRow | None:
        """The first entrant below the line, where it is known."""
        number = self.report.high_nonqualifier if self.has_line else None
        return next((row for row in self.rows if row.number == number), None)

    @property
    def open_ties(self) -> list[list[StandingRow]]:
        """The ties that must be settled before the bracket can be drawn."""
        by_number = {row.number: row for row in self.rows}
        return [[by_number[number] for number in group] for group in self.report.ranking.open_ties]


def report_of(tournament: Tournament) -> Report | None:
    """Return the cross-check report as it stands, ``None`` while there are no cards. One query where it is stored."""
    calculated = current_result(tournament)
    return with_bracket(calculated.result) if calculated is not None else None


@read_once
def outcome_of(tournament: Tournament) -> EventOutcome | None:
    """Return the standings from the cards, ``None`` without cards. Two queries if the stored result is current."""
    report = report_of(tournament)
    if report is None:
        return None
    return EventOutcome(tournament, report, people_of(tournament), is_exempted=tournament.qualifiers is not None)


def rows_at_the_line(outcome: EventOutcome | None) -> list[StandingRow]:
    """Return the rows above the line and the first ones below it, of each pool, in order of place."""
    if outcome is None or not outcome.has_cards:
        return []
    most = outcome.report.qualifiers + BELOW_THE_LINE
    return [row for pool in by_pool(outcome.rows) for row in pool.rows[:most]]


def sorted_rows(outcome: EventOutcome | None, *, sort: str, wanted: str) -> list[StandingRow]:
    """Return the rows whose name, club or seat holds ``wanted``, sorted by place, name or seat."""
    if outcome is None:
        return []
    rows = list(outcome.rows)
    if words := search_words(wanted):
        texts = ((row, plain_text(f"{row.name} {row.club} {row.seat}")) for row in rows)
        rows = [row for row, text in texts if all(word in text for word in words)]
    if sort == "name":
        rows.sort(key=lambda row: (full_name_key(row.name), row.position))
    elif sort == "seat":
        rows.sort(key=lambda row: (seat_key(row.seat), row.position))
    return rows


def search_rows(outcome: EventOutcome | None, wanted: str) -> list[StandingRow]:
    """Return the rows that a search finds, by name; none without a search."""
    return sorted_rows(outcome, sort="name", wanted=wanted) if wanted else []


class Phase(NamedTuple):
    """How far the event has come: a short name, and a sentence on what comes next."""

    name: str
    next: str


@read_once
def game_now(tournament: Tournament) -> int:
    """Return the game that is played, as announced or as phones report it; 0 where neither tells. Two queries."""
    told = Announcement.objects.active().filter(tournament=tournament, text__startswith="Game ")
    announced = (re.match(r"Game (\d{1,3})\b", text) for text in told.values_list("text", flat=True))
    return max(game_at_the_tables(tournament), *(int(found[1]) for found in announced if found), 0)


def _round_of(tournament: Tournament, game: int) -> str:
    if 0 < game <= tournament.games:
        return f"Game {game} of {tournament.games}"
    return "Round robin" if tournament.is_double_round_robin else "Qualifying round"


def _before_cards(tournament: Tournament, awaited: str, awaits_seats: bool) -> Phase:
    game = game_now(tournament)
    if game or is_begun(tournament):
        return Phase(_round_of(tournament, game), awaited)
    # A club may have played for hours: matches by match points leave nothing on cards.
    if tournament.kind == "club":
        return Phase("No card is in yet", awaited)
    return Phase("Before the first game", "Seats appear here when they are drawn." if awaits_seats else awaited)


def phase_before_posting(tournament: Tournament, *, awaits_seats: bool = False) -> Phase:
    """Return how far the event has come while its standings are not public.

    ``awaits_seats``: the page will show seats, and there are none yet; at the door everybody waits for those.
    Everything that this reads must raise the tournament's ``posted_version`` when it changes.
    """
    awaited = "Standings and the bracket" if tournament.has_playoffs else "Standings"
    return _before_cards(tournament, f"{awaited} appear here when the director posts them.", awaits_seats)


def phase_of(
    tournament: Tournament, outcome: EventOutcome | None, bracket: BracketView | None, *, awaits_seats: bool = False
) -> Phase:
    """Return how far the event has come, from what the page shows; ``awaits_seats`` as before posting."""
    if outcome is None or not outcome.has_cards:
        return _before_cards(tournament, "Standings appear here as soon as cards are in.", awaits_seats)
    # Matches continue although a card is missing again: of somebody added late, say.
    if not outcome.is_settled and not (bracket is not None and bracket.has_results):
        return _open_phase(tournament, outcome)
    if not tournament.has_playoffs or bracket is None:
        return Phase("Finished", "The standings are final.")
    if bracket.champion is not None:
        return Phase("Finished", f"{bracket.champion.name} won the final.")
    if bracket.has_results:
        return Phase("Playoffs", "Results appear in the bracket as matches end.")
    if outcome.is_posted:
        return Phase("Qualifiers posted", "The playoffs come next.")
    return Phase("Qualifiers known", "The bracket is drawn. The playoffs come next.")


def _open_phase(tournament: Tournament, outcome: EventOutcome) -> Phase:
    if not outcome.report.complete:
        return Phase(
            _round_of(tournament, game_now(tournament)), "Not every card is in. Standings are by the cards so far."
        )
    if outcome.undecided:
        return Phase("Cross-checking", "Some games wait for the director. Places may still change.")
    where = " in the qualifying places" if outcome.has_line else ""
    return Phase("Settling ties", f"A tie{where} has to be settled first.")
