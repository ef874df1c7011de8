"""The dashboard: stations, next step, what waits, and the checklist of the appendix while cards are checked."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from brackets.playoffs.services.draw import draw_bracket
from brackets.posting.services import waive_condition
from brackets.rules.checklist import ChecklistItem
from judging.models import Call
from scorecards.checking.services.initials import confirm_lines, sign_item
from scorecards.models import StoredResult
from scorecards.ranking.actions import set_exemption
from tests.brackets.playoffs.playing import director, posted
from tests.brackets.posting.posting import correct, directed, post
from tests.events import PHASES
from tests.factories.tournaments import EntrantFactory
from tests.pages import Element, get_page, read_page
from tests.scorecards.checking.cross_checks import DISPUTED, agreed, disputed, item, undecided
from tests.scorecards.club_matches.club_matches import begin, club_night
from tests.tournaments.staff.people import HTMX, directed_event, invited_client
from tournaments.changes.transaction import tournament_change
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


def stations(page: Element) -> dict[str, tuple[str, str]]:
    """Return the sign of each station, which is said too where it is done, and what it has come to."""
    [line] = [part for part in page.all("ol") if part.attributes.get("class") == "stations"]
    found = {}
    for part in line.all("li"):
        sign, (label, _, said) = part.attributes.get("class") or "", part.texts("strong")[0].partition(", ")
        assert (said == "done") is (sign == "done")
        found[label] = (sign, part.texts("bdi")[0])
    return found


def ticked(page: Element) -> list[str]:
    """Return the stations that the navigation shows as done."""
    return [link.text for link in page.all("a") if "is-done" in (link.attributes.get("class") or "")]


def waiting(page: Element) -> list[str]:
    [listed] = [part for part in page.all("ul") if part.attributes.get("class") == "waiting"]
    return listed.texts("li")


def test_desk_of_a_new_event_shows_the_set_up_alone(client: Client) -> None:
    tournament = directed_event(client)
    EntrantFactory(tournament=tournament, number=1, seat="A-1")

    page = get_page(client, DESK)

    assert [heading.attributes["id"] for heading in page.all("h2")] == ["next-step", "waiting", "before"]
    assert page.by_id("before").text == "Set-up"
    assert "No schedule yet" in page.texts("span")


def test_desk_says_step_by_step_what_is_to_be_done(client: Client) -> None:
    tournament, _ = directed(client, PHASES["incomplete"])

    page = get_page(client, f"/t/{tournament.slug}/desk/")

    assert [condition(page, name) for name in ("cards", "ties", "post")] == ["To do", "Not yet", "Not yet"]
    to_do, done = [part for part in page.all("ol") if part.attributes.get("class") == "steps"]
    shown = [part.attributes.get("id") for part in (*to_do.all("li"), *done.all("li"))]
    assert sorted(shown) == sorted([*(f"condition-{found.value}" for found in ChecklistItem), "condition-post"])
    assert [part.text.split()[0] for part in page.all("summary")] == [str(len(done.all("li")))]
    assert {span.text.partition(":")[0] for span in done.all("span") if span.attributes["class"] != "note"} == {"Done"}


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

    assert [(condition(page, "checked"), condition(page, "post")) for page in (before, checked)] == [
        ("To do", "Not yet"),
        ("Done", "Ready to post"),
    ]
    assert "condition-post" not in {part.attributes.get("id") for part in posted.all("li")}
    assert stations(posted)["Check"] == ("done", "Posting 1")
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

    steps = [part for part in page.all("ol") if part.attributes.get("class") == "steps"]
    assert {link.split("/")[3] for part in steps for link in part.links if link.startswith("/t/")} == links


def test_desk_leads_to_the_playoffs_once_a_bracket_may_be_drawn(client: Client) -> None:
    tournament = posted(players=24)
    me = director(tournament)
    client.force_login(me.user)
    address = f"/t/{tournament.slug}/desk/"

    to_draw = get_page(client, address)
    draw_bracket(tournament=tournament, actor=me, posting=1)
    drawn = get_page(client, address)
    set_exemption(tournament=tournament, actor=me, qualifiers=7, reason="one more comes along")
    changed = get_page(client, address)
    post(tournament, me, "seven qualify")
    later = get_page(client, address)

    found = [stations(page)["Playoffs"] for page in (to_draw, drawn, later)]
    assert found == [("partly", "6 qualifiers"), ("partly", "0 of 5 matches"), ("partly", "0 of 5 matches")]
    assert to_draw.by_id("to-next").attributes["href"] == f"/t/{tournament.slug}/playoffs/"
    assert [waiting(page) for page in (to_draw, drawn)] == [["Nothing waits."]] * 2
    assert waiting(later)[0].startswith("Bracket drawn from posting 1 just now Posting 2 came after the draw")
    said = changed.by_id("dashboard").all("p")[0].text
    assert said.startswith("A correction changed who qualifies. Now in: ")
    assert changed.by_id("to-next").text == "Review and post again"
    assert "who qualifies" not in later.by_id("dashboard").text


def test_desk_shows_the_checklist_only_while_checking_and_the_set_up_only_before_game_1(client: Client) -> None:
    tournament, me = directed(client, agreed())
    address = f"/t/{tournament.slug}/desk/"

    before = get_page(client, address)
    post(tournament, me)
    Tournament.objects.update(format="qualifying")
    after = get_page(client, address)

    found = [[heading.attributes["id"] for heading in page.all("h2")] for page in (before, after)]
    assert found == [["next-step", "waiting", "checklist"], ["next-step", "waiting"]]


def test_stations_say_what_each_has_come_to(client: Client) -> None:
    tournament = directed_event(client)
    empty = stations(get_page(client, DESK))
    now = timezone.now()
    for number, paid in ((1, 4500), (2, 0), (3, 0)):
        here = now if number < 3 else None
        EntrantFactory(tournament=tournament, number=number, fee_owed=4500, fee_paid=paid, checked_in_at=here)
    door = get_page(client, DESK)
    tournament.entrants.filter(number=2).update(fee_paid=1000)
    some = get_page(client, DESK)

    assert empty == {
        "Door": ("", "No entrants yet"),
        "Play": ("", "No schedule yet"),
        "Cards": ("", ""),
        "Check": ("", ""),
        "Playoffs": ("", ""),
    }
    assert stations(door)["Door"] == ("partly", "2 of 3 · 2 owe $45")
    assert stations(some)["Door"] == ("partly", "2 of 3 · 2 owe $80 in all")
    assert [part.all("strong")[0].text for part in door.all("li") if part.attributes.get("aria-current")] == ["Door"]
    assert door.by_id("to-next").attributes["href"].endswith("/entrants/check-in/")


def test_night_of_matches_waits_for_its_matches_and_for_no_schedule(client: Client) -> None:
    tournament = club_night()
    tournament.scheduled_games.all().delete()
    me = director(tournament)
    client.force_login(me.user)
    begin(tournament, me)

    page = get_page(client, f"/t/{tournament.slug}/desk/")

    assert [stations(page)[name] for name in ("Play", "Cards", "Check")] == [("", ""), ("partly", "1 match"), ("", "")]
    assert [part.all("strong")[0].text for part in page.all("li") if part.attributes.get("aria-current")] == ["Cards"]
    assert "No schedule yet" not in page.text


def test_done_stations_are_ticked_in_the_navigation(client: Client) -> None:
    tournament = directed_event(client)
    late = EntrantFactory(tournament=tournament, number=2)
    EntrantFactory(tournament=tournament, number=1, seat="A-1")
    opened = ticked(get_page(client, DESK))
    StoredResult.objects.create(tournament=tournament, report={})  # of an event imported without cards
    opened += ticked(get_page(client, f"/t/{tournament.slug}/log/"))
    StoredResult.objects.all().delete()
    tournament.entrants.filter(pk=late.pk).update(withdrawn_after_game=0)
    seated = ticked(get_page(client, DESK))
    refused = client.post(f"/t/{tournament.slug}/settings/", {})

    assert [opened, seated] == [[], ["Door"]]
    assert (refused.status_code, ticked(read_page(refused.content.decode()))) == (422, ["Door"])


def test_check_is_ticked_in_the_navigation_while_the_posting_is_up_to_date(
    client: Client, django_assert_num_queries: Any
) -> None:
    tournament, me = directed(client, agreed())
    log = f"/t/{tournament.slug}/log/"
    before = ticked(get_page(client, log))
    with CaptureQueriesContext(connection) as asked:
        get_page(client, log)
    post(tournament, me)
    with django_assert_num_queries(len(asked)):
        posted = ticked(get_page(client, log))
    correct(tournament, me)
    changed = [ticked(get_page(client, page)) for page in (log, f"/t/{tournament.slug}/desk/", log)]
    post(tournament, me, "a correction")
    again = ticked(get_page(client, log))
    # It touches the cards for all that is stored, and leaves the standings as they are.
    with tournament_change(tournament):
        pass
    aside = ticked(get_page(client, log))

    assert [before, posted] == [["Door", "Play", "Cards"], ["Door", "Play", "Cards", "Check"]]
    assert changed == [["Door", "Play", "Cards"]] * 3
    assert [again, aside] == [posted, posted]


@pytest.mark.parametrize(("phase", "are_in"), [("incomplete", False), ("undecided", True), ("open ties", True)])
def test_play_and_cards_are_ticked_as_soon_as_all_cards_are_in(client: Client, phase: str, are_in: bool) -> None:
    tournament, _ = directed(client, PHASES[phase])

    page = get_page(client, f"/t/{tournament.slug}/desk/")

    found = set(ticked(page))
    assert found == {label for label, (sign, _) in stations(page).items() if sign == "done"}
    assert ({"Play", "Cards"} <= found) is are_in


def test_what_the_next_step_says_is_neither_said_twice_nor_counted_otherwise_than_in_the_queue(client: Client) -> None:
    tournament, _ = directed(client, PHASES["undecided"])

    page = get_page(client, f"/t/{tournament.slug}/desk/")
    queue = get_page(client, f"/t/{tournament.slug}/check/")

    assert page.by_id("to-next").text == "Decide"
    assert "to decide" not in " ".join(waiting(page))
    [tally] = [part.text for part in queue.all("p") if part.attributes.get("class") == "tally"]
    to_settle, done = (int(number) for number in re.findall(r"[0-9]+", tally))
    assert stations(page)["Check"] == ("partly", f"{done} of {done + to_settle} settled")


def test_judge_calls_wait_at_the_right_with_age_and_button(client: Client) -> None:
    tournament, _ = directed(client, agreed())
    first, second = tournament.entrants.order_by("number")[:2]
    Call.objects.create(
        tournament=tournament, number=1, key=uuid4(), game=2, place="A-1 and A-2", first=first, second=second
    )
    Call.objects.update(opened_at=timezone.now() - timedelta(minutes=4))

    page = get_page(client, f"/t/{tournament.slug}/desk/")

    assert waiting(page) == ["Judge call: Game 2, A-1 and A-2 4 minutes ago Open call"]
    assert f"/t/{tournament.slug}/calls/1/" in page.links


def test_desk_is_silent_while_nothing_has_changed(client: Client) -> None:
    tournament, _ = directed(client, agreed())
    address = f"/t/{tournament.slug}/desk/"

    same = client.get(address, {"seen": tournament.version}, headers=HTMX | {"HX-Target": "dashboard"})
    other = client.get(address, {"seen": tournament.version + 1}, headers=HTMX | {"HX-Target": "dashboard"})

    assert (same.status_code, other.status_code) == (204, 200)
    assert other.content.startswith(b'<div id="dashboard"')


@pytest.mark.usefixtures("keeps_rows")
@pytest.mark.parametrize("players", [2, 60])
def test_desk_takes_the_same_queries_for_any_field(
    players: int, client: Client, django_assert_num_queries: Any
) -> None:
    tournament = directed_event(client)
    for number in range(players):
        EntrantFactory(tournament=tournament, number=number + 1)

    client.get(DESK)
    with django_assert_num_queries(17):
        client.get(DESK)
