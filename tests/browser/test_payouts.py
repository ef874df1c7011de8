"""After the final: the director pays the prizes and edits points, everybody sees the results, all of it prints."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from brackets.event_files.store import import_event
from brackets.models import Payment, SideEvent, SidePool
from brackets.payouts.selectors import Money
from brackets.payouts.services import open_pool, set_fund, set_payout, set_stakes
from brackets.results.services import edit_points, register_hand
from brackets.rules.payouts import Measure, PayoutRow, PoolSharing
from tests.brackets.results.conftest import finished
from tests.browser.fit import faults
from tests.browser.pages import NARROWEST, heading, plain, second_browser, sign_in
from tests.browser.snapshots import Store
from tests.browser.test_keyboard import assert_visible, tab_to
from tests.browser.test_print import PAPERS, RUNS_OUT, UPRIGHT, expect_nothing_to_press, show_as_printed
from tests.browser.test_seating import printed
from tests.factories.tournaments import StaffMemberFactory
from tournaments.models import StaffMember, Tournament


@pytest.fixture
def tournament(store: Store) -> Tournament:
    """Return a finished event of 24, each of whom has paid 20.00."""
    tournament = store(import_event, event_file=finished())
    tournament.entrants.update(fee_owed=20_00, fee_paid=20_00)
    return tournament


@pytest.fixture
def director(tournament: Tournament) -> StaffMember:
    member: StaffMember = StaffMemberFactory(tournament=tournament, name="Dee Rector", initials="DR")
    return member


@pytest.fixture
def desk(director: StaffMember, context: BrowserContext, page: Page, live_server: Any) -> Page:
    """Return the director's page, signed in."""
    sign_in(context, director, live_server.url)
    return page


@pytest.fixture
def kept(tournament: Tournament, director: StaffMember) -> dict[str, str]:
    """Fill in everything there is and return the address of every page by what it shows."""
    set_fund(tournament=tournament, actor=director, added=5000, sanctioning=200, kept=3000)
    set_payout(
        tournament=tournament,
        actor=director,
        table=[PayoutRow(1, 1, 5000), PayoutRow(2, 2, 3000), PayoutRow(3, 4, 1000)],
        measure=Measure.PERCENT,
        remainder_to=1,
    )
    pool = open_pool(tournament=tournament, actor=director, name="Q pool", sharing=PoolSharing.GRADUATED, stake=1000)
    set_stakes(tournament=tournament, actor=director, pool=pool.pk, chosen=range(1, 25), seen=())
    edit_points(tournament=tournament, actor=director, number=3, points=77, reason="the office counts a bonus")
    register_hand(
        tournament=tournament,
        actor=director,
        number=4,
        points=29,
        game="game 2",
        hand="5H 5S 5C JD, cut 5D",
        witnesses="Ann Lee, Bo Cedar",
    )
    base = tournament.get_absolute_url()
    return {
        "money": f"{base}money/",
        "pool": f"{base}money/pools/{pool.pk}/",
        "awards": f"{base}awards/",
        "points": f"{base}awards/points/3/",
        "side events": f"{base}side-events/",
        "results": f"{base}results/",
    }


def names(tournament: Tournament) -> list[str]:
    """Return everybody's name, best place first."""
    results = Money(tournament).results
    assert results is not None
    return [row.name for row in results.rows]


@pytest.mark.thorough
def test_director_pays_the_prizes_edits_points_and_everybody_sees_the_results(
    desk: Page, tournament: Tournament, browser: Any, live_server: Any
) -> None:
    base = tournament.get_absolute_url()
    champion, runner_up, *_ = names(tournament)
    with second_browser(browser, live_server.url) as visitor:
        visitor.goto(f"{base}results/")
        expect(heading(visitor)).to_contain_text("Results")

        sets_the_payout(desk, base)
        pays(desk, champion, runner_up)
        edits_points(desk, champion)

        # The visitor's page follows by itself, and holds nothing of the money.
        row = visitor.get_by_role("row").filter(has_text=champion)
        expect(row).to_contain_text("150 edited")
        expect(visitor.get_by_text("the club counts them twice")).to_be_visible()
        assert "240.00" not in plain(visitor.get_by_role("main").text_content())


def sets_the_payout(desk: Page, base: str) -> None:
    desk.goto(f"{base}money/")
    for number, (first, last, each) in enumerate((("1", "", "50"), ("2", "", "30"), ("3", "4", "15")), start=1):
        for label, text in (("from place", first), ("to place", last), ("each gets", each)):
            desk.get_by_label(f"Row {number}, {label}").fill(text)
    desk.get_by_role("button", name="Save payout table").click()
    expect(desk.get_by_text("The fund is $480.00, the table pays $528.00.")).to_be_visible()
    expect(desk.get_by_role("button", name="Paid")).to_have_count(0)

    desk.get_by_text("Edit payout table").click()
    desk.get_by_label("Row 3, each gets").fill("10")
    desk.get_by_role("button", name="Save payout table").click()
    expect(desk.get_by_text("The table pays out exactly the $480.00 in the fund.")).to_be_visible()


def pays(desk: Page, champion: str, runner_up: str) -> None:
    """Tick two and take one back, all of it in place."""
    desk.wait_for_load_state()  # before, a button is that of a plain form
    loads: list[str] = []
    desk.on("framenavigated", lambda frame: loads.append(frame.url))
    prizes = desk.get_by_role("region", name="Prizes")

    prizes.get_by_role("button", name=f"Paid $240.00 to {champion}").click()
    expect(prizes.get_by_role("status")).to_have_text("Payment recorded: $240.00.")
    expect(prizes.get_by_role("button", name=f"Undo the payment to {champion}")).to_be_focused()
    prizes.get_by_role("button", name=f"Paid $144.00 to {runner_up}").click()
    expect(prizes).to_contain_text("$384.00 paid, $96.00 balance due.")
    prizes.get_by_role("button", name=f"Undo the payment to {runner_up}").click()
    expect(prizes).to_contain_text("$240.00 paid, $240.00 balance due.")

    assert loads == []
    assert [(paid.entrant.name, paid.revoked_by) for paid in Payment.objects.order_by("pk")] == [
        (champion, ""),
        (runner_up, "Dee Rector"),
    ]


def test_prize_is_paid_and_taken_back_by_keyboard_alone(desk: Page, tournament: Tournament) -> None:
    sets_the_payout(desk, tournament.get_absolute_url())
    desk.reload()
    prizes = desk.get_by_role("region", name="Prizes")

    stop = tab_to(desk, re.escape(f"Paid $240.00 to {names(tournament)[0]}"))
    desk.keyboard.press("Enter")
    expect(prizes.get_by_role("status")).to_have_text("Payment recorded: $240.00.")
    desk.keyboard.press("Enter")

    expect(prizes).to_contain_text("$0.00 paid, $480.00 balance due.")
    assert_visible([stop])


def edits_points(desk: Page, champion: str) -> None:
    desk.get_by_role("navigation").get_by_role("link", name="Playoffs", exact=True).click()
    desk.get_by_role("link", name="Results", exact=True).click()
    desk.get_by_role("link", name=f"Change the points of {champion}").click()
    desk.get_by_label("Points").fill("150")
    desk.get_by_role("button", name="Save points").click()
    assert desk.get_by_label("Reason").evaluate("field => field.validity.valueMissing")
    desk.get_by_label("Reason").fill("the club counts them twice")
    desk.get_by_role("button", name="Save points").click()
    expect(desk.get_by_role("row").filter(has_text=champion)).to_contain_text("150 edited")


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_money_is_kept_without_script(desk: Page, kept: dict[str, str]) -> None:
    desk.goto(kept["money"])

    desk.get_by_role("button", name="Paid").first.click()
    expect(desk.get_by_role("button", name="Undo")).to_have_count(1)
    desk.goto(kept["pool"])
    desk.get_by_role("button", name="Paid").first.click()
    desk.get_by_role("button", name="Undo").click()
    expect(desk.get_by_role("button", name="Undo")).to_have_count(0)

    assert [paid.revoked_at is None for paid in Payment.objects.order_by("pk")] == [True, False]


def test_pool_is_opened_and_its_players_are_ticked(desk: Page, tournament: Tournament) -> None:
    desk.goto(f"{tournament.get_absolute_url()}money/")
    desk.get_by_text("Open side pool").first.click()
    desk.get_by_label("Stake of each player").fill("10")
    desk.get_by_label("Winners share it by").select_option("double-top")
    desk.get_by_role("button", name="Open side pool").click()
    for name in names(tournament)[:3]:
        desk.get_by_role("checkbox", name=name).check()
    desk.get_by_role("button", name="Save players").click()

    expect(desk.get_by_role("region", name="Winners").get_by_role("row")).to_have_count(4)
    assert SidePool.objects.get().stakes.count() == 3


def test_consolation_is_made_in_one_step_and_is_linked_both_ways(desk: Page, tournament: Tournament) -> None:
    desk.goto(f"{tournament.get_absolute_url()}side-events/")
    desk.get_by_role("checkbox", name=names(tournament)[1]).check()
    # The desk of the new event is a page of its own; only what is made counts here.
    desk.get_by_role("button", name="Create event").click()
    desk.wait_for_url("**/desk/")

    event = SideEvent.objects.get().event
    assert event.entrants.count() == 19
    desk.goto(tournament.get_absolute_url())
    desk.get_by_role("link", name=event.name).click()
    expect(heading(desk)).to_have_text(event.name)
    desk.get_by_role("main").get_by_role("link", name=tournament.name, exact=True).click()
    expect(heading(desk)).to_have_text(tournament.name)


def test_results_and_money_print_whole(
    desk: Page, kept: dict[str, str], tournament: Tournament, tmp_path: Path
) -> None:
    for what, more in (
        ("results", ["the office counts a bonus", "5H 5S 5C JD, cut 5D", tournament.name]),
        ("money", ["Prize fund", "452.00", "Q pool", tournament.name]),
    ):
        show_as_printed(desk, kept[what], UPRIGHT)
        expect_nothing_to_press(desk)
        assert desk.evaluate(RUNS_OUT) is False

        people = names(tournament) if what == "results" else names(tournament)[:4]
        for paper in PAPERS:
            text = plain(" ".join(printed(desk, kept[what], tmp_path, paper)))
            assert [name for name in (*people, *more) if name not in text] == []


@pytest.mark.thorough
def test_pages_of_money_and_awards_are_fit_for_everybody(desk: Page, kept: dict[str, str]) -> None:
    assert faults(desk, kept) == {}


def test_example_of_a_payout_table_is_read_whole_on_the_smallest_phone(desk: Page, kept: dict[str, str]) -> None:
    desk.set_viewport_size(NARROWEST)
    desk.goto(kept["money"])
    # A select is as wide by itself as the longest of its options.
    shown, whole = desk.locator("#template").evaluate("""one => {
        const shown = one.offsetWidth;
        one.add(new Option('64 places: each round doubles'));
        Object.assign(one.style, { width: 'max-content', minWidth: 'max-content', maxWidth: 'none' });
        return [shown, one.offsetWidth];
    }""")

    assert whole <= shown


def test_nothing_runs_out_where_everything_is_unfolded(desk: Page, kept: dict[str, str]) -> None:
    desk.set_viewport_size(NARROWEST)
    for name in ("money", "awards"):
        desk.goto(kept[name])
        desk.locator("summary").evaluate_all("all => all.forEach(one => one.parentElement.open = true)")

        assert desk.evaluate("document.scrollingElement.scrollWidth") == NARROWEST["width"], name
