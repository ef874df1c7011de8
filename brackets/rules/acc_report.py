"""The report of a sanctioned weekend as the ACC's site takes it: ``acc-report/1``, worked out from the cards alone.

The report has every line as written, with what rules and decisions made of it, so anybody can work all of it out again:
:mod:`brackets.acc_check` does, and shares none of this.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Any

from brackets.rules.awards import Ratings, final_places, rating_points
from brackets.rules.report import Report, report_on, with_bracket, without
from brackets.rules.seeding import DrawnMatch, MatchResult, best_of_in, draw, first_round
from scorecards.rules.event_result import undecided_to_json
from tournaments.event_file.writing import event_file_to_json
from tournaments.rules.types import EventFile

FORMAT = "acc-report/1"
NOTICE = "The ACC has not approved this form of report. Check with your commissioner."
FORMS = {"standard": "Standard", "double-elimination": "Double elimination", "consy-lite": "Consy Lite"}
"""How an event is played out, as the ACC asks for it."""


@dataclass(frozen=True, slots=True)
class Person:
    """How the ACC writes an entrant: names in two columns, city and state."""

    last_name: str
    first_name: str
    city: str
    state: str


@dataclass(frozen=True, slots=True)
class Paid:
    """A prize in cents: what is due, and what of it has been paid. ``place`` is the seed in a side pool."""

    place: str
    entrant: int | None
    amount: int
    paid: int


@dataclass(frozen=True, slots=True)
class Pool:
    """A Q pool or side pool: ``stakes`` in cents by entrant, who gets what of them, and what nobody won."""

    name: str
    stakes: Mapping[int, int]
    payouts: tuple[Paid, ...]
    unclaimed: int


@dataclass(frozen=True, slots=True)
class Sums:
    """The money of one event, in cents. ``other_income`` is beside the prize fund; a pair is two ``players``."""

    fees: int = 0
    added: int = 0
    other_income: int = 0
    sanctioning_each: int = 0
    players: int = 0
    kept: int = 0
    prizes: tuple[Paid, ...] = ()
    pools: tuple[Pool, ...] = ()

    @property
    def sanctioning(self) -> int:
        """What the ACC gets."""
        return self.sanctioning_each * self.players

    @property
    def fund(self) -> int:
        """What there is for prizes."""
        return self.fees + self.added - self.sanctioning - self.kept

    @property
    def won(self) -> int:
        """All prizes, paid or not."""
        return sum(prize.amount for prize in self.prizes)

    def to_json(self) -> dict[str, Any]:
        return {
            "fees": self.fees,
            "added": self.added,
            "other_income": self.other_income,
            "sanctioning_each": self.sanctioning_each,
            "players": self.players,
            "sanctioning": self.sanctioning,
            "kept": self.kept,
            "fund": self.fund,
            "prizes": [asdict(prize) for prize in self.prizes],
            "left": self.fund - self.won,
            "pools": [
                {
                    "name": pool.name,
                    "staked": sum(pool.stakes.values()),
                    "stakes": [{"entrant": number, "amount": amount} for number, amount in pool.stakes.items()],
                    "payouts": [asdict(prize) for prize in pool.payouts],
                    "unclaimed": pool.unclaimed,
                }
                for pool in self.pools
            ],
        }


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of 28 or 29."""

    points: int
    entrant: int
    game: str
    hand: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Besides:
    """What no card says about an event.

    ``seeded`` are those in the drawn bracket, best first, ``replaced`` who left before the draw; ``overrides`` are
    rating points by the director with the reason, by entrant. ``games_each`` leaves extra rounds out.
    """

    people: Mapping[int, Person]
    form: str = ""
    games_each: int | None = None
    check_number: str = ""
    log_entries: int = 0
    seeded: tuple[int, ...] = ()
    replaced: tuple[int, ...] = ()
    overrides: Mapping[int, tuple[int, str]] = field(default_factory=dict)
    hands: tuple[Hand, ...] = ()
    sums: Sums = Sums()


@dataclass(frozen=True, slots=True)
class Placing:
    """A qualifier: place in the qualifying round and in the end (``None`` while open), card, and rating points.

    ``computed`` is by the table (``None`` without one), ``points`` what counts, for the ``reason`` where that differs.
    """

    seed: int
    entrant: int
    acc_number: str
    person: Person
    card: str
    place: int | None
    round_lost: int | None
    qualifying_points: int | None
    playoff_points: int | None
    points: int | None
    reason: str

    @property
    def computed(self) -> int | None:
        if self.qualifying_points is None or self.playoff_points is None:
            return None
        return self.qualifying_points + self.playoff_points

    def to_json(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "entrant": self.entrant,
            "last_name": self.person.last_name,
            "first_name": self.person.first_name,
            "acc_number": self.acc_number,
            "city": self.person.city,
            "state": self.person.state,
            "card": self.card,
            "place": self.place,
            "round_lost": self.round_lost,
            "qualifying_points": self.qualifying_points,
            "playoff_points": self.playoff_points,
            "computed": self.computed,
            "points": self.points,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class AccEvent:
    """One event of the weekend, worked out. ``placings`` are in the order of qualifying, none while that is open."""

    file: EventFile
    besides: Besides
    report: Report
    seeds: tuple[int, ...]
    rounds: tuple[tuple[DrawnMatch, ...], ...]
    ratings: Ratings
    placings: tuple[Placing, ...]

    @property
    def games_each(self) -> int:
        return self.besides.games_each or self.file.event.games

    @property
    def is_final(self) -> bool:
        """Whether every qualifier has a final place."""
        return bool(self.placings) and all(placing.place is not None for placing in self.placings)

    def to_json(self) -> dict[str, Any]:
        facts, besides = self.file.event, self.besides
        written, worked_out = event_file_to_json(self.file), self.report.to_json()
        people = besides.people
        return {
            "name": facts.name,
            "kind": facts.kind,
            "form": besides.form,
            "starts_on": written["event"]["starts_on"],
            "edition": facts.edition,
            "format": facts.format,
            "scoring": facts.scoring,
            "games": facts.games,
            "games_each": self.games_each,
            "check_number": besides.check_number,
            "log_entries": besides.log_entries,
            "number_of_entrants": worked_out["entrants"],
            "qualifiers": worked_out["qualifiers"],
            "exemption": None
            if facts.qualifiers is None
            else {"qualifiers": facts.qualifiers, "reason": facts.qualifiers_reason},
            "bracket_size": worked_out["bracket_size"],
            "byes": worked_out["byes"],
            "approved_chart": worked_out["approved_chart"],
            "entrants": [
                {
                    "number": one.number,
                    "last_name": people[one.number].last_name,
                    "first_name": people[one.number].first_name,
                    "partner": one.partner,
                    "acc_number": one.acc_number,
                    "city": people[one.number].city,
                    "state": people[one.number].state,
                    "seat": one.seat,
                    "house_player": one.house_player,
                    "withdrawn_after_game": one.withdrawn_after_game,
                }
                for one in self.file.entrants
            ],
            "scorecards": written["scorecards"],
            "arithmetic": worked_out["arithmetic"],
            "rulings": worked_out["rulings"],
            "decisions": [{"decided_by": "", **decision} for decision in written["decisions"]],
            "undecided": [undecided_to_json(found) for found in self.report.undecided],
            "tie_games": written["tie_games"],
            "tie_orders": written["tie_orders"],
            "standings": worked_out["standings"],
            "replaced": list(besides.replaced),
            "seeds": list(self.seeds),
            "first_round": [
                {"slot": match.slot, "upper": _entrant(match.upper), "lower": _entrant(match.lower)}
                for match in (self.rounds[0] if self.rounds else first_round(self.seeds))
            ],
            "matches": [self._match(match) for matches in self.rounds for match in matches if match.result],
            "placings": [placing.to_json() for placing in self.placings],
            "rating_points": {
                "source": self.ratings.source,
                "in_force_from": self.ratings.in_force_from.isoformat(),
                "no_schedule": self.ratings.no_schedule,
            },
            "high_hands": [asdict(hand) for hand in besides.hands],
            "money": besides.sums.to_json(),
        }

    def _match(self, match: DrawnMatch) -> dict[str, Any]:
        assert match.result is not None
        best_of = self.file.playoff.best_of if self.file.playoff else ()
        return {
            "round": match.round,
            "slot": match.slot,
            "best_of": best_of_in(match.round, best_of),
            "upper": _entrant(match.upper),
            "lower": _entrant(match.lower),
            "games": [match.result.upper_games, match.result.lower_games],
            "winner": _entrant(match.winner),
        }


def _entrant(side: Any) -> int | None:
    return None if side is None else int(side.entrant)


def acc_event(file: EventFile, besides: Besides) -> AccEvent:
    """Work one event out from its file: check, rank, cut, draw (rule 13.2), and give rating points.

    A bracket that is drawn stands as it was drawn, whatever the cards say since.
    """
    report = report_on(file)
    if besides.replaced:
        report = with_bracket(without(report, besides.replaced))
    seeds = besides.seeded or report.seeded
    playoff = file.playoff
    results = {(one.round, one.slot): MatchResult(*one.games) for one in (playoff.matches if playoff else ())}
    rounds = draw(seeds, results, playoff.best_of if playoff else ()) if file.event.has_playoffs else ()
    totals = {place.entrant: place.totals for place in report.standings}
    places = final_places(rounds, {place.entrant: place.rank for place in report.standings})
    ratings = rating_points(
        seeds,
        {number: own.to_dict().get("game_points", 0) for number, own in totals.items()},
        places,
        kind=file.event.kind,
        games=besides.games_each or file.event.games,
        scoring=file.event.scoring,
    )
    by_entrant = {points.entrant: points for points in ratings.points}
    final = {place.entrant: place for place in places}
    numbers = {one.number: one.acc_number for one in file.entrants}
    placings = []
    for seed, entrant in enumerate(seeds, start=1):
        points, place = by_entrant.get(entrant), final[entrant]
        computed = points.total if points is not None and points.playoff is not None else None
        counts, reason = besides.overrides.get(entrant, (computed, ""))
        placings.append(
            Placing(
                seed,
                entrant,
                numbers[entrant],
                besides.people[entrant],
                totals[entrant].in_card_notation(),
                place.place,
                place.round_lost,
                points.qualifying if points is not None else None,
                points.playoff if points is not None else None,
                counts,
                reason,
            )
        )
    return AccEvent(file, besides, report, tuple(seeds), rounds, ratings, tuple(placings))


@dataclass(frozen=True, slots=True, kw_only=True)
class AccReport:
    """A weekend's report, main event first. ``ends_on`` is its last day; ``place`` is the venue with city and state."""

    name: str
    events: tuple[AccEvent, ...]
    sanction_number: str = ""
    director: str = ""
    starts_on: date | None = None
    ends_on: date | None = None
    place: str = ""
    currency: str = "USD"
    notes: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "notice": NOTICE,
            "name": self.name,
            "sanction_number": self.sanction_number,
            "director": self.director,
            "starts_on": self.starts_on.isoformat() if self.starts_on else None,
            "ends_on": self.ends_on.isoformat() if self.ends_on else None,
            "place": self.place,
            "currency": self.currency,
            "notes": self.notes,
            "events": [event.to_json() for event in self.events],
        }


def city_and_state(city: str, state: str) -> tuple[str, str]:
    """Return city and state in two columns; of ``Tacoma WA`` the two letters at the end are the state."""
    head, _, last = city.replace(",", " ").rpartition(" ")
    if not state and head.strip() and len(last) == 2 and last.isalpha() and last.isupper():
        return " ".join(head.split()), last
    return city, state
