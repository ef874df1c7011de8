"""One slip a game: both cards' lines, never over what stands on a card, undone with a trace."""

from uuid import uuid4

import pytest
from django.test import Client

from scorecards.cards.services.slips import SAVED_BEFORE, GameAlreadyEntered, save_slip, undo_slip
from scorecards.models import Line as StoredLine
from scorecards.models import Scorecard
from scorecards.rules.entry.typed_slips import TypedSlip
from tests.pages import get_page, read_page
from tests.scorecards.cards.card_entry import checker, paper, put_up, save, stored, written
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.rules.types import Line

pytestmark = pytest.mark.django_db

EVENT = written()
JSON = {"Accept": "application/json"}
OPPONENT = paper(EVENT).lines[0].opponent or 0


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return put_up(EVENT, kind="club")


def address(tournament: Tournament) -> str:
    return f"/t/{tournament.slug}/cards/slips/"


def form(winner: str = "1", margin: str = "31", **more: str) -> dict[str, str]:
    return {"key": str(uuid4()), "game": "1", "winner": winner, "margin": margin, "loser": "", **more}


def lines(tournament: Tournament) -> list[Line]:
    return [*stored(tournament, 1).lines, *stored(tournament, OPPONENT).lines]


BOTH = [Line(1, OPPONENT, 3, 31, None), Line(1, 1, 0, None, 31)]


def test_slip_fills_both_cards(client: Client, tournament: Tournament) -> None:
    response = client.post(address(tournament), form(winner="a1"))

    assert (response.status_code, response["Location"]) == (302, f"{address(tournament)}?game=1")
    assert lines(tournament) == BOTH
    entry = AuditEntry.objects.get(action="slip entered")
    assert (entry.who, entry.before) == ("Ada Birch", None)
    assert entry.after == {"game": 1, "winner": 1, "loser": OPPONENT, "margin": 31}


def test_loser_may_be_another_than_scheduled(client: Client, tournament: Tournament) -> None:
    other = next(number for number in range(2, 9) if number != OPPONENT)

    client.post(address(tournament), form(loser=str(other)))

    assert stored(tournament, other).lines == (Line(1, 1, 0, None, 31),)


def test_same_slip_again_counts_once(client: Client, tournament: Tournament) -> None:
    slip = form()
    client.post(address(tournament), slip)

    response = client.post(address(tournament), slip)

    assert response.status_code == 302
    assert (StoredLine.objects.count(), AuditEntry.objects.filter(action="slip entered").count()) == (2, 1)


def test_key_of_another_slip_stores_nothing(client: Client, tournament: Tournament) -> None:
    slip = form()
    client.post(address(tournament), slip)

    response = client.post(address(tournament), slip | {"game": "2", "margin": "12"})

    assert response.status_code == 422
    assert read_page(response.content.decode()).by_id("slip").texts("li") == [SAVED_BEFORE]
    assert StoredLine.objects.count() == 2


def test_slip_taken_back_does_not_come_back_with_the_same_key(
    client: Client, tournament: Tournament, member: StaffMember
) -> None:
    slip = form()
    client.post(address(tournament), slip)
    undo_slip(tournament=tournament, slip=TypedSlip(1, 1, OPPONENT, (31,)), actor=member)

    response = client.post(address(tournament), slip)

    assert response.status_code == 422
    assert lines(tournament) == []


def test_same_slip_again_counts_once_after_slips_are_closed(
    client: Client, tournament: Tournament, member: StaffMember
) -> None:
    slip = form()
    client.post(address(tournament), slip)
    tournament.kind = "main"
    tournament.save()
    other = next(number for number in range(2, 9) if number != OPPONENT)
    save(tournament, member, paper(EVENT, other))

    response = client.post(address(tournament), slip)

    assert response.status_code == 302
    assert lines(tournament) == BOTH


def test_script_is_told_where_the_next_slip_is_taken(client: Client, tournament: Tournament) -> None:
    response = client.post(address(tournament), form(), headers=JSON)

    assert response.json() == {"next": f"{address(tournament)}?game=1"}


@pytest.mark.parametrize(("typed", "status"), [({"margin": "122"}, 422), ({}, 409)])
def test_script_gets_the_form_alone_when_a_slip_is_refused(
    client: Client, tournament: Tournament, typed: dict[str, str], status: int
) -> None:
    client.post(address(tournament), form())

    response = client.post(address(tournament), form() | typed, headers=JSON)

    page = read_page(response.content.decode())
    assert (response.status_code, page.all("h1"), page.by_id("slip").tag) == (status, [], "form")
    assert page.by_id("winner").attributes["value"] == "1"


def test_slip_never_overwrites_a_card(client: Client, tournament: Tournament, member: StaffMember) -> None:
    save(tournament, member, paper(EVENT, OPPONENT))

    response = client.post(address(tournament), form(margin="99"))

    assert response.status_code == 409
    page = read_page(response.content.decode())
    assert page.texts("h2")[0] == "Not saved: a card already has game 1"
    assert page.by_id("margin").attributes["value"] == "99"
    assert stored(tournament, OPPONENT) == paper(EVENT, OPPONENT)
    assert stored(tournament, 1).lines == ()


def test_second_slip_of_a_game_is_refused(tournament: Tournament, member: StaffMember) -> None:
    save_slip(tournament=tournament, slip=TypedSlip(1, 1, OPPONENT, (31,)), key=uuid4(), actor=member)

    with pytest.raises(GameAlreadyEntered) as keyed:
        save_slip(tournament=tournament, slip=TypedSlip(1, OPPONENT, 1, (12,)), key=uuid4(), actor=member)

    assert keyed.value.lines == {1: BOTH[0], OPPONENT: BOTH[1]}
    assert lines(tournament) == BOTH


def test_slip_that_cannot_be_is_named_and_nothing_is_stored(client: Client, tournament: Tournament) -> None:
    for typed, field in [
        ({"winner": "Q-9"}, "winner"),
        ({"winner": ""}, "winner"),
        ({"margin": "0"}, "margin"),
        ({"margin": "122"}, "margin"),
        ({"margin": "x"}, "margin"),
        ({"loser": "99"}, "loser"),
        ({"loser": "1"}, "loser"),
        ({"key": "x"}, "winner"),
    ]:
        response = client.post(address(tournament), form() | typed)

        assert response.status_code == 422
        page = read_page(response.content.decode())
        assert page.by_id(field).attributes["aria-invalid"] == "true"
        assert Scorecard.objects.count() == 0


def test_slip_taken_back_leaves_the_cards_and_stays_in_the_log(client: Client, tournament: Tournament) -> None:
    client.post(address(tournament), form())
    slip = {"game": "1", "winner": "1", "loser": str(OPPONENT), "margin": "31"}

    response = client.post(f"{address(tournament)}take-back/", slip)

    assert response.status_code == 302
    assert lines(tournament) == []
    entry = AuditEntry.objects.get(action="slip undone")
    assert (entry.before, entry.after) == ({name: int(value) for name, value in slip.items()}, None)


def test_slip_is_not_taken_back_where_a_card_says_something_else(client: Client, tournament: Tournament) -> None:
    client.post(address(tournament), form())
    slip = {"game": "1", "winner": "1", "loser": str(OPPONENT), "margin": "30"}

    client.post(f"{address(tournament)}take-back/", slip)

    assert lines(tournament) == BOTH
    page = get_page(client, f"{address(tournament)}?game=1")
    assert page.by_id("messages").texts("p")[-1] == (
        "The slip was not undone: a card has changed since. Look at both cards."
    )


def test_page_shows_what_is_in_and_what_is_to_come(client: Client, tournament: Tournament) -> None:
    client.post(address(tournament), form())

    page = get_page(client, f"{address(tournament)}?game=1")

    [row] = [row.texts("th", "td")[:3] for row in page.all("tr")][1:]
    names = {person.number: f"{person.seat} {person.name}" for person in EVENT.entrants}
    assert row == [names[1], names[OPPONENT], "31"]
    to_come = next(section for section in page.all("section") if section.attributes.get("aria-labelledby") == "to-come")
    assert len(to_come.texts("li")) == 3


def test_slips_are_closed_where_cards_are_keyed(client: Client) -> None:
    tournament = put_up(EVENT)
    member = checker(tournament)
    client.force_login(member.user)
    save(tournament, member, paper(EVENT, OPPONENT))

    response = client.post(address(tournament), form() | {"game": "2"})

    assert response.status_code == 422
    page = get_page(client, address(tournament))
    assert "This event enters scorecards: slips are closed. Correct a game on its scorecard." in page.texts("p")
    assert page.texts("h2") == ["Entered"]
    links = [link.attributes["href"] for link in page.by_id("main").all("a")]
    assert f"/t/{tournament.slug}/cards/?state=NOT_IN" in links


def test_game_that_the_event_does_not_have_is_said(client: Client, tournament: Tournament) -> None:
    for game in ["99", "0", "x"]:
        asked = client.get(f"{address(tournament)}?game={game}")
        sent = client.post(address(tournament), form(game=game))

        assert (asked.status_code, sent.status_code) == (404, 404)
        assert read_page(asked.content.decode()).texts("h1") == [f"No game {game}"]
        assert lines(tournament) == []
