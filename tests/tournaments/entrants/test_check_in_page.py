"""Check-in at the door: one page for everybody, one request a tap, everybody at once."""

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from brackets.models import Payment, Stake
from brackets.payouts.services import open_pool
from brackets.rules.payouts import PoolSharing
from tests.factories.tournaments import EntrantFactory, director_of
from tests.pages import get_page, read_page
from tests.tournaments.entrants.conftest import Post
from tournaments.models import AuditEntry, Entrant, Tournament

DOOR = "/t/bay/entrants/check-in/"
MAX_BYTES = 50_500


def enter(tournament: Tournament, count: int) -> None:
    for number in range(1, count + 1):
        EntrantFactory(
            tournament=tournament,
            number=number,
            name=f"Bartholomew Castellanos-{number}",
            acc_number=f"HI{number:04}",
            city="Port Townsend",
            seat=f"A-{number}",
            fee_owed=60_00,
        )


def tap(post: Post, name: str, value: str) -> HttpResponse:
    return post("check-in/", target="check-in-row", **{name: value})


@pytest.mark.slow
def test_last_dozen_of_124_entrants_is_checked_in_and_pays_with_a_request_each(
    post: Post, director: Client, tournament: Tournament
) -> None:
    enter(tournament, 124)
    Entrant.objects.filter(number__gt=12).update(checked_in_at=timezone.now(), fee_paid=60_00)

    statuses = {tap(post, "here", str(number)).status_code for number in range(1, 13)}
    statuses |= {tap(post, "paid", f"{number} 60.00").status_code for number in range(1, 13)}

    assert statuses == {200}
    assert Entrant.objects.filter(checked_in_at__isnull=False, fee_paid=60_00).count() == 124
    assert get_page(director, DOOR).by_id("check-in-counts").text == "124 of 124 checked in, 124 paid"


def test_page_of_124_entrants_is_light(director: Client, tournament: Tournament) -> None:
    enter(tournament, 124)

    assert len(director.get(DOOR).content) <= MAX_BYTES


def test_whom_the_door_waits_for_come_first_then_who_owes(director: Client, tournament: Tournament) -> None:
    for number, name in enumerate(["Ann Ash", "Bo Birch", "Cy Cedar", "Di Dogwood", "Ed Elm"], 1):
        EntrantFactory(tournament=tournament, number=number, name=name, fee_owed=60)
    now = timezone.now()
    Entrant.objects.filter(number=1).update(checked_in_at=now, fee_paid=60)
    Entrant.objects.filter(number=2).update(checked_in_at=now)
    Entrant.objects.filter(number=3).update(withdrawn_after_game=0)

    names = [name for name in get_page(director, DOOR).texts("bdi") if "," in name]

    assert [name.split(",")[0] for name in names] == ["Dogwood", "Elm", "Birch", "Ash", "Cedar"]


def test_tap_brings_back_its_row_and_the_counts(post: Post, tournament: Tournament) -> None:
    enter(tournament, 2)

    here = read_page(tap(post, "here", "1").content.decode())
    paid = read_page(tap(post, "paid", "1 60.00").content.decode())

    assert here.by_id("check-in-counts").text == "1 of 2 checked in, 0 paid"
    assert here.by_id("e1").texts("button") == ["Undo", "Record $60.00"]
    assert paid.by_id("e1").texts("b") == ["A-1", "here", "paid $60.00"]


def test_tap_is_undone_in_its_place(post: Post, tournament: Tournament) -> None:
    enter(tournament, 1)
    tap(post, "here", "1")
    paid = read_page(tap(post, "paid", "1 60.00").content.decode())
    undo, *_ = [button for button in paid.all("button") if button.attributes["name"] == "undo"]

    tap(post, "away", "1")
    tap(post, "undo", undo.attributes["value"] or "")

    entrant = Entrant.objects.get()
    assert (entrant.checked_in_at, entrant.fee_paid) == (None, 0)


def test_here_and_paid_records_both(post: Post, tournament: Tournament) -> None:
    enter(tournament, 1)

    response = tap(post, "both", "1 60.00")

    entrant = Entrant.objects.get()
    assert (entrant.checked_in_at is not None, entrant.fee_paid) == (True, 60_00)
    [payment] = [
        button for button in read_page(response.content.decode()).all("button") if button.text == "Undo payment"
    ]
    tap(post, "undo", payment.attributes["value"] or "")
    entrant.refresh_from_db()
    assert (entrant.checked_in_at is not None, entrant.fee_paid) == (True, 0)


def test_latecomer_is_told_to_have_no_seat_once_seats_are_drawn(
    post: Post, director: Client, tournament: Tournament
) -> None:
    enter(tournament, 2)
    Entrant.objects.filter(number=1).update(seat="")

    late = read_page(tap(post, "here", "1").content.decode())
    Entrant.objects.update(seat="")
    early = get_page(director, f"{DOOR}?card=1").by_id("check-in-card")

    assert "Here, owes $60.00. No seat yet." in late.texts("p")
    assert [link.attributes["href"] for link in late.all("a") if link.text == "Add latecomers"] == [
        "/t/bay/seating/schedule/#latecomers"
    ]
    assert "No seat yet" not in early.text


def test_card_alone_is_for_the_script(director: Client, tournament: Tournament) -> None:
    enter(tournament, 1)

    response = director.get(f"{DOOR}?card=1", headers={"HX-Request": "true", "HX-Target": "check-in-card"})

    card = read_page(response.content.decode())
    assert card.texts("button") == ["Here", "Record $60.00", "Here and paid", "Did not come"]
    assert card.all("table") == []


@pytest.mark.parametrize("number", ["9", "x", ""])
def test_card_of_nobody_is_no_card(director: Client, tournament: Tournament, number: str) -> None:
    enter(tournament, 1)

    assert get_page(director, f"{DOOR}?card={number}").by_id("check-in-card").texts("h2") == []


def test_other_fee_owed_by_now_is_said_in_the_row(post: Post, tournament: Tournament) -> None:
    enter(tournament, 1)
    Entrant.objects.update(fee_owed=20_00)

    response = tap(post, "paid", "1 60.00")

    [told] = read_page(response.content.decode()).by_id("e1").texts("p")
    assert (response.status_code, "now $20.00" in told) == (422, True)
    assert Entrant.objects.get().fee_paid == 0


@pytest.mark.parametrize("value", ["9", "x", "", "1" * 30])
@pytest.mark.usefixtures("tournament")
def test_nobody_of_that_number_is_not_found(post: Post, value: str) -> None:
    assert tap(post, "here", value).status_code == 404


def test_without_the_script_a_tap_leads_back_to_the_page(post: Post, director: Client, tournament: Tournament) -> None:
    enter(tournament, 1)

    response = post("check-in/", here="1")

    assert response["Location"] == f"{DOOR}?card=1&done={AuditEntry.objects.get().pk}"
    card = get_page(director, response["Location"]).by_id("check-in-card")
    assert (card.texts("h2"), card.texts("button")) == (
        ["Castellanos-1, Bartholomew"],
        ["Record $60.00", "Undo check-in"],
    )
    assert post("check-in/", paid="1 5.00").status_code == 422


def test_everybody_is_checked_in_at_once_and_that_is_undone(post: Post, tournament: Tournament) -> None:
    enter(tournament, 3)
    EntrantFactory(tournament=tournament, number=4, name="House", house_player=True)
    EntrantFactory(tournament=tournament, number=5, name="Gone", withdrawn_after_game=0)
    tap(post, "here", "2")

    post("check-in/", all="1")
    here = list(Entrant.objects.exclude(checked_in_at=None).order_by("number").values_list("number", flat=True))
    entry = AuditEntry.objects.get(action="entrants checked in")
    post("check-in/", undo=f"0 {entry.pk}")

    assert (here, entry.subject) == ([1, 2, 3], "2 entrants")
    assert list(Entrant.objects.exclude(checked_in_at=None).values_list("number", flat=True)) == [2]


@pytest.mark.usefixtures("tournament")
def test_nobody_to_check_in_is_said(post: Post) -> None:
    response = post("check-in/", all="1")

    assert (response.status_code, AuditEntry.objects.count()) == (422, 0)


def test_pairs_with_something_open_are_not_checked_in_with_the_others(post: Post, tournament: Tournament) -> None:
    Tournament.objects.update(scoring="total-points")
    known = {"partner": "Ben", "province": "Yukon", "birth_year": 1950, "partner_birth_year": 1951}
    EntrantFactory(tournament=tournament, number=1, name="Ada", **known)
    EntrantFactory(tournament=tournament, number=2, name="Cy", partner="Di")

    post("check-in/", all="1")

    assert list(Entrant.objects.exclude(checked_in_at=None).values_list("number", flat=True)) == [1]


def test_server_finds_what_the_page_does_not(director: Client, tournament: Tournament) -> None:
    enter(tournament, 2)
    EntrantFactory(tournament=tournament, number=3, name="Zoë Núñez")

    page = get_page(director, f"{DOOR}?find=nunez")

    assert [row.attributes.get("id") for row in page.all("tr")] == [None, "e3"]


def test_side_pool_is_ticked_and_unticked_on_the_card(post: Post, tournament: Tournament) -> None:
    enter(tournament, 2)
    dee = director_of(tournament, "Dee Rector")
    pool = open_pool(tournament=tournament, actor=dee, name="Q pool", sharing=PoolSharing.EQUAL, stake=1000)

    offered = read_page(tap(post, "here", "1").content.decode())
    joined = read_page(tap(post, "join", f"1 {pool.pk}").content.decode())
    stakes = list(Stake.objects.active().values_list("entrant__number", "amount", "made_by"))
    left = read_page(tap(post, "leave", f"1 {pool.pk}").content.decode())

    assert offered.all("section")[0].texts("button")[-1] == "☐ Q pool $10.00"
    assert joined.all("section")[0].texts("button")[-1] == "☑ Q pool $10.00"
    assert left.all("section")[0].texts("button")[-1] == "☐ Q pool $10.00"
    assert [number for number, *_ in stakes] == [1]
    assert (stakes[0][1], Stake.objects.active().count()) == (1000, 0)


def test_tick_without_script_comes_back_to_the_card(post: Post, director: Client, tournament: Tournament) -> None:
    enter(tournament, 1)
    dee = director_of(tournament, "Dee Rector")
    pool = open_pool(tournament=tournament, actor=dee, name="Q pool", sharing=PoolSharing.EQUAL, stake=1000)

    response = post("check-in/", join=f"1 {pool.pk}")
    again = post("check-in/", join=f"1 {pool.pk}")

    assert (response.status_code, again.status_code) == (302, 302)
    assert get_page(director, again["Location"]).by_id("check-in-card").texts("button")[-1] == "☑ Q pool $10.00"
    assert Stake.objects.active().count() == 1


def test_pool_that_has_paid_is_not_ticked_any_more(post: Post, tournament: Tournament) -> None:
    enter(tournament, 2)
    dee = director_of(tournament, "Dee Rector")
    pool = open_pool(tournament=tournament, actor=dee, name="Q pool", sharing=PoolSharing.EQUAL, stake=1000)
    entrant = Entrant.objects.get(number=2)
    Payment.objects.create(tournament=tournament, pool=pool, entrant=entrant, amount=1, made_by="Dee")

    refused = tap(post, "join", f"1 {pool.pk}")

    assert refused.status_code == 422
    assert "Q pool" not in refused.content.decode()
    assert "This pool has payments." in refused.content.decode()
