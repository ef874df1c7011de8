"""Game sheets without script: keying, slips, what is compared, and what the director decides about it."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client

from scorecards.checking.check_queue import CheckQueue
from scorecards.models import Decision, Scorecard
from tests.pages import get_page, read_page
from tests.scorecards.cards.card_entry import checker, entrant, form_of, save
from tests.scorecards.cards.sheet_entry import put_up, sheets, stored
from tests.scorecards.checking.check_pages import client_of
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.rules.names import listed_name, split_name
from tournaments.rules.types import CardRecord, FootTotals, Line

pytestmark = pytest.mark.django_db

EVENT = sheets()
CARD = EVENT.scorecards[0]
OPPONENT = CARD.lines[0].opponent or 0
LEFT = sheets("points-left")
JSON = {"Accept": "application/json"}


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return put_up(EVENT)


@pytest.fixture
def director(tournament: Tournament) -> StaffMember:
    return checker(tournament, role="director")


@pytest.fixture
def client(director: StaffMember) -> Client:
    return client_of(director)


def address(tournament: Tournament, rest: str = "cards/1/") -> str:
    return f"/t/{tournament.slug}/{rest}"


# Keying.


@pytest.mark.parametrize("event_file", [EVENT, LEFT], ids=["total-points", "points-left"])
def test_sheet_is_saved_as_it_stands_and_the_next_one_opens(client: Client, event_file) -> None:
    tournament = put_up(event_file)
    client.force_login(checker(tournament).user)
    card = event_file.scorecards[0]

    response = client.post(address(tournament), form_of(card))

    assert (response.status_code, response["Location"]) == (302, address(tournament, "cards/2/"))
    assert stored(tournament) == card
    assert get_page(client, address(tournament, "cards/2/")).by_id("told").text == "Saved A-1 · next A-2"


def test_form_of_a_sheet_asks_for_both_sides_and_the_total(client: Client, tournament: Tournament) -> None:
    page = get_page(client, address(tournament))

    names = [element.attributes.get("name") or "" for element in page.by_id("card").all("input")]
    assert [name for name in names if name.endswith("-1")] == ["opponent-1", "own-1", "theirs-1", "blank-1"]
    assert [name for name in names if name.startswith("foot-")] == ["foot-total", "foot-games_won"]


def test_unfinished_game_is_kept_as_it_stands_and_is_nobodys_win(client: Client, tournament: Tournament) -> None:
    line = replace(CARD.lines[0], own=87, theirs=90)
    card = CardRecord(1, (line, *CARD.lines[1:]))

    client.post(address(tournament), form_of(card))

    assert stored(tournament).lines[0] == line
    said = get_page(client, address(tournament)).by_id("left-1").text
    assert said == "neither side has 121: not finished, nobody’s win"


def test_number_that_is_not_on_the_board_is_refused_in_place(client: Client, tournament: Tournament) -> None:
    response = client.post(address(tournament), form_of(CARD, **{"own-1": "122", "theirs-2": "x"}))

    page = read_page(response.content.decode())
    assert (response.status_code, Scorecard.objects.count()) == (422, 0)
    wrong = [one.attributes["name"] for one in page.by_id("card").all("input") if "aria-invalid" in one.attributes]
    assert wrong == ["own-1", "theirs-2"]


def test_total_that_does_not_add_up_is_said(client: Client, tournament: Tournament) -> None:
    assert CARD.recorded is not None
    total = CARD.recorded.total or 0

    client.post(address(tournament), form_of(CARD, **{"foot-total": str(total + 1)}))

    told = get_page(client, address(tournament, "cards/2/")).by_id("told").text
    assert told == f"Saved A-1. Totals differ: total {total + 1} written, {total} added up. Back to A-1 · next A-2"


def test_log_keeps_what_stood_on_a_sheet_before(tournament: Tournament, director: StaffMember) -> None:
    save(tournament, director, CARD)
    lines = (replace(CARD.lines[0], own=87, theirs=121), *CARD.lines[1:])

    save(tournament, director, replace(CARD, lines=lines), version=1)

    [entry] = AuditEntry.objects.filter(action="card re-entered")
    seat = next(person.seat for person in EVENT.entrants if person.number == OPPONENT)
    first = CARD.lines[0]
    won = "won" if first.own == 121 else "lost"
    assert (entry.before, entry.after) == (
        {"game 1": f"{seat}: {won} {first.own} to {first.theirs}"},
        {"game 1": f"{seat}: lost 87 to 121"},
    )


def test_totals_first_and_piles_are_for_ordinary_cards_only(client: Client, tournament: Tournament) -> None:
    page = get_page(client, address(tournament, "cards/"))
    response = client.get(address(tournament, "cards/totals/"))

    assert "Totals first" not in page.text
    assert (response.status_code, response["Location"]) == (302, address(tournament, "cards/"))


def test_floaters_sheet_is_not_waited_for(client: Client) -> None:
    tournament = put_up(sheets(pairs=3))
    client.force_login(checker(tournament).user)

    rows = get_page(client, address(tournament, "cards/")).by_id("stack").all("tr")[1:]

    assert [row.all("td")[0].text for row in rows] == [
        listed_name(split_name(person.name), person.partner)
        for person in sheets(pairs=3).entrants
        if not person.house_player
    ]


def test_line_against_a_pair_that_had_left_is_not_due(client: Client, tournament: Tournament) -> None:
    tournament.entrants.filter(number=OPPONENT).update(withdrawn_after_game=0)

    page = get_page(client, address(tournament))

    assert page.by_id("left-1").text == "withdrew after game 0: no line needed"
    row = next(row for row in page.all("tr") if row.attributes.get("data-game") == "1")
    assert "not-due" in (row.attributes["class"] or "").split()


# Slips.


def slip(**more: str) -> dict[str, str]:
    typed = {"first": "1", "firsts": "121", "seconds": "94", "second": ""}
    return {"key": str(uuid4()), "game": "1", **typed, **more}


def both_lines(tournament: Tournament) -> list[Line]:
    return [*stored(tournament, 1).lines, *stored(tournament, OPPONENT).lines]


@pytest.mark.parametrize("typed", [slip(), slip(first=str(OPPONENT), firsts="94", seconds="121")])
def test_slip_of_points_fills_both_sheets(client: Client, tournament: Tournament, typed: dict[str, str]) -> None:
    response = client.post(address(tournament, "cards/slips/"), typed)

    assert response.status_code == 302
    assert both_lines(tournament) == [Line(1, OPPONENT, own=121, theirs=94), Line(1, 1, own=94, theirs=121)]


def test_slip_of_points_left_fills_both_sheets(client: Client) -> None:
    tournament = put_up(LEFT)
    client.force_login(checker(tournament).user)

    client.post(address(tournament, "cards/slips/"), slip(firsts="27", seconds="0"))

    assert both_lines(tournament) == [Line(1, OPPONENT, left=27), Line(1, 1, left=0)]


def test_slip_without_one_winner_is_refused(client: Client, tournament: Tournament) -> None:
    for wrong, field in [
        ({"firsts": "87", "seconds": "90"}, "seconds"),
        ({"firsts": "121", "seconds": "121"}, "seconds"),
        ({"firsts": "122"}, "firsts"),
        ({"seconds": ""}, "seconds"),
        ({"first": "Q-9"}, "first"),
        ({"second": "1"}, "second"),
    ]:
        response = client.post(address(tournament, "cards/slips/"), slip(**wrong), headers=JSON)

        page = read_page(response.content.decode())
        marked = [one.attributes["name"] for one in page.by_id("slip").all("input") if "aria-invalid" in one.attributes]
        assert (response.status_code, marked, Scorecard.objects.count()) == (422, [field], 0)


def test_slip_of_points_is_taken_back_from_both_sheets(client: Client, tournament: Tournament) -> None:
    client.post(address(tournament, "cards/slips/"), slip())
    gone = {"game": "1", "first": "1", "second": str(OPPONENT), "firsts": "121", "seconds": "94"}

    client.post(address(tournament, "cards/slips/take-back/"), gone)

    assert both_lines(tournament) == []


# Comparing and deciding.


@pytest.fixture
def key(tournament: Tournament, director: StaffMember) -> str:
    """Key every sheet, the first game of the first two otherwise on one; return what that game is called."""
    for card in EVENT.scorecards:
        lines = card.lines
        if card.entrant == 1:
            lines = (replace(lines[0], own=90, theirs=121), *lines[1:])
        if card.entrant == OPPONENT:
            lines = (replace(lines[0], own=88, theirs=121), *lines[1:])
        save(tournament, director, CardRecord(card.entrant, lines))
    return f"1-{min(1, OPPONENT)}-{max(1, OPPONENT)}"


def decision(**more: str) -> dict[str, str]:
    lines = {"line-1": "94", f"line-{OPPONENT}": "-94"}
    return {"seen": "", "reason": "Both asked.", "rule": "", **lines, **more}


def test_games_whose_sheets_differ_wait_for_the_director(client: Client, tournament: Tournament, key: str) -> None:
    page = get_page(client, address(tournament, f"check/{key}/"))
    tournament.stored_result.refresh_from_db()

    assert [record["game"] for record in tournament.stored_result.report["undecided"]] == [1]
    assert "No ruling in the sources" in page.text


def test_director_decides_both_lines_with_a_reason_and_takes_it_back(
    client: Client, tournament: Tournament, key: str
) -> None:
    response = client.post(address(tournament, f"check/{key}/decision/"), decision())

    made = Decision.objects.active().get(tournament=tournament)
    assert (response.status_code, made.rule, made.reason) == (302, "none", "Both asked.")
    rows = made.lines.values_list("entrant__number", "points", "own", "theirs", "left")
    assert sorted(rows) == [(1, None, 121, 94, None), (OPPONENT, None, 94, 121, None)]
    tournament.stored_result.refresh_from_db()
    assert tournament.stored_result.report["undecided"] == []
    client.post(address(tournament, f"check/{key}/decision/take-back/"), {"seen": str(made.pk), "why": "too soon"})
    assert Decision.objects.active().filter(tournament=tournament).count() == 0


def test_decision_that_is_no_game_is_refused(client: Client, tournament: Tournament, key: str) -> None:
    for wrong in [
        {"reason": ""},
        {"line-1": "94", f"line-{OPPONENT}": "94"},
        {"line-1": "/121/121", f"line-{OPPONENT}": "/121/121"},
        {"line-1": "/"},
        {"line-1": "122"},
    ]:
        response = client.post(address(tournament, f"check/{key}/decision/"), decision(**wrong))

        assert (response.status_code, Decision.objects.count()) == (422, 0)


def test_line_keyed_anew_settles_the_game(client: Client, tournament: Tournament, key: str) -> None:
    item = get_page(client, address(tournament, f"check/{key}/"))
    stamp = next(one.attributes["value"] or "" for one in item.all("input") if one.attributes.get("name") == "stamp")

    client.post(address(tournament, f"check/{key}/lines/{OPPONENT}/"), {"stamp": stamp, "keys": "90", "opponent": "1"})

    assert stored(tournament, OPPONENT).lines[0] == Line(1, 1, own=121, theirs=90)
    tournament.stored_result.refresh_from_db()
    assert tournament.stored_result.report["undecided"] == []
    assert entrant(tournament, OPPONENT).scorecard.version == 2


def test_sums_of_a_sheet_are_initialled_without_a_rule_of_another_kind_of_card(
    client: Client, tournament: Tournament, director: StaffMember
) -> None:
    for card in EVENT.scorecards:
        foot = card.recorded or FootTotals()
        off = 1 if card.entrant == 1 else 0
        save(tournament, director, replace(card, recorded=replace(foot, total=(foot.total or 0) + off)))
    page = get_page(client, address(tournament, "check/card-1/"))
    stamp = next(one.attributes["value"] or "" for one in page.all("input") if one.attributes.get("name") == "stamp")

    client.post(address(tournament, "check/card-1/initials/"), {"stamp": stamp, "initials": "AB"})

    assert ("Total, points" in page.texts("th"), "App.5" in page.text) == (True, False)
    item = CheckQueue(tournament).find("card-1")
    assert item is not None
    assert item.is_done
