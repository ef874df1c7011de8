"""Entering one card without script: the page, saving, unreadable entries, and two versions of one card."""

from dataclasses import replace
from uuid import UUID

import pytest
from django.test import Client

from scorecards.cards.services.presence import open_card
from scorecards.models import CardPresence, Scorecard
from tests.pages import get_page, read_page
from tests.scorecards.cards.card_entry import card_address as address
from tests.scorecards.cards.card_entry import checker, entrant, fields_of, form_of, paper, save, stored, written
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import CardRecord, FootTotals, Line

pytestmark = pytest.mark.django_db

EVENT = written()
CARD = paper(EVENT)
SCRIPT = {"accept": "application/json"}


def test_opponents_are_filled_in_from_the_schedule(client: Client, tournament: Tournament) -> None:
    found = fields_of(get_page(client, address(tournament)))

    seats = {person.number: person.seat for person in EVENT.entrants}
    assert [found[f"opponent-{line.game}"] for line in CARD.lines] == [seats[line.opponent] for line in CARD.lines]
    assert (found["version"], UUID(found["key"]).version) == ("0", 4)


def test_card_is_saved_and_the_next_one_in_seat_order_opens(client: Client, tournament: Tournament) -> None:
    response = client.post(address(tournament), form_of(CARD))

    assert (response.status_code, response["Location"]) == (302, address(tournament, 2))
    assert stored(tournament) == CARD
    page = get_page(client, address(tournament, 2))
    assert page.by_id("told").text == "Saved A-1 · next A-2"


def test_next_card_goes_by_seat_not_by_number(client: Client, tournament: Tournament) -> None:
    seats = {1: "B-2", 2: "B-10", 3: "B-1", 4: "A-9"}
    tournament.entrants.sit(
        {pk: seats.get(number, "") for number, pk in tournament.entrants.values_list("number", "pk")}
    )

    nexts = [client.post(address(tournament, number), form_of(paper(EVENT, number))) for number in (4, 3, 1)]

    assert [response["Location"] for response in nexts] == [address(tournament, number) for number in (3, 1, 2)]


def test_after_the_last_card_the_stack_opens(client: Client, tournament: Tournament) -> None:
    response = client.post(address(tournament, 8), form_of(paper(EVENT, 8)))

    assert response["Location"] == f"/t/{tournament.slug}/cards/"


def test_totals_that_differ_are_told_on_the_next_page(client: Client, tournament: Tournament) -> None:
    wrong = replace(CARD, recorded=replace(CARD.recorded, plus=1))

    client.post(address(tournament), form_of(wrong))

    page = get_page(client, address(tournament, 2))
    assert page.by_id("told").text == (
        f"Saved A-1. Totals differ: plus 1 written, {CARD.recorded.plus} added up. Back to A-1 · next A-2"
    )


def test_script_is_told_where_to_go_on_and_the_same_save_counts_once(client: Client, tournament: Tournament) -> None:
    form = form_of(CARD)

    answers = [client.post(address(tournament), form, headers=SCRIPT).json() for _ in range(2)]

    assert answers == [{"version": 1, "next": address(tournament, 2), "is_card": True}] * 2
    assert Scorecard.objects.get().version == 1


def test_saved_card_is_shown_as_it_was_typed(client: Client, tournament: Tournament, member: StaffMember) -> None:
    odd = CardRecord(1, (Line(1, 2, 2, 7, 104), Line(2, None, None, None, None)), FootTotals(0, None, 12, None))
    save(tournament, member, odd)

    found = fields_of(get_page(client, address(tournament)))

    assert {name: value for name, value in found.items() if name.endswith(("-1", "-2"))} == {
        "opponent-1": "A-2",
        "points-1": "2",
        "plus-1": "07",
        "minus-1": "104",
        "opponent-2": "",
        "points-2": "",
        "plus-2": "",
        "minus-2": "",
        "blank-2": "1",
    }
    assert [found[f"foot-{name}"] for name in ("game_points", "games_won", "plus", "minus")] == [*("0", "", "12", "")]


@pytest.mark.parametrize("headers", [{}, SCRIPT], ids=["page", "script"])
def test_what_cannot_be_read_is_named_and_nothing_typed_is_lost(
    client: Client, tournament: Tournament, headers: dict[str, str]
) -> None:
    form = form_of(CARD, **{"plus-1": "12x", "minus-2": "400", "opponent-3": "Q-9", "foot-plus": "much"})

    response = client.post(address(tournament), form, headers=headers)

    assert response.status_code == 422
    page = read_page(response.content.decode())
    assert page.by_id("card").texts("li") == [
        "Game 1, plus: 12x is not a number.",
        "Game 3: no player has seat or number Q-9.",
        "Foot total, plus: much is not a number.",
        "Game 2: 400 is not a spread (1 to 121).",
    ]
    found = fields_of(page)
    assert [found[name] for name in ("plus-1", "minus-2", "opponent-3", "foot-plus", "version")] == [
        *("12x", "400", "Q-9", "much", "0")
    ]
    assert Scorecard.objects.count() == 0
    assert bool(page.all("h1")) is (not headers)


def test_save_without_a_key_is_refused(client: Client, tournament: Tournament) -> None:
    for key in ["", "nonsense"]:
        response = client.post(address(tournament), {**form_of(CARD), "key": key})

        assert (response.status_code, Scorecard.objects.count()) == (422, 0)


def their_card() -> CardRecord:
    return replace(CARD, lines=(replace(CARD.lines[0], points=2, plus=55, minus=None), *CARD.lines[1:]))


@pytest.mark.parametrize("headers", [{}, SCRIPT], ids=["page", "script"])
def test_stale_save_shows_both_versions_side_by_side(
    client: Client, tournament: Tournament, headers: dict[str, str]
) -> None:
    save(tournament, checker(tournament, "Bo Crane"), their_card())
    mine = replace(CARD, recorded=None)

    response = client.post(address(tournament), form_of(mine), headers=headers)

    assert response.status_code == 409
    page = read_page(response.content.decode())
    assert page.by_id("both-heading").text == "Bo Crane saved this card while you had it open"
    rows = [row.texts("th") + row.texts("td") for row in page.by_id("card").all("tr")][1:]
    seat = next(person.seat for person in EVENT.entrants if person.number == CARD.lines[0].opponent)
    foot = CARD.recorded
    assert rows[0][2] == f"Game 1, theirs: {seat}: 2 points, plus 55"
    assert [rows[0][0], *rows[1]] == [
        "Game 1",
        "Foot totals",
        "Foot totals, yours: none",
        f"Foot totals, theirs: {foot.game_points}/{foot.games_won}, plus {foot.plus}, minus {foot.minus}",
    ]
    assert stored(tournament) == their_card()


def test_each_line_is_taken_from_whoever_was_chosen(client: Client, tournament: Tournament) -> None:
    save(tournament, checker(tournament, "Bo Crane"), their_card())
    second = replace(CARD.lines[1], points=2, plus=44, minus=None)
    mine = replace(CARD, lines=(CARD.lines[0], second, *CARD.lines[2:]), recorded=None)
    both = read_page(client.post(address(tournament), form_of(mine)).content.decode())

    choices = {"choice-1": "theirs", "choice-2": "mine", "choice-foot": "theirs"}
    response = client.post(address(tournament), fields_of(both) | choices)

    assert response.status_code == 302
    theirs = their_card()
    assert stored(tournament) == replace(theirs, lines=(theirs.lines[0], second, *CARD.lines[2:]))


def test_choice_is_stale_again_where_the_card_was_saved_once_more(client: Client, tournament: Tournament) -> None:
    other = checker(tournament, "Bo Crane")
    save(tournament, other, their_card())
    both = read_page(client.post(address(tournament), form_of(CARD)).content.decode())
    save(tournament, other, replace(their_card(), recorded=None), version=1)

    response = client.post(address(tournament), fields_of(both))

    assert response.status_code == 409


def test_presence_tells_who_else_has_the_card_open(client: Client, tournament: Tournament) -> None:
    other = checker(tournament, "Bo Crane")
    other_client = Client()
    other_client.force_login(other.user)

    first = get_page(client, address(tournament))
    second = get_page(other_client, address(tournament))
    asked = get_page(client, f"{address(tournament)}presence/")

    assert [page.by_id("presence").text for page in (first, second, asked)] == [
        "",
        "Ada Birch has this card open too.",
        "Bo Crane has this card open too.",
    ]


def fetched_ahead(client: Client, tournament: Tournament, number: int = 1) -> str:
    """Return the address at which the page of a card has the next one fetched."""
    presence = get_page(client, f"{address(tournament, number)}presence/").by_id("presence")
    return presence.attributes.get("data-ahead", "")


def test_card_fetched_ahead_is_open_nowhere_and_tells_nothing(client: Client, tournament: Tournament) -> None:
    client.post(address(tournament), form_of(replace(CARD, lines=CARD.lines[:1])))

    ahead = client.get(fetched_ahead(client, tournament, 2))

    assert ahead["Cache-Control"] == "private, no-store"
    page = read_page(ahead.content.decode())
    assert (page.by_id("told").text, fields_of(page)["version"]) == ("", "0")
    assert list(CardPresence.objects.values_list("entrant__number", flat=True)) == [2]
    assert "games 2 to 7 not entered" in get_page(client, address(tournament, 2)).by_id("told").text
    assert fetched_ahead(client, tournament, 8) == ""


def test_save_tells_what_the_fetched_card_is_to_tell(client: Client, tournament: Tournament) -> None:
    ahead = fetched_ahead(client, tournament)

    answer = client.post(address(tournament), form_of(CARD, ahead=ahead), headers=SCRIPT).json()

    assert answer == {"version": 1, "next": address(tournament, 2), "is_card": True, "told": "Saved A-1 · next A-2"}
    assert get_page(client, address(tournament, 2)).by_id("told").text == ""


@pytest.mark.parametrize("change", ["saved", "posted", "open", "in"])
def test_fetched_card_that_changed_is_asked_for_again(change: str, client: Client, tournament: Tournament) -> None:
    ahead, other = fetched_ahead(client, tournament), checker(tournament, "Bo Crane")
    following = paper(EVENT, 2)
    if change == "saved":
        save(tournament, other, replace(following, lines=following.lines[:1]))
    elif change == "posted":
        Tournament.objects.filter(pk=tournament.pk).update(latest_posting=1)
    elif change == "open":
        open_card(entrant=entrant(tournament, 2), actor=other)
    else:
        save(tournament, other, following)

    answer = client.post(address(tournament), form_of(CARD, ahead=ahead), headers=SCRIPT).json()

    place = 2 if change in ("saved", "posted") else 3
    assert answer == {"version": 1, "next": address(tournament, place), "is_card": True}
    assert get_page(client, answer["next"]).by_id("told").text.startswith("Saved A-1 · next ")


def test_own_card_that_is_looked_at_keeps_nobody_from_it(client: Client, tournament: Tournament) -> None:
    me = StaffMember.objects.get(tournament=tournament, name="Ada Birch")
    StaffMember.objects.filter(pk=me.pk).update(entrant=entrant(tournament))

    fetched_ahead(client, tournament)

    assert CardPresence.objects.count() == 0


def test_card_that_was_saved_is_not_open_any_more(client: Client, tournament: Tournament) -> None:
    client.get(address(tournament))

    client.post(address(tournament), form_of(CARD))

    assert CardPresence.objects.count() == 0


def test_card_that_was_left_is_not_open_any_more(client: Client, tournament: Tournament) -> None:
    opened = get_page(client, address(tournament)).by_id("presence").attributes["data-seen-at"]
    # The page is left before this is answered.
    get_page(client, f"{address(tournament)}presence/")

    response = client.post(f"{address(tournament)}presence/", {"seen_at": opened})

    assert (response.status_code, CardPresence.objects.count()) == (204, 0)


def test_card_opened_again_before_the_first_page_said_it_was_left_stays_open(
    client: Client, tournament: Tournament
) -> None:
    first = get_page(client, address(tournament)).by_id("presence").attributes["data-seen-at"]
    get_page(client, address(tournament))

    client.post(f"{address(tournament)}presence/", {"seen_at": first})

    assert CardPresence.objects.count() == 1


@pytest.mark.parametrize("seen_at", ["", "never", "0001-01-01T00:00:00"])
def test_page_that_does_not_say_when_it_was_seen_leaves_no_card(
    seen_at: str, client: Client, tournament: Tournament
) -> None:
    client.get(address(tournament))

    response = client.post(f"{address(tournament)}presence/", {"seen_at": seen_at})

    assert (response.status_code, CardPresence.objects.count()) == (400, 1)


def test_card_of_nobody_is_not_there(client: Client, tournament: Tournament) -> None:
    assert client.get(address(tournament, 99)).status_code == 404
    assert client.get(f"{address(tournament, 99)}presence/").status_code == 404


def test_withdrawn_entrant_is_told_on_the_card(client: Client, tournament: Tournament) -> None:
    leaver = entrant(tournament)
    leaver.withdrawn_after_game = 4
    leaver.save()

    page = get_page(client, address(tournament))

    assert "Withdrew after game 4. Later lines may stay empty." in page.texts("p")
