"""One player's page: whom they play next and where, from what is public alone."""

import pytest
from django.test import Client

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from brackets.models import Bracket, TableCall
from scorecards.models import Line
from tests.events import round_robin, without_cards
from tests.pages import Element, get_page
from tournaments.changes.transaction import tournament_change
from tournaments.models import Audience, Tournament
from tournaments.qr_codes import code_to_scan
from tournaments.seating.selectors.seats import seating_of

pytestmark = pytest.mark.django_db

PLAYERS = 32


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=make_event(players=PLAYERS, games=3, playoff_rounds=1, errors=False))


def show_to(tournament: Tournament, audience: Audience) -> None:
    """Show the standings to these; a page that was cached before is not served again."""
    version = Tournament.objects.get(pk=tournament.pk).posted_version + 1
    Tournament.objects.filter(pk=tournament.pk).update(standings_shown=audience, posted_version=version)


def player(client: Client, tournament: Tournament, number: int) -> Element:
    return get_page(client, f"/t/{tournament.slug}/p/{number}/")


def in_bracket(client: Client, tournament: Tournament) -> tuple[list[int], list[int]]:
    """Return the numbers of who plays in the semi-finals, and of who lost before them."""
    rounds = get_page(client, f"/t/{tournament.slug}/bracket/").all("section")
    first, second = ([int(link.split("/")[-2]) for link in one.links] for one in rounds[:2])
    return second, [number for number in first if number not in second]


def test_home_to_the_next_opponent_takes_three_taps(client: Client, tournament: Tournament) -> None:
    """Tap the event, find the name, tap the name: opponent and table are there."""
    [playing, *_], _ = in_bracket(client, tournament)
    name = tournament.entrants.get(number=playing).name
    bracket = Bracket.objects.get(tournament=tournament)
    for slot in (1, 2):
        TableCall.objects.create(bracket=bracket, round=2, slot=slot, table=f"T{slot}", made_by="Dee")

    [event] = [link for link in get_page(client, "/").links if link == f"/t/{tournament.slug}/"]
    found = get_page(client, f"{event}?name={name}").by_id("found").links
    [shown] = [get_page(client, link) for link in found if link == f"/t/{tournament.slug}/p/{playing}/"]

    following = shown.by_id("next")
    assert following.text.startswith("Semi-finals: table T")
    [opponent] = following.links
    assert opponent != f"/t/{tournament.slug}/p/{playing}/"


def test_who_has_lost_sees_the_way_and_nothing_to_come(client: Client, tournament: Tournament) -> None:
    _, [lost, *_] = in_bracket(client, tournament)

    page = player(client, tournament, lost)

    assert "lost to" in page.text
    assert [element for element in page.inner if element.attributes.get("id") == "next"] == []
    assert f"/t/{tournament.slug}/standings/{lost}/" in page.links


def test_before_the_posting_the_schedule_is_all_there_is(client: Client, tournament: Tournament) -> None:
    show_to(tournament, Audience.NOBODY)
    seating = seating_of(tournament)
    number = seating.in_seat_order[0].number
    [first, *_] = [other for game in seating.schedule for pair in game.pairs if number in pair for other in pair]

    page = player(client, tournament, number)

    assert len(page.all("tbody")[0].all("tr")) == 3
    assert first in seating.chairs
    # Neither place, card nor bracket: cards are in, and none of that is public.
    assert page.texts("h2") == ["Games"]
    assert page.by_id("your-card").text == "Your place and card appear here when the director posts them."
    assert [link for link in page.links if "/standings/" in link and link[-2].isdigit()] == []
    # The search knows seats, and nothing else.
    found = get_page(client, f"/t/{tournament.slug}/?name={seating.chairs[number].name}").by_id("found")
    assert f"/t/{tournament.slug}/p/{number}/" in found.links
    assert "/" not in found.text.replace("Seat", "")


def test_before_the_first_game_the_next_game_is_the_first(client: Client) -> None:
    tournament = import_event(event_file=without_cards(make_event(players=8, games=3, errors=False)))
    show_to(tournament, Audience.NOBODY)
    seating = seating_of(tournament)
    chair = seating.in_seat_order[0]
    opponent = next(o for pair in seating.schedule[0].pairs if chair.number in pair for o in pair if o != chair.number)

    following = player(client, tournament, chair.number).by_id("next")

    assert following.text.startswith("Game 1: sit at ")
    assert following.links == [f"/t/{tournament.slug}/p/{opponent}/"]


def test_shown_standings_move_on_to_the_first_game_without_a_line(client: Client, tournament: Tournament) -> None:
    show_to(tournament, Audience.EVERYBODY)
    number = seating_of(tournament).in_seat_order[0].number
    lines = Line.objects.filter(scorecard__entrant__tournament=tournament, scorecard__entrant__number=number)
    assert [element for element in player(client, tournament, number).texts("h2") if "game" in element] == []

    lines.filter(game__gte=2).delete()
    with tournament_change(tournament):
        pass

    assert player(client, tournament, number).by_id("next").text.startswith("Game 2: sit at ")


def test_nobody_is_there_without_a_seat_or_a_place(client: Client) -> None:
    tournament = import_event(event_file=without_cards(round_robin()))
    show_to(tournament, Audience.NOBODY)
    tournament.entrants.filter(number=1).update(seat="")

    assert client.get(f"/t/{tournament.slug}/p/1/").status_code == 404
    assert client.get(f"/t/{tournament.slug}/p/999/").status_code == 404


def test_event_page_and_screen_carry_the_code_of_the_event(client: Client, tournament: Tournament) -> None:
    address = f"http://testserver/t/{tournament.slug}/"

    for part in ("", "screen/"):
        [picture] = get_page(client, f"/t/{tournament.slug}/{part}").all("img")
        assert picture.attributes["src"] == code_to_scan(address)
