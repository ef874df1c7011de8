"""The working standings: the line, what is near it, search and sort, ties, the exemption."""

from dataclasses import replace

import pytest
from django.test import Client

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from scorecards.ranking.actions import set_exemption
from scorecards.ranking.evidence import Evidence
from tests.brackets.demo.season import make_weeks
from tests.events import in_a_circle, round_robin, without_cards
from tests.pages import Element, get_page, read_page
from tests.scorecards.cards.card_entry import checker
from tests.scorecards.checking.check_pages import client_of, queries_of
from tests.scorecards.checking.cross_checks import agreed
from tests.scorecards.ranking.rankings import overtaken, parted_by_their_game
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import EventFile

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "standing-rows"}


def put_up(event_file: EventFile, client: Client, role: str = "director") -> tuple[Tournament, StaffMember]:
    """Store an event and sign somebody in."""
    tournament = import_event(event_file=event_file)
    member = checker(tournament, "Dee Rector", role)
    client.force_login(member.user)
    return tournament, member


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=agreed())


@pytest.fixture
def member(tournament: Tournament) -> StaffMember:
    return checker(tournament, "Dee Rector", "director")


@pytest.fixture
def client(member: StaffMember) -> Client:
    return client_of(member)


def address(tournament: Tournament, more: str = "") -> str:
    return f"/t/{tournament.slug}/ranking/{more}"


def rows(page: Element) -> list[list[str]]:
    return [row.texts("th", "td") for row in page.by_id("standing-rows").all("tr")][1:]


def near(page: Element) -> list[list[str]]:
    [table] = [table for table in page.all("table") if "near-cut" in (table.attributes.get("class") or "").split()]
    return [row.texts("th", "td") for row in table.all("tr")][1:]


def facts(page: Element) -> dict[str, str]:
    return dict(zip(page.texts("dt"), page.texts("dd"), strict=True))


def test_standings_are_shown_with_the_line_and_what_separates_cards_from_it(
    client: Client, tournament: Tournament
) -> None:
    page = get_page(client, address(tournament))

    assert rows(page) == [
        ["1", "Entrant 1", "A-1", "7/3 +66", "66", "", "checked"],
        ["Qualifying line: 1 of 4 qualify"],
        ["2", "Entrant 2 high non-qualifier", "B-1", "4/2 +21", "32", "game points", "checked"],
        ["3", "Entrant 3", "A-2", "2/1 -25", "10", "game points", "checked"],
        ["4", "Entrant 4", "B-2", "0/0 -62", "0", "game points", "checked"],
    ]
    assert facts(page) == {
        "Qualify": "1 of 4 one in four, rule 13.2.b",
        "State": "Settled",
        "High non-qualifier": "B-1 Entrant 2, 4/2 +21",
    }
    assert "not posted" in page.text
    assert near(page) == [
        ["1", "A-1 Entrant 1", "7/3 +66", "3 game points ahead of B-1, net spread 45 ahead"],
        ["Qualifying line"],
        ["2", "B-1 Entrant 2", "4/2 +21", "3 game points behind A-1, net spread 45 behind"],
    ]


def test_tie_across_the_line_is_said_beside_the_line(client: Client) -> None:
    tournament, _ = put_up(in_a_circle(), client)

    page = get_page(client, address(tournament))

    assert [row[-1] for row in near(page)] == [
        "level with Entrant 3: the tie is open",
        "level with Entrant 3: the tie is open",
        "Qualifying line so far",
        "level with Entrant 2: the tie is open",
    ]
    assert facts(page)["State"] == "Not settled: 1 tie to settle"
    assert facts(page)["High non-qualifier"] == "not known yet: a tie across the qualifying line is open"


def test_tie_parted_across_the_line_says_by_what(client: Client) -> None:
    tournament, _ = put_up(parted_by_their_game(), client)

    page = get_page(client, address(tournament))

    assert near(page)[1:4] == [
        ["2", "Entrant 1", "2/1 +0", "level with Entrant 2, parted by head-to-head"],
        ["Qualifying line"],
        ["3", "Entrant 2", "2/1 +0", "level with Entrant 1, parted by head-to-head"],
    ]


def test_card_moved_by_rulings_says_where_it_was(client: Client) -> None:
    tournament, _ = put_up(overtaken(), client)

    page = get_page(client, address(tournament))

    assert [row[1] for row in rows(page) if len(row) > 1] == [
        "Entrant 2 was place 2",
        "Entrant 1 high non-qualifier was place 1",
        "Entrant 3",
        "Entrant 4",
    ]


def test_only_the_nearest_are_shown_until_all_are_asked_for(client: Client) -> None:
    tournament, _ = put_up(make_event(players=40, games=5, errors=False), client)

    nearest = near(get_page(client, address(tournament)))
    everybody = near(get_page(client, address(tournament, "?near=all")))

    assert len(nearest) == 13
    assert len(everybody) > 13
    assert [row for row in everybody if row in nearest] == nearest


def test_standings_are_searched_and_sorted(client: Client, tournament: Tournament) -> None:
    for query, names in [
        ("?name=entrant+2", ["Entrant 2"]),
        ("?name=b-", ["Entrant 2", "Entrant 4"]),
        ("?name=3", ["Entrant 3"]),
        ("?sort=name", ["Entrant 1", "Entrant 2", "Entrant 3", "Entrant 4"]),
        ("?sort=seat", ["Entrant 1", "Entrant 3", "Entrant 2", "Entrant 4"]),
        ("?sort=nonsense", ["Entrant 1", "Entrant 2", "Entrant 3", "Entrant 4"]),
    ]:
        whole = get_page(client, address(tournament, query))
        response = client.get(address(tournament, query), headers=HTMX)

        found = [link.text for link in whole.by_id("standing-rows").all("bdi")]
        assert found == names
        fragment = read_page(response.content.decode())
        assert fragment.children == 1
        assert [link.text for link in fragment.by_id("standing-rows").all("bdi")] == names


def test_nobody_found_is_said(client: Client, tournament: Tournament) -> None:
    page = get_page(client, address(tournament, "?name=zzz"))

    assert page.by_id("standing-rows").text == "No player matches “zzz”. Show all"


def test_before_the_first_card_the_page_says_what_will_be_there(client: Client) -> None:
    tournament, _ = put_up(without_cards(round_robin()), client)

    page = get_page(client, address(tournament))

    assert "No scorecards yet. Standings appear when scorecards are entered." in page.text
    assert facts(page) == {"Qualify": "1 of 4 one in four, rule 13.2.b"}


def test_before_anybody_is_entered_the_page_opens(client: Client) -> None:
    tournament, _ = put_up(EventFile(agreed().event), client)

    assert facts(get_page(client, address(tournament))) == {"Qualify": "0 of 0 one in four, rule 13.2.b"}


def test_earlier_edition_cites_its_own_number(client: Client) -> None:
    file = agreed()
    tournament, _ = put_up(replace(file, event=replace(file.event, edition="acc-2010")), client)

    page = get_page(client, address(tournament))

    assert facts(page)["Qualify"] == "1 of 4 one in four, playoff brackets and byes, 2"


def test_number_of_queries_does_not_depend_on_the_size(client: Client) -> None:
    counts: list[int] = []
    for players, games in ((24, 9), (40, 9)):
        tournament, _ = put_up(replace(make_event(players=players, games=games, settled=True), decisions=()), client)
        [moved, *_] = Evidence(tournament).moved
        pages = ("", "evidence/?show=all", f"evidence/{moved.holder.number}/")
        counts += [queries_of(client, address(tournament, more)) for more in pages]

    assert counts[:3] == counts[3:]


# The exemption from one in four (rule 13.2.b).


def test_13_2_b_exemption_is_entered_with_its_reason_and_goes_back(client: Client, tournament: Tournament) -> None:
    there = client.post(address(tournament, "exemption/"), {"qualifiers": "3", "reason": "a small field"})
    exempted = facts(get_page(client, address(tournament)))["Qualify"]
    back = client.post(address(tournament, "exemption/"), {"back": "1", "seen": "3"})

    assert (there.status_code, back.status_code) == (302, 302)
    assert exempted == "3 of 4 by exemption; one in four would be 1 Reason: a small field"
    assert facts(get_page(client, address(tournament)))["Qualify"] == "1 of 4 one in four, rule 13.2.b"


def test_13_2_b_exemption_that_cannot_be_is_refused_with_all_that_was_typed(client: Client) -> None:
    for typed, told in [
        ({"qualifiers": "3", "reason": " "}, "Enter a reason. The public page shows it."),
        ({"qualifiers": "", "reason": "a small field"}, "Enter the number of qualifiers."),
        ({"qualifiers": "half", "reason": "a small field"}, "Enter a whole number of qualifiers."),
        ({"qualifiers": "5", "reason": "a small field"}, "5 cannot qualify. Enter 1 to 4."),
        ({"qualifiers": "0", "reason": "a small field"}, "0 cannot qualify. Enter 1 to 4."),
    ]:
        tournament, _ = put_up(agreed(), client)

        response = client.post(address(tournament, "exemption/"), typed)

        page = read_page(response.content.decode())
        assert response.status_code == 422
        [error] = [found for found in page.all("ul") if "errorlist" in (found.attributes.get("class") or "")]
        assert error.texts("li") == [told]
        assert page.by_id("id_qualifiers").attributes.get("value", "") == typed["qualifiers"]
        tournament.refresh_from_db()
        assert tournament.qualifiers is None


@pytest.mark.parametrize("typed", [{"qualifiers": "2", "reason": "a small hall"}, {"back": "1"}])
def test_13_2_b_exemption_that_somebody_else_has_changed_is_refused(
    client: Client, tournament: Tournament, member: StaffMember, typed: dict[str, str]
) -> None:
    set_exemption(tournament=tournament, actor=member, qualifiers=3, reason="a small field")

    response = client.post(address(tournament, "exemption/"), typed | {"seen": ""})

    page = read_page(response.content.decode())
    assert response.status_code == 409
    assert "Another person changed the number of qualifiers" in page.text
    assert page.by_id("id_qualifiers").attributes.get("value", "") == typed.get("qualifiers", "")
    assert facts(page)["Qualify"].startswith("3 of 4 by exemption")


def test_checker_sees_no_exemption_to_enter(client: Client, tournament: Tournament) -> None:
    client.force_login(checker(tournament).user)

    assert "Save number of qualifiers" not in get_page(client, address(tournament)).texts("button")


FOLLOWING = {"HX-Request": "true", "HX-Target": "ranking-now"}


def test_page_that_follows_is_answered_with_nothing_while_nothing_changes(
    client: Client, tournament: Tournament
) -> None:
    response = client.get(address(tournament, f"?seen={tournament.version}"), headers=FOLLOWING)

    assert (response.status_code, response.content) == (204, b"")


def test_page_that_follows_gets_the_line_and_the_rows_as_they_are_searched(
    client: Client, tournament: Tournament, member: StaffMember
) -> None:
    seen = tournament.version
    set_exemption(tournament=tournament, actor=member, qualifiers=2, reason="a small field")

    response = client.get(address(tournament, f"?seen={seen}&sort=name&name=entrant"), headers=FOLLOWING)

    page = read_page(response.content.decode())
    assert page.texts("html") == []
    assert facts(page)["Qualify"].startswith("2 of 4 by exemption")
    assert page.by_id("standing-rows").attributes["hx-swap-oob"] == "true"
    assert [row[1].split(" ")[1] for row in rows(page)] == ["1", "2", "3", "4"]
    assert page.by_id("ranking-now").attributes["hx-get"] == address(tournament, f"?seen={seen + 1}")


def test_page_with_what_was_refused_keeps_what_was_typed(client: Client, tournament: Tournament) -> None:
    opened = get_page(client, address(tournament))
    refused = client.post(address(tournament, "exemption/"), {"qualifiers": "9", "reason": "a small field"})

    page = read_page(refused.content.decode())
    assert "data-keeps" not in opened.by_id("ranking-now").attributes
    assert "data-keeps" in page.by_id("ranking-now").attributes
    assert page.by_id("id_reason").text == "a small field"


def test_search_after_sorting_stays_sorted(client: Client, tournament: Tournament) -> None:
    response = client.get(address(tournament, "?sort=seat"), headers=HTMX)

    [field] = read_page(response.content.decode()).all("input")
    assert (field.attributes["name"], field.attributes["value"], field.attributes["form"]) == ("sort", "seat", "find")


def test_weekly_night_without_playoffs_has_places_and_no_line(client: Client) -> None:
    tournament, _ = put_up(next(iter(make_weeks(players=8))), client)

    page = get_page(client, address(tournament))

    assert [row[0] for row in rows(page)] == [str(place) for place in range(1, 9)]
    standing = page.by_id("standing-rows").all("tr")
    assert [row for row in standing if row.attributes.get("class") == "is-qualifying"] == []
    assert facts(page) == {"Qualify": "nobody: no playoffs, so the standings are final", "State": "Settled"}
    assert "high non-qualifier" not in page.text
    # A director who sets a number has a line.
    Tournament.objects.update(qualifiers=2, qualifiers_reason="Two play for the cup")
    assert ["Qualifying line: 2 of 8 qualify"] in rows(get_page(client, address(tournament)))
