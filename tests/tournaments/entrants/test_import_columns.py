"""Taking in a list: which row holds the headings, and which column is taken for what."""

import pytest

from tests.tournaments.entrants.conftest import Post
from tests.tournaments.entrants.importing import form_of, headings, page_of
from tournaments.models import Entrant


def test_columns_can_be_taken_otherwise(post: Post) -> None:
    first = post("import/", pasted="Player;Where\nAnn Lee;Hilo\n")

    second = post("import/", **form_of(first, **{"column-1": "city"}))
    post("import/store/", **form_of(second))

    assert Entrant.objects.get().city == "Hilo"


def test_columns_changed_after_the_comparison_are_compared_before_they_are_stored(post: Post) -> None:
    shown = post("import/", pasted="Player;Where\nAnn Lee;Hilo\n")

    response = post("import/store/", **form_of(shown, **{"column-1": "city"}))

    assert (response.status_code, Entrant.objects.count()) == (409, 0)
    post("import/store/", **form_of(response))
    assert Entrant.objects.get().city == "Hilo"


def test_first_row_can_be_said_to_be_somebody(post: Post) -> None:
    form = form_of(post("import/", pasted="Name,Club\nAnn Lee,Hilo\n"))

    response = post("import/", **{**form, "headings": ""})

    assert headings(response) == ["Doubtful: 1", "New: 1"]


def test_row_with_the_headings_can_be_chosen(post: Post) -> None:
    form = form_of(post("import/", pasted="Spring,Open\nWho,Home club\nAnn Lee,Hilo\n"))

    response = post("import/", **{**form, "headings": "2", "columns_right": "yes"})
    post("import/store/", **form_of(response))

    assert headings(response) == ["Left out: 1", "New: 1"]
    assert Entrant.objects.get().club == "Hilo"


def test_columns_follow_the_row_with_the_headings(post: Post) -> None:
    form = form_of(post("import/", pasted="Name,Club\nCity,Name\nHilo,Ann Lee\n"))

    response = post("import/", **{**form, "headings": "2"})
    post("import/store/", **form_of(response))

    assert list(Entrant.objects.values_list("name", "city")) == [("Ann Lee", "Hilo")]


def test_headings_alone_say_that_there_is_nothing_to_store(post: Post) -> None:
    response = post("import/", pasted="Name,Club\n")

    assert response.status_code == 422
    assert page_of(response).by_id("columns").texts("p") == [
        "Nothing to import: no row below the headings holds anything."
    ]


@pytest.mark.parametrize("where", ["import/", "import/store/"])
def test_columns_that_cannot_be_say_why(post: Post, where: str) -> None:
    shown = post("import/", pasted="Name,Club\nAnn Lee,Hilo\n")
    said = {
        ("column-0", ""): "No column is imported as the name. Choose the column with the names.",
        ("column-1", "name"): "Two columns are imported as “Name”: choose one.",
        ("column-1", "last_name"): ("Choose either one column for the whole name or those for first and last name."),
    }

    answers = {asked: post(where, **form_of(shown, **dict([asked]))) for asked in said}

    assert {asked: page_of(answer).by_id("columns").texts("p") for asked, answer in answers.items()} == {
        asked: [message] for asked, message in said.items()
    }
    assert [answer.status_code for answer in answers.values()] == [422] * 3
    assert Entrant.objects.count() == 0
