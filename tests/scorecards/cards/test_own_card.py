"""Nobody enters or changes their own card: by no page, in no role, and by their name as well as by what they said."""

from uuid import uuid4

import pytest
from django.test import Client

from scorecards.cards.services.presence import open_card
from tests.pages import get_page
from tests.scorecards.cards.card_entry import checker, entrant, form_of, paper, save, stored, written
from tests.scorecards.checking.check_pages import client_of
from tournaments.models import StaffMember, Tournament

pytestmark = pytest.mark.django_db

CARD = paper(written())
OPPONENT = CARD.lines[0].opponent or 0


def cards(tournament: Tournament, more: str = "") -> str:
    return f"/t/{tournament.slug}/cards/{more}"


def player(tournament: Tournament, number: int = 1, role: str = "checker", name: str = "Zoe Linden") -> StaffMember:
    """Return a member of the staff who plays as this entrant."""
    member = checker(tournament, name, role)
    member.entrant = entrant(tournament, number)
    member.save()
    return member


def slip(winner: int, loser: int) -> dict[str, str]:
    return {"key": str(uuid4()), "game": "1", "winner": str(winner), "margin": "31", "loser": str(loser)}


@pytest.mark.parametrize("role", ["checker", "director"])
@pytest.mark.parametrize("how", ["lines", "totals", "slip won", "slip lost"])
def test_own_card_is_refused_by_every_page(tournament: Tournament, role: str, how: str) -> None:
    client = client_of(player(tournament, role=role))
    address, form = {
        "lines": ("1/", form_of(CARD)),
        "totals": ("totals/", {**form_of(CARD), "card": "1"}),
        "slip won": ("slips/", slip(1, OPPONENT)),
        "slip lost": ("slips/", slip(OPPONENT, 1)),
    }[how]

    refused = client.post(cards(tournament, address), form)
    by_another = client_of(checker(tournament)).post(cards(tournament, address), form)

    assert (refused.status_code, by_another.status_code) == (422, 302)
    assert "This is your own" in refused.content.decode()
    names = set(tournament.audit_entries.values_list("who", flat=True))
    assert ("Ada Birch" in names, "Zoe Linden" in names) == (True, False)


def test_own_slip_is_undone_by_another_person(tournament: Tournament) -> None:
    form = slip(1, OPPONENT)
    client_of(checker(tournament)).post(cards(tournament, "slips/"), form)
    mine = client_of(player(tournament, OPPONENT))

    mine.post(cards(tournament, "slips/take-back/"), form)

    assert len(stored(tournament, 1).lines) == 1
    assert not get_page(mine, cards(tournament, "slips/?game=1")).by_id("slips-in-game").all("form")


@pytest.mark.parametrize("page", ["1/", "totals/?card=1"])
def test_own_card_has_nothing_to_type_into(tournament: Tournament, page: str) -> None:
    owner, namesake = player(tournament), checker(tournament, entrant(tournament, 1).name)
    other = player(tournament, 2, name="entrant 1 junior")

    shown = [get_page(client_of(member), cards(tournament, page)) for member in (owner, namesake, other)]

    assert [any(field.attributes.get("name") == "version" for field in one.all("input")) for one in shown] == [
        False,
        False,
        True,
    ]
    assert "Another person enters it" in shown[0].by_id("own").text


def test_own_card_and_cards_that_others_have_open_are_not_offered_next(tournament: Tournament) -> None:
    me, bo = player(tournament, 2), checker(tournament, "Bo Crane")
    open_card(entrant=entrant(tournament, 3), actor=bo)
    client = client_of(me)

    saved = client.post(cards(tournament, "1/"), form_of(CARD))
    by_bo = client_of(bo).post(cards(tournament, "1/"), form_of(CARD, version="1"))

    seats = sorted(tournament.entrants.all(), key=lambda one: one.seat)
    numbers = [one.number for one in seats]
    follow = numbers[numbers.index(1) + 1 :]
    assert saved["Location"] == cards(tournament, f"{next(one for one in follow if one not in (2, 3))}/")
    assert by_bo["Location"] == cards(tournament, f"{follow[0]}/")


def test_who_has_named_a_card_as_their_own_cannot_take_that_back(client: Client, tournament: Tournament) -> None:
    me, other = player(tournament, role="director"), checker(tournament, "Bo Crane", "director")
    own = f"/t/{tournament.slug}/check/own-card/"

    client_of(me).post(own, {"entrant": ""})
    client_of(me).post(f"{own}{me.pk}/", {"entrant": "2"})
    me.refresh_from_db()
    assert me.entrant == entrant(tournament, 1)

    client_of(other).post(f"{own}{me.pk}/", {"entrant": ""})
    me.refresh_from_db()
    assert me.entrant is None


def test_answer_that_was_lost_is_given_again(tournament: Tournament) -> None:
    me, key = checker(tournament), uuid4()
    save(tournament, me, CARD, key=key)
    me.entrant = entrant(tournament, 1)
    me.save()

    assert save(tournament, me, CARD, key=key).is_repeat
