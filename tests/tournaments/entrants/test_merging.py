"""Players known across events who are one person: merged by a director of all their events, and undone."""

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.factories.tournaments import EntrantFactory, PlayerFactory, StaffMemberFactory, TournamentFactory
from tests.pages import get_page
from tests.tournaments.entrants.conftest import Post
from tournaments.models import AuditEntry, Entrant, Player, StaffMember, Tournament

HERE = "/t/bay/entrants/1/merge/"


@pytest.fixture
def bob(director: Client, tournament: Tournament) -> Player:
    """Enter Robert here, and Bob, who is the same, in last year's event of the same director."""
    robert = PlayerFactory(name="Robert Lee", acc_number="", club="Hilo Pegs")
    EntrantFactory(tournament=tournament, number=1, name="Robert Lee", player=robert)
    last_year = TournamentFactory(slug="last-year", name="Last Year")
    StaffMemberFactory(tournament=last_year, user=StaffMember.objects.get(tournament=tournament).user)
    bob = PlayerFactory(name="Bob Lee", acc_number="HI296", club="Kona", city="Kona")
    EntrantFactory(
        tournament=last_year, number=1, name="Bob Lee", acc_number="HI296", club="Kona", city="Kona", player=bob
    )
    return bob


def merge(post: Post, bob: Player) -> HttpResponse:
    return post("1/merge/", other=str(bob.pk))


def players() -> list[tuple[str, str, str, str]]:
    return list(Player.objects.order_by("name").values_list("name", "acc_number", "club", "city"))


def test_players_who_may_be_one_are_shown_before_anything_is_changed(director: Client, bob: Player) -> None:
    PlayerFactory(name="Roberta Quist")

    page = get_page(director, HERE)

    assert [row.texts("th", "td") for row in page.all("tr")[1:]] == [
        ["Bob Lee HI296", "Kona, Kona", "Last Year", "Merge Bob Lee"]
    ]
    assert Player.objects.count() == 3


def test_merged_player_has_the_events_of_both_and_names_stay(post: Post, bob: Player) -> None:
    response = merge(post, bob)

    assert response["Location"] == f"{HERE}?done={AuditEntry.objects.get(action='known players merged').pk}"
    assert players() == [("Robert Lee", "", "Hilo Pegs", "")]
    assert list(Entrant.objects.order_by("name").values_list("name", "player__name")) == [
        ("Bob Lee", "Robert Lee"),
        ("Robert Lee", "Robert Lee"),
    ]


def test_merge_is_undone_once(post: Post, director: Client, bob: Player) -> None:
    before = players()
    merge(post, bob)
    entry = AuditEntry.objects.get(action="known players merged")
    offered = get_page(director, f"{HERE}?done={entry.pk}").texts("button")

    statuses = [post("1/merge/", undo=str(entry.pk)).status_code for _ in range(2)]

    assert "Undo" in offered
    assert statuses == [302, 422]
    assert [name for name, *_ in players()] == [name for name, *_ in before]
    assert list(Entrant.objects.order_by("name").values_list("player__name", flat=True)) == ["Bob Lee", "Robert Lee"]


def test_what_was_corrected_since_the_merge_stays_when_it_is_undone(post: Post, bob: Player) -> None:
    merge(post, bob)
    Entrant.objects.filter(name="Bob Lee").update(city="Hilo")

    post("1/merge/", undo=str(AuditEntry.objects.get(action="known players merged").pk))

    assert list(Entrant.objects.order_by("name").values_list("player__name", "city")) == [
        ("Bob Lee", "Hilo"),
        ("Robert Lee", ""),
    ]


def test_public_pages_of_the_other_event_follow_a_merge(post: Post, bob: Player) -> None:
    last_year = Tournament.objects.get(slug="last-year")

    merge(post, bob)

    assert Tournament.objects.get(pk=last_year.pk).posted_version == last_year.posted_version + 1


def test_merge_is_not_undone_where_an_entry_is_somebody_elses(post: Post, bob: Player) -> None:
    merge(post, bob)
    Entrant.objects.filter(name="Bob Lee").update(player=PlayerFactory(name="Bo"))

    response = post("1/merge/", undo=str(AuditEntry.objects.get(action="known players merged").pk))

    assert response.status_code == 422


def test_two_entrants_of_one_event_are_not_merged(post: Post, tournament: Tournament, bob: Player) -> None:
    EntrantFactory(tournament=tournament, number=2, name="Bob Lee", player=bob)

    assert merge(post, bob).status_code == 422
    assert Player.objects.count() == 2


def test_entries_in_events_of_other_directors_are_not_shown_and_stay(post: Post, director: Client, bob: Player) -> None:
    theirs = EntrantFactory(
        tournament=TournamentFactory(slug="theirs", name="Theirs"), player=bob, name="B. Lee", city="Elsewhere"
    )
    shown = get_page(director, HERE).text

    response = merge(post, bob)

    entry = AuditEntry.objects.get(action="known players merged")
    said = f"{shown} {get_page(director, HERE).text} {entry.before} {entry.subject}"
    theirs.refresh_from_db()
    assert (response.status_code, theirs.player, Player.objects.count()) == (302, bob, 2)
    assert Entrant.objects.get(name="Bob Lee").player != bob
    assert [word for word in ("Theirs", "B. Lee", "Elsewhere") if word in said] == []
    post("1/merge/", undo=str(entry.pk))
    assert Entrant.objects.get(name="Bob Lee").player == bob


def test_player_of_an_event_of_another_director_is_neither_shown_nor_merged(
    post: Post, director: Client, bob: Player
) -> None:
    StaffMember.objects.filter(tournament__slug="last-year").delete()

    response = merge(post, bob)

    assert (response.status_code, Player.objects.count()) == (422, 2)
    assert get_page(director, HERE).all("table") == []


def test_players_of_events_that_somebody_directed_before_are_not_merged(post: Post, bob: Player) -> None:
    StaffMember.objects.filter(tournament__slug="last-year").update(ended_at=timezone.now())

    assert (merge(post, bob).status_code, Player.objects.count()) == (422, 2)


@pytest.mark.parametrize("other", ["", "0", "x", "999999"])
@pytest.mark.usefixtures("bob")
def test_player_who_is_not_known_is_refused(post: Post, other: str) -> None:
    assert post("1/merge/", other=other).status_code == 422


def test_player_is_not_merged_with_themselves(post: Post, bob: Player) -> None:
    robert = Player.objects.get(name="Robert Lee")

    assert merge(post, robert).status_code == 422
    assert Player.objects.count() == 2


def test_house_player_has_nobody_to_merge_with(director: Client, tournament: Tournament) -> None:
    EntrantFactory(tournament=tournament, number=1, name="House", house_player=True, player=None)

    assert get_page(director, HERE).texts("p")[-3:] != []
    assert get_page(director, HERE).all("table") == []


def test_same_acc_number_is_enough_to_be_shown(director: Client, bob: Player) -> None:
    Entrant.objects.filter(name="Robert Lee").update(acc_number="HI296")
    Entrant.objects.filter(player=bob).update(name="Lee, R.")

    assert len(get_page(director, HERE).all("tr")) == 2
