"""Read the results of an event: final places, rating points, high hands, and other events of the weekend."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.db.models import Q

from brackets.models import PointsEdit, SideEvent
from brackets.rules import awards
from brackets.rules.awards import EntrantOutcome, FinalPlace, RatingPoints, final_places, rating_points
from brackets.rules.forfeits import REMOVAL_RULE
from brackets.standings.bracket import BracketView, bracket_view, round_name
from brackets.standings.outcome import EventOutcome, StandingRow, outcome_of
from brackets.standings.postings import latest_posting, posted_outcome
from scorecards.models import HighHand
from scorecards.rules.pools import by_pool
from tournaments.models import Tournament


class ResultRow:
    """One entrant's result: the ``row`` of the standings, and the final ``place`` with what is open.

    Where there are pools it is the place in the own pool. ``computed`` are the rating points (``None`` without a
    schedule), and ``edit`` those in their place. ``award`` says, for staff, whether a player who forfeited still gets
    the award of that place; blank for the others.
    """

    def __init__(self, row: StandingRow, place: FinalPlace, computed: RatingPoints | None, edit: PointsEdit | None):
        self.row, self.place, self.computed, self.edit = row, place, computed, edit
        self.number, self.name, self.pool = row.number, row.name, row.pool
        self.came_through = self.award = ""

    @property
    def points(self) -> int | None:
        """The rating points that count."""
        return self.edit.points if self.edit else self.computed.total if self.computed else None

    @property
    def is_open(self) -> bool:
        """Whether playoff points are still to come."""
        return self.edit is None and self.computed is not None and self.computed.playoff is None

    @property
    def sums(self) -> str:
        found = self.computed
        return "; ".join(filter(None, (found.qualifying_sum, found.playoff_sum))) if found else ""

    @property
    def place_text(self) -> str:
        """The place as people write it: ``3``, ``9=`` where it is shared, ``5–8`` while it is open."""
        if self.place.place is None:
            return f"{self.place.best}–{self.place.worst}"
        return f"{self.place.place}{'=' if self.place.is_shared else ''}"


class HandRow(NamedTuple):
    """A hand of 28 or 29 with the name of who held it, as posted where that is posted."""

    hand: HighHand
    number: int
    name: str


class Results:
    """The results that follow from standings and bracket (ignored without playoffs). Three queries.

    ``rows`` has everybody, best place first. ``places`` are in the same order, except with pools: then ``rows`` are
    pool by pool, and ``places`` are those of the whole field, shared by those who have the same place in different
    pools. ``ratings`` say by which schedule, or why by none.
    """

    def __init__(self, tournament: Tournament, outcome: EventOutcome, bracket: BracketView | None) -> None:
        self.outcome, self.bracket = outcome, bracket if tournament.has_playoffs else None
        drawn = [tuple(match.drawn for match in one.matches) for one in (self.bracket.rounds if self.bracket else ())]
        self.places = final_places(drawn, {row.number: row.rank for row in outcome.rows})
        seeds = {place.seed: place.entrant for place in self.places if place.seed is not None}
        self.seeded = [seeds[seed] for seed in sorted(seeds)] or list(outcome.report.seeded)
        self.ratings = rating_points(
            self.seeded,
            {row.number: row.totals.get("game_points", 0) for row in outcome.rows},
            self.places,
            kind=tournament.kind,
            games=tournament.games_each,
            scoring=tournament.scoring,
        )
        self.rows = self._rows(tournament)
        self.hands = hands_of(tournament, outcome)

    def _rows(self, tournament: Tournament) -> list[ResultRow]:
        by_number = {row.number: row for row in self.outcome.rows}
        computed = {points.entrant: points for points in self.ratings.points}
        edited = PointsEdit.objects.active().filter(tournament=tournament).select_related("entrant")
        edits = {edit.entrant.number: edit for edit in edited}
        awards_said, places = _awards_after_forfeits(self.bracket), self.places
        if self.outcome.has_pools:
            pools = ({row.number: row.rank for row in pool.rows} for pool in by_pool(self.outcome.rows))
            places = tuple(place for ranks in pools for place in final_places((), ranks))
        rows = []
        for place in places:
            if row := by_number.get(number := place.entrant):
                rows.append(ResultRow(row, place, computed.get(number), edits.get(number)))
                rows[-1].came_through = _came_through(place, self.bracket, row)
                rows[-1].award = awards_said.get(number, "")
        return rows

    @property
    def is_final(self) -> bool:
        return self.outcome.is_settled and all(place.place is not None for place in self.places)

    @property
    def with_points(self) -> list[ResultRow]:
        """Those who have rating points, or may get some, in order of place."""
        return [row for row in self.rows if row.points is not None or row.place.seed is not None]


def _came_through(place: FinalPlace, bracket: BracketView | None, row: StandingRow) -> str:
    """Return how an entrant came through, as text; blank without a bracket."""
    if bracket is None:
        return ""
    if place.outcome is awards.EntrantOutcome.NOT_DRAWN and row.has_left:
        return "left before the draw"
    if place.outcome is awards.EntrantOutcome.LOST:
        assert place.round_lost is not None
        name = round_name(place.round_lost, bracket.size)
        return f"lost in {name[0].lower() + name[1:] if name.startswith('Round') else 'the ' + name.lower()}"
    return str(place.outcome.value)


def _awards_after_forfeits(bracket: BracketView | None) -> dict[int, str]:
    """Return what the rules say about the award of those who lost by absence or removal, by number."""
    said = {}
    for match in bracket.matches if bracket else ():
        loser = next((side for side in match.sides if side is not None and side.is_loser), None)
        if loser is None:
            continue
        if match.keeps_award:
            rule = f" (rule {match.rule})" if match.rule else ""
            said[loser.number] = f"did not appear, and still gets what this round's losers get{rule}"
        elif match.rule in REMOVAL_RULE.values():
            said[loser.number] = (
                f"removed (rule {match.rule}): no rule says whether the award is kept, so the director does"
            )
    return said


def hands_of(tournament: Tournament, outcome: EventOutcome | None) -> list[HandRow]:
    """Return the hands of 28 and 29 in the order in which they were reported. One query."""
    names = {row.number: row.name for row in outcome.rows} if outcome is not None else {}
    rows = HighHand.objects.active().filter(tournament=tournament).select_related("entrant").order_by("pk")
    entrants = [(hand, hand.entrant) for hand in rows]
    return [HandRow(hand, one.number, names.get(one.number, one.shown_name)) for hand, one in entrants]


class Weekend(NamedTuple):
    """The other events of the same weekend: the one that this was made from, and those made from this."""

    main: Tournament | None
    side_events: Sequence[Tournament]

    @property
    def is_alone(self) -> bool:
        return self.main is None and not self.side_events


def weekend_of(tournament: Tournament) -> Weekend:
    """Return the other events of the weekend that the public may know of. One query."""
    own = Q(main=tournament) | Q(event=tournament)
    links = list(SideEvent.objects.filter(own).select_related("main", "event").order_by("pk"))
    mains = [link.main for link in links if link.event_id == tournament.pk and link.main.is_public]
    side_events = [link.event for link in links if link.main_id == tournament.pk and link.event.is_public]
    return Weekend(next(iter(mains), None), side_events)


def working_results(tournament: Tournament) -> Results | None:
    """Return the results for staff, posted or else from the cards; ``None`` while there are none. Eight queries."""
    posting = latest_posting(tournament)
    outcome = posted_outcome(tournament, posting) if posting is not None else outcome_of(tournament)
    if outcome is None:
        return None
    return Results(tournament, outcome, bracket_view(tournament, outcome.people, seeded=outcome.report.seeded))


class SideEventCandidate(NamedTuple):
    """Somebody who could play in a side event; ``is_loser`` is true of who lost in the playoffs."""

    number: int
    name: str
    how: str
    is_loser: bool
    has_left: bool

    @property
    def is_offered(self) -> bool:
        """Whether the page ticks them at first."""
        return not self.is_loser and not self.has_left


def candidates_of(results: Results | None, departed: Collection[int] = ()) -> list[SideEventCandidate]:
    """Return everybody who did not qualify, and who has lost in the playoffs by now, in order of place.

    ``departed`` are the numbers of those who left before the draw and were replaced. Nobody while the qualifying
    round is not settled.
    """
    if results is None or not results.outcome.is_settled:
        return []
    found = []
    for row in results.rows:
        is_loser = row.number in results.seeded
        if is_loser and row.place.outcome not in (EntrantOutcome.LOST, EntrantOutcome.RUNNER_UP):
            continue
        left = results.outcome.people[row.number].get("withdrawn_after_game")
        has_departed = row.number in departed
        how = row.came_through if is_loser else f"place {row.row.rank}{row.row.pool_in_words}, {row.row.card}"
        if left is not None or has_departed:
            how += ", left before the draw" if left is None else f", left after game {left}"
        found.append(SideEventCandidate(row.number, row.name, how, is_loser, left is not None or has_departed))
    return found
