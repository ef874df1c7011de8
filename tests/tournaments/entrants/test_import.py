"""Taking in a list: the preview, and storing it whole."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories.tournaments import EntrantFactory, PlayerFactory, TournamentFactory
from tests.tournaments.entrants.conftest import Post, played_before
from tests.tournaments.entrants.importing import LIST, form_of, headings, page_of, undone
from tournaments.models import AuditEntry, Entrant, Player, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.staff import access

pytestmark = pytest.mark.slow


@pytest.fixture
def people(tournament: Tournament) -> None:
    """Enter two of those on the list."""
    EntrantFactory(tournament=tournament, number=1, name="Ann Lee", acc_number="HI296", club="Kona")
    EntrantFactory(tournament=tournament, number=2, name="Bo Quist", club="Tacoma Tens")


@pytest.mark.usefixtures("people")
def test_preview_shows_what_becomes_of_every_row_and_stores_nothing(post: Post) -> None:
    response = post("import/", pasted=LIST)

    tables = page_of(response).by_id("preview").all("table")
    assert response.status_code == 200
    assert headings(response) == ["Doubtful: 1", "Cannot be imported: 1", "New: 1", "Changed: 1", "Unchanged: 1"]
    assert [table.all("tr")[1].texts("td", "th")[:3] for table in tables if table is not tables[1]] == [
        [
            "6",
            "Anna Lee ACC number HI296",
            "Row 2 has the same ACC number. HI296 is the ACC number of Ann Lee, number 1.",
        ],
        ["5", "(no name)", "Name is a formula (=1+1). Formulas are not worked out here: write its result."],
        ["4", "Cy Dunn ACC number OR5 · City Salem", "Leave out row 4, Cy Dunn"],
        ["2", "1 Ann Lee", "Club: Kona → Hilo Pegs City: blank → Hilo Fee paid: 0.00 → 20.00"],
    ]
    assert (Entrant.objects.count(), AuditEntry.objects.count()) == (2, 0)


STAYING = """Name,Stationary seat?,Seating note
Ann Lee,wheelchair,
Bo Quist,no,
Cy Dunn,X,by the door
Di Lund,,
"""


@pytest.mark.usefixtures("people")
def test_column_of_who_must_stay_seated_is_recognized(post: Post) -> None:
    page = post("import/", pasted=STAYING)
    post("import/store/", **form_of(page))

    assert "Must stay seated: no → yes Seating note: blank → wheelchair" in page_of(page).by_id("preview").text
    assert list(Entrant.objects.order_by("number").values_list("name", "stays_seated", "seating_note")) == [
        ("Ann Lee", True, "wheelchair"),
        ("Bo Quist", False, ""),
        ("Cy Dunn", True, "by the door"),
        ("Di Lund", False, ""),
    ]


@pytest.mark.usefixtures("people")
def test_list_is_stored_as_it_was_shown(post: Post) -> None:
    response = post("import/store/", **form_of(post("import/", pasted=LIST)))

    entry = AuditEntry.objects.get(action="entrants imported")
    assert response["Location"] == f"/t/bay/entrants/?done={entry.pk}"
    assert list(Entrant.objects.order_by("number").values_list("number", "name", "acc_number", "club", "fee_paid")) == [
        (1, "Ann Lee", "HI296", "Hilo Pegs", 20_00),
        (2, "Bo Quist", "", "Tacoma Tens", 0),
        (3, "Cy Dunn", "OR5", "", 0),
    ]
    assert [entrant.fee_owed for entrant in Entrant.objects.filter(number=3)] == [20_00]
    assert list(AuditEntry.objects.values_list("action", "subject")) == [
        ("entrants imported", "the pasted list"),
        ("entrant added", "3 Cy Dunn"),
        ("entrant changed", "1 Ann Lee"),
    ]


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("choice", "names"),
    [
        ("leave", ["Ann Lee", "Bo Quist", "Cy Dunn"]),
        ("add", ["Ann Lee", "Bo Quist", "Cy Dunn", "Anna Lee"]),
        ("change", ["Anna Lee", "Bo Quist", "Cy Dunn"]),
        ("nonsense", ["Ann Lee", "Bo Quist", "Cy Dunn"]),
    ],
)
def test_doubtful_row_is_stored_as_the_director_chooses(post: Post, choice: str, names: list[str]) -> None:
    post("import/store/", **form_of(post("import/", pasted=LIST), **{"row-6": choice}))

    assert list(Entrant.objects.order_by("number").values_list("name", flat=True)) == names


def test_fee_without_its_point_is_doubtful(post: Post, tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(entry_fee=45_00)

    page = page_of(post("import/", pasted="Name,Paid\nAnn Lee,$4500\nBo Quist,$45.00\n"))

    assert page.by_id("preview").texts("h2") == ["Doubtful: 1", "New: 1"]
    assert "4500.00 paid, but the fee is 45.00." in page.text


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(("choice", "says"), [("leave", "1 doubtful row was left out."), ("add", "")])
def test_list_without_its_doubtful_rows_says_so(post: Post, client: Client, choice: str, says: str) -> None:
    response = post("import/store/", **form_of(post("import/", pasted=LIST), **{"row-6": choice}))

    shown = client.get(response["Location"]).content.decode()
    assert ("doubtful row" in shown, says in shown) == (bool(says), True)


def test_numbers_of_the_list_are_kept_and_not_given_to_others(post: Post, tournament: Tournament) -> None:
    EntrantFactory(tournament=tournament, number=1, name="Ann Lee")
    text = "No.,Name\n,Bo Quist\n2,Cy Dunn\n1,Di Orr\n"

    post("import/store/", **form_of(post("import/", pasted=text), **{"row-4": "add"}))

    assert list(Entrant.objects.order_by("number").values_list("number", "name")) == [
        (1, "Ann Lee"),
        (2, "Cy Dunn"),
        (3, "Bo Quist"),
        (4, "Di Orr"),
    ]


def test_known_players_are_known_again(post: Post, dee: StaffMember) -> None:
    ann = played_before(dee, "Ann Lee", acc_number="HI296")

    post("import/store/", **form_of(post("import/", pasted="Name,ACC\nANN LEE,hi296\nBo Quist,\n")))

    assert Entrant.objects.get(name="ANN LEE").player == ann
    assert Player.objects.count() == 2


@pytest.mark.parametrize(("answer", "is_one"), [("", False), ("0", False), ("yes", True)])
def test_row_that_may_be_somebody_known_is_asked_about(post: Post, dee: StaffMember, answer: str, is_one: bool) -> None:
    ann = played_before(dee, "Ann Lee", city="Hilo")
    shown = post("import/", pasted="Name,ACC\nAnn Lee,hi296\nBo Quist,\n")
    choices = [option.attributes["value"] for option in page_of(shown).by_id("player-2").all("option")]

    post("import/store/", **{**form_of(shown), "player-2": str(ann.pk) if answer == "yes" else answer})

    assert choices == ["", str(ann.pk), "0"]
    assert (Entrant.objects.get(tournament__slug="bay", name="Ann Lee").player == ann) is is_one


def test_player_is_taken_in_without_a_cell_that_cannot_be_read(post: Post) -> None:
    shown = post("import/", pasted="Name,Paid,Note\nAnn Lee,abc,=A1\n")
    post("import/store/", **form_of(shown))

    assert headings(shown) == ["New: 1"]
    assert "Left out: Fee paid: “abc” is not an amount. Kept as a note." in page_of(shown).texts("span")
    assert list(Entrant.objects.values_list("name", "note")) == [("Ann Lee", "Paid: abc")]


def test_acc_number_of_a_player_of_another_event_makes_a_row_doubtful(post: Post, dee: StaffMember) -> None:
    played_before(dee, "Di Orr", acc_number="HI-290")

    response = post("import/", pasted="Name,ACC\nAnn Lee,hi-290\n")

    assert headings(response) == ["Doubtful: 1"]


def test_acc_number_of_a_player_of_another_director_says_nothing(post: Post) -> None:
    theirs = TournamentFactory(slug="theirs")
    EntrantFactory(tournament=theirs, name="Di Orr", player=PlayerFactory(name="Di Orr"), acc_number="HI290")

    response = post("import/", pasted="Name,ACC\nAnn Lee,hi-290\n")

    assert (headings(response), "Di Orr" in response.content.decode()) == (["New: 1"], False)


@pytest.mark.usefixtures("people")
def test_entrants_changed_since_the_preview_are_compared_anew(post: Post, tournament: Tournament) -> None:
    form = form_of(post("import/", pasted=LIST))
    EntrantFactory(tournament=tournament, number=3, name="Cy Dunn")

    response = post("import/store/", **form)

    page = page_of(response)
    assert (response.status_code, Entrant.objects.count()) == (409, 3)
    assert [text for text in page.texts("p") if text.startswith("The entrants changed")] != []
    assert headings(response)[2:] == ["Changed: 2", "Unchanged: 1"]


@pytest.mark.usefixtures("people")
def test_list_confirmed_twice_is_stored_once(post: Post) -> None:
    form = form_of(post("import/", pasted=LIST))

    statuses = [post("import/store/", **form).status_code for _ in range(2)]

    assert (statuses, Entrant.objects.count()) == ([302, 409], 3)


@pytest.mark.usefixtures("people")
def test_list_that_says_nothing_new_is_not_stored(post: Post) -> None:
    response = post("import/store/", **form_of(post("import/", pasted="Name\nBo Quist\n")))

    assert response.status_code == 422
    assert AuditEntry.objects.count() == 0
    assert [text for text in page_of(response).texts("p") if text.startswith("Nothing to import")] != []


@pytest.mark.usefixtures("people")
def test_import_is_undone_whole(post: Post, tournament: Tournament) -> None:
    before = list(Entrant.objects.order_by("number").values())
    post("import/store/", **form_of(post("import/", pasted=LIST)))

    back = undone(tournament, AuditEntry.objects.get(action="entrants imported"))

    after = list(Entrant.objects.order_by("number").values())
    drop = [{key: value for key, value in row.items() if key != "player_id"} for row in (*before, *after)]
    assert drop[:2] == drop[2:]
    assert list(Player.objects.values_list("name", flat=True)) == ["Ann Lee"]

    undone(tournament, back)

    assert [entrant.club for entrant in Entrant.objects.order_by("number")] == ["Hilo Pegs", "Tacoma Tens", ""]


@pytest.mark.usefixtures("people")
def test_import_is_not_undone_in_part(post: Post, tournament: Tournament) -> None:
    post("import/store/", **form_of(post("import/", pasted=LIST)))
    Entrant.objects.filter(name="Cy Dunn").update(seat="A-1")

    with pytest.raises(Refused):
        undone(tournament, AuditEntry.objects.get(action="entrants imported"))

    assert (Entrant.objects.count(), Entrant.objects.get(number=1).club) == (3, "Hilo Pegs")


def test_hundreds_of_doubtful_rows_are_counted_and_left_out(post: Post, tournament: Tournament) -> None:
    EntrantFactory(tournament=tournament, number=1, name="Ann Lee", acc_number="HI296")
    rows = "".join(f"Player {number},HI296\n" for number in range(305))

    response = post("import/", pasted=f"Name,ACC\n{rows}")

    form = form_of(response)
    assert headings(response) == ["Doubtful: 305"]
    assert len([name for name in form if name.startswith("row-")]) == 300
    assert response.content.decode().find("5 more doubtful rows cannot be chosen here") != -1


@pytest.mark.once
@pytest.mark.thorough
def test_largest_list_is_previewed_and_stored_with_a_fixed_number_of_queries(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "SEEN_EVERY", timedelta(days=1))  # a slow machine takes longer than that
    counts = []
    # The first entry of the log looks for one before it.
    for first, rows in ((0, 1), (1, 10), (11, 4_989)):
        names = "".join(f"Player {number},X{number}\n" for number in range(first, first + rows))
        form = form_of(post("import/", pasted=f"Name,ACC\n{names}"))
        with CaptureQueriesContext(connection) as queries:
            post("import/store/", **form)
        # Rows are written in batches, and some databases take few at a time.
        counts.append(len([query for query in queries if not query["sql"].startswith("INSERT")]))

    assert Entrant.objects.count() == 5_000
    assert counts[1] == counts[2]


@pytest.mark.parametrize(
    "asked", [{"pasted": "Name\n<script>alert(1)</script>\n"}, {"pasted": "<b>Name</b>,Name\n1,Ann\n"}]
)
def test_preview_shows_cells_as_text(post: Post, asked: dict[str, Any]) -> None:
    response = post("import/", **asked)

    assert page_of(response).by_id("preview").all("script", "b") == []
