"""One entrant's page: the details, and two people at them at once."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories.tournaments import EntrantFactory, SubstitutionFactory
from tests.pages import get_page, read_page
from tests.tournaments.entrants.conftest import Post
from tournaments.entrants.services.registration import add_entrant, digest_of
from tournaments.models import AuditEntry, Entrant, Player, StaffMember, Tournament
from tournaments.rules.currency import money


@pytest.fixture
def ann(tournament: Tournament, dee: StaffMember) -> Entrant:
    return add_entrant(tournament=tournament, actor=dee, entrant=Entrant(name="Ann Lee", acc_number="HI296")).entrant


def details_of(entrant: Entrant, **changed: Any) -> dict[str, Any]:
    entrant.refresh_from_db()
    kept = ("name", "partner", "acc_number", "club", "city", "first_game", "fee_owed", "fee_paid", "note")
    return {
        **{field: getattr(entrant, field) for field in kept},
        "fee_owed": money(entrant.fee_owed),
        "fee_paid": money(entrant.fee_paid),
        "seen": digest_of(entrant),
        **changed,
    }


def test_details_are_changed_and_logged(post: Post, ann: Entrant) -> None:
    response = post("1/", **details_of(ann, club="Hilo Pegs", fee_paid="15.50", note="walks badly"))

    entry = AuditEntry.objects.first()
    ann.refresh_from_db()
    assert (response.status_code, response["Location"]) == (302, f"/t/bay/entrants/1/?done={entry.pk}")
    assert (ann.club, ann.fee_paid, ann.note) == ("Hilo Pegs", 15_50, "walks badly")
    assert entry.before == {"number": 1, "club": "", "fee_paid": "0.00", "note": ""}
    assert entry.after == {"number": 1, "club": "Hilo Pegs", "fee_paid": "15.50", "note": "walks badly"}


@pytest.mark.parametrize("played_before", [False, True])
def test_corrected_name_leaves_no_misspelt_player_behind_who_has_not_played_before(
    post: Post, ann: Entrant, played_before: bool
) -> None:
    if played_before:
        EntrantFactory(player=ann.player)

    post("1/", **details_of(ann, name="Anne Lee"))

    known = sorted(Player.objects.values_list("name", flat=True))
    assert known == (["Ann Lee", "Anne Lee"] if played_before else ["Anne Lee"])


def test_nothing_is_logged_where_nothing_differs(post: Post, ann: Entrant) -> None:
    response = post("1/", **details_of(ann))

    assert response["Location"] == "/t/bay/entrants/1/"
    assert AuditEntry.objects.count() == 1


@pytest.mark.parametrize(("written", "stored"), [("€ 1,200.50", "1200.50"), (" 7 ", "7.00")])
def test_amounts_are_taken_as_people_write_them(written: str, stored: str, post: Post, ann: Entrant) -> None:
    post("1/", **details_of(ann, fee_owed=written))

    ann.refresh_from_db()
    assert money(ann.fee_owed) == stored


def test_more_paid_than_owed_is_saved_and_told(director: Client, post: Post, ann: Entrant) -> None:
    post("1/", **details_of(ann, fee_owed="20", fee_paid="50"))

    page = get_page(director, "/t/bay/entrants/1/")
    assert page.by_id("messages").text == "Saved: $50.00 paid of $20.00 owed, $30.00 too much. Check the amount."
    assert "paid $50.00 of $20.00: $30.00 too much" in page.texts("span")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", "", "The name cannot be blank."),
        ("first_game", "4", "The event has games 1 to 3."),
        ("fee_paid", "-1", "“-1” is not an amount between 0 and 9,999,999.99. Enter an amount such as 20 or 20.50."),
        ("fee_paid", "abc", "“abc” is not an amount. Enter an amount such as 20 or 20.50."),
        (
            "fee_paid",
            "1.005",
            "“1.005” has fractions of a cent, or a point between thousands. Enter an amount such as 20 or 20.50.",
        ),
        ("club", "x" * 201, "201 characters are too many. Enter up to 200."),
    ],
)
def test_details_that_cannot_be_say_why_and_stay_typed(
    post: Post, ann: Entrant, field: str, value: str, message: str
) -> None:
    response = post("1/", **details_of(ann, city="Kona", **{field: value}))

    form = read_page(response.content.decode()).by_id("details")
    typed = {part.attributes.get("name"): part.attributes.get("value") for part in form.all("input")}
    ann.refresh_from_db()
    assert (response.status_code, ann.city) == (422, "")
    assert message in form.texts("li")
    assert (typed["city"], typed[field] or "") == ("Kona", value)


def test_later_save_shows_both_and_counts_when_it_is_meant(post: Post, ann: Entrant) -> None:
    mine = details_of(ann, club="Mine", city="Hilo")
    post("1/", **details_of(ann, club="Theirs"))

    response = post("1/", **mine)

    page = read_page(response.content.decode())
    ann.refresh_from_db()
    assert (response.status_code, ann.club) == (409, "Theirs")
    rows = [row.texts("th", "td") for row in page.all("table")[0].all("tr")[1:]]
    assert rows == [["Club", "Theirs", "Mine"], ["City", "blank", "Hilo"]]

    form = {part.attributes.get("name"): part.attributes.get("value") or "" for part in page.all("input")}
    post("1/", **{**mine, "seen": form["seen"]})

    ann.refresh_from_db()
    assert (ann.club, ann.city) == ("Mine", "Hilo")


def test_check_in_meanwhile_is_no_conflict(post: Post, ann: Entrant) -> None:
    mine = details_of(ann, club="Mine")
    post("1/check-in/", is_here="1")

    response = post("1/", **mine)

    assert response.status_code == 302


@pytest.mark.usefixtures("ann")
def test_entrant_who_is_not_there_or_elsewhere_is_not_found(director: Client) -> None:
    EntrantFactory(number=7)

    statuses = [director.get(f"/t/bay/entrants/{number}/").status_code for number in ("0", "7", "9", "9" * 30)]

    assert statuses == [404] * 4


def test_page_shows_names_as_text(director: Client, tournament: Tournament) -> None:
    EntrantFactory(tournament=tournament, number=1, name="<b>Ann</b>", note="</textarea><script>")

    page = get_page(director, "/t/bay/entrants/1/")

    assert page.texts("h1") == ["<b>Ann</b>"]


def test_number_of_queries_does_not_depend_on_what_is_there(
    director: Client, tournament: Tournament, ann: Entrant
) -> None:
    counts = []
    for more in (1, 30):
        EntrantFactory.create_batch(more, tournament=tournament)
        for game in range(more):
            SubstitutionFactory(entrant=ann, from_game=game + 1)
        with CaptureQueriesContext(connection) as queries:
            director.get("/t/bay/entrants/1/")
        counts.append(len(queries))

    assert counts[0] == counts[1]
