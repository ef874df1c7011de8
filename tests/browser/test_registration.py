"""Registration in the browser: twelve players by keyboard alone, a list imported, the desk on a phone."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.fit import faults, faults_shown, violations
from tests.browser.pages import sign_in
from tests.browser.test_cards_ahead import hold, wait_for
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, TournamentFactory
from tests.tournaments.entrants.conftest import played_before
from tests.tournaments.entrants.messy import MESSY, PEOPLE
from tournaments.models import Entrant, Tournament

HERE = "/t/bay/entrants/"
PLAYERS = [(f"Player {letter}", f"WA{number}") for number, letter in enumerate("ABCDEFGHIJKL", start=100)]
LIST = "Name;ACC no.;Club;Paid\nPlayer A;WA100;Tacoma Tens;20\nNew Person;OR5;;\nPlayer B;XX1;;\n=1;;;\n"


@pytest.fixture
def tournament(transactional_db: None, live_server: Any) -> Tournament:
    return TournamentFactory(slug="bay", entry_fee=20_00)


@pytest.fixture
def desk(tournament: Tournament, context: BrowserContext, page: Page, live_server: Any) -> Page:
    """Return the director's page, signed in."""
    sign_in(context, StaffMemberFactory(tournament=tournament, name="Dee Rector"), live_server.url)
    return page


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def open_list(page: Page) -> None:
    """Open the list of nobody yet, and wait for its cursor: a browser sets it with the first picture of a page."""
    page.goto(HERE)
    expect(page.locator("#id_name")).to_be_focused()


def names() -> list[str]:
    return list(Entrant.objects.order_by("number").values_list("name", flat=True))


def test_twelve_players_are_added_by_keyboard_alone(desk: Page) -> None:
    open_list(desk)
    loads = []
    desk.on("framenavigated", lambda frame: loads.append(frame.url))

    for name, acc_number in PLAYERS:
        assert focused(desk) == "id_name"
        desk.keyboard.type(name)
        press(desk, "Tab")
        # Players who were added before are suggested by now; one Tab passes them all.
        if focused(desk) != "id_acc_number":
            press(desk, "Tab")
        desk.keyboard.type(acc_number)
        press(desk, "Enter")
        expect(desk.locator("#done")).to_contain_text(f"Entrant added: {name}")
        expect(desk.locator("#id_name")).to_be_focused()

    assert list(Entrant.objects.values_list("name", "acc_number")) == PLAYERS
    assert loads == []


def test_players_typed_before_the_one_before_is_answered_are_added_too(desk: Page) -> None:
    adding = hold(desk, "/entrants/$", "POST")
    open_list(desk)
    desk.keyboard.type("Ann Lee")
    press(desk, "Enter")
    wait_for(desk, adding)

    desk.keyboard.type("Bo Quixt")
    press(desk, "Backspace", "Backspace")
    desk.keyboard.type("st")
    press(desk, "Tab")
    desk.keyboard.type("WA101")
    press(desk, "Enter")
    desk.keyboard.type("Cy D")
    adding[0].continue_()

    expect(desk.locator("#done")).to_contain_text("Entrant added: Bo Quist")
    expect(desk.locator("#id_name")).to_have_value("Cy D")
    expect(desk.locator("#id_name")).to_be_focused()
    assert list(Entrant.objects.values_list("name", "acc_number")) == [("Ann Lee", ""), ("Bo Quist", "WA101")]


def test_player_typed_before_a_question_comes_is_told(desk: Page, tournament: Tournament) -> None:
    EntrantFactory(tournament=tournament, number=1, name="Ann Lee")
    adding = hold(desk, "/entrants/$", "POST")
    desk.goto(HERE)
    desk.locator("#id_name").focus()
    desk.keyboard.type("Ann Lee")
    press(desk, "Enter")
    wait_for(desk, adding)

    desk.keyboard.type("Bo")
    press(desk, "Enter")
    adding[0].continue_()

    expect(desk.get_by_role("alert")).to_contain_text("Already entered: 1 Ann Lee")
    expect(desk.locator("#messages")).to_have_text("Typed meanwhile and not entered: Bo")
    expect(desk.locator("#id_name")).to_have_value("Ann Lee")
    assert names() == ["Ann Lee"]


def test_addition_that_does_not_reach_the_server_says_so(desk: Page) -> None:
    adding = hold(desk, "/entrants/$", "POST")
    open_list(desk)
    desk.keyboard.type("Ann Lee")
    press(desk, "Enter")
    wait_for(desk, adding).abort()

    expect(desk.locator("#messages")).to_contain_text("No answer from the server: this may not be saved.")
    expect(desk.locator("#id_name")).to_have_value("Ann Lee")
    press(desk, "Enter")
    expect(desk.locator("#done")).to_contain_text("Entrant added: Ann Lee")
    expect(desk.locator("#messages")).to_have_text("")


def test_buttons_of_a_row_pressed_before_the_first_is_answered_are_all_pressed(
    desk: Page, tournament: Tournament
) -> None:
    EntrantFactory(tournament=tournament, number=1, name="Ann Lee", fee_owed=20_00)
    paying = hold(desk, "/1/fee/$", "POST")
    desk.goto(HERE)
    desk.locator("#fee-1").click()
    wait_for(desk, paying)

    desk.locator("#check-in-1").dblclick()
    paying[0].continue_()

    expect(desk.locator("#counts")).to_contain_text("1 entrant, 1 checked in; fees $20.00 of $20.00 paid")
    expect(desk.locator("#entrant-1")).to_contain_text("checked in")
    expect(desk.locator("#entrant-1")).to_contain_text("paid $20.00")


def test_known_player_is_chosen_with_the_keys(desk: Page, tournament: Tournament) -> None:
    played_before(tournament.staff.get(), "Ann Lee", acc_number="HI296", club="Hilo Pegs", city="Hilo")
    open_list(desk)

    desk.keyboard.type("ann")
    expect(desk.get_by_role("radio", name="Ann Lee")).to_be_visible()
    press(desk, "Tab", "Space", "Enter")
    expect(desk.locator("#done")).to_contain_text("Entrant added: Ann Lee")

    assert tournament.entrants.get().acc_number == "HI296"


def test_known_player_who_is_chosen_stays_so_when_the_last_letter_is_answered_late(
    desk: Page, tournament: Tournament
) -> None:
    played_before(tournament.staff.get(), "Ann Lee", acc_number="HI296", club="Hilo Pegs", city="Hilo")
    asking = hold(desk, r"/known/\?name=ann$", "GET")
    open_list(desk)
    desk.keyboard.type("an")
    known = desk.get_by_role("radio", name="Ann Lee")
    expect(known).to_be_visible()
    desk.keyboard.type("n")
    wait_for(desk, asking)

    press(desk, "Tab", "Space")
    with desk.expect_event("requestfinished", lambda request: request == asking[0].request):
        asking[0].continue_()
    expect(desk.locator(".htmx-request, .htmx-swapping")).to_have_count(0)

    expect(known).to_be_checked()
    expect(known).to_be_focused()
    press(desk, "Enter")
    expect(desk.locator("#done")).to_contain_text("Entrant added: Ann Lee")
    assert tournament.entrants.get().acc_number == "HI296"


def test_question_whether_it_is_somebody_known_takes_an_answer_and_not_one_more_enter(
    desk: Page, tournament: Tournament
) -> None:
    ann = played_before(tournament.staff.get(), "Ann Lee", city="Hilo")
    open_list(desk)

    desk.keyboard.type("ANN LEE")
    press(desk, "Enter")
    expect(desk.get_by_role("radio", name="Yes: Ann Lee of Hilo")).to_be_focused()
    press(desk, "Enter")
    assert tournament.entrants.count() == 0

    press(desk, "Space", "Enter")
    expect(desk.locator("#done")).to_contain_text("Entrant added")
    expect(desk.locator("#id_name")).to_be_focused()
    assert tournament.entrants.get().player == ann


def test_double_takes_one_more_enter_and_addition_is_undone(desk: Page, tournament: Tournament) -> None:
    EntrantFactory(tournament=tournament, number=1, name="Ann Lee")
    desk.goto(HERE)
    desk.locator("#id_name").focus()

    desk.keyboard.type("Ann Lee")
    press(desk, "Enter")
    expect(desk.get_by_role("alert")).to_contain_text("Already entered: 1 Ann Lee")
    expect(desk.locator("#id_name")).to_be_focused()
    assert names() == ["Ann Lee"]

    press(desk, "Enter")
    expect(desk.locator("#done")).to_contain_text("Entrant added: Ann Lee")
    desk.get_by_role("button", name="Undo").click()
    expect(desk.locator("#done")).to_contain_text("undone: entrant added: Ann Lee")
    assert names() == ["Ann Lee"]


def test_check_in_and_fee_keep_the_cursor_in_their_row(desk: Page, tournament: Tournament) -> None:
    EntrantFactory(tournament=tournament, number=1, name="Ann Lee", fee_owed=20_00)
    EntrantFactory(tournament=tournament, number=2, name="Bo Quist", fee_owed=20_00)
    desk.goto(f"{HERE}?show=awaited")

    desk.locator("#fee-2").focus()
    press(desk, "Enter")
    expect(desk.locator("#entrant-2")).to_contain_text("paid $20.00")
    expect(desk.locator("#check-in-2")).to_be_focused()
    press(desk, "Enter")
    expect(desk.locator("#entrant-2")).to_contain_text("checked in")
    expect(desk.locator("#check-in-2")).to_be_focused()

    expect(desk.locator("#counts")).to_contain_text("2 entrants, 1 checked in; fees $20.00 of $40.00 paid")
    entrant = Entrant.objects.get(number=2)
    assert (entrant.checked_in_at is not None, entrant.fee_paid) == (True, 20_00)


def test_search_finds_as_one_types(desk: Page, tournament: Tournament) -> None:
    for number, (name, acc_number) in enumerate(PLAYERS, start=1):
        EntrantFactory(tournament=tournament, number=number, name=name, acc_number=acc_number)
    desk.goto(HERE)

    desk.get_by_role("searchbox").fill("wa103")

    expect(desk.get_by_role("rowheader")).to_have_count(1)
    expect(desk.get_by_role("rowheader")).to_contain_text("D, Player")
    desk.reload()
    expect(desk.get_by_role("rowheader")).to_have_count(1)


def with_some(tournament: Tournament) -> None:
    EntrantFactory(tournament=tournament, number=1, name="Player A", acc_number="WA100", fee_owed=20_00)
    EntrantFactory(tournament=tournament, number=2, name="Player B", acc_number="WA101", note="late")
    EntrantFactory(tournament=tournament, number=3, name="Gone " + "x" * 60, withdrawn_after_game=1)


def test_messy_list_is_imported_with_three_clicks(desk: Page, tournament: Tournament) -> None:
    Tournament.objects.update(entry_fee=60_00)
    clicks: list[str] = []
    desk.expose_function("clicked", lambda text: clicks.append(text))
    desk.add_init_script("addEventListener('click', event => clicked(event.target.textContent.trim()), true)")
    desk.goto(HERE)

    desk.get_by_role("link", name="Import entrants").click()
    desk.get_by_label("File").set_input_files(
        {"name": "spring.csv", "mimeType": "text/csv", "buffer": MESSY.encode("cp1252")}
    )
    desk.get_by_role("button", name="Preview").click()
    desk.get_by_role("button", name="Import 6 new and 0 changed").click()

    expect(desk.locator("#done")).to_contain_text("Entrants imported: spring.csv, 6 added.")
    fields = ("name", "acc_number", "club", "fee_paid", "note")
    assert list(Entrant.objects.order_by("number").values_list(*fields)) == PEOPLE
    assert len(clicks) == 3


def test_button_counts_the_rows_chosen(desk: Page, tournament: Tournament) -> None:
    desk.goto(f"{HERE}import/")
    desk.get_by_label("Or paste text").fill(MESSY)
    desk.get_by_role("button", name="Preview").click()

    desk.get_by_label("Leave out row 6, Zoë Núñez").check()
    desk.get_by_label("Import row 18 anyway").check()
    desk.get_by_label("Row 13, Ann Lee").check()
    expect(desk.get_by_role("button", name="Import 7 new and 0 changed")).to_be_visible()


def preview(page: Page) -> None:
    page.goto(f"{HERE}import/")
    page.get_by_label("Or paste text").fill(LIST.replace(";", "\t"))
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="Preview import")).to_be_visible()
    page.wait_for_load_state()  # the heading may be there before the style sheets are


def test_list_is_taken_in_by_keyboard_alone(desk: Page) -> None:
    desk.goto(f"{HERE}import/")
    desk.locator("#pasted").focus()

    desk.keyboard.insert_text(LIST.replace(";", "\t"))
    press(desk, "Tab", "Enter")
    store = desk.get_by_role("button", name="Import 3 new and 0 changed")
    expect(store).to_be_visible()
    for _ in range(60):
        press(desk, "Tab")
        if store.evaluate("button => button === document.activeElement"):
            break
    press(desk, "Enter")

    expect(desk.locator("#done")).to_contain_text("Entrants imported: the pasted list")
    assert names() == ["Player A", "New Person", "Player B"]


@pytest.mark.thorough
def test_registration_is_fit_for_everybody(desk: Page, tournament: Tournament) -> None:
    played_before(tournament.staff.get(), "Player Z", club="Tacoma Tens", city="Tacoma")
    found = [faults(desk, [HERE])]
    with_some(tournament)

    found += [faults(desk, (HERE, f"{HERE}?find=nobody", f"{HERE}1/", f"{HERE}import/"))]
    desk.goto(f"{HERE}3/")  # a name is longer than its field

    assert (found, violations(desk)) == ([{}, {}], [])


@pytest.mark.thorough
def test_preview_and_warning_are_fit_for_everybody(desk: Page, tournament: Tournament) -> None:
    with_some(tournament)

    preview(desk)
    found = faults_shown(desk)
    desk.goto(HERE)
    desk.locator("#id_name").fill("Player A")
    desk.locator("#id_name").press("Enter")
    expect(desk.get_by_role("alert")).to_be_visible()
    found += faults_shown(desk)
    played_before(tournament.staff.get(), "Zed Young", club="Tacoma Tens")
    desk.locator("#id_name").fill("")
    desk.locator("#id_name").press_sequentially("zed")
    expect(desk.get_by_role("radio", name="Zed Young")).to_be_visible()
    found += faults_shown(desk)

    assert found == []


@pytest.mark.parametrize("button", ["Withdraw", "Record payment of $20.00", "Check in"])
def test_note_that_was_typed_outlives_another_button(desk: Page, tournament: Tournament, button: str) -> None:
    EntrantFactory(tournament=tournament, number=1, name="Player A", fee_owed=20_00)
    desk.goto(f"{HERE}1/")
    desk.get_by_role("textbox", name="Note (optional)", exact=True).fill("walks badly")
    desk.get_by_label("After game").fill("2")

    desk.get_by_role("button", name=button, exact=True).click()

    expect(desk.get_by_text("Your unsaved entries are back. They are not saved yet.")).to_be_visible()
    expect(desk.get_by_role("textbox", name="Note (optional)", exact=True)).to_have_value("walks badly")
    desk.get_by_role("button", name="Save details").click()
    expect(desk.locator("#done")).to_be_visible()
    expect(desk.get_by_role("textbox", name="Note (optional)", exact=True)).to_have_value("walks badly")
    expect(desk.get_by_text("What you had typed stands here again.")).to_be_hidden()
    assert Entrant.objects.get().note == "walks badly"


def test_what_was_typed_gives_way_to_what_somebody_else_has_saved(desk: Page, tournament: Tournament) -> None:
    EntrantFactory(tournament=tournament, number=1, name="Player A", fee_owed=20_00, note="")
    desk.goto(f"{HERE}1/")
    desk.get_by_role("textbox", name="Note (optional)", exact=True).fill("mine")
    Entrant.objects.update(note="theirs")

    desk.get_by_role("button", name="Check in", exact=True).click()

    expect(desk.get_by_role("textbox", name="Note (optional)", exact=True)).to_have_value("theirs")
    expect(desk.locator("#overtaken")).to_have_text("Somebody else changed this field. You had typed: mine")
    expect(desk.locator("#unsaved")).to_be_hidden()


def test_list_prints_names_and_states_without_buttons(desk: Page, tournament: Tournament) -> None:
    with_some(tournament)
    desk.goto(HERE)
    desk.emulate_media(media="print")

    assert desk.get_by_role("button").count() == 0
    expect(desk.locator("#add")).to_be_hidden()
    expect(desk.get_by_role("rowheader").first).to_contain_text("A, Player")
    expect(desk.get_by_text("owes $20.00")).to_be_visible()


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_registration_works_without_script(desk: Page) -> None:
    desk.goto(HERE)
    for name, acc_number in PLAYERS[:2]:
        desk.get_by_label("Name", exact=True).fill(name)
        desk.get_by_label("ACC number", exact=True).fill(acc_number)
        desk.get_by_label("ACC number", exact=True).press("Enter")
        expect(desk.locator("#done")).to_contain_text(name)

    desk.get_by_role("button", name="Check in Player A").click()
    expect(desk.get_by_role("row", name="Player A")).to_contain_text("checked in")
    desk.locator("#done").get_by_role("button", name="Undo").click()
    expect(desk.get_by_role("button", name="Check in Player A")).to_be_visible()
    assert names() == ["Player A", "Player B"]
