"""An odd field with extra rounds, from the draw to the bracket: 13 entrants, 8 games, 9 lines on a card."""

from dataclasses import replace

import pytest
from django.test import Client

from brackets.event_files.export import event_file_of
from brackets.event_files.reading import read_event
from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from brackets.rules.report import report_on
from scorecards.cards.selectors.stack import Stack
from scorecards.records.facts import cards_to_come
from scorecards.records.ruled_cards import ruled_card_of
from scorecards.rules.calculation import calculate
from scorecards.rules.entry.card_reading import CardState
from scorecards.rules.line_points import total
from tests.builders import both_cards
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, TournamentFactory
from tests.pages import get_page, read_page
from tests.scorecards.cards.card_entry import checker, entrant, form_of, save
from tournaments.event_file.writing import write_event_file
from tournaments.models import Audience, OddField, StaffMember, Tournament
from tournaments.records.schedule import schedule_of
from tournaments.rules.due_lines import sat_out_in
from tournaments.rules.types import CardRecord, FootTotals
from tournaments.seating.selectors.seats import seating_of
from tournaments.seating.selectors.warnings import warnings_of
from tournaments.seating.services.draw import draw
from tournaments.seating.services.schedule import make_schedule

pytestmark = pytest.mark.django_db


def put_up_odd_field() -> Tournament:
    """Enter 13, draw their seats and make the schedule of 8 games with its extra round."""
    tournament = TournamentFactory(
        games=8, odd_field=OddField.MAKEUP, table_length=6, standings_shown=Audience.EVERYBODY
    )
    for number in range(1, 14):
        EntrantFactory(tournament=tournament, number=number)
    director = StaffMemberFactory(tournament=tournament, name="Dee Rector")
    draw(tournament=tournament, actor=director, table_length=6, keep=False)
    make_schedule(tournament=tournament, actor=director)
    tournament.refresh_from_db()
    return tournament


def papers(tournament: Tournament) -> list[CardRecord]:
    """Return what is on the cards: the lower number wins every game, and everybody adds up rightly.

    Each winner's spread is the same in every game and nobody else's, so that no two who have won are level.
    """
    results = {
        (scheduled.game, min(pair), max(pair)): 5 + 9 * (13 - min(pair))
        for scheduled in schedule_of(tournament)
        for pair in scheduled.pairs
    }
    cards = []
    for card in both_cards(results):
        sums = total(card.lines)
        foot = FootTotals(sums.game_points, sums.games_won, sums.plus, sums.minus)
        cards.append(replace(card, recorded=foot))
    return cards


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return put_up_odd_field()


@pytest.fixture(scope="module")
def keyed_event(shared_event: Tournament, module_db: None) -> Tournament:
    """Return another such event with every card keyed."""
    tournament = put_up_odd_field()
    member = checker(tournament)
    for card in papers(tournament):
        save(tournament, member, card)
    tournament.refresh_from_db()
    return tournament


def test_odd_field_is_drawn_made_up_keyed_and_settled(keyed_event: Tournament) -> None:
    report = report_on(event_file_of(keyed_event))

    assert warnings_of(keyed_event, seating_of(keyed_event)) == []
    assert (keyed_event.games, keyed_event.makeup_rounds) == (9, 1)
    assert {len(lines) for lines in calculate(event_file_of(keyed_event)).check.lines.values()} == {8}
    assert (report.complete, report.arithmetic, report.ranking.is_settled) == (True, (), True)
    assert (len(report.seeded), cards_to_come(keyed_event)) == (4, [])
    assert {row.state for row in Stack(keyed_event).rows} == {CardState.CHECKED}
    assert (differences(keyed_event), keyed_event.stored_result.report["complete"]) == ([], True)


def test_card_without_one_line_that_is_due_is_still_to_come(tournament: Tournament, member: StaffMember) -> None:
    first, *rest = papers(tournament)
    for card in (replace(first, lines=first.lines[:-1], recorded=None), *rest):
        save(tournament, member, card)

    [card] = cards_to_come(tournament)
    [row] = [row for row in Stack(tournament).rows if row.holder.number == first.entrant]

    assert (card.number, card.missing) == (first.entrant, 1)
    assert (row.state, row.lines, row.due) == (CardState.IN_PART, 7, 8)
    assert report_on(event_file_of(tournament)).complete is False


def test_line_where_the_owner_was_to_sit_out_is_kept_as_the_paper_has_it(
    tournament: Tournament, member: StaffMember
) -> None:
    card = papers(tournament)[0]
    [off] = sat_out_in(schedule_of(tournament))[card.entrant]
    extra = replace(card.lines[0], game=off)

    save(tournament, member, replace(card, lines=(*card.lines, extra), recorded=None))

    shown = ruled_card_of(tournament, entrant(tournament, card.entrant))
    assert (shown.lines[off - 1].written, shown.missing) == (extra, 0)


def test_event_with_extra_rounds_goes_out_and_comes_in_byte_for_byte(keyed_event: Tournament) -> None:
    written = write_event_file(event_file_of(keyed_event))

    copy = import_event(event_file=read_event(written.encode()))

    assert write_event_file(event_file_of(copy)) == written
    assert (copy.games, copy.makeup_rounds) == (9, 0)
    assert (report_on(event_file_of(copy)).complete, cards_to_come(copy)) == (True, [])
    assert {row.due for row in Stack(copy).rows} == {8}


def test_latecomer_owes_no_line_before_the_first_game_paired(tournament: Tournament) -> None:
    late = EntrantFactory(tournament=tournament, number=14, first_game=3)
    owed_unpaired = {card.number: card.missing for card in cards_to_come(tournament)}
    game = tournament.scheduled_games.get(game=3)
    game.pairings.create(first=late, second=EntrantFactory(tournament=tournament, number=15))

    owed = {card.number: card.missing for card in cards_to_come(tournament)}

    assert owed_unpaired[14] == 9
    assert (owed[14], sat_out_in(schedule_of(tournament))[14]) == (1, {1, 2, 4, 5, 6, 7, 8, 9})


def test_entry_page_asks_for_nothing_where_the_owner_sits_out(client: Client, tournament: Tournament) -> None:
    [off] = sat_out_in(schedule_of(tournament))[1]

    page = get_page(client, f"/t/{tournament.slug}/cards/1/")

    rows = [row for row in page.all("tr") if "data-game" in row.attributes]
    assert [row.attributes["data-game"] for row in rows if "not-due sat-out" in (row.attributes["class"] or "")] == [
        str(off)
    ]
    assert rows[off - 1].all("bdi")[0].text == "bye"
    assert f"Bye in game {off}: leave it empty." in page.text


def test_card_with_a_sat_out_line_is_saved_from_its_form(client: Client, tournament: Tournament) -> None:
    card = papers(tournament)[0]
    wrong = replace(card, recorded=replace(card.recorded, game_points=1))

    response = client.post(f"/t/{tournament.slug}/cards/{card.entrant}/", form_of(wrong), follow=True)

    right = card.recorded.game_points
    told = f"Totals differ: game points 1 written, {right} added up."
    assert told in read_page(response.content.decode()).text


def test_public_card_says_which_game_was_sat_out(client: Client, keyed_event: Tournament) -> None:
    [off] = sat_out_in(schedule_of(keyed_event))[1]

    page = get_page(client, f"{keyed_event.get_absolute_url()}standings/1/")
    event_page = get_page(client, keyed_event.get_absolute_url())

    rows = page.all("table")[0].all("tbody")
    assert [row.text for row in rows if "has a bye" in row.text] == [f"{off} has a bye"]
    assert "missing" not in page.text
    assert "8 games, 1 extra round to make up byes" in event_page.text
