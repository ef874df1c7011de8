"""Side pools of an imported list: joined, opened where there is none, and gone when the import is undone."""

import pytest
from django.http import HttpResponse
from django.test import Client

from brackets.models import SidePool, Stake
from brackets.payouts.services import open_pool
from brackets.rules.payouts import PoolSharing
from tests.factories.tournaments import TournamentFactory, director_of
from tests.tournaments.entrants.importing import form_of, page_of, undone
from tournaments.models import AuditEntry, Entrant, StaffMember, Tournament
from tournaments.refused import Refused

LIST = "Name,Q pool\nAnn Lee,Y\nBo Reed,N\nCy Fox,x\n"


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Return an event with an entry fee."""
    return TournamentFactory(slug="bay", entry_fee=20_00)


@pytest.fixture
def dee(tournament: Tournament, client: Client) -> StaffMember:
    """Return the director, signed in."""
    dee = director_of(tournament, "Dee Rector")
    client.force_login(dee.user)
    return dee


def post(client: Client, where: str = "", **data: str) -> HttpResponse:
    return client.post(f"/t/bay/entrants/import/{where}", data)


def staked() -> list[tuple[str, str, int]]:
    return list(Stake.objects.order_by("pk").values_list("pool__name", "entrant__name", "amount"))


@pytest.mark.usefixtures("dee")
def test_pool_is_opened_with_the_stake_that_is_typed_and_joined_by_a_yes(client: Client) -> None:
    shown = post(client, pasted=LIST)
    again = post(client, **form_of(shown, **{"stake-1": "10"}))
    post(client, "store/", **form_of(again))

    assert staked() == [("Q pool", "Ann Lee", 1000), ("Q pool", "Cy Fox", 1000)]
    assert set(Entrant.objects.values_list("note", flat=True)) == {""}


@pytest.mark.usefixtures("dee")
def test_stake_that_changes_what_was_seen_is_shown_before_it_is_stored(client: Client) -> None:
    answer = post(client, "store/", **form_of(post(client, pasted=LIST), **{"stake-1": "10"}))

    assert (answer.status_code, Entrant.objects.count(), staked()) == (409, 0, [])
    assert form_of(answer)["stake-1"] == "10"


def test_open_pool_is_joined_with_its_own_stake_also_by_those_who_are_entered(
    client: Client, tournament: Tournament, dee: StaffMember
) -> None:
    post(client, "store/", **form_of(post(client, pasted="Name\nAnn Lee\n")))
    open_pool(tournament=tournament, actor=dee, name="Q Pool", sharing=PoolSharing.EQUAL, stake=500)

    post(client, "store/", **form_of(post(client, pasted=LIST)))

    assert staked() == [("Q Pool", "Ann Lee", 500), ("Q Pool", "Cy Fox", 500)]
    assert SidePool.objects.count() == 1


@pytest.mark.usefixtures("dee")
def test_nobody_joins_from_a_row_that_is_left_out(client: Client) -> None:
    form = form_of(post(client, pasted="Name,Q pool $10\nAnn Lee,Y\nBo Reed,Y\nCy Fox,Y\n"))
    post(client, "store/", **{**form, "row-2": "leave"})

    assert staked() == [("Q pool", "Bo Reed", 1000), ("Q pool", "Cy Fox", 1000)]


@pytest.mark.usefixtures("dee")
def test_undone_import_takes_its_stakes_along(client: Client, tournament: Tournament) -> None:
    post(client, "store/", **form_of(post(client, pasted=LIST.replace("Q pool", "Q pool $10"))))

    undone(tournament, AuditEntry.objects.get(action="entrants imported"))

    assert (Entrant.objects.count(), staked()) == (0, [])


def test_stake_that_came_later_is_in_the_way_of_undoing(
    client: Client, tournament: Tournament, dee: StaffMember
) -> None:
    post(client, "store/", **form_of(post(client, pasted="Name\nAnn Lee\n")))
    pool = open_pool(tournament=tournament, actor=dee, name="Q pool", sharing=PoolSharing.EQUAL, stake=500)
    Stake.objects.create(pool=pool, entrant=Entrant.objects.get(), amount=500, made_by="Dee")

    with pytest.raises(Refused):
        undone(tournament, AuditEntry.objects.get(action="entrants imported"))

    assert len(staked()) == 1


@pytest.mark.usefixtures("dee")
def test_columns_that_are_not_certain_are_asked_about_before_anything_is_stored(client: Client) -> None:
    shown = post(client, pasted="Quill,Alder\nSage,Bryony\n")

    refused = post(client, "store/", **form_of(shown))
    ticked = form_of(refused, columns_right="yes")
    post(client, "store/", **ticked)

    assert (refused.status_code, Entrant.objects.count()) == (422, 2)
    assert sorted(Entrant.objects.values_list("name", flat=True)) == ["Alder Quill", "Bryony Sage"]


@pytest.mark.usefixtures("dee")
def test_what_is_not_taken_is_said_above_the_button(client: Client) -> None:
    page = page_of(post(client, pasted="Name,Status,Zip\nAnn Lee,Cancelled,1\nBo Reed,ok,2\nCy Fox,ok,3\n"))

    assert page.by_id("not-taken").texts("p") == [
        "1 doubtful row: left out unless chosen below.",
        "Columns not imported: Zip.",
    ]


@pytest.mark.usefixtures("dee")
def test_what_was_chosen_for_a_row_outlasts_a_round_in_which_the_row_is_another(client: Client) -> None:
    first = form_of(post(client, pasted="Name,Status\nAnn Lee,Cancelled\nBo Reed,ok\n"))

    without = form_of(post(client, **{**first, "row-2": "add", "column-1": "note"}))
    other = form_of(post(client, **{**without, "column-1": ""}))
    back = page_of(post(client, **{**other, "column-1": "status"})).by_id("preview")

    [box] = [one for one in back.all("input") if one.attributes["name"] == "row-2"]
    assert "checked" in box.attributes
