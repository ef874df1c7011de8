"""Long lists in parts: what each page holds, where it leads, and what becomes of an address that is wrong."""

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from tests.pages import read_page
from tournaments.paging import ListPage, page_of_rows

ROWS = list(range(1, 8))


def page(query: str, rows: list[int] = ROWS) -> ListPage[int]:
    return page_of_rows(QueryDict(query), rows, size=3)


@pytest.mark.parametrize(
    ("query", "rows", "links"),
    [
        ("", [1, 2, 3], {"Next": "?page=2", "Show all": "?page=all"}),
        ("page=2", [4, 5, 6], {"Previous": "?page=1", "Next": "?page=3", "Show all": "?page=all"}),
        ("page=3", [7], {"Previous": "?page=2", "Show all": "?page=all"}),
        ("page=99", [7], {"Previous": "?page=2", "Show all": "?page=all"}),
        ("page=all", ROWS, {"Show 3 at a time": "?page=1"}),
        ("page=-1", [1, 2, 3], {"Next": "?page=2", "Show all": "?page=all"}),
        ("page=9999999999", [1, 2, 3], {"Next": "?page=2", "Show all": "?page=all"}),
    ],
)
def test_page_has_its_rows_and_leads_to_the_others(query: str, rows: list[int], links: dict[str, str]) -> None:
    found = page(query)

    shown = read_page(render_to_string("components/pages.html", {"page": found}))

    assert found.rows == rows
    assert dict(zip(shown.texts("a"), shown.links, strict=True)) == links


def test_links_keep_what_else_is_asked_for_but_the_change_just_made() -> None:
    found = page("find=a+b&page=2&done=7&sort=name")

    assert (found.before, found.whole) == ("find=a+b&sort=name&page=1", "find=a+b&sort=name&page=all")


def test_page_says_which_rows_it_shows_also_on_paper() -> None:
    shown = read_page(render_to_string("components/pages.html", {"page": page("page=2")}))

    assert shown.texts("span") == ["4 to 6 of 7"]
    assert shown.texts("p") == ["4 to 6 of 7. To print all of them, choose “Show all” on the page first."]


@pytest.mark.parametrize("rows", [[], [1, 2, 3]])
def test_short_list_is_one_page_that_leads_nowhere(rows: list[int]) -> None:
    found = page("page=2", rows)

    assert (found.rows, found.is_part) == (rows, False)
    assert render_to_string("components/pages.html", {"page": found}).strip() == ""
