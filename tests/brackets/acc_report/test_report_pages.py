"""The page of the report to the ACC: what is missing first, then every block, and the same as files."""

import csv
import io
import json
from collections.abc import Callable
from datetime import date
from io import BytesIO

import pytest
from django.http import HttpResponse
from django.test import Client
from openpyxl import load_workbook  # type: ignore[import-untyped]

from brackets.acc_check.check import check_report
from brackets.models import AccFacts, MoneyPlan
from brackets.payouts.services import open_pool, set_stakes
from brackets.results.services import edit_points, make_side_event, register_hand
from brackets.rules.payouts import PoolSharing
from tests.brackets.results.test_side_events import SETTINGS, losers, offered
from tests.factories.tournaments import EntrantFactory, PlayerFactory, StaffMemberFactory, TournamentFactory
from tests.pages import get_page, read_page
from tournaments.events.creating import copy_event
from tournaments.models import AuditEntry, Entrant, StaffMember, Tournament
from tournaments.staff.access import SESSION_KEY

Post = Callable[..., HttpResponse]
FACTS = {
    "sanction_number": "2026-117",
    "director": "Rosa Lunde",
    "ends_on": "2026-05-17",
    "city": "Tacoma",
    "state": "WA",
    "form": "standard",
    "sanctioning": "3",
    "other_income": "12.50",
    "notes": "Snow on Saturday.",
}


def address(tournament: Tournament, part: str = "") -> str:
    return f"{tournament.get_absolute_url()}acc-report/{part}"


def missing(desk: Client, tournament: Tournament) -> list[str]:
    """Return what the page lists as missing, first of all."""
    page = get_page(desk, address(tournament))
    sections = page.all("section")
    first = next(one for one in sections if one.attributes["aria-labelledby"] == "missing")
    return first.texts("li")


def table(desk: Client, tournament: Tournament, title: str) -> list[list[str]]:
    """Return the cells of one block of the page, with its headings."""
    page = get_page(desk, address(tournament))
    section = next(one for one in page.all("section") if title in one.texts("h2"))
    return [row.texts("th", "td") for row in section.all("tr")]


def test_what_is_missing_comes_first_with_what_mends_it(desk: Client, tournament: Tournament) -> None:
    seed = tournament.entrants.get(number=1)
    Entrant.objects.filter(pk=seed.pk).update(acc_number="")

    found = missing(desk, tournament)

    assert found[0] == "The sanction number is missing. Enter it"
    assert "Nothing is posted. Post" in found
    assert "The sanctioning fee for each player is not set. Enter it" in found
    assert not [one for one in found if one.startswith("Check:")]
    page = get_page(desk, address(tournament))
    assert page.all("h2")[0].text == "Missing"
    assert "The ACC has not approved this form of report. Check with your commissioner." in page.text


def test_nothing_is_missing_where_all_is_there(desk: Client, post: Post, tournament: Tournament) -> None:
    post("acc-report/facts/", FACTS | {"director": ""})

    assert missing(desk, tournament) == ["Nothing is posted. Post"]


def test_facts_are_stored_and_logged_and_the_fee_goes_to_the_fund(
    desk: Client, post: Post, tournament: Tournament
) -> None:
    tournament.venue = "Elks Lodge"
    tournament.save()

    assert post("acc-report/facts/", FACTS).status_code == 302
    post("acc-report/facts/", FACTS)

    facts = AccFacts.objects.get(tournament=tournament)
    assert (facts.sanction_number, facts.ends_on, facts.other_income) == ("2026-117", date(2026, 5, 17), 12_50)
    assert MoneyPlan.objects.get(tournament=tournament).sanctioning == 3_00
    assert table(desk, tournament, "Event")[1:] == [
        ["Sanction number", "2026-117"],
        ["Event", tournament.name],
        ["Director", "Rosa Lunde"],
        ["Dates", f"{tournament.starts_on} to 2026-05-17"],
        ["Place", "Elks Lodge, Tacoma, WA"],
    ]
    [entry] = AuditEntry.objects.filter(tournament=tournament, action="facts for the ACC changed")
    assert entry.after["sanction_number"] == "2026-117"
    assert "Snow on Saturday." in get_page(desk, address(tournament)).text


def test_fee_is_offered_with_the_words_that_say_to_check(desk: Client, tournament: Tournament) -> None:
    page = get_page(desk, address(tournament))

    assert page.by_id("id_sanctioning").attributes["value"] == "3.00"
    assert "$3.00, as known in 2026, check." in page.text
    assert not MoneyPlan.objects.filter(tournament=tournament, sanctioning__gt=0).exists()


def test_last_day_before_the_first_is_refused_with_what_was_typed(post: Post, tournament: Tournament) -> None:
    answer = post("acc-report/facts/", FACTS | {"ends_on": "2026-05-01"})

    assert answer.status_code == 422
    page = read_page(answer.content.decode())
    assert "The last day is before the first" in page.text
    assert page.by_id("id_sanction_number").attributes["value"] == "2026-117"
    assert not AccFacts.objects.filter(tournament=tournament).exists()


def test_names_without_number_have_a_box_and_the_numbers_of_namesakes(
    desk: Client, post: Post, tournament: Tournament, director: StaffMember
) -> None:
    one, two = tournament.entrants.order_by("number")[:2]
    Entrant.objects.filter(pk__in=(one.pk, two.pk)).update(acc_number="")
    before = TournamentFactory(name="Winter Open")
    StaffMemberFactory(tournament=before, user=director.user)
    EntrantFactory(
        tournament=before, name=one.name, city=one.city, acc_number="WA7", player=PlayerFactory(name=one.name)
    )

    page = get_page(desk, address(tournament))
    assert "Use WA7 for " + one.shown_name in page.texts("button")
    assert "Winter Open" in page.text

    answer = post("acc-report/numbers/", {f"acc-{two.number}": "wa-8", "use": f"{one.number}:WA7"})

    assert answer.status_code == 302
    assert [Entrant.objects.get(pk=who.pk).acc_number for who in (one, two)] == ["WA7", "WA8"]
    assert AuditEntry.objects.filter(tournament=tournament, action="entrant changed").count() == 2


def test_number_of_somebody_else_is_refused_and_what_was_typed_stays(post: Post, tournament: Tournament) -> None:
    one, two, three = tournament.entrants.order_by("number")[:3]
    Entrant.objects.filter(pk__in=(one.pk, two.pk)).update(acc_number="")
    Entrant.objects.filter(pk=three.pk).update(acc_number="WA9")

    for typed, says in (
        ({f"acc-{one.number}": "wa 9"}, f"WA9 is the number of {three.shown_name}. Enter another one."),
        ({f"acc-{one.number}": "WA1", f"acc-{two.number}": "WA1"}, "WA1 is the number of"),
        ({f"acc-{three.number}": "WA10"}, f"{three.shown_name} has number WA9 by now."),
        ({f"acc-{one.number}": "W" * 41}, "41 characters are too many."),
    ):
        answer = post("acc-report/numbers/", typed)
        page = read_page(answer.content.decode())
        assert answer.status_code == 422
        assert says in page.text
        if f"acc-{one.number}" in typed:
            assert page.by_id(f"acc-{one.number}").attributes["value"] == typed[f"acc-{one.number}"]
    assert Entrant.objects.get(pk=one.pk).acc_number == ""


def _filled(tournament: Tournament, director: StaffMember, post: Post) -> None:
    post("acc-report/facts/", FACTS)
    register_hand(
        tournament, director, number=3, points=29, game="game 2", hand="5H 5S 5C JD 5D", witnesses="Two judges"
    )
    edit_points(tournament, director, number=3, points=9, reason="The commissioner said so.")
    pool = open_pool(tournament, director, name="Q pool", sharing=PoolSharing.EQUAL, stake=10_00)
    set_stakes(tournament, director, pool=pool.pk, chosen=range(1, 25), seen=())
    Entrant.objects.filter(tournament=tournament).update(email="somebody@example.org", phone="555 0100")


def test_file_passes_the_check_and_names_no_address(
    desk: Client, post: Post, tournament: Tournament, director: StaffMember
) -> None:
    _filled(tournament, director, post)

    answer = desk.get(address(tournament, "report.json"))
    report, found = check_report(answer.content)

    assert {one.kind for one in found} == {"unpaid"}
    assert (report["sanction_number"], report["events"][0]["number_of_entrants"]) == ("2026-117", 24)
    tournament.refresh_from_db()
    assert report["events"][0]["check_number"] == tournament.log_seal
    for part in ("", "report.json", "report.csv"):
        text = desk.get(address(tournament, part)).content.decode()
        assert "example.org" not in text
        assert "555 0100" not in text


def test_csv_and_excel_have_the_columns_of_the_page(
    desk: Client, post: Post, tournament: Tournament, director: StaffMember
) -> None:
    _filled(tournament, director, post)
    page = get_page(desk, address(tournament))
    shown = [[row.texts("th", "td") for row in one.all("tr")] for one in page.all("table")]

    text = desk.get(address(tournament, "report.csv")).content.decode("utf-8-sig")
    rows = [[cell.removeprefix("'") for cell in row] for row in csv.reader(io.StringIO(text))]
    book = load_workbook(BytesIO(desk.get(address(tournament, "report.xlsx")).content))
    sheets = [[["" if c is None else c for c in row] for row in sheet.iter_rows(values_only=True)] for sheet in book]

    assert len(sheets) == len(shown) == 6
    for block, sheet in zip(shown, sheets, strict=True):
        assert [row for row in block if row not in rows] == []
        assert [str(next(iter(row))) for row in sheet] == [row[0] for row in block]
    assert shown[2][0][:5] == ["Seed", "Place", "Last name", "First name", "ACC number"]


def test_report_has_the_consolation_that_the_same_person_directs(
    desk: Client, post: Post, tournament: Tournament, director: StaffMember
) -> None:
    consolation = make_side_event(
        tournament, director, settings=SETTINGS, chosen=[*offered(tournament), *losers(tournament)]
    )

    page = get_page(desk, address(tournament))
    assert f"{consolation.name}: qualifiers" in page.texts("h2")
    assert f"{consolation.name}: The qualifying round is not settled. Dashboard" in missing(desk, tournament)
    assert address(tournament) in get_page(desk, address(consolation)).links
    assert "$1.00, as known in 2026, check." in get_page(desk, address(consolation)).text
    report = json.loads(desk.get(address(tournament, "report.json")).content)
    assert [event["kind"] for event in report["events"]] == ["main", "consolation"]

    StaffMember.objects.filter(tournament=consolation).delete()
    assert f"{consolation.name}: qualifiers" not in get_page(desk, address(tournament)).texts("h2")
    told = f"{consolation.name} belongs to this weekend, and you do not direct it. {consolation.name}"
    assert told in missing(desk, tournament)


def test_copy_of_an_event_has_no_sanction_number(post: Post, tournament: Tournament, director: StaffMember) -> None:
    post("acc-report/facts/", FACTS)

    copy = copy_event(tournament, director, entrants=True, name="Next year")

    assert not AccFacts.objects.filter(tournament=copy).exists()


@pytest.mark.parametrize("changed", [{"kind": "club"}, {"scoring": "double-skunk"}])
def test_events_that_the_acc_does_not_sanction_have_no_report(
    desk: Client, tournament: Tournament, changed: dict[str, str]
) -> None:
    assert "ACC report" in get_page(desk, f"{tournament.get_absolute_url()}awards/").texts("a")
    Tournament.objects.filter(pk=tournament.pk).update(**changed)

    assert desk.get(address(tournament)).status_code == 404
    assert desk.get(address(tournament, "report.json")).status_code == 404
    assert "ACC report" not in get_page(desk, f"{tournament.get_absolute_url()}awards/").texts("a")


def test_checkers_do_not_see_it(client: Client, tournament: Tournament) -> None:
    checker = StaffMemberFactory(tournament=tournament, role="checker")
    client.force_login(checker.user)

    assert SESSION_KEY not in client.session
    assert client.get(address(tournament)).status_code == 403
