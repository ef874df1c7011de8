"""The hall screen as it is sent: what stands on it in each phase, and nothing that is held back."""

from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from brackets.demo.club import make_matches
from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from brackets.models import Bracket, Seed, TableCall
from brackets.rules.report import report_on
from scorecards.club_matches.selectors import public_matches
from tests.events import PHASES
from tests.factories.rows import row
from tests.pages import Element, get_page
from tournaments.models import Audience, Tournament
from tournaments.page_cache.cache import PAGE_CACHE

pytestmark = pytest.mark.django_db

BELOW = 10


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=PHASES["finished"])


def screen(client: Client, tournament: Tournament) -> Element:
    return get_page(client, f"{tournament.get_absolute_url()}screen/")


def sheets(page: Element) -> list[str]:
    return page.texts("h2")


def rows_of(page: Element, sheet: str) -> list[str]:
    return page.by_id(sheet).texts("li")


@pytest.mark.parametrize(
    ("played", "shown"),
    [
        (0, ["Quarter-finals best of 5", "Semi-finals best of 5", "Final best of 5"]),
        (1, ["Semi-finals best of 5", "Final best of 5"]),
        (2, ["Final best of 5"]),
        (3, ["Final best of 5"]),
    ],
)
def test_screen_of_the_playoffs_shows_called_tables_first_and_then_the_bracket_from_this_round(
    played: int, shown: list[str], client: Client
) -> None:
    """Seats and qualifiers are over: the screen is for the round that is played."""
    tournament = import_event(event_file=make_event(players=32, games=3, playoff_rounds=played, errors=False))
    bracket, _ = Bracket.objects.get_or_create(tournament=tournament, defaults={"size": 8})
    if not played:
        seeded = report_on(make_event(players=32, games=3, errors=False)).seeded
        entrants = {entrant.number: entrant for entrant in tournament.entrants.all()}
        for seed, number in enumerate(seeded, start=1):
            row(Seed, bracket=bracket, seed=seed, entrant=entrants[number])
    if played < 3:
        row(TableCall, bracket=bracket, round=played + 1)

    page = screen(client, tournament)

    assert sheets(page) == [*([] if played == 3 else ["Tables"]), *(["Champion"] if played == 3 else []), "Bracket"]
    assert page.texts("h3") == shown
    if played == 3:
        assert "in the final, 3–" in page.by_id("champion").text


def test_screen_before_the_draw_shows_qualifiers_and_no_seats(client: Client) -> None:
    tournament = import_event(event_file=make_event(players=32, games=3, errors=False))

    assert sheets(screen(client, tournament))[:2] == ["Qualifiers", "Next below the line"]
    assert "Seats" not in sheets(screen(client, tournament))


def test_screen_draws_the_line_and_names_the_next_ones_below_it(client: Client) -> None:
    made = make_event(players=40, games=3, errors=False)
    name_of = {entrant.number: entrant.name for entrant in made.entrants}
    names = [name_of[place.entrant] for place in report_on(made).ranking.places]

    page = screen(client, import_event(event_file=made))

    assert rows_of(page, "qualifiers")[10:] == ["The line: 10 of 40 qualify"]
    assert page.by_id("qualifiers").texts("bdi") == names[:10]
    assert page.by_id("below").texts("bdi") == names[10 : 10 + BELOW]


@pytest.mark.parametrize("phase", ["incomplete", "undecided"])
def test_screen_says_that_places_may_change(phase: str, client: Client) -> None:
    page = screen(client, import_event(event_file=PHASES[phase]))

    assert sheets(page)[0] == "Standings so far"
    assert [row for row in rows_of(page, "standings") if row.startswith("The line so far")] != []


def test_screen_seats_everybody_by_name_and_can_be_slowed_down(client: Client, tournament: Tournament) -> None:
    seats = tournament.entrants.order_by("last_name", "first_name").values_list("last_name", "first_name", "seat")
    Tournament.objects.update(standings_shown=Audience.NOBODY)

    assert rows_of(screen(client, tournament), "seats") == [f"{last}, {first} {seat}" for last, first, seat in seats]
    for asked, seconds in (("", "12"), ("?seconds=20", "20"), ("?seconds=1", "12")):
        page = get_page(client, f"{tournament.get_absolute_url()}screen/{asked}")
        assert page.by_id("turner").attributes["data-seconds"] == seconds


def test_screen_keeps_back_what_nobody_may_see(client: Client, tournament: Tournament) -> None:
    Tournament.objects.update(standings_shown=Audience.NOBODY)

    page = screen(client, tournament)

    assert sheets(page) == ["Seats"]
    assert page.texts("strong") == ["Qualifying round"]


def test_screen_without_anything_says_what_comes(client: Client) -> None:
    tournament = import_event(event_file=PHASES["no cards"])
    tournament.entrants.update(seat="")

    page = screen(client, tournament)

    assert sheets(page) == ["Before the first game"]
    assert "Seats appear here when they are drawn." in page.text


def test_screen_of_an_event_without_playoffs_has_no_bracket(client: Client) -> None:
    tournament = import_event(event_file=PHASES["no playoffs"])

    assert "best of" not in screen(client, tournament).text


def test_screen_of_a_large_bracket_shows_this_round_alone(client: Client) -> None:
    """Until the quarter-finals side by side: names are to be read at ten metres."""
    tournament = import_event(event_file=make_event(players=64, games=3, errors=False, playoff_rounds=1))
    Bracket.objects.get(tournament=tournament)

    assert sheets(screen(client, tournament)) == ["Bracket"]


def test_screen_takes_the_same_queries_at_12_and_at_60_entrants(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    counted = []
    for players in (12, 60):
        tournament = import_event(event_file=make_event(players=players, games=3, playoff_rounds=1))
        PAGE_CACHE.clear()
        with django_assert_max_num_queries(10) as captured:
            screen(client, tournament)
        counted.append(len(captured))

    assert counted[0] == counted[1]


def test_screen_of_a_night_of_matches_shows_who_is_ahead_and_nothing_that_is_held_back(client: Client) -> None:
    tournament = import_event(event_file=make_matches(players=10))
    standings = public_matches(tournament).shown

    page = screen(client, tournament)

    assert standings is not None
    assert (page.texts("strong")[0], sheets(page)) == ("Matches", ["Match points", "Seats"])
    assert rows_of(page, "matches") == [
        f"{row['place']}{'=' if row['is_shared'] else ''} {row['name']} {row['match_points']}, {row['matches_won']} won"
        for row in standings["standings"]
    ]
    Tournament.objects.update(standings_shown=Audience.NOBODY, posted_version=F("posted_version") + 1)
    assert sheets(screen(client, tournament)) == ["Seats"]
