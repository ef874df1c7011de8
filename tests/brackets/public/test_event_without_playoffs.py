"""Pages of events whose standings are their result: none waits for qualifiers or promises rating points."""

from __future__ import annotations

import pytest
from django.test import Client

from brackets.demo.club import make_matches, make_weeks
from brackets.demo.game_sheets import make_sheets
from brackets.eventfiles.store import import_event
from brackets.posting.services import PostingRefused, waive_condition
from scorecards.clubmatches.services import post_matches
from tests.brackets.posting.posting import post
from tests.events import PHASES
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import Element, get_page
from tournaments.models import AuditEntry, Tournament

pytestmark = pytest.mark.django_db

COUNTED_BY = {"total-points": "points pegged over all games", "points-left": "points left to 121, fewest first"}


@pytest.fixture(params=COUNTED_BY)
def sheets(request: pytest.FixtureRequest) -> Tournament:
    return import_event(event_file=make_sheets(pairs=6, scoring=request.param, settled=False))


def notes_of_doors(page: Element) -> dict[str, str]:
    """Return what the event's page says behind each of its doors."""
    [doors] = [nav for nav in page.all("nav") if nav.attributes.get("class") == "tiles"]
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


def test_desk_of_game_sheets_cites_no_rule_for_posting(client: Client, sheets: Tournament) -> None:
    client.force_login(StaffMemberFactory(tournament=sheets).user)

    page = get_page(client, f"{sheets.get_absolute_url()}desk/")

    assert page.by_id("condition-post").texts("h3") == ["Post"]


def test_desk_of_a_night_of_matches_leads_to_them(client: Client) -> None:
    tournament = import_event(event_file=make_matches(players=10))
    client.force_login(StaffMemberFactory(tournament=tournament).user)

    page = get_page(client, f"{tournament.get_absolute_url()}desk/")

    assert "A night of matches alone needs none of this: they are kept and posted under Matches." in page.texts("p")


def test_desk_of_a_club_night_with_cards_says_nothing_of_matches(client: Client) -> None:
    tournament = import_event(event_file=make_weeks(weeks=1)[0])
    client.force_login(StaffMemberFactory(tournament=tournament).user)

    page = get_page(client, f"{tournament.get_absolute_url()}desk/")

    assert page.text.count("A night of matches alone") == 0


def facts_of(page: Element) -> dict[str, str]:
    """Return what the event's page says of the event, by its heads."""
    heads, texts = page.texts("dt"), page.texts("dd")
    return dict(zip(heads, texts, strict=True))


def tabs_of(page: Element) -> list[str]:
    [tabs] = [nav for nav in page.all("nav") if str(nav.attributes.get("class")).split()[:1] == ["tabs"]]
    return tabs.texts("a")


def test_event_without_playoffs_has_no_tabs_of_playoffs(client: Client, sheets: Tournament) -> None:
    client.force_login(StaffMemberFactory(tournament=sheets).user)

    public = get_page(client, sheets.get_absolute_url())
    desk = get_page(client, f"{sheets.get_absolute_url()}desk/")

    assert tabs_of(public) == ["Event", "Seats", "Standings", "Results"]
    assert list(notes_of_doors(public)) == ["Standings", "Results"]
    assert [tabs_of(desk).count(tab) for tab in ("Post", "Playoffs")] == [1, 0]


def test_event_with_playoffs_has_the_tabs_as_before(client: Client) -> None:
    tournament = import_event(event_file=PHASES["playoffs"])
    client.force_login(StaffMemberFactory(tournament=tournament).user)

    public = get_page(client, tournament.get_absolute_url())
    desk = get_page(client, f"{tournament.get_absolute_url()}desk/")

    assert tabs_of(public) == ["Event", "Seats", "Standings", "Bracket", "Results"]
    assert list(notes_of_doors(public)) == ["Standings", "Bracket", "Results"]
    assert tabs_of(desk).count("Playoffs") == 1


@pytest.mark.parametrize("address", ["bracket/", "playoffs/"])
def test_addresses_of_playoffs_answer_in_words(client: Client, sheets: Tournament, address: str) -> None:
    client.force_login(StaffMemberFactory(tournament=sheets).user)

    page = get_page(client, f"{sheets.get_absolute_url()}{address}")

    assert "This event has no playoffs: its standings are its result." in page.by_id("main").texts("p")


def test_log_of_posted_game_sheets_cites_no_rule(sheets: Tournament) -> None:
    settled = import_event(event_file=make_sheets(pairs=6, scoring=sheets.scoring, settled=True))

    post(settled, StaffMemberFactory(tournament=settled))

    assert AuditEntry.objects.get(action="standings posted").rule == ""


def test_open_tie_of_game_sheets_is_told_without_qualifiers(client: Client, sheets: Tournament) -> None:
    member = StaffMemberFactory(tournament=sheets)
    client.force_login(member.user)

    page = get_page(client, f"{sheets.get_absolute_url()}post/")

    assert "This cannot be waived: without it there is no order of the places." in page.texts("p")
    assert page.text.count("qualifiers") == 0
    with pytest.raises(PostingRefused, match="there is no order of the places without it"):
        waive_condition(tournament=sheets, actor=member, item="ties", reason="late")


@pytest.mark.parametrize("address", ["matches/", "club-matches/", "club-matches/1/"])
def test_pages_of_matches_name_the_source_that_applies(client: Client, address: str) -> None:
    tournament = import_event(event_file=make_matches(players=10))
    client.force_login(StaffMemberFactory(tournament=tournament).user)

    page = get_page(client, f"{tournament.get_absolute_url()}{address}")

    assert colophon_of(page) == (
        "Match points are counted from the points pegged in each game, by the general rules of cribbage"
        " (general-rules.txt, lines 83, 95 and 97), and not by the rulebook for cards."
    )


@pytest.mark.parametrize("address", ["season/", "season/edit/"])
def test_pages_of_a_season_say_what_it_is_made_of(client: Client, address: str) -> None:
    tournament = import_event(event_file=make_matches(players=10))
    client.force_login(StaffMemberFactory(tournament=tournament).user)

    page = get_page(client, f"{tournament.get_absolute_url()}{address}")

    assert colophon_of(page) == (
        "Added up from what is posted of the club’s events. Points for the season are the club’s own."
    )


def test_night_of_matches_lists_matches_and_no_qualifiers(client: Client) -> None:
    tournament = import_event(event_file=make_matches(players=10))

    page = get_page(client, tournament.get_absolute_url())

    facts = facts_of(page)
    assert page.texts("strong")[0] == "Matches."
    assert next(iter(notes_of_doors(page))) == "Matches"
    assert list(facts) == ["Entrants", "Matches", "Muggins", "Rules"]
    assert facts["Matches"] == ("24 finished, by match points (general-rules.txt, lines 83, 95 and 97); no card is in")
    assert colophon_of(page).startswith("Match points are counted from the points pegged in each game")


@pytest.mark.parametrize("address", ["standings/", "results/"])
@pytest.mark.parametrize("seen_by", ["everybody", "nobody"])
def test_pages_that_wait_for_cards_lead_a_club_to_its_matches(client: Client, address: str, seen_by: str) -> None:
    tournament = import_event(event_file=make_matches(players=10))
    Tournament.objects.update(standings_shown=seen_by)

    page = get_page(client, f"{tournament.get_absolute_url()}{address}")

    told = "Matches by match points are not on cards: they stand under Matches."
    assert page.by_id("main").texts("p").count(told) == 1
    assert f"{tournament.get_absolute_url()}matches/" in page.by_id("main").links


def test_matches_that_are_held_back_are_not_on_the_event_page(client: Client) -> None:
    tournament = import_event(event_file=make_matches(players=10))
    Tournament.objects.update(standings_shown="nobody")
    before = get_page(client, tournament.get_absolute_url())
    tournament.refresh_from_db()
    post_matches(tournament=tournament, actor=StaffMemberFactory(tournament=tournament), seen=tournament.version)

    after = get_page(client, tournament.get_absolute_url())

    assert [page.texts("strong")[0] for page in (before, after)] == ["No card is in yet.", "Matches."]


def test_club_evening_with_cards_lists_its_qualifiers_as_before(client: Client) -> None:
    tournament = import_event(event_file=make_weeks(weeks=1)[0])

    page = get_page(client, tournament.get_absolute_url())

    assert facts_of(page)["Qualifiers"] == "4, one in four (rule 13.2.b)"
