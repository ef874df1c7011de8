"""Lists as directors really have them: imported right in one preview."""

import pytest

from tests.factories.tournaments import TournamentFactory
from tests.pages import get_page
from tests.tournaments.entrants.conftest import Post
from tests.tournaments.entrants.importing import form_of, headings, page_of
from tests.tournaments.entrants.messy import MESSY, PEOPLE
from tournaments.entrants.imports.cells import Payment, acc_number, payment
from tournaments.entrants.imports.columns import Field, guess_fields, heading_cells, heading_row
from tournaments.entrants.imports.compare import compare
from tournaments.entrants.imports.rows import ListedEntrant, listed_entrants
from tournaments.models import Entrant, ImportedHeadings, Tournament
from tournaments.spreadsheets.table import read_text


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Return an event with an entry fee of 60."""
    return TournamentFactory(slug="bay", entry_fee=60_00)


def people() -> list[tuple[str, str, str, int, str]]:
    return list(Entrant.objects.order_by("number").values_list("name", "acc_number", "club", "fee_paid", "note"))


def test_messy_list_is_imported_right_as_its_first_preview_shows_it(post: Post) -> None:
    shown = post("import/", pasted=MESSY)
    post("import/store/", **form_of(shown))

    assert headings(shown) == ["Doubtful: 2", "Left out: 6", "New: 6"]
    assert people() == PEOPLE
    assert list(Entrant.objects.exclude(email="").values_list("email", flat=True)) == ["zoe@example.org"]
    assert list(Entrant.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5, 7]


def test_every_row_that_is_nobody_says_why(post: Post) -> None:
    tables = page_of(post("import/", pasted=MESSY)).by_id("preview").all("table")

    assert [row.texts("td", "th") for row in tables[2].all("tr")[1:]] == [
        ["1", "Spring Pegging Classic 2026", "Above the headings.", ""],
        ["2", "Registrations as of May 1", "Above the headings.", ""],
        ["11", "#, Last, First, Number, Club, City/State, Paid?, Pool, address", "Repeats the headings.", ""],
        ["15", "8", "Only numbers: no name.", ""],
        ["16", "Waiting list:", "A title between the rows.", ""],
        ["18", "Total, 9, $330, 2", "A row of totals.", "Import row 18 anyway"],
    ]


def test_date_in_the_acc_number_is_said_beside_its_row(post: Post) -> None:
    page = page_of(post("import/", pasted=MESSY))

    assert [text for text in page.texts("span") if text.startswith("Left out: ACC")] == [
        "Left out: ACC number: “2026-01-05” is a date. Excel may have changed the number: compare it with the original."
    ]


def test_rows_are_left_out_and_put_back_one_by_one(post: Post) -> None:
    form = form_of(post("import/", pasted="Name,Fee\nAnn Lee,5\nBo Quist,5\nTotal,2\n"))

    again = post("import/", **{**form, "row-3": "leave", "row-4": "add"})
    post("import/store/", **form_of(again))

    assert list(Entrant.objects.order_by("number").values_list("name", flat=True)) == ["Ann Lee", "Total"]


def test_changes_are_left_out_one_by_one(post: Post) -> None:
    post("import/store/", **form_of(post("import/", pasted="Name,City\nAnn Lee,Hilo\nBo Quist,Hilo\n")))

    form = form_of(post("import/", pasted="Name,City\nAnn Lee,Kona\nBo Quist,Kona\n"))
    post("import/store/", **{**form, "row-2": "leave"})

    assert list(Entrant.objects.order_by("number").values_list("city", flat=True)) == ["Hilo", "Kona"]


def test_same_list_again_changes_nothing(post: Post) -> None:
    post("import/store/", **form_of(post("import/", pasted=MESSY)))

    assert headings(post("import/", pasted=MESSY)) == ["Doubtful: 2", "Left out: 6", "Unchanged: 6"]


def test_message_counts_and_names_the_next_step(post: Post, director: object) -> None:
    stored = post("import/store/", **form_of(post("import/", pasted=MESSY)))

    page = get_page(director, stored["Location"])  # type: ignore[arg-type]
    [message] = page.by_id("done").texts("p")
    assert message == "Entrants imported: the pasted list, 6 added. Next: check in entrants, then assign seats."


def test_columns_chosen_are_chosen_again_for_the_next_list(post: Post) -> None:
    text = "Who,Place,Stuff\nAnn Lee,Hilo,a\n"
    first = form_of(post("import/", pasted=text), **{"column-0": "name", "column-1": "", "column-2": "city"})
    shown = post("import/", **{**first, "headings": "1"})
    post("import/store/", **form_of(shown))
    Entrant.objects.all().delete()

    again = form_of(post("import/", pasted="Name,Place,Stuff\nBo Quist,Hilo,Kona\n"))

    assert ImportedHeadings.objects.get().fields == {"who": "name", "place": "", "stuff": "city"}
    assert [again[f"column-{place}"] for place in range(3)] == ["name", "", "city"]


def test_columns_as_their_headings_say_are_not_kept(post: Post) -> None:
    post("import/store/", **form_of(post("import/", pasted="Name,Place\nAnn Lee,Hilo\n")))

    assert ImportedHeadings.objects.count() == 0


@pytest.mark.parametrize(
    ("cell", "paid"),
    [
        *((cell, Payment(is_fee=True)) for cell in ("Y", "yes", "x", "✓", "1", "Paid", "TRUE")),
        *(
            (cell, Payment(is_fee=True, text=cell))
            for cell in ("check 1042", "ck# 77", "cash", "Venmo 5/1", "paid 5/1")
        ),
        *((cell, Payment()) for cell in ("N", "no", "unpaid", "-", "at door")),
        ("60", Payment(60_00)),
        ("$60.00", Payment(60_00)),
        ("60 cash", Payment(60_00, text="60 cash")),
        ("check $60", Payment(60_00, text="check $60")),
    ],
)
def test_word_for_paid_is_read(cell: str, paid: Payment) -> None:
    assert payment(cell, "Paid") == paid


@pytest.mark.parametrize(
    "cell",
    [
        "Store 29",
        "30 of 60",
        "paid $30 of $60",
        "60 + 20",
        "$60 (main) + $15 (consy)",
        "owes 20",
        "20 due",
        "half",
        "maybe",
        "x" * 300,
    ],
)
def test_what_may_or_may_not_be_paid_is_not_guessed(cell: str) -> None:
    with pytest.raises(ValueError, match="Paid: “"):
        payment(cell, "Paid")


def test_no_acc_number_is_none() -> None:
    assert [acc_number(cell) for cell in ("new", "NONE", "n/a", "?", "0", "hi 296")] == [*[""] * 5, "HI296"]


@pytest.mark.parametrize("cell", ["2026-01-05", "1/5/2026", "5-Jan", "Jan-05", "Jan 5, 2026", "2026-01-05 00:00:00"])
def test_date_is_no_acc_number(cell: str) -> None:
    with pytest.raises(ValueError, match="is a date"):
        acc_number(cell)


def listed(text: str, **more: int) -> list[ListedEntrant]:
    table = read_text(text)
    return listed_entrants(table, guess_fields(table[0]), headings=1, **more)


def test_two_rows_of_headings_are_read_together() -> None:
    table = read_text("Entry list,,,\nPlayer,,ACC,Home\nLast,First,Number,Club\nLee,Ann,HI1,Hilo\n")

    assert heading_row(table) == 3
    assert guess_fields(heading_cells(table, 3)) == [Field.LAST_NAME, Field.FIRST_NAME, Field.ACC_NUMBER, Field.CLUB]


def test_row_of_players_named_like_headings_is_not_one() -> None:
    text = "Player,Partner,Club\nPlayer 1,Partner 1,Hilo\n"

    assert heading_row(read_text(text)) == 1
    assert [row.left_out for row in listed(text)] == [""]


def test_paid_without_an_entry_fee_says_where_to_set_it() -> None:
    [row] = listed("Name,Paid\nAnn,Y\n")

    assert row.omitted == ("Fee paid: paid, but the event has no entry fee. Set the fee under Settings.",)


def test_own_fee_of_somebody_known_is_what_is_paid_and_the_note_grows() -> None:
    ann = Entrant(number=1, name="Ann", fee_owed=20_00, note="late")

    [row] = compare(listed("Name,Paid\nAnn,check 9\n", entry_fee=60_00), [ann]).rows

    assert {field: after for field, _, after in row.differences} == {"fee_paid": 20_00, "note": "late\nPaid: check 9"}


def test_unpaid_takes_no_payment_back() -> None:
    ann = Entrant(number=1, name="Ann", fee_owed=20_00, fee_paid=20_00)

    [row] = compare(listed("Name,Paid\nAnn,N\n"), [ann]).rows

    assert row.differences == ()
