"""The demo generator: the same event from the same seed, and every kind of error in it."""

from collections import Counter
from functools import cache
from statistics import mean

import pytest

from brackets.demo.event import make_event, max_playoff_rounds
from brackets.event_files.reading import read_event
from brackets.rules.report import report_on
from scorecards.rules.calculation import calculate
from scorecards.rules.crosscheck import CrossCheck
from scorecards.rules.discrepancies import NotCovered
from scorecards.rules.line_points import SWAPPED_NOTE, Claim, claim_of
from tournaments.event_file.writing import write_event_file
from tournaments.rules.types import EventFile, Line


@cache
def default_demo() -> EventFile:
    return make_event()


@cache
def check_of_open_demo() -> CrossCheck:
    return calculate(make_event(settled=False)).check


def games_on_two_cards(event_file: EventFile) -> list[tuple[Line, Line]]:
    """Both lines of each game whose cards name each other, as written."""
    lines = {(line.game, card.entrant): line for card in event_file.scorecards for line in card.lines}
    return [
        (line, lines[game, line.opponent])
        for (game, entrant), line in lines.items()
        if line.opponent is not None
        and entrant < line.opponent
        and (game, line.opponent) in lines
        and lines[game, line.opponent].opponent == entrant
    ]


def test_same_seed_makes_the_same_event() -> None:
    assert write_event_file(make_event(playoff_rounds=2)) == write_event_file(make_event(playoff_rounds=2))


def test_another_seed_makes_another_event() -> None:
    assert make_event(players=8, games=7, seed=1) != make_event(players=8, games=7, seed=2)


def test_people_are_told_apart() -> None:
    entrants = make_event(players=1000, games=4).entrants

    for field in ("number", "name", "acc_number", "seat"):
        assert len({getattr(entrant, field) for entrant in entrants}) == 1000


def test_cards_hold_every_scheduled_game_of_whoever_stayed() -> None:
    event_file = default_demo()
    scheduled = Counter(entrant for game in event_file.schedule for pair in game.pairs for entrant in pair)
    leavers = {
        entrant.number: entrant.withdrawn_after_game
        for entrant in event_file.entrants
        if entrant.withdrawn_after_game is not None
    }

    assert set(scheduled.values()) == {22}
    assert list(leavers.values()) == [14]
    for card in event_file.scorecards:
        assert [line.game for line in card.lines] == list(range(1, leavers.get(card.entrant, 22) + 1))


def test_opponents_of_whoever_left_win_by_ten() -> None:
    event_file = default_demo()
    leaver = next(entrant for entrant in event_file.entrants if entrant.withdrawn_after_game is not None)

    forfeits = [
        (line.game, line.points, line.plus, line.minus)
        for card in event_file.scorecards
        for line in card.lines
        if line.opponent == leaver.number and line.game > 14
    ]

    assert sorted(forfeits) == [(game, 2, 10, None) for game in range(15, 23)]


def test_results_are_like_those_of_a_real_event() -> None:
    wins = [line for card in make_event(errors=False).scorecards for line in card.lines if line.points]
    margins = [line.plus for line in wins if line.plus is not None]
    best = report_on(default_demo()).ranking.places[0].totals

    assert 0.14 < mean(line.points == 3 for line in wins) < 0.20
    assert mean(margin <= 60 for margin in margins) > 0.98
    assert 33 <= best.game_points <= 43
    assert 14 <= best.games_won <= 19


@pytest.mark.parametrize("settled", [True, False])
def test_no_errors_leave_nothing_to_check(settled: bool) -> None:
    check = calculate(make_event(errors=False, settled=settled)).check

    assert (check.arithmetic, check.put_right, check.rulings, check.undecided, check.unchecked) == ((),) * 5


def test_default_demo_has_every_ruling_at_an_apparent_qualifiers_board() -> None:
    rules = {rule for ruling in check_of_open_demo().rulings for rule in ruling.rules}

    assert rules == {f"12.2.{letter}" for letter in "abcdefh"}


def test_default_demo_has_rulings_that_need_two_rules() -> None:
    combined = {ruling.rules for ruling in check_of_open_demo().rulings if len(ruling.rules) > 1}

    assert ("12.2.f", "12.2.c") in combined
    assert ("12.2.f", "12.2.a") in combined
    assert ("12.2.d", "12.2.a") in combined


def test_default_demo_has_everything_that_no_rule_covers() -> None:
    reasons = {found.reason for found in check_of_open_demo().undecided}

    of_the_earlier_edition = {NotCovered.TWO_LOSSES.value}
    not_there = {NotCovered.NO_OPPONENT.value, NotCovered.OPPONENT_LEFT.value}
    assert reasons == {reason.value for reason in NotCovered} - not_there - of_the_earlier_edition


def test_demo_of_the_earlier_edition_has_two_losses_that_nothing_covers_and_their_decisions() -> None:
    waiting = report_on(make_event(edition="acc-2010", settled=False)).undecided
    settled = report_on(make_event(edition="acc-2010"))

    assert NotCovered.TWO_LOSSES.value in {found.reason for found in waiting}
    assert settled.is_settled


def test_default_demo_has_every_error_of_a_cards_own_arithmetic() -> None:
    arithmetic = check_of_open_demo().arithmetic
    skunks = {(error.recorded, error.computed) for error in arithmetic if error.field == "points"}
    totals = {error.field for error in arithmetic if error.game is None and not error.note}
    swapped = {error.field for error in arithmetic if error.note == SWAPPED_NOTE}

    assert skunks == {(2, 3), (3, 2)}
    assert totals == {"game_points", "games_won", "plus", "minus"}
    assert swapped == {"game_points", "games_won"}


def test_default_demo_has_every_odd_line_and_blank_total() -> None:
    event_file = default_demo()
    games = games_on_two_cards(event_file)
    feet = [card.recorded for card in event_file.scorecards if card.recorded is not None]
    blanks = [line for game in games for line in game if line.points is None]

    assert any(line.plus or line.minus for line in blanks)
    assert any(line.plus is None and line.minus is None for line in blanks)
    for claim in Claim:
        both = [game for game in games if {claim_of(line) for line in game} == {claim}]
        assert any((first.plus is None) == (second.plus is None) for first, second in both)
        assert any((first.plus is None) != (second.plus is None) for first, second in both)
    assert any(None in (foot.game_points, foot.games_won, foot.plus, foot.minus) for foot in feet)


def test_default_demo_leaves_cards_below_the_line_as_they_are() -> None:
    assert len(check_of_open_demo().unchecked) > 5


def test_decisions_give_a_reason_and_settle_the_default_demo() -> None:
    event_file = default_demo()
    report = report_on(event_file)

    assert len(event_file.decisions) >= 5
    assert {decision.rule for decision in event_file.decisions} == {"14.1"}
    assert all(decision.reason for decision in event_file.decisions)
    assert report.undecided == ()
    assert len(report.first_round) == 16


def test_decisions_cite_a_rule_of_the_edition() -> None:
    event_file = make_event(players=124, games=22, edition="acc-2010")

    assert {decision.rule for decision in event_file.decisions} == {"13"}


@pytest.mark.parametrize("edition", ["acc-2020", "acc-2010"])
@pytest.mark.parametrize(("players", "games"), [(5, 4), (8, 7), (12, 22), (43, 16), (124, 22), (300, 22)])
def test_events_of_every_size_are_settled(players: int, games: int, edition: str) -> None:
    event_file = make_event(players=players, games=games, edition=edition)

    report = report_on(event_file)

    assert report.complete
    assert report.entrants == players
    assert len(report.seeded) == -(-players // 4)


@pytest.mark.parametrize("seed", range(10))
def test_small_events_have_several_kinds_of_error(seed: int) -> None:
    check = calculate(make_event(players=8, games=7, seed=seed, settled=False)).check

    kinds = {rule for ruling in check.rulings for rule in ruling.rules}
    kinds |= {found.reason for found in check.undecided}
    kinds |= {error.field for error in check.arithmetic}

    assert len(kinds) >= 4


def test_odd_field_gets_a_house_player_who_is_not_ranked() -> None:
    event_file = make_event(players=43, games=16)

    assert [entrant.number for entrant in event_file.entrants if entrant.house_player] == [44]
    assert len(event_file.scorecards) == 44
    assert 44 not in {place.entrant for place in report_on(event_file).ranking.places}


def test_ties_are_played_off_or_put_in_order() -> None:
    # After one game many are level in everything.
    open_ranking = report_on(make_event(players=100, games=1, errors=False, settled=False)).ranking
    settled = make_event(players=100, games=1, errors=False)

    assert open_ranking.tie_games_needed
    assert open_ranking.tie_orders_needed
    assert [{tie.winner, tie.loser} for tie in settled.tie_games] == list(map(set, open_ranking.tie_games_needed))
    assert [set(tie.order) for tie in settled.tie_orders] == list(map(set, open_ranking.tie_orders_needed))
    assert all(tie.reason for tie in settled.tie_orders)
    assert len(report_on(settled).seeded) == 25


def test_open_event_is_left_open() -> None:
    event_file = make_event(settled=False)

    assert (event_file.decisions, event_file.tie_games, event_file.tie_orders, event_file.playoff) == ((), (), (), None)
    assert report_on(event_file).first_round == ()


def test_playoff_rounds_are_played_to_three_games_won() -> None:
    playoff = make_event(playoff_rounds=2).playoff

    assert playoff is not None
    assert playoff.best_of == (5, 5, 5, 5, 5)
    # 31 qualifiers: the first seed has a bye at the top.
    assert [(match.round, match.slot) for match in playoff.matches] == [
        *((1, slot) for slot in range(2, 17)),
        *((2, slot) for slot in range(1, 9)),
    ]
    assert all(max(match.games) == 3 and min(match.games) < 3 for match in playoff.matches)
    assert [match.round for match in playoff.matches if match.forfeits] == [1]


@pytest.mark.parametrize(("players", "rounds"), [(4, 0), (5, 1), (8, 1), (12, 2), (124, 5), (500, 7)])
def test_all_rounds_of_the_bracket_can_be_played(players: int, rounds: int) -> None:
    playoff = make_event(players=players, games=4, playoff_rounds=rounds).playoff

    assert max_playoff_rounds(players) == rounds
    played = {match.round for match in playoff.matches} if playoff is not None else set()
    assert played == set(range(1, rounds + 1))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 3}, "3 players: a demo can have 4 to 2000"),
        (
            {"players": 8, "games": 15},
            (
                "15 games: with 8 players 1 to 14 are possible, because nobody meets anybody more than twice"
                " and a card has at most 99 lines"
            ),
        ),
        ({"players": 8, "games": 7, "playoff_rounds": 2}, "2 playoff rounds: with 8 players 0 to 1 are possible"),
        (
            {"settled": False, "playoff_rounds": 1},
            "playoff rounds cannot be played before the qualifying round is settled",
        ),
    ],
)
def test_impossible_numbers_are_refused_in_words(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the whole message is compared
        make_event(**arguments)  # type: ignore[arg-type]

    assert str(refusal.value) == message


@pytest.mark.parametrize(("players", "games", "rounds"), [(4, 6, 0), (43, 16, 1), (124, 22, 2)])
def test_demo_reads_back_as_it_was_written(players: int, games: int, rounds: int) -> None:
    event_file = make_event(players=players, games=games, playoff_rounds=rounds)

    assert read_event(write_event_file(event_file).encode()) == event_file
