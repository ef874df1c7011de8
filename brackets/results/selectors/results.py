"""Read the results of an event: final places, rating points, high hands, and other events of the weekend."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from brackets.models import PointsEdit, Posting, SideEvent
from brackets.rules import awards
from brackets.rules.awards import FinalPlace, RatingPoints, Ratings, final_places, rating_points
from brackets.rules.forfeits import REMOVAL_RULE
from brackets.rules.seeding import DrawnMatch
from brackets.standings.bracket import BracketView, bracket_view, round_name
from brackets.standings.outcome import EventOutcome, StandingRow, outcome_of
from brackets.standings.postings import latest_posting, posted_outcome
from scorecards.models import HighHand
from scorecards.rules.pools import by_pool
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class RatingPointsView:
    """Rating points of one entrant as ``computed`` (``None`` without a schedule), and the ``edit`` in their place."""

    computed: RatingPoints | None
    edit: PointsEdit | None

    @property
    def total(self) -> int | None:
        if self.edit is not None:
            return self.edit.points
        return self.computed.total if self.computed is not None else None

    @property
    def is_open(self) -> bool:
        """Whether playoff points are still to come."""
        return self.edit is None and self.computed is not None and self.computed.playoff is None

    @property
    def sums(self) -> str:
        if self.computed is None:
            return ""
        return "; ".join(filter(None, (self.computed.qualifying_sum, self.computed.playoff_sum)))


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One entrant's result. ``row`` is the row of the standings, ``place`` the final place with what is open.

    Where there are pools it is the place in the own pool.

    ``award`` says, for staff, whether a player who forfeited still gets the award of that place; blank for the others.
    """

    row: StandingRow
    place: FinalPlace
    came_through: str
    points: RatingPointsView
    award: str = ""

    @property
    def number(self) -> int:
        return self.row.number

    @property
    def name(self) -> str:
        return self.row.name

    @property
    def pool(self) -> str | None:
        """The entrant's pool, ``None`` where there are none."""
        return self.row.pool

    @property
    def place_text(self) -> str:
        """The place as people write it: ``3``, ``9=`` where it is shared, ``5–8`` while it is open."""
        if self.place.place is None:
            return f"{self.place.best}–{self.place.worst}"
        return f"{self.place.place}{'=' if self.place.is_shared else ''}"


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand of 28 or 29 with the name of who held it."""

    hand: HighHand
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Results:
    """The results of an event so far; ``rows`` has everybody, best place first.

    ``places`` are in the same order, except with pools: then ``rows`` are pool by pool, and ``places`` are those of the
    whole field, shared by those who have the same place in different pools. ``ratings`` say by which schedule, or why
    by none.
    """

    outcome: EventOutcome
    bracket: BracketView | None
    places: Sequence[FinalPlace]
    ratings: Ratings
    rows: Sequence[ResultRow]
    hands: Sequence[HandRow]

    @property
    def is_final(self) -> bool:
        return self.outcome.is_settled and all(place.place is not None for place in self.places)

    @property
    def with_points(self) -> list[ResultRow]:
        """Those who have rating points, or may get some, in order of place."""
        return [row for row in self.rows if row.points.total is not None or row.place.seed is not None]

    @property
    def seeded(self) -> list[int]:
        return _seeded(self.places, self.outcome)


def drawn_matches(bracket: BracketView | None) -> tuple[tuple[DrawnMatch, ...], ...]:
    """Return the bracket as the engines know it, from the one that pages show."""
    return tuple(tuple(match.drawn for match in one.matches) for one in (bracket.rounds if bracket else ()))


def results_of(tournament: Tournament, outcome: EventOutcome, bracket: BracketView | None) -> Results:
    """Return the results that follow from standings and bracket (ignored without playoffs). Two queries."""
    drawn = bracket if tournament.has_playoffs else None
    by_number = {row.number: row for row in outcome.rows}
    ranks = {row.number: row.rank for row in outcome.rows}
    places = final_places(drawn_matches(drawn), ranks)
    seeded = _seeded(places, outcome)
    ratings = rating_points(
        seeded,
        {number: row.totals.get("game_points", 0) for number, row in by_number.items()},
        places,
        kind=tournament.kind,
        games=tournament.games_each,
        scoring=tournament.scoring,
    )
    computed = {points.entrant: points for points in ratings.points}
    edits = _edits_of(tournament)
    said = _awards_after_forfeits(drawn)
    rows = [
        ResultRow(
            by_number[place.entrant],
            place,
            _came_through(place, drawn, by_number[place.entrant]),
            RatingPointsView(computed.get(place.entrant), edits.get(place.entrant)),
            said.get(place.entrant, ""),
        )
        for place in _places_by_pool(outcome, places)
        if place.entrant in by_number
    ]
    return Results(outcome, drawn, places, ratings, rows, hands_of(tournament, outcome))


def _places_by_pool(outcome: EventOutcome, places: Sequence[FinalPlace]) -> Sequence[FinalPlace]:
    """Return the public places: pool by pool where each pool has its own standings."""
    if not outcome.has_pools:
        return places
    return [
        place
        for pool in by_pool(outcome.rows)
        for place in final_places((), {row.number: row.rank for row in pool.rows})
    ]


def _seeded(places: Sequence[FinalPlace], outcome: EventOutcome) -> list[int]:
    seeds = {place.seed: place.entrant for place in places if place.seed is not None}
    return [seeds[seed] for seed in sorted(seeds)] or list(outcome.report.seeded)


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


def _edits_of(tournament: Tournament) -> Mapping[int, PointsEdit]:
    rows = PointsEdit.objects.active().filter(tournament=tournament).select_related("entrant")
    return {edit.entrant.number: edit for edit in rows}


def hands_of(tournament: Tournament, outcome: EventOutcome | None) -> list[HandRow]:
    """Return the hands of 28 and 29 in the order in which they were reported. One query."""
    names = {row.number: row.name for row in outcome.rows} if outcome is not None else {}
    rows = HighHand.objects.active().filter(tournament=tournament).select_related("entrant").order_by("pk")
    entrants = [(hand, hand.entrant) for hand in rows]
    return [HandRow(hand, one.number, names.get(one.number, one.shown_name)) for hand, one in entrants]


@dataclass(frozen=True, slots=True)
class Weekend:
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


def working_outcome(tournament: Tournament) -> tuple[EventOutcome | None, Posting | None]:
    """Return the standings for staff: the latest posting, else from the cards. Two queries or fewer."""
    posting = latest_posting(tournament)
    if posting is not None:
        return posted_outcome(tournament, posting), posting
    return outcome_of(tournament), None


def working_results(tournament: Tournament) -> Results | None:
    """Return the results for staff, ``None`` while there are no cards. Seven queries or fewer."""
    outcome, _ = working_outcome(tournament)
    if outcome is None:
        return None
    return results_of(tournament, outcome, bracket_view(tournament, outcome.people, seeded=outcome.report.seeded))
