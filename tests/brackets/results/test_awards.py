"""Final places, rating points given with a reason, hands of 28 and 29: services and their pages."""

import json
from collections.abc import Callable
from io import BytesIO

import pytest
from django.http import HttpResponse
from django.test import Client
from openpyxl import load_workbook  # type: ignore[import-untyped]

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from brackets.models import PointsEdit
from brackets.results.selectors import ResultRow, Results, working_results
from brackets.results.services import edit_points, register_hand, revoke_points_edit
from scorecards.models import HighHand
from tests.brackets.results.conftest import finished
from tests.events import PHASES
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import get_page
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.refused import Refused

pytestmark = pytest.mark.slow

Post = Callable[..., HttpResponse]
HAND = {"number": 3, "points": 29, "game": "game 7", "hand": "5H 5S 5C JD, cut 5D", "witnesses": "Ann, Bo"}


def results(tournament: Tournament) -> Results:
    found = working_results(tournament)
    assert found is not None
    return found


def row_of(tournament: Tournament, number: int) -> ResultRow:
    return next(row for row in results(tournament).rows if row.number == number)


# Places and points


def test_places_are_everybodys_champion_first(tournament: Tournament) -> None:
    rows = results(tournament).rows

    assert [row.place_text.rstrip("=") for row in rows[:6]] == ["1", "2", "3", "4", "5", "6"]
    assert [row.came_through for row in rows[:7]] == [
        *("champion", "runner-up"),
        *("lost in the semi-finals", "lost in the semi-finals"),
        *("lost in the quarter-finals", "lost in the quarter-finals"),
        "not in the playoffs",
    ]
    assert sorted(row.number for row in rows) == list(range(1, 25))


def test_points_are_worked_out_for_qualifiers_alone(tournament: Tournament) -> None:
    found = results(tournament)

    champion = found.rows[0]
    assert champion.computed is not None
    assert champion.computed.playoff == 7 * 4 * 5 // 2
    assert [row.points is not None for row in found.rows] == [True] * 6 + [False] * 18


def test_points_go_by_the_games_that_everybody_plays(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(games=13, makeup_rounds=1)
    tournament.refresh_from_db()

    assert results(tournament).ratings.no_schedule is None


def test_places_of_an_event_without_playoffs_are_the_standings(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(format="qualifying")
    tournament.refresh_from_db()

    found = results(tournament)

    assert [row.number for row in found.rows] == [row.number for row in found.outcome.rows]
    assert {row.came_through for row in found.rows} == {""}


def test_places_of_playoffs_under_way_are_open(db: None) -> None:
    tournament = import_event(event_file=finished(playoff_rounds=1))

    found = results(tournament)

    assert not found.is_final
    assert [row.place_text for row in found.rows[:4]] == ["1–3", "1–4", "1–4", "1–4"]
    assert [row.is_open for row in found.rows[:6]] == [True] * 4 + [False] * 2


def test_points_edited_stand_beside_what_was_worked_out(tournament: Tournament, director: StaffMember) -> None:
    number = results(tournament).rows[0].number
    computed = row_of(tournament, number).points

    edit_points(tournament=tournament, actor=director, number=number, points=99, reason="club bonus")
    edit_points(tournament=tournament, actor=director, number=number, points=98, reason="counted again")

    row = row_of(tournament, number)
    assert row.computed is not None
    assert row.edit is not None
    assert (row.points, row.computed.total, row.edit.computed) == (98, computed, computed)
    assert PointsEdit.objects.get(points=99).revoked_reason == "edited again"
    entry = AuditEntry.objects.filter(action="rating points edited").latest("pk")
    assert (entry.before, entry.after) == (
        {"points": 99},
        {"points": 98, "worked out": computed, "reason": "counted again"},
    )


def test_points_taken_back_are_what_is_worked_out(tournament: Tournament, director: StaffMember) -> None:
    number = results(tournament).rows[0].number
    computed = row_of(tournament, number).points
    edit_points(tournament=tournament, actor=director, number=number, points=99, reason="club bonus")

    revoke_points_edit(tournament=tournament, actor=director, number=number)
    revoke_points_edit(tournament=tournament, actor=director, number=number)

    assert row_of(tournament, number).points == computed
    assert AuditEntry.objects.filter(action="edit of rating points undone").count() == 1


@pytest.mark.parametrize(("points", "reason"), [("10", "  "), ("-1", "so"), ("100000", "so")])
def test_points_are_refused_without_a_reason_or_beyond_any_schedule(points: str, reason: str, post: Post) -> None:
    response = post("awards/points/1/", {"points": points, "reason": reason})

    assert (response.status_code, PointsEdit.objects.count()) == (422, 0)


def test_points_and_places_wait_until_the_event_is_settled(client: Client, db: None) -> None:
    tournament = import_event(event_file=make_event(players=12, games=7, settled=False))
    director = StaffMemberFactory(tournament=tournament, name="Dee Rector")
    client.force_login(director.user)

    with pytest.raises(Refused, match="when the qualifying round is settled"):
        edit_points(tournament=tournament, actor=director, number=1, points=5, reason="early")
    page = get_page(client, f"{tournament.get_absolute_url()}awards/")
    assert "come when the qualifying round is settled" in page.text


@pytest.mark.parametrize("wrong", [{"game": " "}, {"hand": " "}, {"witnesses": " "}, {"points": "24"}])
def test_hand_wants_everything(wrong: dict[str, str], post: Post) -> None:
    response = post("awards/hands/", {**HAND, **wrong})

    assert (response.status_code, HighHand.objects.count()) == (422, 0)


# Pages


def test_awards_page_shows_places_points_and_the_schedule_with_source_and_date(
    desk: Client, tournament: Tournament
) -> None:
    page = get_page(desk, f"{tournament.get_absolute_url()}awards/")

    found = results(tournament)
    rows = page.all("tbody")[0].all("tr")
    assert [row.all("th")[0].texts("bdi")[0] for row in rows] == [row.name for row in found.rows]
    assert f"ACC {found.rows[0].row.acc_number}" in rows[0].text
    assert found.ratings.source in page.text
    assert "1 August 2016" in page.text


def test_awards_page_of_other_numbers_of_games_says_that_there_is_no_schedule(client: Client, db: None) -> None:
    tournament = import_event(event_file=PHASES["finished"])
    client.force_login(StaffMemberFactory(tournament=tournament).user)

    page = get_page(client, f"{tournament.get_absolute_url()}awards/")

    assert "There is no schedule of rating points for a main event of 9 games" in page.text


def test_points_are_given_on_their_own_page_and_go_back_by_one_button(
    post: Post, desk: Client, tournament: Tournament
) -> None:
    without = post("awards/points/3/", {"points": "77", "reason": ""})
    assert (without.status_code, PointsEdit.objects.count()) == (422, 0)
    assert 'value="77"' in without.content.decode()
    assert desk.get(f"{tournament.get_absolute_url()}awards/points/999/").status_code == 404

    response = post("awards/points/3/", {"points": "77", "reason": "club bonus"})
    assert (response.status_code, response["Location"]) == (302, f"{tournament.get_absolute_url()}awards/")
    assert row_of(tournament, 3).points == 77

    assert post("awards/points/3/removal/").status_code == 302
    assert row_of(tournament, 3).edit is None


@pytest.mark.parametrize("name", ["awards", "money"])
def test_page_leads_to_each_of_its_parts(name: str, desk: Client, tournament: Tournament) -> None:
    page = get_page(desk, f"{tournament.get_absolute_url()}{name}/")

    [nav] = [one for one in page.all("nav") if one.attributes.get("aria-label") == "On this page"]
    parts = [link.removeprefix("#") for link in nav.links]
    headings = [heading.attributes.get("id") for heading in page.all("h2")]
    # The list of prizes is swapped whole: it is led to by the part and not by its heading.
    assert [part.replace("dues", "dues-heading") for part in parts] == headings


def test_hand_is_written_down_and_taken_out(post: Post, desk: Client, tournament: Tournament) -> None:
    without = post("awards/hands/", {**HAND, "witnesses": ""})
    assert 'value="5H 5S 5C JD, cut 5D"' in without.content.decode()

    assert post("awards/hands/", HAND).status_code == 302
    page = get_page(desk, f"{tournament.get_absolute_url()}awards/")
    hand = HighHand.objects.get()

    assert "5H 5S 5C JD, cut 5D seen by Ann, Bo" in page.text
    assert post(f"awards/hands/{hand.pk}/removal/").status_code == 302
    hand.refresh_from_db()
    assert (hand.revoked_by, results(tournament).hands) == ("Dee Rector", [])


@pytest.mark.parametrize(
    ("cards", "said"), [([], "not counted by a judge"), (["5H", "5S", "5C", "JD"], "the cards are counted")]
)
def test_pages_workbook_and_json_say_whether_a_judge_has_counted_a_hand(
    desk: Client, tournament: Tournament, director: StaffMember, cards: list[str], said: str
) -> None:
    hand = register_hand(tournament=tournament, actor=director, **HAND)  # type: ignore[arg-type]
    HighHand.objects.filter(pk=hand.pk).update(cards=cards)
    address = f"{tournament.get_absolute_url()}results"

    for_staff = get_page(desk, f"{tournament.get_absolute_url()}awards/")
    pages = (for_staff, get_page(desk, f"{address}/"))
    [told] = json.loads(desk.get(f"{address}.json").content)["high_hands"]
    book = load_workbook(BytesIO(desk.get(f"{address}/results.xlsx").content))

    for page in pages:
        assert [note.text for note in page.all("span") if note.text.startswith("seen by")] == [
            f"seen by Ann, Bo; {said}"
        ]
    assert f"{tournament.get_absolute_url()}calls/high-hands/" in for_staff.links
    assert told["proved"] is bool(cards)
    [header, row] = book["High hands"].iter_rows(values_only=True)
    assert dict(zip(header, row, strict=True))["Proved"] == ("yes" if cards else "no")
