"""Names in parts: split on entry and import, settled where in doubt, and found however they are spelled."""

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.factories.tournaments import EntrantFactory
from tests.pages import get_page, read_page
from tests.tournaments.entrants.conftest import Post
from tests.tournaments.entrants.importing import form_of, headings
from tournaments.entrants.search import is_name_like
from tournaments.entrants.selectors import EntrantList
from tournaments.models import AuditEntry, Entrant, Tournament

DETAILS = {"first_game": "1", "fee_owed": "20", "fee_paid": "0"}


def parts() -> list[tuple[str, str, str, str]]:
    return list(Entrant.objects.order_by("number").values_list("name", "last_name", "first_name", "suffix"))


def save(post: Post, director: Client, **changed: str) -> HttpResponse:
    form = get_page(director, "/t/bay/entrants/1/").by_id("details")
    seen = next(field.attributes["value"] for field in form.all("input") if field.attributes["name"] == "seen")
    return post("1/", **{**DETAILS, **changed}, seen=seen)


def test_name_is_split_as_it_is_entered(post: Post) -> None:
    post(name="Jan van der Berg Jr.")

    assert parts() == [("Jan van der Berg Jr.", "van der Berg", "Jan", "Jr.")]


def test_parts_follow_the_name_until_they_are_written_otherwise(post: Post, director: Client) -> None:
    post(name="Ana Garza Lopez")
    save(post, director, name="Ana Garza Ruiz", last_name="Lopez", first_name="Ana Garza")
    followed = parts()
    save(post, director, name="Ana Garza Ruiz", last_name="Garza Ruiz", first_name="Ana")

    assert followed == [("Ana Garza Ruiz", "Ruiz", "Ana Garza", "")]
    assert parts() == [("Ana Garza Ruiz", "Garza Ruiz", "Ana", "")]
    assert Entrant.objects.get().is_name_doubtful is False


def test_names_of_a_list_are_split(post: Post) -> None:
    text = "Last,First,Suffix,Club\nGarza Lopez,Ana,,Hilo\nLane,Otis,Jr.,Hilo\n"
    post("import/store/", **form_of(post("import/", pasted=text)))
    post("import/store/", **form_of(post("import/", pasted='Name,Club\n"Lee, Ann",Hilo\n')))

    assert parts() == [
        ("Ana Garza Lopez", "Garza Lopez", "Ana", ""),
        ("Otis Lane Jr.", "Lane", "Otis", "Jr."),
        ("Ann Lee", "Lee", "Ann", ""),
    ]
    assert not Entrant.objects.filter(is_name_doubtful=True).exists()


def test_doubtful_names_are_settled_with_a_tap_and_that_is_undone(post: Post, director: Client) -> None:
    post(name="Ana Garza Lopez")
    post(name="Ann Lee")
    page = get_page(director, "/t/bay/entrants/?show=names").by_id("entrants")
    ways = [button.text for button in page.all("button") if button.attributes.get("name") == "way"]

    response = post("1/name/", target="entrant-1", page="/t/bay/entrants/?show=names", way="1")
    settled = parts()[0]
    entry = AuditEntry.objects.filter(action="entrant changed").latest("pk")
    post(f"undo/{entry.pk}/")

    assert ways == ["Lopez, Ana Garza", "Garza Lopez, Ana"]
    assert "Which part of these names is the last name?" in page.text
    assert read_page(response.content.decode()).by_id("entrant-1").all("a")[0].text == "Garza Lopez, Ana"
    assert settled == ("Ana Garza Lopez", "Garza Lopez", "Ana", "")
    assert parts()[0] == ("Ana Garza Lopez", "Lopez", "Ana Garza", "")
    assert Entrant.objects.get(number=1).is_name_doubtful is True


def test_way_that_there_is_not_is_refused(post: Post) -> None:
    post(name="Ann Lee")

    assert post("1/name/", target="entrant-1", way="9").status_code == 422


def test_undone_removal_brings_back_settled_parts(post: Post) -> None:
    post(name="Ana Garza Lopez")
    post("1/name/", way="1")
    post("1/removal/")

    post(f"undo/{AuditEntry.objects.get(action='entrant removed').pk}/")

    assert parts() == [("Ana Garza Lopez", "Garza Lopez", "Ana", "")]


@pytest.mark.parametrize(
    ("find", "found"),
    [
        ("nunez", [("Zoë Núñez", False)]),
        ("bob", [("Robert Lee", True)]),
        ("bob lee", [("Robert Lee", True)]),
        ("quist", [("Bo Quist", False)]),
        ("quisst", [("Bo Quist", True)]),
        ("bo", [("Bo Quist", False)]),
        ("nobody", []),
        ("77", []),
    ],
)
def test_search_finds_nicknames_and_slips_as_doubtful(
    tournament: Tournament, find: str, found: list[tuple[str, bool]]
) -> None:
    for number, name in enumerate(("Zoë Núñez", "Robert Lee", "Bo Quist"), start=1):
        EntrantFactory(tournament=tournament, number=number, name=name)

    assert [(row.name, row.is_doubtful) for row in EntrantList(tournament, find=find).rows] == found


CEDARS = ("Ann Cedar", "Bo Cedar", "Cy Cedar", "Ed Cedar", "Zoë Núñez", "Hannah O'Dell", "Jo Smith-Cedar", "李小明")
# Whom each text finds. The script of the door finds the same (tests/browser/test_check_in.py).
SEARCHES = {
    "cedar, c": ["Cy Cedar"],
    "cedar, ed": ["Ed Cedar"],
    "Cedar,": ["Ann Cedar", "Bo Cedar", "Cy Cedar", "Ed Cedar", "Jo Smith-Cedar"],
    "cedar ed": ["Ed Cedar"],
    "ed cedar": ["Ed Cedar"],
    "cedar j": ["Jo Smith-Cedar"],
    "ced, sm": ["Jo Smith-Cedar"],
    "ann": ["Ann Cedar", "Hannah O'Dell"],
    "ann,": ["Ann Cedar"],
    "nunez, z": ["Zoë Núñez"],
    "odell, h": ["Hannah O'Dell"],
    "o'd": ["Hannah O'Dell"],
    "edar": ["Ann Cedar", "Bo Cedar", "Cy Cedar", "Ed Cedar", "Jo Smith-Cedar"],
    "明": ["李小明"],
    "cedar, 4": ["Ed Cedar"],
    "#5": ["Zoë Núñez"],
}


@pytest.mark.parametrize("find", SEARCHES)
def test_short_words_and_names_with_a_comma_are_beginnings(tournament: Tournament, find: str) -> None:
    for number, name in enumerate(CEDARS, start=1):
        EntrantFactory(tournament=tournament, number=number, name=name, club="", city="")

    assert [row.name for row in EntrantList(tournament, find=find).rows if not row.is_doubtful] == SEARCHES[find]


def test_what_stands_within_a_word_is_still_found_as_a_guess(tournament: Tournament) -> None:
    EntrantFactory(tournament=tournament, number=1, name="Ed Cedar")

    [row] = EntrantList(tournament, find="dar, e").rows

    assert (row.name, row.is_doubtful) == ("Ed Cedar", True)


def test_somebody_found_by_a_nickname_is_marked(post: Post, director: Client) -> None:
    post(name="Robert Lee")

    page = get_page(director, "/t/bay/entrants/?find=bob").by_id("entrants")

    assert page.texts("p")[1].startswith("No “bob”, but 1 much like it.")
    assert "spelled otherwise" in page.texts("span")


def test_nickname_of_somebody_entered_is_doubtful_in_a_list_and_asked_about_when_added(post: Post) -> None:
    post(name="Robert Lee", acc_number="HI296")

    asked = post(name="Bob Lee")
    preview = post("import/", pasted="Name,ACC\nBob Lee,\nBob Lee,WA9\nBob Quist,\n")

    assert (asked.status_code, Entrant.objects.count()) == (422, 1)
    assert headings(preview) == ["Doubtful: 2", "New: 1"]


@pytest.mark.parametrize(
    ("one", "other", "like"),
    [
        ("Bob Lee", "Robert Lee", True),
        ("Zoë Núñez", "zoe nunez", True),
        ("Ann Marsh", "Ann Marhs", True),
        ("Ann Lee", "Ann Marie Lee", False),
        ("Player 10", "Player 11", False),
        ("Ann Lee", "Bo Lee", False),
    ],
)
def test_names_are_alike(one: str, other: str, like: bool) -> None:
    assert is_name_like(one, other) is like


def test_last_name_may_be_typed_first_wherever_a_name_is_typed(post: Post, director: Client) -> None:
    post(name="Quigley,  Nora\u200b")
    save(post, director, name="Quigley Jr., Nora")
    post("1/substitutes/", name="Orr, Di", from_game="2")

    assert parts() == [("Nora Quigley Jr.", "Quigley", "Nora", "Jr.")]
    assert Entrant.objects.get().substitutions.get().name == "Di Orr"


@pytest.mark.parametrize("find", ["Quigley, Nora", "quigley nora", "NORA", "’quigley"])
def test_who_is_typed_last_name_first_is_found_by_both(tournament: Tournament, find: str) -> None:
    EntrantFactory(tournament=tournament, name="Nora Quigley")

    assert [(row.name, row.is_doubtful) for row in EntrantList(tournament, find=find).rows] == [("Nora Quigley", False)]


def test_house_player_reads_so_in_every_list(tournament: Tournament) -> None:
    house = EntrantFactory(tournament=tournament, name="House player", house_player=True)

    assert (house.listed_name, house.shown_name, house.is_name_doubtful) == ("House player", "House player", False)


def test_namesakes_are_told_apart_as_they_come_change_and_go(
    post: Post, director: Client, tournament: Tournament
) -> None:
    def shown() -> list[str]:
        return [entrant.shown_name for entrant in tournament.entrants.order_by("number")]

    post(name="Ann Lee", city="Hilo")
    one = shown()
    post(name="ann lee", city="Kona", sure="ann lee")
    both = shown()
    tournament.entrants.filter(number=2).delete()

    assert (one, both, shown()) == (["Ann Lee"], ["Ann Lee (Hilo)", "ann lee (Kona)"], ["Ann Lee"])
