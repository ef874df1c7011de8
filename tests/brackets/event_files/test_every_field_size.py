"""Every field from 5 to 300 entrants is played to a champion, with forfeits, a removal and corrections.

Each field has a seed of its own, so that a failure is the same whenever and wherever it is run.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from brackets.rules.awards import EntrantOutcome, FinalPlace, final_places, rating_points
from brackets.rules.forfeits import Absence, Clock, Half, forfeit_clock, remove_from_match
from brackets.rules.payouts import (
    Measure,
    PayoutRow,
    PoolSharing,
    Rounding,
    pay_places,
    prize_fund,
    prizes,
    qualifier_pool,
)
from brackets.rules.seeding import (
    DrawnMatch,
    MatchResult,
    Side,
    best_of_in,
    bracket_size,
    draw,
    games_to_win,
    results_resting_on,
    rounds_of,
)
from scorecards.rules.line_points import Totals
from scorecards.rules.qualifying import number_of_qualifiers
from scorecards.rules.ranking import Ranking, rank
from tournaments.rules.types import TieOrderRecord

pytestmark = pytest.mark.slow

FIELDS = range(5, 301)
GAMES = 22
START = datetime(2026, 5, 3, 9, 0, tzinfo=UTC)
Slot = tuple[int, int]


@dataclass
class Playoffs:
    """The playoffs of one field as they are played."""

    chance: Random
    seeded: list[int]
    best_of: tuple[int, ...]
    results: dict[Slot, MatchResult] = field(default_factory=dict)
    no_shows: dict[Slot, int] = field(default_factory=dict)
    met: dict[Slot, tuple[Side | None, Side | None]] = field(default_factory=dict)
    corrected: int = 0
    removed: int = 0

    def drawn(self) -> tuple[tuple[DrawnMatch, ...], ...]:
        return draw(self.seeded, self.results, self.best_of)

    def play_next(self, matches: list[DrawnMatch]) -> None:
        """Play matches in any order: at the board, against the clock, or until somebody is removed."""
        for match in self.chance.sample(matches, len(matches)):
            best_of = best_of_in(match.round, self.best_of)
            start = START + timedelta(hours=2 * match.round)
            kind = self.chance.random()
            if kind < 0.1:
                result = self.play_against_the_clock(match, best_of, start)
            elif kind < 0.13:
                half_way = MatchResult(games_to_win(best_of) - 1, 0)
                result = remove_from_match(self.chance.choice(list(Half)), best_of=best_of, result=half_way).result
                self.removed += 1
            else:
                result = self.play_on(MatchResult(0, 0), best_of)
            self.results[match.round, match.slot] = result
            self.met[match.round, match.slot] = (match.upper, match.lower)

    def play_on(self, result: MatchResult, best_of: int) -> MatchResult:
        """Play until one side has won."""
        upper, lower = result.upper_games, result.lower_games
        while max(upper, lower) < games_to_win(best_of):
            if self.chance.random() < 0.5:
                upper += 1
            else:
                lower += 1
        return MatchResult(upper, lower)

    def play_against_the_clock(self, match: DrawnMatch, best_of: int, start: datetime) -> MatchResult:
        """Let one side be late, or never come; every tap on the clock records what is due by then."""
        side = self.chance.choice(list(Half))
        arrives = start + timedelta(minutes=self.chance.randint(1, 90)) if self.chance.random() < 0.6 else None
        result, recorded = MatchResult(0, 0), 0
        for minutes in [*sorted(self.chance.sample(range(1, 120), 5)), 120]:
            now = start + timedelta(minutes=minutes)
            absence = Absence(arrives if arrives and arrives <= now else None)
            found = self.clock(side, absence, start, now, best_of, result, recorded)
            result, recorded = found.result, recorded + len(found.to_record)
            if found.winner and found.keeps_losers_award:
                loser = match.upper if found.keeps_losers_award is Half.UPPER else match.lower
                assert loser is not None
                self.no_shows[match.round, match.slot] = loser.entrant
        return self.play_on(result, best_of)

    def clock(
        self,
        side: Half,
        absence: Absence,
        start: datetime,
        now: datetime,
        best_of: int,
        result: MatchResult,
        recorded: int,
    ) -> Clock:
        return forfeit_clock(
            start=start,
            now=now,
            best_of=best_of,
            upper=absence if side is Half.UPPER else None,
            lower=absence if side is Half.LOWER else None,
            result=result,
            recorded=recorded,
        )

    def correct_one(self) -> None:
        """Turn a result round, after whatever rests on it was taken back in the order offered."""
        key = self.chance.choice(sorted(self.results))
        turned = MatchResult(self.results[key].lower_games, self.results[key].upper_games)
        for later in results_resting_on(self.results, *key, turned, best_of_in(key[0], self.best_of)):
            assert results_resting_on(self.results, *later, None) == ()
            del self.results[later], self.met[later]
            self.no_shows.pop(later, None)
        self.results[key] = turned
        self.no_shows.pop(key, None)
        self.corrected += 1


def qualifying_round(chance: Random, entrants: int) -> Ranking:
    """Rank a field by cards as they might be; ties across the line are settled by lot."""
    totals = {}
    for entrant in range(1, entrants + 1):
        won = chance.randint(5, 17)
        skunks = chance.randint(0, min(won, 4))
        totals[entrant] = Totals(2 * won + skunks, won, 12 * won + chance.randint(0, 9), 240)
    qualifiers = number_of_qualifiers(entrants)
    lots = [
        TieOrderRecord(tuple(chance.sample(level, len(level))), "drew lots")
        for level in map(list, rank(totals, qualifiers=qualifiers, edition="acc-2010").tie_orders_needed)
    ]
    return rank(totals, qualifiers=qualifiers, edition="acc-2010", tie_orders=lots)


def ready(rounds: tuple[tuple[DrawnMatch, ...], ...]) -> list[DrawnMatch]:
    return [match for drawn in rounds for match in drawn if match.upper and match.lower and match.winner is None]


def play(entrants: int) -> tuple[Ranking, Playoffs]:
    chance = Random(entrants)
    ranking = qualifying_round(chance, entrants)
    seeded = [place.entrant for place in ranking.places if place.qualifies]
    best_of = tuple(chance.choice((1, 3, 5, 7)) for _ in range(rounds_of(bracket_size(len(seeded)))))
    playoffs = Playoffs(chance, seeded, best_of)
    corrections = chance.randint(1, 4)
    while (matches := ready(playoffs.drawn())) or not playoffs.corrected:
        playoffs.play_next(matches)
        if not matches or (playoffs.corrected < corrections and chance.random() < 0.5):
            playoffs.correct_one()
    return ranking, playoffs


def check_bracket(playoffs: Playoffs) -> None:
    """One champion, each loss ends a player, byes only in round one, the second round full.

    Every result is between the two who met, whatever was corrected before it.
    """
    rounds = playoffs.drawn()
    matches = [match for drawn in rounds for match in drawn]
    losses = Counter(
        side.entrant
        for match in matches
        for side in (match.upper, match.lower)
        if side and match.winner and match.winner != side
    )
    champion = rounds[-1][0].winner

    assert champion is not None
    assert losses == Counter(set(playoffs.seeded) - {champion.entrant})
    assert {match.round for match in matches if match.is_bye} <= {1}
    assert sum(match.is_bye for match in matches) == bracket_size(len(playoffs.seeded)) - len(playoffs.seeded)
    assert [match for match in matches[len(rounds[0]) :] if match.upper is None or match.lower is None] == []
    assert playoffs.met == {
        (match.round, match.slot): (match.upper, match.lower) for match in matches if not match.is_bye
    }
    assert set(playoffs.results) == set(playoffs.met)
    for match in matches:
        if match.result:
            games = sorted((match.result.upper_games, match.result.lower_games))
            needed = games_to_win(best_of_in(match.round, playoffs.best_of))
            assert games[0] < games[1] == needed


def check_places(ranking: Ranking, playoffs: Playoffs, places: tuple[FinalPlace, ...]) -> None:
    """Places are complete and in order; nobody loses an award for not appearing."""
    by_entrant = {place.entrant: place for place in places}
    in_bracket, below = places[: len(playoffs.seeded)], places[len(playoffs.seeded) :]

    assert sorted(by_entrant) == sorted(place.entrant for place in ranking.places)
    assert [place.place for place in in_bracket] == list(range(1, len(in_bracket) + 1))
    assert [place.outcome for place in in_bracket[:2]] == [EntrantOutcome.CHAMPION, EntrantOutcome.RUNNER_UP]
    assert [place.place for place in below] == sorted(
        place.rank for place in ranking.places if place.entrant not in playoffs.seeded
    )
    assert {entrant: by_entrant[entrant].round_lost for entrant in playoffs.no_shows.values()} == {
        entrant: round_lost for (round_lost, _), entrant in playoffs.no_shows.items()
    }


def check_points(ranking: Ranking, playoffs: Playoffs, places: tuple[FinalPlace, ...]) -> None:
    """Whoever lost in the same round has the same playoff points, more the later; no-shows as well."""
    game_points = {place.entrant: place.totals.game_points for place in ranking.places}

    rated = rating_points(playoffs.seeded, game_points, places, kind="main", games=GAMES).points

    lost = {place.entrant: place.round_lost for place in places}
    assert [points.entrant for points in rated] == playoffs.seeded
    assert {(lost[points.entrant], points.playoff) for points in rated} == {
        (number, 7 * number * (number + 1) // 2) for number in lost.values() if number is not None
    }
    assert min(points.qualifying for points in rated) == 5


def check_money(playoffs: Playoffs, entrants: int, places: tuple[FinalPlace, ...]) -> None:
    """Fund, prizes and pool add up to the cent."""
    chance = playoffs.chance
    fees = [chance.choice((60_00, 60_00, 30_00, 45_50)) for _ in range(entrants)]
    fund = prize_fund(fees, players=entrants, sanctioning_fee=chance.choice((3_00, 2_75))).amount
    paid_places = min(len(playoffs.seeded), 12)
    share = 100_00 // paid_places
    table = [PayoutRow(1, 1, 100_00 - share * (paid_places - 1))]
    table += [PayoutRow(number, number, share) for number in range(2, paid_places + 1)]
    unit, rounding = chance.choice((1, 100, 500)), chance.choice(list(Rounding))

    stated = pay_places(fund, table, Measure.PERCENT, unit=unit, rounding=rounding)
    settled = pay_places(fund, table, Measure.PERCENT, unit=unit, rounding=rounding, remainder_to=1)

    assert stated.paid + stated.rounding == fund
    assert (settled.paid, settled.adds_up, settled.warnings) == (fund, True, ())
    assert prizes(settled, places).paid == fund
    assert {prize.entrant for prize in prizes(settled, places).prizes} <= set(playoffs.seeded)
    stakes = {entrant: chance.choice((5_00, 10_00)) for entrant in range(1, entrants + 1, 2)}
    for sharing in PoolSharing:
        pool = qualifier_pool(stakes, playoffs.seeded, sharing, unit=unit)
        assert sum(amount for _, amount in pool.prizes) + pool.unclaimed == sum(stakes.values())


@pytest.mark.parametrize("tens", range(FIELDS.start // 10, FIELDS.stop // 10 + 1))
def test_every_field_is_played_to_a_champion(tens: int) -> None:
    for entrants in range(max(10 * tens, FIELDS.start), min(10 * tens + 10, FIELDS.stop)):
        ranking, playoffs = play(entrants)
        ranks = {place.entrant: place.rank for place in ranking.places}
        places = final_places(playoffs.drawn(), ranks)

        assert len(playoffs.seeded) == number_of_qualifiers(entrants)
        check_bracket(playoffs)
        check_places(ranking, playoffs, places)
        check_points(ranking, playoffs, places)
        check_money(playoffs, entrants, places)


def test_fields_that_are_played_have_forfeits_and_corrections() -> None:
    """The seeds come to enough of everything that the checks are about."""
    played = [play(entrants)[1] for entrants in range(FIELDS.start, FIELDS.stop, 10)]

    assert min(playoffs.corrected for playoffs in played) == 1
    assert sum(len(playoffs.no_shows) for playoffs in played) > 20
    assert sum(playoffs.removed for playoffs in played) > 20
