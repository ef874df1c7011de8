"""The money pages: what they show, what they refuse in place, with and without htmx."""

from collections.abc import Callable
from io import BytesIO
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook  # type: ignore[import-untyped]

from brackets.event_files.store import import_event
from brackets.models import Payment, PayoutTemplate, SidePool, Stake
from brackets.payouts.forms import FundForm, PayoutRowForm
from brackets.payouts.selectors import Money, plan_of
from brackets.payouts.services import open_pool, record_payment, set_fund, set_payout, set_stakes
from brackets.rules.payouts import Measure, PayoutRow, PoolSharing
from tests.brackets.results.conftest import finished
from tests.factories.tournaments import StaffMemberFactory, director_of
from tests.pages import get_page, read_page
from tournaments.models import Entrant, StaffMember, Tournament

Post = Callable[..., HttpResponse]
TABLE = [PayoutRow(1, 1, 5000), PayoutRow(2, 2, 3000), PayoutRow(3, 4, 1000)]


@pytest.fixture
def planned(tournament: Tournament, director: StaffMember) -> Tournament:
    set_payout(tournament=tournament, actor=director, table=TABLE, measure=Measure.PERCENT)
    return tournament


@pytest.fixture
def pool(tournament: Tournament, director: StaffMember) -> SidePool:
    pool = open_pool(tournament=tournament, actor=director, name="Q pool", sharing=PoolSharing.EQUAL, stake=1000)
    set_stakes(tournament=tournament, actor=director, pool=pool.pk, chosen=range(1, 25), seen=())
    return pool


def table_data(*rows: tuple[str, str, str], **more: str) -> dict[str, str]:
    """Return what the form of the payout table sends."""
    data = {"rows-TOTAL_FORMS": str(len(rows)), "rows-INITIAL_FORMS": "0"}
    data |= {"measure": "percent", "unit": "100", "rounding": "down", "remainder_to": ""}
    for index, row in enumerate(rows):
        data |= {f"rows-{index}-{name}": text for name, text in zip(("first", "last", "each"), row, strict=True)}
    return data | more


def first_due(tournament: Tournament) -> dict[str, Any]:
    due = Money(tournament).dues[0]
    return {"number": due.number, "amount": due.amount}


def test_fund_is_saved(post: Post, tournament: Tournament) -> None:
    response = post("money/fund/", {"added": "$50", "sanctioning": "2.5", "kept": ""})

    assert response.status_code == 302
    assert Money(tournament).fund.amount == 48000 + 5000 - 24 * 250


@pytest.mark.parametrize("wrong", ["-1", "2.555", "a lot", "1e9"])
def test_fund_of_no_amount_is_refused(wrong: str) -> None:
    assert list(FundForm({"added": wrong, "sanctioning": "2", "kept": "0"}).errors) == ["added"]


def test_fund_of_no_amount_comes_back_with_what_was_typed(post: Post, tournament: Tournament) -> None:
    response = post("money/fund/", {"added": "a lot", "sanctioning": "2", "kept": "0"})

    assert response.status_code == 422
    assert 'value="a lot"' in response.content.decode()
    assert Money(tournament).plan.sanctioning == 0


def test_payout_table_is_saved_row_by_row(post: Post, tournament: Tournament) -> None:
    response = post("money/payout/", table_data(("1", "", "60"), ("2", "3", "20"), ("", "", ""), remainder_to="1"))

    found = Money(tournament)
    assert response.status_code == 302
    assert (found.plan.table, found.plan.remainder_to) == ([[1, 1, 6000], [2, 3, 2000]], 1)
    assert found.payout.adds_up


@pytest.mark.parametrize(
    ("row", "field"),
    [
        (("", "", "60"), "first"),
        (("1", "", ""), "each"),
        (("3", "2", "10"), "last"),
        (("0", "", "10"), "first"),
        (("one", "", "10"), "first"),
    ],
)
def test_row_of_the_payout_table_that_is_none_is_refused(row: tuple[str, str, str], field: str) -> None:
    assert list(PayoutRowForm(dict(zip(("first", "last", "each"), row, strict=True))).errors) == [field]


@pytest.mark.parametrize("rows", [[("1", "", "")], [("1", "2", "10"), ("2", "", "10")]], ids=["half", "twice"])
def test_payout_table_that_is_none_comes_back_with_what_was_typed(
    rows: list[tuple[str, str, str]], post: Post, tournament: Tournament
) -> None:
    response = post("money/payout/", table_data(*rows))

    page = read_page(response.content.decode())
    assert response.status_code == 422
    assert page.by_id("id_rows-0-each").attributes.get("value") == (rows[0][2] or None)
    assert [part for part in page.all("div") if part.attributes.get("role") == "alert"] != []
    assert Money(tournament).plan.table == []


def test_page_says_what_is_over(post: Post, desk: Client, tournament: Tournament) -> None:
    post("money/payout/", table_data(("1", "", "60"), ("2", "", "39")))

    page = get_page(desk, f"{tournament.get_absolute_url()}money/")

    assert "The table leaves $4.80 of the fund unpaid." in page.text
    assert "The table leaves $4.80 of the fund unpaid." in page.by_id("dues").text
    assert [link.attributes["href"] for link in page.by_id("dues").all("a")] == ["/t/cedar-point-classic/money/#payout"]
    assert "Paid" not in page.by_id("dues").texts("button")


def test_prize_is_ticked_and_unticked_without_script(post: Post, planned: Tournament) -> None:
    response = post("money/payments/", first_due(planned))
    assert response["Location"] == f"{planned.get_absolute_url()}money/#dues"
    [payment] = Payment.objects.all()
    assert Money(planned).dues[0].payment == payment

    response = post(f"money/payments/{payment.pk}/removal/")

    assert response["Location"] == f"{planned.get_absolute_url()}money/#dues"
    assert Money(planned).dues[0].payment is None


def test_prize_is_ticked_in_place_with_htmx(post: Post, planned: Tournament) -> None:
    response = post("money/payments/", first_due(planned), target="dues")

    fragment = read_page(response.content.decode())
    assert (response.status_code, fragment.children) == (200, 1)
    assert "240.00 Dee Rector" in fragment.by_id("dues").text
    assert "Payment recorded: $240.00." in fragment.text


@pytest.mark.parametrize("target", ["", "dues"])
def test_prize_of_another_amount_is_refused_in_place(target: str, post: Post, planned: Tournament) -> None:
    response = post("money/payments/", {**first_due(planned), "amount": "1"}, target=target)

    assert response.status_code == 409
    assert "Check the list" in read_page(response.content.decode()).by_id("dues").text
    assert Payment.objects.count() == 0


def test_pool_is_opened_and_leads_to_who_is_in(post: Post, tournament: Tournament) -> None:
    response = post(
        "money/pools/", {"pool-name": "Q pool", "pool-stake": "10", "pool-sharing": "double-top", "pool-unit": "100"}
    )

    [pool] = SidePool.objects.all()
    assert response["Location"] == f"{tournament.get_absolute_url()}money/pools/{pool.pk}/"
    assert (pool.stake, pool.sharing) == (1000, "double-top")


def test_pool_without_a_stake_comes_back_with_its_name(post: Post) -> None:
    response = post(
        "money/pools/", {"pool-name": "Big pool", "pool-stake": "0", "pool-sharing": "equal", "pool-unit": "100"}
    )

    assert response.status_code == 422
    assert 'value="Big pool"' in response.content.decode()


def test_pool_page_ticks_who_is_in(post: Post, desk: Client, tournament: Tournament, pool: SidePool) -> None:
    here = f"money/pools/{pool.pk}/"

    response = post(here, {"chosen": ["1", "2"], "seen": [str(number) for number in range(1, 25)]})

    page = get_page(desk, f"{tournament.get_absolute_url()}{here}")
    ticked = [box.attributes["value"] for box in page.all("input") if "checked" in box.attributes]
    assert (response.status_code, ticked) == (302, ["1", "2"])


def ticks(response: HttpResponse) -> dict[str, list[str]]:
    """Return what the form of a pool would send: who is shown ticked, and who goes along unseen."""
    boxes = [box for box in read_page(response.content.decode()).all("input") if box.attributes.get("name") == "chosen"]
    return {
        "shown": [str(box.attributes["value"]) for box in boxes if box.attributes["type"] == "checkbox"],
        "ticked": [str(box.attributes["value"]) for box in boxes if "checked" in box.attributes],
        "unseen": [str(box.attributes["value"]) for box in boxes if box.attributes["type"] == "hidden"],
    }


def test_pool_page_finds_by_name_or_number_and_loses_no_tick(
    post: Post, tournament: Tournament, pool: SidePool
) -> None:
    """Ticks that are not saved yet outlast a search, shown or not."""
    last = Entrant.objects.get(tournament=tournament, number=24)
    Entrant.objects.filter(pk=last.pk).update(name="Zoë O’Fallon")
    sent = {"chosen": ["1", "2", "24"], "seen": [str(number) for number in range(1, 25)], "what": "find"}

    by_name = ticks(post(f"money/pools/{pool.pk}/", {**sent, "find": "ofallon, zoe"}))
    by_number = ticks(post(f"money/pools/{pool.pk}/", {**sent, "find": "24"}))
    nobody = ticks(post(f"money/pools/{pool.pk}/", {**sent, "find": "xyz"}))

    assert by_name == {"shown": ["24"], "ticked": ["24"], "unseen": ["1", "2"]}
    assert (by_number["ticked"], by_number["unseen"]) == (["24"], ["1", "2"])
    assert nobody == {"shown": [], "ticked": [], "unseen": ["1", "2", "24"]}
    assert Stake.objects.active().count() == 24


def test_pool_page_selects_all_who_count_or_are_found(post: Post, tournament: Tournament, pool: SidePool) -> None:
    here = f"money/pools/{pool.pk}/"
    post(here, {"seen": [str(number) for number in range(1, 25)]})
    Entrant.objects.filter(tournament=tournament, number=7).update(withdrawn_after_game=0)
    everybody = [str(number) for number in range(1, 25) if number != 7]

    everyone = ticks(post(here, {"what": "all"}))
    found = ticks(post(here, {"what": "all", "find": "3", "chosen": ["5"]}))
    nobody = ticks(post(here, {"what": "none", "chosen": everybody}))

    assert everyone["ticked"] == everybody
    assert (found["ticked"], found["unseen"]) == (["3", "13", "23"], ["5"])
    assert (nobody["ticked"], nobody["unseen"], Stake.objects.active().count()) == ([], [], 0)


def test_pool_page_keeps_ticks_that_are_refused(post: Post, tournament: Tournament, pool: SidePool) -> None:
    Payment.objects.create(
        tournament=tournament, pool=pool, entrant=Entrant.objects.get(number=1), amount=1, made_by="Dee"
    )

    response = post(f"money/pools/{pool.pk}/", {"chosen": ["7"], "seen": ["7", "8"]})

    page = read_page(response.content.decode())
    ticked = [box.attributes["value"] for box in page.all("input") if "checked" in box.attributes]
    assert (response.status_code, ticked) == (422, ["7"])
    assert "Undo them first" in page.text


@pytest.mark.parametrize("target", ["", "dues"])
def test_share_of_a_pool_is_ticked(target: str, post: Post, tournament: Tournament, pool: SidePool) -> None:
    due = Money(tournament).pools[0].dues[0]

    response = post("money/payments/", {"number": due.number, "amount": due.amount, "pool": pool.pk}, target=target)

    assert response.status_code == (200 if target else 302)
    if not target:
        assert response["Location"] == f"{tournament.get_absolute_url()}money/pools/{pool.pk}/#dues"
    assert Money(tournament).pools[0].paid_out == due.amount == 4000


def test_pool_with_money_handed_out_is_not_closed(post: Post, tournament: Tournament, pool: SidePool) -> None:
    due = Money(tournament).pools[0].dues[0]
    paid = {"number": due.number, "amount": due.amount, "pool": pool.pk}
    post("money/payments/", paid)

    refused = post(f"money/pools/{pool.pk}/removal/")
    again = post("money/payments/", paid)
    post(f"money/payments/{Payment.objects.get().pk}/removal/", {"pool": pool.pk})
    closed = post(f"money/pools/{pool.pk}/removal/")

    assert (refused.status_code, again.status_code, closed.status_code) == (409, 409, 302)
    assert Stake.objects.filter(revoked_at=None).count() == 0


def test_pool_of_another_event_is_not_there(desk: Client, tournament: Tournament) -> None:
    other = StaffMemberFactory().tournament
    elsewhere = SidePool.objects.create(tournament=other, name="Q", stake=1, made_by="x")

    assert desk.get(f"{tournament.get_absolute_url()}money/pools/{elsewhere.pk}/").status_code == 404


def test_payment_of_another_event_stays(post: Post, planned: Tournament) -> None:
    other = StaffMemberFactory().tournament
    entrant = Entrant.objects.create(tournament=other, number=1, name="A")
    payment = Payment.objects.create(tournament=other, entrant=entrant, amount=5, made_by="x")

    post(f"money/payments/{payment.pk}/removal/")

    payment.refresh_from_db()
    assert payment.revoked_at is None


def test_money_is_handed_out_as_tables_that_no_spreadsheet_runs(
    desk: Client, planned: Tournament, director: StaffMember, pool: SidePool
) -> None:
    winner = Money(planned).dues[0].number
    Entrant.objects.filter(tournament=planned, number=winner).update(name="=1+1")
    set_fund(tournament=planned, actor=director, added=0, sanctioning=100, kept=0)

    text = desk.get(f"{planned.get_absolute_url()}money/money.csv").content.decode("utf-8-sig")
    book = desk.get(f"{planned.get_absolute_url()}money/money.xlsx").content

    lines = [line.split(",") for line in text.splitlines()]
    sheet = load_workbook(BytesIO(book))["Payouts"]
    assert lines[0] == ["What", "Place", "Number", "Name", "Amount", "Paid", "By", "At", "Note", "Currency"]
    assert [line[3:5] for line in lines if line[0] == "Fund"][-2:] == [
        ["Prize fund", "456.00"],
        ["Fees still owed", "0.00"],
    ]
    [prize] = [line for line in lines if line[:2] == ["Prize", "1"]]
    assert prize[2:5] == [str(winner), "'=1+1", "228.00"]
    [row] = [row for row in sheet.iter_rows() if (row[0].value, row[1].value) == ("Prize", "1")]
    assert (row[3].value, row[3].data_type, row[4].value) == ("=1+1", "s", 228)


def test_table_of_an_empty_fund_does_not_boast_that_it_pays_it_out(
    desk: Client, planned: Tournament, director: StaffMember
) -> None:
    set_fund(tournament=planned, actor=director, added=0, sanctioning=0, kept=48000)

    page = get_page(desk, f"{planned.get_absolute_url()}money/")

    assert page.all("strong")[0].text == "$0.00"
    assert "The prize fund is empty." in page.texts("p")
    assert not [text for text in page.texts("p") if "exactly" in text]


def test_fund_below_nothing_is_told_alike_by_page_and_file(
    desk: Client, planned: Tournament, director: StaffMember
) -> None:
    set_fund(tournament=planned, actor=director, added=0, sanctioning=0, kept=50000)

    page = get_page(desk, f"{planned.get_absolute_url()}money/")
    text = desk.get(f"{planned.get_absolute_url()}money/money.csv").content.decode("utf-8-sig")

    assert page.by_id("dues").texts("p")[1:] == ["The prize fund is empty. Prize fund"]
    assert page.all("strong")[0].text == "-$20.00"
    assert "Fund,,,Prize fund,-20.00,,,,,USD" in text.splitlines()


def test_money_pages_take_the_same_queries_at_two_sizes(client: Client, db: None) -> None:
    counts = []
    for event_file in (finished(), finished(60)):
        tournament = import_event(event_file=event_file)
        tournament.entrants.update(fee_owed=20_00, fee_paid=20_00)
        director = StaffMemberFactory(tournament=tournament, name="Dee Rector")
        set_payout(tournament=tournament, actor=director, table=TABLE, measure=Measure.PERCENT)
        everybody = [entrant.number for entrant in tournament.entrants.filter(house_player=False)]
        pool = open_pool(tournament=tournament, actor=director, name="Q pool", sharing=PoolSharing.EQUAL, stake=1000)
        set_stakes(tournament=tournament, actor=director, pool=pool.pk, chosen=everybody, seen=())
        client.force_login(director.user)
        own = []
        for page in ("money/", f"money/pools/{pool.pk}/"):
            with CaptureQueriesContext(connection) as captured:
                get_page(client, f"{tournament.get_absolute_url()}{page}")
            own.append(len(captured))
        counts.append(own)

    assert counts[0] == counts[1]
    assert max(counts[1]) <= 20


def test_money_has_the_sign_of_the_events_currency_and_the_file_its_time_zone(
    desk: Client, planned: Tournament, director: StaffMember
) -> None:
    Tournament.objects.filter(pk=planned.pk).update(currency="CAD", time_zone="America/Winnipeg")
    due = Money(planned).dues[0]
    paid = record_payment(tournament=planned, actor=director, number=due.number or 0, amount=due.amount)

    page = get_page(desk, f"{planned.get_absolute_url()}money/")
    text = desk.get(f"{planned.get_absolute_url()}money/money.csv").content.decode("utf-8-sig")

    assert page.by_id("dues").texts("strong")[-1].startswith("CA$")
    [line] = [line.split(",") for line in text.splitlines() if line.startswith("Prize,1,")]
    assert line[-1] == "CAD"
    assert line[7] == paid.made_at.astimezone(ZoneInfo("America/Winnipeg")).isoformat(timespec="seconds")
    assert line[7][-6:] in ("-06:00", "-05:00")


def test_example_is_used_from_the_page_and_none_is_deleted(desk: Client, tournament: Tournament, post: Post) -> None:
    page = get_page(desk, f"{tournament.get_absolute_url()}money/")
    [first, *_] = [option.text for option in page.by_id("template").all("option")]
    rows = [box for box in page.all("input") if box.attributes.get("name", "").endswith("-each")]

    assert (first, len(rows)) == ("4 places: each round doubles", Money(tournament).qualifiers)
    assert post("money/templates/", {"what": "use", "template": first}).status_code == 302
    assert Money(tournament).payout.adds_up
    assert post("money/templates/", {"what": "delete", "template": first}).status_code == 422


def test_rows_of_a_long_table_are_all_there_and_all_stored(desk: Client, tournament: Tournament, post: Post) -> None:
    rows = [(str(place), "", "1" if place > 1 else "22") for place in range(1, 80)]

    post("money/payout/", table_data(*rows))

    page = get_page(desk, f"{tournament.get_absolute_url()}money/")
    assert len(plan_of(tournament).table) == 79
    assert page.by_id("id_rows-78-first").attributes["value"] == "79"


def test_template_is_saved_and_used_from_the_page(desk: Client, planned: Tournament, post: Post) -> None:
    assert post("money/templates/", {"what": "save", "name": "Top four"}).status_code == 302
    set_payout(tournament=planned, actor=director_of(planned, "Dee Rector"), table=TABLE[:1], measure=Measure.PERCENT)
    number = PayoutTemplate.objects.get().pk

    shown = get_page(desk, f"{planned.get_absolute_url()}money/").by_id("templates")
    assert "Top four" in shown.text
    assert post("money/templates/", {"what": "use", "template": str(number)}).status_code == 302

    assert len(plan_of(planned).table) == len(TABLE)
    assert post("money/templates/", {"what": "use", "template": "99"}).status_code == 422
    assert post("money/templates/", {"what": "delete", "template": str(number)}).status_code == 302
    assert PayoutTemplate.objects.active().count() == 0
