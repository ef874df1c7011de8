"""Pages of events whose standings are their result: none waits for qualifiers or promises rating points."""

from __future__ import annotations

import pytest
from django.test import Client

from brackets.demo_club import make_matches, make_weeks
from brackets.demo_sheets import make_sheets
from brackets.services import import_event
from tests.events import PHASES
from tests.factories import StaffMemberFactory
from tests.pages import Element, get_page
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

COUNTED_BY = {
    "total-points": "points pegged over all games",
    "points-left": "points left to 121, fewest first",
}


@pytest.fixture(params=COUNTED_BY)
def sheets(request: pytest.FixtureRequest) -> Tournament:
    return import_event(event_file=make_sheets(pairs=6, scoring=request.param, settled=False))


def notes_of_doors(page: Element) -> dict[str, str]:
    """Return what the event's page says behind each of its doors."""
    [doors] = [nav for nav in page.all("nav") if nav.attributes.get("class") == "doors"]
    return {title.text: note.text for link in doors.all("a") for title, note in [link.all("span")]}


def colophon_of(page: Element) -> str:
    [footer] = page.all("footer")
    return footer.texts("p")[0]


def test_event_of_game_sheets_says_by_what_it_is_counted(client: Client, sheets: Tournament) -> None:
    page = get_page(client, sheets.get_absolute_url())

    assert colophon_of(page) == (
        f"Worked out from the game sheets as written: {COUNTED_BY[sheets.scoring]}."
        " Ask a judge about any ruling, or look it up in the rules."
    )


def test_event_of_cards_names_its_rulebook_as_before(client: Client) -> None:
    page = get_page(client, import_event(event_file=PHASES["playoffs"]).get_absolute_url())

    assert colophon_of(page) == (
        "Worked out from the scorecards as written, by the American Cribbage Congress rulebook, 2020 edition."
        " Ask a judge about any ruling, or look it up in the rules."
    )


def test_event_without_playoffs_promises_no_rating_points(client: Client, sheets: Tournament) -> None:
    assert notes_of_doors(get_page(client, sheets.get_absolute_url()))["Results"] == (
        "final places, hands of 28 and 29"
    )


def test_results_to_come_wait_for_the_standings(client: Client, sheets: Tournament) -> None:
    page = get_page(client, f"{sheets.get_absolute_url()}results/")

    assert page.by_id("main").texts("p")[1] == (
        "Final places and hands of 28 and 29 will stand here, as soon as the standings are posted."
    )


def test_standings_to_come_are_of_game_sheets(client: Client, sheets: Tournament) -> None:
    Tournament.objects.update(standings_shown="nobody")

    page = get_page(client, f"{sheets.get_absolute_url()}standings/")

    assert page.by_id("main").texts("p")[1] == (
        "Everybody's place will stand here, with the games it rests on. The places are posted when the last game"
        " sheet is in and the two sheets of every game have been compared."
    )


def test_awards_wait_for_cards_games_and_ties(client: Client, sheets: Tournament) -> None:
    client.force_login(StaffMemberFactory(tournament=sheets).user)

    page = get_page(client, f"{sheets.get_absolute_url()}awards/")

    assert page.by_id("main").texts("p")[0] == (
        "Final places come when the standings are settled: every card is in, and no game and no tie is open."
    )


def test_club_event_of_matches_leads_to_them_and_to_the_season(client: Client) -> None:
    tournament = import_event(event_file=make_matches(players=10))

    page = get_page(client, tournament.get_absolute_url())

    assert notes_of_doors(page)["Matches"] == "game by game, by match points"
    assert notes_of_doors(page)["Season"] == "the club’s events added up"
    assert page.texts("strong")[0] == "No card is in yet."


def test_desk_of_game_sheets_cites_no_rule_for_posting(client: Client, sheets: Tournament) -> None:
    client.force_login(StaffMemberFactory(tournament=sheets).user)

    page = get_page(client, f"{sheets.get_absolute_url()}desk/")

    assert page.by_id("condition-post").texts("h3") == ["Post"]


def test_desk_of_a_night_of_matches_leads_to_them(client: Client) -> None:
    tournament = import_event(event_file=make_matches(players=10))
    client.force_login(StaffMemberFactory(tournament=tournament).user)

    page = get_page(client, f"{tournament.get_absolute_url()}desk/")

    assert (
        "A night of matches alone needs none of this: they are kept and posted under Matches."
        in page.texts("p")
    )


def test_desk_of_a_club_night_with_cards_says_nothing_of_matches(client: Client) -> None:
    tournament = import_event(event_file=make_weeks(weeks=1)[0])
    client.force_login(StaffMemberFactory(tournament=tournament).user)

    page = get_page(client, f"{tournament.get_absolute_url()}desk/")

    assert page.text.count("A night of matches alone") == 0
