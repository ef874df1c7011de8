"""Adding entrants at the desk."""

from typing import Any

import pytest
from django.test import Client

from tests.factories.tournaments import EntrantFactory, PlayerFactory, TournamentFactory, director_of
from tests.pages import read_page
from tests.tournaments.entrants.conftest import Post, played_before
from tournaments.entrants.services.registration import AddingDoubtful, add_entrant
from tournaments.models import AuditEntry, Entrant, Player, StaffMember, Tournament


def added(tournament: Tournament, name: str, **details: Any) -> Entrant:
    return add_entrant(
        tournament=tournament, actor=director_of(tournament, "Dee Rector"), entrant=Entrant(name=name, **details)
    ).entrant


def test_entrant_gets_the_number_after_the_highest_and_the_fee(tournament: Tournament) -> None:
    EntrantFactory(tournament=tournament, number=41)

    entrant = added(tournament, "Ann Lee", acc_number="HI296")

    entrant.refresh_from_db()
    assert (entrant.number, entrant.fee_owed, entrant.fee_paid) == (42, 20_00, 0)
    assert entrant.player == Player.objects.get(name="Ann Lee", acc_number="HI296")


def test_house_player_owes_nothing_and_is_no_player(tournament: Tournament) -> None:
    entrant = added(tournament, "House", house_player=True)

    assert (entrant.fee_owed, entrant.player) == (0, None)


@pytest.mark.parametrize("again", [{"name": "ann  LEE"}, {"name": "Cy Dunn", "acc_number": "hi296"}])
def test_possible_double_is_told(tournament: Tournament, again: dict[str, str]) -> None:
    first = added(tournament, "Ann Lee", acc_number="HI296")

    with pytest.raises(AddingDoubtful) as double:
        added(tournament, **again)

    assert double.value.others == [first]
    assert Entrant.objects.count() == 1


def test_addition_is_written_to_the_log_and_raises_the_version(tournament: Tournament) -> None:
    added(tournament, "Ann Lee")

    entry = AuditEntry.objects.get()
    tournament.refresh_from_db()
    assert (entry.who, entry.action, entry.subject, entry.before) == ("Dee Rector", "entrant added", "1 Ann Lee", None)
    assert (entry.after["name"], entry.after["fee_owed"], tournament.version) == ("Ann Lee", "20.00", 2)


def test_longest_name_fits_into_the_log(post: Post) -> None:
    name = "x" * 200

    post(name=name, club=name, city=name, acc_number="y" * 40)
    post("1/substitutes/", name=name, from_game=2)

    assert [entry.subject for entry in AuditEntry.objects.all()] == [f"1 {name}"[:200]] * 2


def test_form_adds_and_leads_back_to_the_list(post: Post, tournament: Tournament) -> None:
    response = post(name=" Ann  Lee", acc_number="hi 296", club="Hilo Pegs", city="Hilo")

    entrant = Entrant.objects.get()
    assert (response.status_code, response["Location"]) == (
        302,
        f"/t/bay/entrants/?sort=number&done={AuditEntry.objects.get().pk}",
    )
    assert (entrant.name, entrant.acc_number, entrant.club, entrant.city) == ("Ann Lee", "HI296", "Hilo Pegs", "Hilo")


def test_form_under_htmx_comes_back_blank_with_list_and_message_beside_it(post: Post) -> None:
    response = post(target="add", page="/t/bay/entrants/?find=nobody", name="Ann Lee")

    page = read_page(response.content.decode())
    assert (response.status_code, page.children) == (200, 3)
    assert page.by_id("id_name").attributes["value"] == ""
    assert "autofocus" in page.by_id("id_name").attributes
    assert page.by_id("done").text.startswith("Entrant added: Ann Lee")
    # What was searched for on the page stays so.
    assert page.by_id("entrants").all("bdi")[0].text == "nobody"


@pytest.mark.parametrize("target", ["", "add"])
def test_double_is_warned_of_once_and_added_with_one_more_enter(post: Post, target: str) -> None:
    post(name="Ann Lee", acc_number="HI296")

    response = post(target=target, name="Ann Lee", club="Kona")

    page = read_page(response.content.decode())
    form = page.by_id("add")
    sent = {field.attributes["name"]: field.attributes.get("value") or "" for field in form.all("input")}
    assert (response.status_code, Entrant.objects.count()) == (422, 1)
    assert form.texts("p")[0] == "Already entered: 1 Ann Lee (HI296)"
    assert (sent["name"], sent["club"]) == ("Ann Lee", "Kona")

    sent.pop("house_player")
    post(target=target, **sent)

    assert Entrant.objects.count() == 2


def test_warning_for_one_name_does_not_pass_another(post: Post) -> None:
    for name in ("Ann Lee", "Bo Quist"):
        post(name=name)

    response = post(name="Bo Quist", sure="Ann Lee")

    assert (response.status_code, Entrant.objects.count()) == (422, 2)


@pytest.mark.parametrize("target", ["", "add"])
@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"name": " ", "club": "Kona"}, "Name: Whose name? It cannot be blank."),
        ({"name": "Ann", "first_game": "9", "club": "Kona"}, "First game: The event has games 1 to 3."),
        ({"name": "Ann", "first_game": "x", "club": "Kona"}, "First game: Enter a whole number."),
    ],
)
def test_form_that_cannot_be_taken_says_why_and_keeps_what_was_typed(
    post: Post, target: str, data: dict[str, str], message: str
) -> None:
    response = post(target=target, **data)

    form = read_page(response.content.decode()).by_id("add")
    assert (response.status_code, Entrant.objects.count()) == (422, 0)
    assert form.texts("li") == [message]
    assert form.by_id("id_club").attributes["value"] == "Kona"


def test_known_players_are_found_as_one_types(director: Client, dee: StaffMember) -> None:
    ann = played_before(dee, "Ann Lee", acc_number="HI296", city="Hilo")
    played_before(dee, "Bo Quist", acc_number="WA100")

    for typed in ("an", "lee an", "hi29"):
        page = read_page(director.get("/t/bay/entrants/known/", {"name": typed}).content.decode())
        assert [field.attributes["value"] for field in page.all("input")] == [str(ann.pk), "new"]
    assert page.texts("label") == ["Ann Lee (HI296) of Hilo, who played Last Year", "Somebody else"]


def test_nobody_is_suggested_where_nobody_is_meant(director: Client, dee: StaffMember) -> None:
    played_before(dee, "Ann Lee")

    answers = [director.get("/t/bay/entrants/known/", {"name": typed}) for typed in ("", "a", "zz", "%")]

    assert [answer.content.decode().strip() for answer in answers] == [""] * 4


def test_known_player_who_was_chosen_is_entered_with_what_is_known(post: Post, dee: StaffMember) -> None:
    ann = played_before(dee, "Ann Lee", acc_number="HI296", club="Hilo Pegs", city="Hilo")

    post(name="an", player=ann.pk, city="Kona")

    entrant = Entrant.objects.get(tournament__slug="bay")
    assert (entrant.name, entrant.acc_number, entrant.club, entrant.city) == ("Ann Lee", "HI296", "Hilo Pegs", "Kona")
    assert (entrant.player, Player.objects.count()) == (ann, 1)


@pytest.mark.parametrize("target", ["", "add"])
@pytest.mark.parametrize(("answer", "is_one"), [("first", True), ("last", False)])
def test_question_is_answered_once_and_enter_alone_answers_nothing(
    post: Post, dee: StaffMember, target: str, answer: str, is_one: bool
) -> None:
    ann = played_before(dee, "Ann Lee", city="Hilo", event="May Night")

    asked = [post(target=target, name="ANN LEE", acc_number="HI296") for _ in range(2)]
    form = read_page(asked[1].content.decode()).by_id("add")
    radios = [field.attributes["value"] for field in form.all("input") if field.attributes.get("type") == "radio"]
    here = Entrant.objects.filter(tournament__slug="bay")
    assert ([response.status_code for response in asked], here.count()) == ([422, 422], 0)
    assert form.texts("label")[1:3] == ["Yes: Ann Lee of Hilo, who played May Night", "No, somebody else"]
    post(target=target, name="ANN LEE", acc_number="HI296", player=radios[0 if answer == "first" else -1])

    assert (here.get().player == ann, here.get().acc_number) == (is_one, "HI296")


def test_chosen_player_keeps_a_whole_name_as_it_was_typed(post: Post, dee: StaffMember) -> None:
    bob = played_before(dee, "Bob Lee", city="Hilo")

    post(name="Robert Lee", player=bob.pk)

    entrant = Entrant.objects.get(tournament__slug="bay")
    assert (entrant.name, entrant.city, entrant.player) == ("Robert Lee", "Hilo", bob)


def test_nobody_of_an_event_of_another_director_is_shown_or_chosen(director: Client, post: Post) -> None:
    theirs = EntrantFactory(
        tournament=TournamentFactory(slug="theirs"), name="Ann Lee", player=PlayerFactory(name="Ann Lee", city="Hilo")
    )

    found = director.get("/t/bay/entrants/known/", {"name": "ann lee"}).content.decode().strip()
    response = post(name="an", player=theirs.player_id)

    assert (found, response.status_code, Entrant.objects.count()) == ("", 422, 1)
    assert "Hilo" not in response.content.decode()


def test_pairs_are_asked_for_the_partner_where_the_event_is_of_pairs(
    director: Client, tournament: Tournament, post: Post
) -> None:
    asked = [director.get("/t/bay/entrants/").content.decode().count('name="partner"')]
    Tournament.objects.filter(pk=tournament.pk).update(scoring="total-points")
    asked.append(director.get("/t/bay/entrants/").content.decode().count('name="partner"'))

    post(name="Ann Lee", partner="Bo Quist")

    assert asked == [0, 1]
    assert Entrant.objects.get().partner == "Bo Quist"
