"""The public pages of the rule index."""

import pytest
from django.test import Client

from brackets.event_files.store import import_event
from judging.rules.edition_changes import comparison_in_words, differences
from judging.rules.quick_reference import SITUATIONS
from judging.rules.rulebook import BOOK_NAMES, BOOKS, CLUB, EARLIER, GENERAL, IN_FORCE, parts_of, rules_of
from judging.rules.search import search
from tests.conftest import SHARE_OF_EXAMPLES
from tests.events import round_robin
from tests.pages import Element, get_page
from tournaments.rules.constants import EDITIONS, GAMES_55PLUS

# Their content is in no database: test_page_asks_the_database_for_nothing_...
pytestmark = [pytest.mark.django_db, pytest.mark.once]

KEPT = ["/rules/", "/rules/changes/", "/rules/acc-2020/", "/rules/acc-2020/8.4.b.(3)/", "/rules/acc-2010/1.6/"]


def address_of(edition: str, number: str) -> str:
    return f"/rules/{edition}/{number}/".replace(" ", "%20")


def found_in(page: Element) -> list[str]:
    """Return where the results of a search lead."""
    return page.by_id("found").links


@pytest.mark.parametrize("edition", BOOKS)
def test_index_leads_to_every_number_in_order_and_marks_what_is_withdrawn(client: Client, edition: str) -> None:
    page = get_page(client, f"/rules/{edition}/")

    lists = [element for element in page.all("ul") if element.attributes.get("class") == "rule-index"]
    assert [link for listed in lists for link in listed.links] == [
        address_of(edition, rule.number) for _, within in parts_of(edition) for rule in within
    ]
    marked = [item.links for item in page.all("li") if "withdrawn" in item.texts("span")]
    assert marked == ([[address_of(IN_FORCE, "5.1.b")]] if edition == IN_FORCE else [])


@pytest.mark.parametrize("address", ["/rules/", "/rules/acc-2020/", "/rules/acc-2010/"])
def test_quick_reference_has_every_situation(client: Client, address: str) -> None:
    page = get_page(client, address)

    names = [element.all("span")[0].text for element in page.all("summary")]
    assert names == [situation.name for situations in SITUATIONS.values() for situation in situations]


@pytest.mark.parametrize(
    ("page", "typed", "edition", "number"),
    [
        ("/rules/", "quit early", IN_FORCE, "CE.12"),
        ("/rules/acc-2020/", "drunk", IN_FORCE, "CE.6"),
        ("/rules/acc-2010/", "drunk", EARLIER, "CE.6"),
    ],
)
def test_search_leads_to_the_code_of_ethics(client: Client, page: str, typed: str, edition: str, number: str) -> None:
    found = found_in(get_page(client, f"{page}?q={typed.replace(' ', '+')}"))

    assert found[0] == address_of(edition, number)
    assert rules_of(edition)[number].summary in get_page(client, found[0]).text


@pytest.mark.parametrize("edition", BOOKS)
def test_search_shows_what_was_found_best_first(client: Client, edition: str) -> None:
    page = get_page(client, f"/rules/{edition}/?q=pegged+wrong+hole")

    found = search(edition, "pegged wrong hole")
    assert found_in(page) == [address_of(edition, rule.number) for rule in found]
    assert page.by_id("q").attributes["value"] == "pegged wrong hole"
    assert page.by_id("found").texts("p")[0] == f"{len(found)} found in the {BOOK_NAMES[edition]}, best match first."


def test_search_under_htmx_answers_with_the_results_alone(client: Client) -> None:
    page = get_page(client, "/rules/acc-2010/?q=renege", hx_request="true", hx_target="found")

    assert found_in(page)[0] == address_of(EARLIER, "7.3")
    assert page.all("h1", "form") == []


@pytest.mark.parametrize(("edition", "number"), [(IN_FORCE, "14.1"), (EARLIER, "13"), (GENERAL, None), (CLUB, None)])
def test_search_that_finds_nothing_leads_to_what_no_rule_covers(
    client: Client, edition: str, number: str | None
) -> None:
    found = get_page(client, f"/rules/{edition}/?q=%3Ci%3Exyzzy").by_id("found")

    assert found.links == ([address_of(edition, number)] if number else [])
    assert f"No rule in the {BOOK_NAMES[edition]} fits “<i>xyzzy”." in found.text


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_rule_has_its_page(client: Client, edition: str) -> None:
    for rule in list(rules_of(edition).values())[::SHARE_OF_EXAMPLES]:
        page = get_page(client, address_of(edition, rule.number))

        assert page.texts("h1") == [f"{rule.number} {rule.title}"]
        assert rule.summary in page.texts("p")
        assert comparison_in_words(rule) in page.texts("strong")


def test_rule_stands_with_its_parts_its_neighbors_and_what_it_belongs_to(client: Client) -> None:
    page = get_page(client, "/rules/acc-2020/8.4/")

    navigation = {element.attributes["aria-label"]: element.links for element in page.all("nav")}
    assert navigation["Where this rule stands"] == ["/rules/acc-2020/", "/rules/acc-2020/8/"]
    assert navigation["Before and after"] == ["/rules/acc-2020/8.3/", "/rules/acc-2020/8.5/"]
    [parts] = [element for element in page.all("ul") if element.attributes.get("class") == "rule-list"]
    assert parts.links == [
        f"/rules/acc-2020/8.4.{part}/"
        for part in ("a", "a.(1)", "a.(2)", "a.(3)", "b", "b.(1)", "b.(2)", "b.(3)", "c", "c.(1)", "c.(2)", "d")
    ]


def test_changed_rule_stands_beside_the_other_editions(client: Client) -> None:
    page = get_page(client, "/rules/acc-2020/8.10/")

    here, there = page.all("article")
    assert here.text == f"2020: 8.10 {rules_of(IN_FORCE)['8.10'].title} {rules_of(IN_FORCE)['8.10'].summary}"
    assert there.text == f"2010: 8.11 {rules_of(EARLIER)['8.11'].title} {rules_of(EARLIER)['8.11'].summary}"
    assert there.links == ["/rules/acc-2010/8.11/"]


def test_rule_that_only_moved_leads_to_its_other_number(client: Client) -> None:
    page = get_page(client, "/rules/acc-2010/8.9/")

    assert "The same in the 2020 edition, as 8.8." in page.texts("strong")
    assert "/rules/acc-2020/8.8/" in page.links
    assert page.all("article") == []


def test_withdrawn_rule_says_that_no_ruling_can_cite_it(client: Client) -> None:
    texts = get_page(client, "/rules/acc-2020/5.1.b/").texts("p")

    assert "Withdrawn. The 2020 edition deleted this rule; no ruling can cite it." in texts


def test_terms_stand_in_a_list(client: Client) -> None:
    page = get_page(client, "/rules/acc-2010/1.6/")

    assert [item for item in page.texts("li") if item.startswith("stink hole")] == [
        "stink hole: hole 120, one short of the end"
    ]


def test_changes_are_listed_rule_by_rule(client: Client) -> None:
    page = get_page(client, "/rules/changes/")

    rows = [element.links for element in page.all("tr")][1:]
    assert rows == [
        [
            *([address_of(IN_FORCE, difference.here.number)] if difference.here else []),
            *([address_of(EARLIER, difference.there.number)] if difference.there else []),
        ]
        for difference in differences()
    ]


def test_number_that_is_written_otherwise_leads_to_the_rule(client: Client) -> None:
    response = client.get("/rules/acc-2020/4.4d9/")

    assert (response.status_code, response["Location"]) == (302, "/rules/acc-2020/4.4.d.(9)/")


@pytest.mark.parametrize(
    "address",
    ["/rules/acc-1999/", "/rules/acc-1999/8.4/", "/rules/acc-2020/99/", "/rules/acc-2020/8.11/", "/rules/8.4/"],
)
def test_what_is_not_there_is_not_there(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("address", KEPT)
def test_page_asks_the_database_for_nothing_and_is_sent_again_only_when_it_has_changed(
    client: Client, address: str, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    with django_assert_num_queries(0):
        first = client.get(address)
        again = client.get(address, headers={"If-None-Match": first["ETag"]})

    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert first["Vary"] == "Accept-Encoding, HX-Request, HX-Target"


def test_page_takes_no_form(client: Client) -> None:
    assert client.post("/rules/").status_code == 405


def test_every_foot_leads_to_the_rules(client: Client) -> None:
    tournament = import_event(event_file=round_robin())

    lists = get_page(client, "/").all("footer")[0].links
    event = get_page(client, tournament.get_absolute_url()).all("footer")[0].links

    assert lists[0] == "/rules/"
    assert event[0] == f"/rules/{tournament.edition}/"


# Books by line


@pytest.mark.parametrize("address", ["/rules/", "/rules/club-rules/", "/rules/acc-2020/8.4/"])
def test_every_page_of_the_rules_leads_to_all_five_books(client: Client, address: str) -> None:
    tabs = get_page(client, address).all("nav")[0].links

    assert [link for link in tabs if link.count("/") == 3 and link != "/rules/changes/"] == [
        f"/rules/{book}/" for book in BOOKS
    ]


@pytest.mark.parametrize(
    ("edition", "number"), [(GAMES_55PLUS, "line 115"), (GENERAL, "line 97.3"), (CLUB, "line 1.18")]
)
def test_rule_by_line_has_a_page_that_compares_it_with_nothing(client: Client, edition: str, number: str) -> None:
    page = get_page(client, address_of(edition, number))

    rule = rules_of(edition)[number]
    assert page.all("h1")[0].text.split() == f"{number} {rule.title}".split()
    assert rule.summary in page.text
    assert "beside it" not in page.text
    assert "What counts is the source itself" in page.text


def test_line_alone_leads_to_its_rule(client: Client) -> None:
    response = client.get("/rules/games-55plus/115/")

    assert (response.status_code, response["Location"]) == (302, address_of(GAMES_55PLUS, "line 115"))


@pytest.mark.parametrize("address", ["/rules/", "/rules/acc-2020/", "/rules/acc-2020/4.4/", "/rules/changes/"])
def test_who_came_from_an_event_finds_back_from_every_page_of_the_rules(client: Client, address: str) -> None:
    page = get_page(client, f"{address}?event=bay-open")

    inside = [link for link in page.links if link.startswith("/rules/")]
    assert "/t/bay-open/" in page.links
    assert [link for link in inside if not link.endswith("?event=bay-open")] == []
    assert "/t/bay-open/" not in get_page(client, address).links
