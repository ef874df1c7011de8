"""The director decides games: what no rule covers, against a rule, anew, and taken back."""

import pytest
from django.http import HttpResponse
from django.test import Client

from judging.models import JudgePost
from scorecards.checking.items import CheckItem, CheckItemKind
from scorecards.checking.services.initials import take_table
from scorecards.models import Decision
from scorecards.rules.citations import citation_problem
from tests.pages import get_page
from tests.scorecards.checking.check_pages import address, client_of, first_of, now, page_in, queue_of, staff
from tournaments.models import StaffMember, Tournament
from tournaments.term import in_term, take_term

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(tournament: Tournament) -> Client:
    return client_of(staff(tournament, "director", "Ada Birch", "AB"))


@pytest.fixture
def undecided(tournament: Tournament) -> CheckItem:
    return first_of(tournament, CheckItemKind.UNDECIDED)


def test_checker_hands_an_undecided_game_on_to_the_director(
    client: Client, tournament: Tournament, undecided: CheckItem, member: StaffMember
) -> None:
    response = client.post(address(tournament, undecided, "as-written/"), {"stamp": undecided.stamp})
    page = get_page(client, address(tournament, undecided))

    assert response["Location"] != address(tournament, undecided)
    assert [text for text in page.texts("p") if "waits for the director" in text] != []
    assert [text for text in page.texts("button") if text == "Decide"] == []
    assert queue_of(tournament).next_for(member).key != undecided.key  # type: ignore[union-attr]


def test_director_is_led_to_a_game_at_a_table_that_somebody_is_at(
    client: Client, director: Client, tournament: Tournament, undecided: CheckItem, member: StaffMember
) -> None:
    for table in queue_of(tournament).tables:
        take_table(tournament=tournament, actor=member, table=table.table)
    client.post(address(tournament, undecided, "as-written/"), {"stamp": undecided.stamp})

    page = get_page(director, f"{tournament.get_absolute_url()}check/")

    assert page.by_id("next").attributes["href"] == address(tournament, undecided)
    assert [text for text in page.texts("p") if text.startswith("What is left waits for others")] == []


def test_button_leads_to_what_the_list_shows(director: Client, tournament: Tournament, undecided: CheckItem) -> None:
    page = f"{tournament.get_absolute_url()}check/"
    first = queue_of(tournament).next_for(StaffMember.objects.get(name="Ada Birch"))
    shown = [get_page(director, f"{page}{query}").by_id("next") for query in ("", "?show=undecided", "?show=done")]

    assert first is not None
    assert first.key != undecided.key
    assert [link.attributes["href"] for link in shown] == [
        address(tournament, item) for item in (first, undecided, first)
    ]


def decide(client: Client, tournament: Tournament, item: CheckItem, **changed: str) -> HttpResponse:
    first, second = (side.holder.number for side in item.sides)
    fields = {
        f"line-{first}": "10",
        f"line-{second}": "-10",
        "reason": "The judge saw the pegs.",
        "rule": "14.1",
        "seen": "",
    }
    return client.post(address(tournament, item, "decision/"), fields | changed)


def test_director_decides_what_no_rule_covers(director: Client, tournament: Tournament, undecided: CheckItem) -> None:
    response = decide(director, tournament, undecided)
    page = get_page(director, address(tournament, undecided))

    assert response.status_code == 302
    assert now(tournament, undecided) is None
    assert page.texts("dt")[:3] == ["14.1", "Reason", "Decided by"]
    assert page.texts("dd")[1] == "The judge saw the pegs."
    assert page.texts("strong") == ["2 points, plus 10", "0 points, minus 10"]


@pytest.mark.usefixtures("first_term")
def test_first_decision_is_saved_as_the_form_of_a_site_that_serves_sends_it(
    director: Client, tournament: Tournament, undecided: CheckItem
) -> None:
    page = get_page(director, address(tournament, undecided))
    [seen] = [box.attributes["value"] for box in page.all("input") if box.attributes.get("name") == "seen"]

    response = decide(director, tournament, undecided, seen=seen)

    assert (response.status_code, seen) == (302, in_term(0))
    assert Decision.objects.active().count() == 1


def test_rules_of_a_game_lead_to_the_rule(director: Client, tournament: Tournament, undecided: CheckItem) -> None:
    decide(director, tournament, undecided)

    page = get_page(director, address(tournament, undecided))

    [link] = [found for found in page.all("a") if found.attributes.get("class") == "rule-number"]
    assert (link.text, link.attributes["href"]) == ("14.1", f"/rules/acc-2020/14.1/?event={tournament.slug}")
    assert director.get(link.attributes["href"]).status_code == 200


def test_rule_that_the_edition_does_not_have_leads_nowhere(
    director: Client, tournament: Tournament, undecided: CheckItem
) -> None:
    decide(director, tournament, undecided)
    Decision.objects.update(rule="house rule 7/b")

    page = get_page(director, address(tournament, undecided))

    assert page.texts("dt")[0] == "house rule 7/b"
    assert [found for found in page.all("a") if found.attributes.get("class") == "rule-number"] == []


@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "14.1"), ("acc-2010", "13")])
def test_form_of_a_decision_offers_the_rules_of_the_edition(
    director: Client, tournament: Tournament, undecided: CheckItem, edition: str, rule: str
) -> None:
    Tournament.objects.update(edition=edition)

    page = get_page(director, address(tournament, undecided))
    offered = [found.attributes["value"] for found in page.all("option")]

    assert (page.by_id("rule").attributes["value"], offered[0]) == (rule, rule)
    assert [citation_problem(edition, number) for number in offered] == [None] * len(offered)


def test_14_1_head_judge_is_offered_as_who_decided(
    director: Client, tournament: Tournament, undecided: CheckItem
) -> None:
    def offered() -> str | None:
        return get_page(director, address(tournament, undecided)).by_id("decided-by").attributes["value"]

    before = offered()
    JudgePost.objects.create(member=staff(tournament, "judge", "Hedda Judge", "HJ"), is_head=True)

    assert (before, offered()) == ("Ada Birch", "Hedda Judge")


def test_14_1_who_decided_stands_with_the_decision_and_whoever_entered_it_beside_it(
    director: Client, tournament: Tournament, undecided: CheckItem
) -> None:
    decide(director, tournament, undecided, decided_by="Hedda Judge")

    page = get_page(director, address(tournament, undecided))
    card = get_page(director, f"/t/{tournament.slug}/standings/5/")
    assert page.texts("dd")[2] == "Hedda Judge"
    assert [text for text in page.texts("p") if text.startswith("Entered by Ada Birch")] != []
    assert page.by_id("decided-by").attributes["value"] == "Hedda Judge"
    assert "Hedda Judge" in card.texts("dd")
    assert any("decision of Hedda Judge by 14.1" in text for text in page.texts("li"))


def test_director_is_not_offered_to_undo_the_decision_of_their_own_game(
    director: Client, tournament: Tournament, undecided: CheckItem
) -> None:
    decide(director, tournament, undecided)
    undo = "Undo decision"
    before = get_page(director, address(tournament, undecided)).texts("button").count(undo)
    me = tournament.staff.get(name="Ada Birch")
    me.entrant = tournament.entrants.get(number=undecided.sides[0].holder.number)
    me.save()

    assert (before, get_page(director, address(tournament, undecided)).texts("button").count(undo)) == (1, 0)


def test_director_decides_against_a_rule(director: Client, tournament: Tournament, ruling: CheckItem) -> None:
    response = decide(director, tournament, ruling, rule="12.2.e")

    assert response.status_code == 302
    assert (Decision.objects.get().rule, now(tournament, ruling)) == ("12.2.e", None)


def test_decision_that_is_none_is_shown_again_with_all_that_was_typed(
    director: Client, tournament: Tournament, undecided: CheckItem
) -> None:
    assert [side.holder.number for side in undecided.sides] == [5, 6]

    for changed, error in [
        ({"reason": " "}, "Enter a reason. It is shown with the decision."),
        ({"decided_by": "x" * 151}, "The name: 151 characters long, at most 150 fit."),
        ({"line-5": "ten"}, "ten is not a line. Enter 16 (won by 16), -09 (lost by 9) or / (blank)."),
        ({"line-5": "/x/12/"}, "As written is points/plus/minus, in figures."),
    ]:
        response = decide(director, tournament, undecided, **changed)

        page = page_in(response)
        assert response.status_code == 422
        assert error in page.texts("li")
        assert page.by_id("line-6").attributes["value"] == "-10"
        assert page.by_id("line-5").attributes["value"] == changed.get("line-5", "10")
        assert Decision.objects.count() == 0


def test_decision_made_meanwhile_is_not_overwritten(
    director: Client, tournament: Tournament, undecided: CheckItem
) -> None:
    decide(director, tournament, undecided)

    response = decide(director, tournament, undecided, reason="Another view.")

    assert response.status_code == 409
    assert Decision.objects.get().reason == "The judge saw the pegs."


def test_decision_is_taken_back(director: Client, tournament: Tournament, undecided: CheckItem) -> None:
    decide(director, tournament, undecided)
    made = Decision.objects.get()

    response = director.post(
        address(tournament, undecided, "decision/take-back/"), {"seen": str(made.pk), "why": "wrong board"}
    )

    page = get_page(director, address(tournament, undecided))
    made.refresh_from_db()
    assert response.status_code == 302
    assert (made.revoked_by, made.revoked_reason) == ("Ada Birch", "wrong board")
    assert now(tournament, undecided) is not None
    assert [item for item in page.texts("li") if item.endswith("undone (wrong board)")] != []


@pytest.mark.usefixtures("first_term")
def test_decision_of_the_same_number_in_another_term_is_another_one(
    director: Client, tournament: Tournament, undecided: CheckItem
) -> None:
    decide(director, tournament, undecided)
    page = get_page(director, address(tournament, undecided))
    seen = {str(one.attributes["value"]) for one in page.all("input") if one.attributes.get("name") == "seen"}
    take_term()

    [shown] = seen
    again = decide(director, tournament, undecided, reason="Another view.", seen=shown)
    undone = director.post(address(tournament, undecided, "decision/take-back/"), {"seen": shown, "why": "wrong"})

    assert (again.status_code, undone.status_code) == (409, 409)
    assert Decision.objects.get().revoked_at is None
    assert decide(director, tournament, undecided, reason="Ok.", seen=in_term(shown.split("@")[0])).status_code == 302


def test_decision_that_does_not_stand_cannot_be_taken_back(
    director: Client, tournament: Tournament, undecided: CheckItem
) -> None:
    for seen in ["", "9" * 30, "x"]:
        response = director.post(address(tournament, undecided, "decision/take-back/"), {"seen": seen, "why": "oh"})

        assert response.status_code == 409


def test_any_game_is_found_for_deciding(director: Client, tournament: Tournament) -> None:
    found = director.get(address(tournament, act="game/"), {"game": "2", "first": "A-2", "second": "b9"})
    none = director.get(address(tournament, act="game/"), {"game": "99", "first": "A-2", "second": "A-2"})

    page = get_page(director, found["Location"])
    assert found["Location"] == f"/t/{tournament.slug}/check/2-2-21/"
    assert page.texts("h1") == ["Game 2"]
    assert "Decide this game" in page.texts("summary")
    assert none["Location"] == address(tournament)


def nobody_named(tournament: Tournament) -> CheckItem:
    """Have both cards of a game name nobody, and return the item that the qualifier's card makes."""
    ruling = first_of(tournament, CheckItemKind.RULING)
    browser = client_of(staff(tournament, name="Cy Dale", initials="CD"))
    for number, keys in ((3, "17"), (4, "-17")):
        stamp = queue_of(tournament).find(ruling.key).stamp  # type: ignore[union-attr]
        fields = {"stamp": stamp, "keys": keys, "opponent": ""}
        browser.post(address(tournament, ruling, f"lines/{number}/"), fields)
    return next(item for item in queue_of(tournament).open if item.game and len(item.sides) == 1)


def test_director_says_who_the_opponent_was_where_the_card_names_nobody(
    director: Client, tournament: Tournament
) -> None:
    item = nobody_named(tournament)
    number = item.reader.holder.number
    fields = {f"line-{number}": "17", "line-other": "-17", "reason": "As seated.", "seen": ""}

    missing = director.post(address(tournament, item, "decision/"), fields)
    decided = director.post(address(tournament, item, "decision/"), fields | {"opponent": "A-4"})

    page = page_in(missing)
    assert missing.status_code == 422
    assert "Enter the opponent by seat or number." in page.texts("li")
    assert page.by_id("line-other").attributes["value"] == "-17"
    assert decided.status_code == 302
    assert list(Decision.objects.values_list("game", "first__seat", "second__seat")) == [(1, "A-3", "A-4")]
