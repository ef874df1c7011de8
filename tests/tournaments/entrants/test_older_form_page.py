"""A form that was made before the event went on from an older copy: its numbers may be of somebody else by now."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.pages import get_page, read_page
from tests.tournaments.entrants.conftest import HTMX, Post
from tests.tournaments.entrants.test_entrant import details_of
from tournaments.models import AuditEntry, Entrant
from tournaments.term import Term, current_term, take_term

pytestmark = pytest.mark.usefixtures("first_term")

SAID = "Not saved. The event was continued from an older copy after this page was opened."
ROW = {**HTMX, "HX-Target": "check-in-row"}
DOOR = "/t/bay/entrants/check-in/"
FORMS: dict[str, tuple[str, dict[str, str]]] = {
    "check-in": ("check-in/", {"here": "1"}),
    "fee": ("check-in/", {"paid": "1 15.00"}),
    "check-in in the list": ("1/check-in/", {"is_here": "1"}),
    "fee in the list": ("1/fee/", {"amount": "15.00"}),
    "withdrawal": ("1/withdrawal/", {"after_game": "0"}),
    "removal": ("1/removal/", {}),
    "new": ("", {"name": "Di Dogwood"}),
}


def told_by(client: Client, address: str) -> str:
    """Return the term that each form of a page says it was made in."""
    forms = [one for one in get_page(client, address).all("form") if one.attributes.get("method") == "post"]
    told = {
        field.attributes["value"]
        for form in forms
        for field in form.all("input")
        if field.attributes.get("name") == "page-term"
    }
    assert sum("page-term" in str(form) for form in forms) == len(forms)
    [term] = told
    return str(term)


def send(post: Post, where: str, **data: Any) -> tuple[int, int]:
    before = AuditEntry.objects.count()
    return post(where, **data).status_code, AuditEntry.objects.count() - before


@pytest.mark.parametrize("address", [DOOR, "/t/bay/entrants/1/", "/t/bay/entrants/", "/t/bay/staff/"])
def test_each_form_says_in_which_term_it_was_made(director: Client, ann: Entrant, address: str) -> None:
    assert told_by(director, address) == str(current_term())


@pytest.mark.parametrize(("where", "data"), FORMS.values(), ids=FORMS)
def test_form_of_before_saves_nothing_and_says_so(post: Post, ann: Entrant, where: str, data: dict[str, str]) -> None:
    before = str(current_term())
    take_term()
    kept = AuditEntry.objects.count()

    plain = post(where, **data, **{"page-term": before})
    in_place = post(where, target="check-in-row", **data, **{"page-term": before})

    assert (plain.status_code, in_place.status_code, AuditEntry.objects.count()) == (409, 409, kept)
    assert SAID in read_page(plain.content.decode()).text
    assert read_page(in_place.content.decode()).text.startswith(SAID)
    assert (in_place["HX-Retarget"], in_place["HX-Reswap"]) == ("#messages", "innerHTML show:top")


def test_what_was_typed_stands_on_the_page_that_refuses_it(post: Post, ann: Entrant, director: Client) -> None:
    before = str(current_term())
    take_term()
    typed = details_of(ann, club="Hilo Pegs", note="walks <badly>")

    answer = director.post(
        "/t/bay/entrants/1/",
        {**typed, "page-term": before},
        headers={"Referer": "http://testserver/t/bay/entrants/1/?a=b"},
    )
    page = read_page(answer.content.decode())

    ann.refresh_from_db()
    assert (answer.status_code, ann.club) == (409, "")
    assert ("Club Hilo Pegs" in page.text, "Note walks <badly>" in page.text) == (True, True)
    assert (before in page.text, typed["seen"] in page.text) == (False, False)
    assert "/t/bay/entrants/1/?a=b" in page.links


def test_form_of_now_or_of_a_program_is_taken(post: Post, ann: Entrant) -> None:
    take_term()
    answers: list[HttpResponse] = [
        post("check-in/", here="1", **{"page-term": str(current_term())}),
        post("check-in/", paid="1 15.00"),
    ]

    ann.refresh_from_db()
    assert ([one.status_code for one in answers], ann.fee_paid) == ([302, 302], 20_00)
    assert ann.checked_in_at is not None


def test_form_of_a_term_with_another_word_is_refused(post: Post, ann: Entrant) -> None:
    other = Term(current_term().number, "badokiru")

    assert post("check-in/", here="1", **{"page-term": str(other)}).status_code == 409
