"""Pages of events whose standings are their result: none waits for qualifiers or promises rating points."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from brackets.demo.club import make_matches
from brackets.demo.game_sheets import make_sheets
from brackets.event_files.store import import_event
from brackets.posting.services import waive_condition
from scorecards.club_matches.services import post_matches
from tests.brackets.demo.season import make_weeks
from tests.brackets.posting.posting import post
from tests.brackets.public.test_event_page import facts_of
from tests.events import PHASES
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import Element, get_page
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.formats import QUALIFYING_PLAYOFF

pytestmark = pytest.mark.django_db

COUNTED_BY = {"total-points": "points pegged over all games", "points-left": "points left to 121, fewest first"}
MATCH_POINTS = "Match points are counted from the points pegged in each game"
SEASON = "Added up from the club’s posted events."


def sheets_of(scoring: str, *, settled: bool = False) -> Tournament:
    return import_event(event_file=make_sheets(pairs=6, scoring=scoring, settled=settled))


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    """Return an event of game sheets; beside it a club's night of matches is stored."""
    import_event(event_file=make_matches(players=10))
    return sheets_of("total-points")


@pytest.fixture
def night(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(kind="club")


def main_of(client: Client, tournament: Tournament, where: str) -> str:
    page = get_page(client, f"{tournament.get_absolute_url()}{where}")
    return page.by_id("main").text


def sign_in(client: Client, tournament: Tournament) -> StaffMember:
    member: StaffMember = StaffMemberFactory(tournament=tournament)
    assert member.user is not None
    client.force_login(member.user)
    return member


def colophon_of(page: Element) -> str:
    [footer] = page.all("footer")
    return footer.texts("p")[0]


def tabs_of(page: Element) -> list[str]:
    [tabs] = [nav for nav in page.all("nav") if str(nav.attributes.get("class")).split()[:1] == ["tabs"]]
    return tabs.texts("a")


def pages_of_staff(page: Element) -> list[str]:
    return page.by_id("staff-nav").links


@pytest.mark.parametrize("scoring", COUNTED_BY)
def test_event_of_game_sheets_says_by_what_it_is_counted(scoring: str, client: Client, tournament: Tournament) -> None:
    sheets = tournament if scoring == tournament.scoring else sheets_of(scoring)

    page = get_page(client, sheets.get_absolute_url())

    assert colophon_of(page).startswith(f"Calculated from the game sheets as written: {COUNTED_BY[scoring]}.")
    assert tabs_of(page) == ["Event", "Seats", "Standings", "Results"]


def test_event_with_playoffs_names_its_rulebook_and_has_their_tabs(client: Client) -> None:
    tournament = import_event(event_file=PHASES["playoffs"])
    sign_in(client, tournament)

    public = get_page(client, tournament.get_absolute_url())
    desk = get_page(client, f"{tournament.get_absolute_url()}desk/")

    assert "by the American Cribbage Congress rulebook, 2020 edition" in colophon_of(public)
    assert tabs_of(public) == ["Event", "Seats", "Standings", "Bracket", "Results"]
    assert f"{tournament.get_absolute_url()}playoffs/" in pages_of_staff(desk)


def test_pages_to_come_speak_of_sheets_and_places(client: Client, tournament: Tournament) -> None:
    sign_in(client, tournament)
    Tournament.objects.update(standings_shown="nobody")

    results, standings, awards = (
        main_of(client, tournament, f"{page}/") for page in ("results", "standings", "awards")
    )

    assert [text.count("qualif") for text in (results, standings, awards)] == [0, 0, 0]
    assert [text.count("rating points") for text in (results, standings)] == [0, 0]
    assert "as soon as the standings are posted" in results
    assert "the two sheets of every game are compared" in standings
    assert "when the standings are settled" in awards


def test_staff_pages_of_game_sheets_cite_no_rule_and_know_no_playoffs(client: Client, tournament: Tournament) -> None:
    member = sign_in(client, tournament)

    desk = get_page(client, f"{tournament.get_absolute_url()}desk/")
    post_page = get_page(client, f"{tournament.get_absolute_url()}post/")

    assert desk.by_id("condition-post").texts("h3") == ["Post"]
    found = [f"{tournament.get_absolute_url()}{page}/" in pages_of_staff(desk) for page in ("post", "playoffs")]
    assert found == [True, False]
    assert "This cannot be skipped. Without it there is no order of the places." in post_page.texts("p")
    assert post_page.text.count("qualifiers") == 0
    with pytest.raises(Refused, match="there is no order of the places without it"):
        waive_condition(tournament=tournament, actor=member, item="ties", reason="late")
    for where in ("bracket/", "playoffs/"):
        assert "This event has no playoffs" in main_of(client, tournament, where)


@pytest.mark.parametrize("scoring", COUNTED_BY)
def test_log_of_posted_game_sheets_cites_no_rule(scoring: str, db: None) -> None:
    settled = sheets_of(scoring, settled=True)

    post(settled, StaffMemberFactory(tournament=settled))

    assert AuditEntry.objects.get(action="standings posted").rule == ""


# A club's night of matches


def test_night_of_matches_lists_matches_and_no_qualifiers(client: Client, night: Tournament) -> None:
    page = get_page(client, night.get_absolute_url())

    facts = facts_of(page)
    assert page.texts("strong")[0] == "Matches."
    assert tabs_of(page)[-2:] == ["Matches", "Season"]
    assert list(facts) == ["Entrants", "Matches", "Muggins", "Rules"]
    assert facts["Matches"].startswith("24 finished, by match points")
    assert colophon_of(page).startswith(MATCH_POINTS)


@pytest.mark.parametrize(
    ("where", "source"),
    [
        ("matches/", MATCH_POINTS),
        ("club-matches/", MATCH_POINTS),
        ("club-matches/1/", MATCH_POINTS),
        ("season/", SEASON),
        ("season/edit/", SEASON),
    ],
)
def test_page_of_a_club_names_the_source_that_applies(
    where: str, source: str, client: Client, night: Tournament
) -> None:
    sign_in(client, night)

    assert colophon_of(get_page(client, f"{night.get_absolute_url()}{where}")).startswith(source)


def test_desk_leads_to_matches_where_there_are_no_cards(client: Client, night: Tournament) -> None:
    sign_in(client, night)
    with_cards = import_event(event_file=make_weeks(weeks=1)[0])
    StaffMemberFactory(tournament=with_cards, user=night.staff.get().user)

    told = [get_page(client, f"{event.get_absolute_url()}desk/") for event in (night, with_cards)]

    assert ["A night of matches" in page.by_id("dashboard").text for page in told] == [True, False]
    assert told[0].by_id("to-next").attributes["href"] == f"{night.get_absolute_url()}club-matches/"


@pytest.mark.parametrize(
    ("changes", "is_posted", "line"),
    [
        ({}, False, 0),
        ({}, True, 0),
        ({"qualifiers": 3, "qualifiers_reason": "three lamps to win"}, False, 3),
        ({"format": QUALIFYING_PLAYOFF}, False, 4),
    ],
)
def test_weekly_night_has_no_line_unless_there_are_playoffs_or_a_number(
    client: Client, db: None, changes: dict[str, Any], is_posted: bool, line: int
) -> None:
    week = make_weeks(weeks=1)[0]
    event = import_event(event_file=replace(week, event=replace(week.event, **changes)))
    if is_posted:
        post(event, StaffMemberFactory(tournament=event))
    address = event.get_absolute_url()

    page, standings, card = (get_page(client, f"{address}{path}") for path in ("", "standings/", "p/1/"))
    results, screen = get_page(client, f"{address}results/"), get_page(client, f"{address}screen/")

    assert ("Qualifiers" in facts_of(page)) == bool(line)
    # Everybody's row, and the line's.
    assert len(standings.all("tbody")[0].all("tr")) == 16 + bool(line)
    said = [f"{line} of 16 qualify" in standings.text, f"{line} of 16 qualify" in screen.text]
    assert (said, f"{line} qualified" in results.text) == ([bool(line)] * 2, bool(line))
    heads = results.all("thead")[0].texts("th")
    with_playoffs = ["Place", "Name", "How", "Card", "Rating points"]
    assert heads == (with_playoffs if "format" in changes else ["Place", "Name", "Card"])
    assert ("high non-qualifier" in standings.text, "ualif" in card.text) == (bool(line), bool(line))


@pytest.mark.parametrize("seen_by", ["everybody", "nobody"])
def test_pages_that_wait_for_cards_lead_a_club_to_its_matches(client: Client, night: Tournament, seen_by: str) -> None:
    Tournament.objects.update(standings_shown=seen_by)

    for where in ("standings/", "results/"):
        page = get_page(client, f"{night.get_absolute_url()}{where}").by_id("main")
        assert page.text.count("Matches by match points have a page of their own") == 1
        assert f"{night.get_absolute_url()}matches/" in page.links


def test_matches_that_are_held_back_are_not_on_the_event_page(client: Client, night: Tournament) -> None:
    Tournament.objects.update(standings_shown="nobody")
    before = get_page(client, night.get_absolute_url())
    night.refresh_from_db()
    post_matches(tournament=night, actor=StaffMemberFactory(tournament=night), seen=night.version)

    after = get_page(client, night.get_absolute_url())

    assert [page.texts("strong")[0] for page in (before, after)] == ["No card is in yet.", "Matches."]
