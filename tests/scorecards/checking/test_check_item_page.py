"""One item of the cross-check: confirmed, re-entered, initialed, undone; and what is refused."""

from dataclasses import replace

import pytest
from django.test import Client

from scorecards.checking.items import CheckItem, CheckItemKind
from scorecards.models import Signature
from tests.pages import get_page
from tests.scorecards.checking.check_pages import (
    address,
    client_of,
    confirmed,
    first_of,
    line_of,
    now,
    page_in,
    queue_of,
    rekey,
    signed,
    staff,
)
from tests.scorecards.checking.cross_checks import SUMS, UNDECIDED, put_up_to_check, undecided, with_foot
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import FootTotals

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "item"}


def test_item_shows_both_cards_as_written(client: Client, tournament: Tournament, ruling: CheckItem) -> None:
    page = get_page(client, address(tournament, ruling)).by_id("item")

    cards = page.all("table")[:2]
    assert page.texts("h1") == ["Game 1: Plovercombe A-3 against Larchness A-4"]
    assert [[cell.text for cell in card.all("caption", "th", "td")] for card in cards] == [
        [
            *("A-3 Quentin Plovercombe qualifier so far", "Game", "Against", "Points", "Plus", "Minus"),
            *("1", "A-4", "2", "17", "blank", "Says: won by 17"),
        ],
        [
            *("A-4 Ramona Larchness not a qualifier", "Game", "Against", "Points", "Plus", "Minus"),
            *("1", "A-3", "2", "blank", "12", "Says: won by 12, written under minus"),
        ],
    ]
    assert [card.texts("strong") for card in cards] == [["2", "17"], ["2", "12"]]
    assert "Read aloud: “Seat A-4, game 1, lost by 17”" in page.texts("p")


def test_item_says_in_one_sentence_what_will_count_and_by_which_rule(
    client: Client, tournament: Tournament, ruling: CheckItem
) -> None:
    before = get_page(client, address(tournament, ruling)).by_id("item")
    response = client.post(address(tournament, ruling, "as-written/"), {"stamp": ruling.stamp})
    page = get_page(client, address(tournament, ruling)).by_id("item")

    assert (response.status_code, response["Location"]) == (302, address(tournament, ruling))
    for shown in (before, page):
        rules = ", ".join(rule for rule, _ in ruling.rules)
        assert f"A-3 counts as won by 12, 2 points; A-4 counts as lost by 12, under {rules}." in shown.texts("p")
        assert shown.texts("dt") == [rule for rule, _ in ruling.rules]
    assert (before.texts("button")[0], page.texts("button")[0]) == ("Papers match", "Initial")
    assert page.by_id("initials").attributes["value"] == "BC"


def test_initials_go_on_to_the_next_item(
    client: Client, tournament: Tournament, member: StaffMember, ruling: CheckItem
) -> None:
    confirmed(tournament, member, ruling)

    response = client.post(address(tournament, ruling, "initials/"), {"stamp": ruling.stamp, "initials": "BC"})

    following = queue_of(tournament).next_for(member, after=ruling.key)
    assert following is not None
    assert response["Location"] == address(tournament, following)
    assert now(tournament, ruling).signed.initials == "BC"  # type: ignore[union-attr]


def test_next_item_is_found_without_a_look_at_those_after_it(tournament: Tournament, member: StaffMember) -> None:
    for item in queue_of(tournament).items:
        queue = queue_of(tournament)
        following = queue.next_for(member, after=item.key)
        looked_at = [one for one in queue.items if "sides" in vars(one)]
        assert following in looked_at
        # Only those between are looked at, in turn: nothing here is done yet.
        assert len(looked_at) <= 1 + sum(not one.is_open or one.is_up_to_director for one in queue.items)


def test_initials_before_the_papers_were_looked_at_are_refused(
    client: Client, tournament: Tournament, ruling: CheckItem
) -> None:
    response = client.post(address(tournament, ruling, "initials/"), {"stamp": ruling.stamp})

    assert response.status_code == 409
    assert "First confirm that both entries match the paper cards." in page_in(response).texts("p")
    assert Signature.objects.count() == 0


def test_what_are_no_initials_is_refused_in_place_with_what_was_typed(
    client: Client, tournament: Tournament, member: StaffMember, ruling: CheckItem
) -> None:
    confirmed(tournament, member, ruling)

    response = client.post(address(tournament, ruling, "initials/"), {"stamp": ruling.stamp, "initials": "A.B"})

    page = page_in(response)
    assert response.status_code == 422
    assert page.by_id("initials-mistake").texts("li") == ["Initials are 1 to 4 letters: AB, or ABC."]
    assert page.by_id("initials").attributes["value"] == "A.B"
    assert page.by_id("initials").attributes["aria-describedby"] == "initials-mistake"
    assert Signature.objects.count() == 0


def test_sums_of_a_card_are_initialled_at_once(client: Client, tournament: Tournament) -> None:
    item = first_of(tournament, CheckItemKind.ARITHMETIC)

    page = get_page(client, address(tournament, item))
    client.post(address(tournament, item, "initials/"), {"stamp": item.stamp})

    assert [[cell.text for cell in row.all("th", "td")] for row in page.all("table")[0].all("tr")] == [
        ["Where", "Written", "Adds up to"],
        ["Game 5, points", "3", "2"],
        ["Total, game points", "17", "16"],
    ]
    assert now(tournament, item).is_done  # type: ignore[union-attr]


def test_last_item_leads_back_to_the_queue_though_one_waits_for_the_director() -> None:
    event_file = undecided()
    cards = with_foot(event_file.scorecards, 1, FootTotals(2, 1, 61, 0))
    tournament = put_up_to_check(replace(event_file, scorecards=cards))
    member = staff(tournament)
    waits, last = (queue_of(tournament).find(key) for key in (UNDECIDED, SUMS))
    confirmed(tournament, member, waits)

    response = client_of(member).post(address(tournament, last, "initials/"), {"stamp": last.stamp}, headers=HTMX)

    assert (response.status_code, response["HX-Redirect"]) == (200, address(tournament))
    assert [item.key for item in queue_of(tournament).open] == [UNDECIDED]


def test_with_htmx_the_next_item_comes_as_a_fragment(client: Client, tournament: Tournament, ruling: CheckItem) -> None:
    response = client.post(
        address(tournament, ruling, "as-written/"), {"stamp": ruling.stamp}, headers=HTMX, follow=True
    )

    fragment = page_in(response)
    assert (response.status_code, fragment.children) == (200, 1)
    assert fragment.by_id("item").texts("h1") == [ruling.heading]
    assert response["HX-Push-Url"] == address(tournament, ruling)


# Keyed anew


def test_line_keyed_anew_that_agrees_settles_the_game(
    client: Client, tournament: Tournament, member: StaffMember, ruling: CheckItem
) -> None:
    response = rekey(client, tournament, ruling, 1, keys="-17")

    following = queue_of(tournament).next_for(member, after=ruling.key)
    assert following is not None
    assert (response.status_code, response["Location"]) == (302, address(tournament, following))
    assert line_of(tournament, ruling, 1) == (ruling.sides[0].holder.number, 0, None, 17)
    assert now(tournament, ruling) is None


def test_line_keyed_anew_that_still_differs_stays_and_shows_the_earlier_typing(
    client: Client, tournament: Tournament, ruling: CheckItem
) -> None:
    response = rekey(client, tournament, ruling, 1, keys="-14")
    page = get_page(client, address(tournament, ruling))

    assert response["Location"] == address(tournament, ruling)
    assert [note.partition(" (")[0] for note in page.texts("p") if "re-entered: " in note] == [
        "A-4 re-entered: A-3: 2 −12 before, A-3: 0 −14 now"
    ]
    assert [side.confirmed is not None for side in now(tournament, ruling).sides] == [False, True]  # type: ignore[union-attr]


def test_opponent_may_be_keyed_anew_too(client: Client, tournament: Tournament) -> None:
    item = next(item for item in queue_of(tournament).open if item.sides[0].names)

    rekey(client, tournament, item, 0, keys="04")

    assert line_of(tournament, item, 0) == (item.sides[1].holder.number, 2, 4, None)
    assert now(tournament, item) is None


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ({"keys": "sixteen"}, "sixteen is not a line. Enter 16 (won by 16), -09 (lost by 9) or / (blank)."),
        ({"keys": "/9/12/"}, "Game 1: 9 are no game points (0, 2, 3)."),
        ({"keys": "12", "opponent": "Z-9"}, "Game 1: no player has seat or number Z-9."),
        ({"keys": "12", "opponent": "A-4"}, "Game 1: the opponent is the owner of this card."),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_line_that_cannot_be_read_is_shown_again_with_the_mistake(
    client: Client,
    tournament: Tournament,
    ruling: CheckItem,
    typed: dict[str, str],
    error: str,
    headers: dict[str, str],
) -> None:
    number = ruling.sides[1].holder.number
    before = line_of(tournament, ruling, 1)

    response = client.post(
        address(tournament, ruling, f"lines/{number}/"),
        {"stamp": ruling.stamp, "opponent": "A-3", **typed},
        headers=headers,
    )

    page = page_in(response)
    assert response.status_code == 422
    assert page.by_id(f"keys-{number}").attributes["value"] == typed["keys"]
    assert error in page.texts("li")
    assert line_of(tournament, ruling, 1) == before


# Taken back


def test_initials_are_taken_back_with_a_reason_that_stays(
    client: Client, tournament: Tournament, member: StaffMember, ruling: CheckItem
) -> None:
    signed(tournament, member, ruling)
    done = get_page(client, address(tournament, ruling))

    response = client.post(address(tournament, ruling, "initials/take-back/"), {"why": "the other paper turned up"})

    page = get_page(client, address(tournament, ruling))
    assert done.by_id("signed-heading").text == "Initialed BC"
    assert (response.status_code, response["Location"]) == (302, address(tournament, ruling))
    assert not now(tournament, ruling).is_done  # type: ignore[union-attr]
    assert Signature.objects.active().count() == 0
    told = [item for item in page.texts("li") if "initials BC under the ruling" in item]
    assert [("undone (the other paper turned up)" in item) for item in told] == [True, False]


def test_initials_that_are_not_there_cannot_be_taken_back(
    client: Client, tournament: Tournament, ruling: CheckItem
) -> None:
    response = client.post(address(tournament, ruling, "initials/take-back/"), {"why": "oh"})

    assert response.status_code == 409
    assert "These initials were undone before." in page_in(response).texts("p")


# Who, and what


def test_key_that_names_no_game_of_the_event_is_not_there(client: Client, tournament: Tournament) -> None:
    for key in [
        "1",
        "card",
        "card-1-2",
        "card-999",
        "0-1-2",
        "99-1-2",
        "1-2-2",
        "1-2-3-4",
        "x-1-2",
        "1-2-999",
        "1-2-99999999",
    ]:
        assert client.get(f"/t/{tournament.slug}/check/{key}/").status_code == 404


def test_settled_game_leads_to_both_cards(client: Client, tournament: Tournament, ruling: CheckItem) -> None:
    rekey(client, tournament, ruling, 1, keys="-17")

    page = get_page(client, address(tournament, ruling)).by_id("item")

    assert [text for text in page.texts("p") if text.startswith("Nothing to do: ")] != []
    assert [link for link in page.links if "/cards/" in link] == [
        f"/t/{tournament.slug}/cards/{side.holder.number}/" for side in ruling.sides
    ]
