"""One entrant's card: lines as written, lines in force, and each ruling with its rule."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given

from brackets.event_files.store import import_event
from scorecards.records.ruled_cards import ruled_card_of
from scorecards.rules.calculation import calculate
from scorecards.rules.citations import summary_of
from scorecards.rules.line_points import total
from scorecards.rules.ruled_cards import RuledCard
from tests.builders import BLANK, card, decision, event, loss, win
from tests.events import PHASES, round_robin, sample_case
from tests.pages import get_page
from tests.strategies import events, examples
from tournaments.models import Entrant, Tournament
from tournaments.rules.due_lines import sat_out_in
from tournaments.rules.types import EventFile, FootTotals, Line

pytestmark = pytest.mark.django_db

Numbers = tuple[int | None, int | None, int | None] | None


def numbers(line: Line | None) -> Numbers:
    return None if line is None else (line.points, line.plus, line.minus)


def shown(tournament: Tournament, number: int) -> RuledCard:
    return ruled_card_of(tournament, Entrant.objects.get(tournament=tournament, number=number))


def assert_cards(tournament: Tournament, event_file: EventFile) -> None:
    """Assert that every card shows what was written, what is in force, and every ruling about it."""
    check = calculate(event_file).check
    written = {(one.entrant, line.game): line for one in event_file.scorecards for line in one.lines}
    games = range(1, event_file.event.games + 1)
    for entrant in Entrant.objects.filter(tournament=tournament):
        own = check.lines.get(entrant.number, {})
        found = ruled_card_of(tournament, entrant)
        assert [line.game for line in found.lines] == list(games)
        assert [numbers(line.written) for line in found.lines] == [
            numbers(written.get((entrant.number, game))) for game in games
        ]
        assert [numbers(line.in_force) for line in found.lines] == [numbers(own.get(game)) for game in games]
        assert found.in_force == total(own.values())
        house_players = [one.number for one in event_file.entrants if one.house_player]
        sat_out = sat_out_in(event_file.schedule, house_players=house_players, games=event_file.event.games)
        off = sat_out.get(entrant.number, frozenset())
        assert found.missing == sum(game not in own and game not in off for game in games)
        ruled = [(ruling.game, ruling.rules) for ruling in check.rulings if entrant.number in ruling.entrants]
        ruled += [(one.game, (one.rule,)) for one in event_file.decisions if entrant.number in one.entrants]
        assert sorted((one.game, tuple(rule for rule, _ in one.rules)) for one in found.rulings) == sorted(ruled)


# Cards with rulings of every kind; what else there is comes from events by chance.
@pytest.mark.slow
@pytest.mark.parametrize("name", ["earlier-edition-blanks-40-players", "untidy-40-players-settled"])
def test_cards_of_a_sample_case_show_what_is_in_force(name: str, cases_dir: Path) -> None:
    event_file = sample_case(cases_dir, name)

    assert_cards(import_event(event_file=event_file), event_file)


@pytest.mark.slow
@given(event_file=events())
@examples(30)
def test_cards_of_any_event_show_what_is_in_force(event_file: EventFile) -> None:
    with transaction.atomic():
        assert_cards(import_event(event_file=event_file), event_file)
        transaction.set_rollback(True)


def discrepancy() -> EventFile:
    """Return two entrants of whom the first, who qualifies, wrote 21 where the other wrote 16."""
    return event([card(1, (2, win(21)), (2, win(40))), card(2, (1, loss(16)), (1, loss(40)))], games=2)


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=discrepancy())


def test_card_page_shows_lines_as_written_and_in_force_with_each_ruling(client: Client, tournament: Tournament) -> None:
    page = get_page(client, f"{tournament.get_absolute_url()}standings/1/")

    lines = page.all("table")[0]
    rows = [[text for text in row.texts("td", "th") if text] for body in lines.all("tbody") for row in body.all("tr")]
    assert rows[0] == ["1", "Entrant 2", "2", "21"]
    assert rows[1][-2:] == ["2", "16"]
    assert rows[2] == ["2", "Entrant 2", "3", "40"]
    assert len(rows) == 3
    ruling = page.by_id("ruling-1")
    assert (ruling.texts("dt"), ruling.texts("dd")) == (["12.2.a"], [summary_of("12.2.a")])
    assert "#ruling-1" in page.links


def test_card_page_shows_both_cards_as_evidence(tournament: Tournament) -> None:
    [ruling] = shown(tournament, 2).rulings

    mine, theirs = ruling.sides
    assert (mine.entrant.number, theirs.entrant.number) == (2, 1)
    assert (numbers(mine.written), numbers(theirs.written)) == ((0, None, 16), (2, 21, None))
    assert (mine.changes, [numbers(change.after) for change in theirs.changes]) == ((), [(2, 16, None)])
    assert not ruling.is_decision


def test_card_page_tells_a_decision_with_its_reason(client: Client) -> None:
    cards = [card(1, (2, BLANK), (2, win(40))), card(2, (1, BLANK), (1, loss(40)))]
    decided = replace(decision(1, (2, win(7)), (1, loss(7))), reason="the judge saw <both> pegs")
    tournament = import_event(event_file=event(cards, games=2, decisions=[decided]))

    page = get_page(client, f"{tournament.get_absolute_url()}standings/1/")

    ruling = page.by_id("ruling-1")
    assert ruling.texts("dt") == ["14.1", "Reason"]
    assert ruling.texts("dd") == [summary_of("14.1"), "the judge saw <both> pegs"]


def test_card_page_shows_a_line_that_only_the_decision_gave() -> None:
    cards = [card(1, None, (2, win(40))), card(2, None, (1, loss(40)))]
    tournament = import_event(event_file=event(cards, games=2, decisions=[decision(1, (1, win(7)), (2, loss(7)))]))

    [first, _] = shown(tournament, 1).lines

    assert (first.written, numbers(first.in_force)) == (None, (2, 7, None))
    assert first.opponent is None
    assert first.opponent_in_force is not None
    assert (first.opponent_in_force.number, first.anchor) == (2, "ruling-1")


def test_card_page_keeps_the_opponent_as_written_beside_the_decided_one() -> None:
    cards = [card(1, (2, win(20))), card(2, (3, loss(20))), card(3, None)]
    decided = decision(1, (1, win(20)), (2, loss(20)))
    tournament = import_event(event_file=event(cards, games=1, decisions=[decided]))

    found = shown(tournament, 2)

    [line] = found.lines
    assert line.opponent is not None
    assert line.opponent_in_force is not None
    assert (line.opponent.number, line.opponent_in_force.number, line.is_changed) == (3, 1, True)
    [ruling] = found.rulings
    assert [side.names for side in ruling.sides] == ["Entrant 3", ""]


def test_card_page_shows_the_own_arithmetic(client: Client) -> None:
    swapped = FootTotals(game_points=2, games_won=5, plus=80, minus=0)
    wrong = replace(win(40), points=2)
    cards = [card(1, (2, wrong), (2, win(40)), recorded=swapped), card(2, (1, loss(40)), (1, loss(40)))]
    tournament = import_event(event_file=event(cards, games=2))

    page = get_page(client, f"{tournament.get_absolute_url()}standings/1/")
    found = shown(tournament, 1)

    assert found.differs
    assert (found.as_written.game_points, found.in_force.game_points) == (5, 6)
    assert page.by_id("arithmetic").texts("dt") == ["App.5"]


def test_card_page_of_a_pair_names_both(client: Client) -> None:
    event_file = round_robin()
    pair = replace(event_file.entrants[0], name="Ada Birch", partner="Bo Cedar")
    tournament = import_event(event_file=replace(event_file, entrants=(pair, *event_file.entrants[1:])))

    page = get_page(client, f"{tournament.get_absolute_url()}standings/1/")

    assert page.texts("h1") == ["Ada Birch & Bo Cedar"]


def test_card_page_of_nobody_is_not_there(client: Client, tournament: Tournament) -> None:
    for number in ("0", "5", "99999999999999999999999999", "9223372036854775808", "-1", "one", "1.5"):
        assert client.get(f"{tournament.get_absolute_url()}standings/{number}/").status_code == 404, number


def test_card_page_takes_the_same_queries_for_a_card_with_many_rulings(client: Client) -> None:
    event_file = PHASES["qualifiers known"]
    tournament = import_event(event_file=event_file)
    ruled = Counter(number for ruling in calculate(event_file).check.rulings for number in ruling.entrants)
    [(most, _)] = ruled.most_common(1)
    least = min(event_file.entrants, key=lambda entrant: ruled[entrant.number]).number
    assert ruled[most] > 1 > ruled[least]

    for number in (least, most):
        with CaptureQueriesContext(connection) as captured:
            client.get(f"{tournament.get_absolute_url()}standings/{number}/")
        assert len(captured) <= 10
