"""The desk: the checklist of the appendix, each condition with the way to where it is mended."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from brackets.playoffs.services.draw import draw_bracket
from brackets.posting.services import waive_condition
from brackets.rules.checklist import ChecklistItem
from scorecards.checking.services.initials import confirm_lines, sign_item
from scorecards.ranking.actions import set_exemption
from tests.brackets.playoffs.playing import director, posted
from tests.brackets.posting.posting import directed, post
from tests.events import PHASES
from tests.factories.tournaments import EntrantFactory
from tests.pages import Element, get_page
from tests.scorecards.checking.cross_checks import DISPUTED, agreed, disputed, item, undecided
from tests.tournaments.staff.people import HTMX, directed_event, invited_client
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

DESK = "/t/gull-harbor/desk/"


def condition(page: Element, name: str) -> str:
    """Return the state of one condition, without the words that say why."""
    [state] = [
        span.text
        for span in page.by_id(f"condition-{name}").all("span")
        if "state" in (span.attributes.get("class") or "").split()
    ]
    return state.partition(":")[0]


def test_desk_of_a_new_event_shows_the_set_up_alone(client: Client) -> None:
    tournament = directed_event(client)
    EntrantFactory(tournament=tournament, number=1, seat="A-1")

    page = get_page(client, DESK)

    assert [heading.attributes["id"] for heading in page.all("h2")] == ["next-step", "before"]
    assert page.by_id("before").text == "Set-up"
    assert "No schedule yet" in page.texts("span")


def test_desk_says_step_by_step_what_is_to_be_done(client: Client) -> None:
    tournament, _ = directed(client, PHASES["incomplete"])

    page = get_page(client, f"/t/{tournament.slug}/desk/")

    assert [condition(page, name) for name in ("cards", "ties", "post")] == ["To do", "Not yet", "Not yet"]
    [steps] = [part for part in page.all("ol") if part.attributes.get("class") == "steps"]
    shown = [part.attributes.get("id") for part in steps.all("li")]
    assert shown == [*(f"condition-{found.value}" for found in ChecklistItem), "condition-post"]


def test_desk_names_the_cards_that_are_not_in(client: Client) -> None:
    tournament, _ = directed(client, PHASES["incomplete"])

    page = get_page(client, f"/t/{tournament.slug}/desk/")

    assert [link for link in page.by_id("condition-cards").links if link.startswith("/t/")] == [
        f"/t/{tournament.slug}/cards/",
        f"/t/{tournament.slug}/cards/4/",
    ]


def test_desk_names_them_table_by_table(client: Client) -> None:
    incomplete = PHASES["incomplete"]
    tournament, _ = directed(client, replace(incomplete, scorecards=incomplete.scorecards[:1]))
    for number, seat in ((1, "A-1"), (2, "A-10"), (3, ""), (4, "A-2")):
        tournament.entrants.filter(number=number).update(seat=seat)

    page = get_page(client, f"/t/{tournament.slug}/desk/")

    wanted = page.by_id("condition-cards").all("a")
    assert [link.text for link in wanted if (link.attributes.get("id") or "").startswith("to-card-")] == [
        *("A-2", "A-10", "3")
    ]


def test_desk_counts_down_to_the_posting(client: Client) -> None:
    tournament, me = directed(client, disputed())
    address = f"/t/{tournament.slug}/desk/"

    before = get_page(client, address)
    found = item(tournament)
    confirm_lines(tournament=tournament, actor=me, key=DISPUTED, stamp=found.stamp)
    sign_item(tournament=tournament, actor=me, key=DISPUTED, stamp=found.stamp)
    checked = get_page(client, address)
    post(tournament, me)
    posted = get_page(client, address)

    assert [(condition(page, "checked"), condition(page, "post")) for page in (before, checked, posted)] == [
        ("To do", "Not yet"),
        ("Done", "Ready to post"),
        ("Done", "Posting 1 is up to date"),
    ]
    assert differences(tournament) == []


def test_desk_shows_what_was_waived_and_why(client: Client) -> None:
    tournament, me = directed(client, disputed())
    waive_condition(tournament=tournament, actor=me, item="checked", reason="the paper is lost")

    page = get_page(client, f"/t/{tournament.slug}/desk/")

    assert condition(page, "checked") == "Skipped"
    assert page.by_id("condition-checked").texts("p")[-1] == f"{me.name}: the paper is lost"


def test_desk_tells_of_games_for_the_director(client: Client) -> None:
    tournament, _ = directed(client, undecided())

    page = get_page(client, f"/t/{tournament.slug}/desk/")

    assert condition(page, "undecided") == "To do"
    assert condition(page, "ties") == "Not yet"


@pytest.mark.parametrize(("role", "links"), [("checker", {"cards", "check", "ranking", "post"}), ("judge", set())])
def test_desk_leads_staff_to_what_they_may_open(role: str, links: set[str]) -> None:
    tournament = import_event(event_file=PHASES["incomplete"])

    page = get_page(invited_client(tournament, role), f"/t/{tournament.slug}/desk/")

    [steps] = [part for part in page.all("ol") if part.attributes.get("class") == "steps"]
    assert {link.split("/")[3] for link in steps.links if link.startswith("/t/")} == links


def test_desk_leads_to_the_playoffs_once_a_bracket_may_be_drawn(client: Client) -> None:
    tournament = posted(players=24)
    me = director(tournament)
    client.force_login(me.user)
    address = f"/t/{tournament.slug}/desk/"

    to_draw = get_page(client, address).by_id("playoffs")
    draw_bracket(tournament=tournament, actor=me, posting=1)
    drawn = get_page(client, address).by_id("playoffs")
    set_exemption(tournament=tournament, actor=me, qualifiers=7, reason="one more comes along")
    post(tournament, me, "seven qualify")
    later = get_page(client, address).by_id("playoffs")

    assert to_draw.texts("span") == ["Ready to draw the bracket from posting 1"]
    assert drawn.texts("span") == ["Bracket drawn from posting 1"]
    assert later.texts("span") == ["Bracket drawn from posting 1; posting 2 came after the draw"]
    assert to_draw.links == drawn.links == [f"/t/{tournament.slug}/playoffs/"]


def test_desk_says_nothing_of_playoffs_before_the_posting_and_where_there_are_none(client: Client) -> None:
    tournament, me = directed(client, agreed())
    address = f"/t/{tournament.slug}/desk/"

    before = get_page(client, address)
    post(tournament, me)
    Tournament.objects.update(format="qualifying")
    after = get_page(client, address)

    found = [heading.attributes["id"] for page in (before, after) for heading in page.all("h2")]
    assert found == ["next-step", "before", "checklist"] * 2


def test_desk_is_silent_while_nothing_has_changed(client: Client) -> None:
    tournament, _ = directed(client, agreed())
    address = f"/t/{tournament.slug}/desk/"

    same = client.get(address, {"seen": tournament.version}, headers=HTMX | {"HX-Target": "desk"})
    other = client.get(address, {"seen": tournament.version + 1}, headers=HTMX | {"HX-Target": "desk"})

    assert (same.status_code, other.status_code) == (204, 200)
    assert other.content.startswith(b'<div id="desk"')


@pytest.mark.usefixtures("keeps_rows")
@pytest.mark.parametrize("players", [2, 60])
def test_desk_takes_the_same_queries_for_any_field(
    players: int, client: Client, django_assert_num_queries: Any
) -> None:
    tournament = directed_event(client)
    for number in range(players):
        EntrantFactory(tournament=tournament, number=number + 1)

    client.get(DESK)
    with django_assert_num_queries(16):
        client.get(DESK)
