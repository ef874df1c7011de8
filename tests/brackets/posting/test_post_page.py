"""Posting in the browser: refused with reasons until the checklist is met, then frozen for everybody to see."""

from dataclasses import replace

import pytest
from django.test import Client

from brackets.models import HeldPosting, Posting, Waiver
from brackets.posting.services import revoke_waiver, waive_condition
from tests.brackets.posting.posting import correct, directed, post
from tests.brackets.posting.test_checklist_conditions import without_card
from tests.pages import get_page, read_page
from tests.scorecards.checking.cross_checks import agreed, disputed, undecided
from tests.tournaments.staff.people import invited_client
from tournaments.entrants.services.registration import check_in
from tournaments.models import Tournament
from tournaments.rules.types import EventFile

pytestmark = pytest.mark.django_db


def everybody_but_one_qualifies() -> EventFile:
    event_file = agreed()
    return replace(event_file, event=replace(event_file.event, qualifiers=3, qualifiers_reason="a small field"))


def address(tournament: Tournament, more: str = "") -> str:
    return f"/t/{tournament.slug}/post/{more}"


def test_post_page_shows_what_would_be_posted(client: Client) -> None:
    tournament, _ = directed(client, agreed())

    page = get_page(client, address(tournament))

    [table] = page.all("table")
    assert [row.texts("th", "td") for row in table.all("tr")][1:] == [["1", "Entrant 1", "A-1", "7/3 +66", ""]]
    assert page.texts("button")[-2:] == ["Post 1 qualifier", "Hold for the reveal"]


def test_post_page_shows_byes_exemption_and_who_is_next(client: Client) -> None:
    tournament, _ = directed(client, everybody_but_one_qualifies())

    page = get_page(client, address(tournament))

    said = page.by_id("qualifiers").text, page.text
    assert said[0] == "Ready to post"
    assert "3 of 4 entrants qualify. Bracket of 4, 1 bye to the top seed" in said[1]
    assert "Exemption from one in four: a small field" in said[1]
    assert "High non-qualifier: " in said[1]
    rows = [row.texts("th", "td") for row in page.all("table")[0].all("tr")][1:]
    assert [" bye" in row[1] for row in rows] == [True, False, False]


@pytest.mark.parametrize("where", ["post", "desk"])
def test_what_is_merely_not_done_is_no_red(client: Client, where: str) -> None:
    tournament, _ = directed(client, disputed())

    step = get_page(client, f"/t/{tournament.slug}/{where}/").by_id("condition-checked")

    [state] = [span for span in step.all("span") if span.text.startswith("To do: ")]
    assert (state.attributes.get("class") or "").split() == ["state"]


def test_reason_is_asked_for_only_when_something_was_posted_before(client: Client) -> None:
    tournament, me = directed(client, agreed())
    first = get_page(client, address(tournament))
    post(tournament, me)
    correct(tournament, me)

    again = get_page(client, address(tournament))

    reasons = [[one for one in page.all("textarea") if one.attributes["name"] == "reason"] for page in (first, again)]
    assert [["required" in one.attributes for one in found] for found in reasons] == [[], [True]]
    assert "Post 1 qualifier again" in again.texts("button")
    assert "Changes since posting 1" in again.texts("h2")


def test_checker_is_told_that_a_director_posts(client: Client) -> None:
    tournament, _ = directed(client, agreed())

    pages = [get_page(one, address(tournament)) for one in (client, invited_client(tournament, "checker"))]

    assert ["Everything is ready. A director posts." in page.texts("p") for page in pages] == [False, True]


def test_director_alone_is_told_what_cannot_be_waived(client: Client) -> None:
    tournament, _ = directed(client, undecided())

    pages = [get_page(one, address(tournament)) for one in (client, invited_client(tournament, "checker"))]

    cannot = "This cannot be skipped. Without it there is no order of the qualifiers."
    assert [cannot in page.texts("p") for page in pages] == [True, False]


def test_posting_lets_everybody_see_and_is_refused_a_second_time(client: Client) -> None:
    tournament, me = directed(client, agreed())
    stranger = Client()
    before = get_page(stranger, f"/t/{tournament.slug}/standings/")

    response = client.post(address(tournament), {"version": tournament.version})

    assert (response.status_code, response["Location"]) == (302, f"/t/{tournament.slug}/desk/")
    posting = Posting.objects.get(tournament=tournament)
    assert (posting.number, posting.made_by) == (1, me.name)
    after = get_page(stranger, f"/t/{tournament.slug}/standings/")
    assert (before.all("table"), after.all("table") != []) == ([], True)
    tournament.refresh_from_db()
    again = client.post(address(tournament), {"version": tournament.version, "reason": "again"})
    assert (again.status_code, Posting.objects.count()) == (409, 1)


def test_posting_is_refused_with_what_is_in_the_way(client: Client) -> None:
    tournament, _ = directed(client, disputed())

    response = client.post(address(tournament), {"version": tournament.version})

    assert response.status_code == 409
    assert [shown.condition.item.value for shown in response.context["unmet"]] == ["checked", "dead-zone", "ties"]
    assert str(response.context["refusal"]) == "The checklist is not complete yet."
    page = get_page(client, address(tournament))
    assert [link.text for link in page.all("a") if link.attributes.get("class") == "button"] == ["Open dashboard"]
    assert not Posting.objects.exists()


def test_posting_of_an_old_page_or_without_a_version_is_refused(client: Client) -> None:
    tournament, _ = directed(client, agreed())

    for version in (tournament.version - 1, "", "x", "²", "-1", "9" * 40):
        assert client.post(address(tournament), {"version": version}).status_code == 409

    assert not Posting.objects.exists()


@pytest.mark.parametrize("more", [{}, {"hold": "1"}], ids=["posts", "holds"])
def test_checker_does_not_post_or_hold(more: dict[str, str], client: Client) -> None:
    tournament, _ = directed(client, agreed())
    checker = invited_client(tournament, "checker")

    page = get_page(checker, address(tournament))
    response = checker.post(address(tournament), {"version": tournament.version, **more})

    assert "Post 1 qualifier" not in page.texts("button")
    assert response.status_code == 403
    assert (Posting.objects.count(), HeldPosting.objects.count()) == (0, 0)


def test_checker_is_offered_no_waiver_and_none_to_undo(client: Client) -> None:
    tournament, me = directed(client, disputed())
    checker = invited_client(tournament, "checker")

    pages = [[get_page(one, address(tournament)) for one in (client, checker)]]
    waive_condition(tournament=tournament, actor=me, item="checked", reason="paper lost")
    pages.append([get_page(one, address(tournament)) for one in (client, checker)])

    assert [["Skip this condition" in page.texts("summary") for page in both] for both in pages] == [
        [True, False],
        [False, False],
    ]
    assert [["Require it again" in page.texts("button") for page in both] for both in pages] == [
        [False] * 2,
        [True, False],
    ]


def test_condition_is_waived_with_a_reason_and_taken_back(client: Client) -> None:
    tournament, me = directed(client, disputed())

    waived = client.post(address(tournament, "waivers/"), {"item": "checked", "reason": "paper lost"})
    page = get_page(client, address(tournament))
    client.post(address(tournament, "waivers/checked/removal/"))
    again = get_page(client, address(tournament))

    assert waived.status_code == 302
    [waiver] = Waiver.objects.all()
    assert (waiver.item, waiver.reason, waiver.made_by) == ("checked", "paper lost", me.name)
    assert waiver.revoked_at is not None
    assert page.texts("button")[-2:] == ["Post 1 qualifier", "Hold for the reveal"]
    assert "Post 1 qualifier" not in again.texts("button")


def test_waiver_that_is_refused_says_so_in_place_and_keeps_its_reason(client: Client) -> None:
    tournament, me = directed(client, without_card(disputed(), 4))
    check_in(tournament=tournament, actor=me, number=4, is_here=True)
    where = address(tournament, "waivers/")

    without = client.post(where, {"item": "checked", "reason": " "})
    undecidable = client.post(where, {"item": "undecided", "reason": "no time"})
    response = client.post(where, {"item": "checked", "reason": "x" * 5000})

    assert [one.status_code for one in (without, undecidable, response)] == [422] * 3
    assert without.context["waiver_refusal"].startswith("Enter a reason")
    page = read_page(response.content.decode())
    assert page.by_id("reason-checked").text == "x" * 5000
    assert page.by_id("error-checked").text == response.context["waiver_refusal"]
    assert [one.attributes["id"] for one in page.all("details") if "open" in one.attributes] == ["without-checked"]
    assert len([one for one in page.all("details") if "Skip this condition" in one.texts("summary")]) == 2
    assert "open" in page.by_id("without-checked").attributes
    assert "data-keeps" in page.by_id("post-now").attributes
    assert not Waiver.objects.exists()


def test_correction_after_posting_makes_a_new_posting_with_its_reason(client: Client) -> None:
    tournament, me = directed(client, agreed())
    post(tournament, me)
    correct(tournament, me)
    tournament.refresh_from_db()

    without = client.post(address(tournament), {"version": tournament.version})
    given = client.post(address(tournament), {"version": tournament.version, "reason": "game 1 decided by the judges"})

    assert (without.status_code, given.status_code) == (409, 302)
    second = Posting.objects.latest("number")
    assert (second.number, second.reason) == (2, "game 1 decided by the judges")


def test_page_of_posting_follows_what_others_do(client: Client) -> None:
    tournament, me = directed(client, agreed())
    seen = tournament.version
    headers = {"HX-Request": "true", "HX-Target": "post-now"}

    unchanged = client.get(address(tournament, f"?seen={seen}"), headers=headers)
    post(tournament, me)
    changed = client.get(address(tournament, f"?seen={seen}"), headers=headers)

    page = read_page(changed.content.decode())
    assert (unchanged.status_code, page.texts("html")) == (204, [])
    assert page.texts("p")[0] == "Posting 1 is up to date."
    assert page.by_id("post-now").attributes["hx-get"] == address(tournament, f"?seen={seen + 1}")


def test_waivers_of_a_past_posting_are_shown_to_staff_and_not_to_the_public(client: Client) -> None:
    tournament, me = directed(client, without_card(agreed(), 4))
    check_in(tournament=tournament, actor=me, number=4, is_here=True)
    waive_condition(tournament=tournament, actor=me, item="cards", reason="the card was taken home")
    post(tournament, me)
    revoke_waiver(tournament=tournament, actor=me, item="cards")

    for_staff = get_page(client, address(tournament)).by_id("posting-1")
    public = [get_page(Client(), f"/t/{tournament.slug}/{page}/") for page in ("postings", "postings/1")]

    assert for_staff.texts("p")[1:] == [
        f"Skipped (visible to staff): Cards collected and counted, {me.name}: the card was taken home"
    ]
    assert [page for page in public if "taken home" in page.text] == []
