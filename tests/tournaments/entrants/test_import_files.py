"""Taking in a list: files of every kind, and what is refused in words."""

from collections.abc import Callable

import pytest
from django.core import signing
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from tests.tournaments.entrants.conftest import Post
from tests.tournaments.entrants.importing import form_of, page_of
from tests.tournaments.spreadsheets.test_xlsx import MEGABYTE, SHEET, memory_below, with_part, workbook
from tournaments.models import AuditEntry, Entrant


@pytest.fixture
def handed_in(director: Client) -> Callable[[bytes, str], HttpResponse]:
    """Return how the director hands in a file."""

    def hand_in(data: bytes, name: str = "players.csv") -> HttpResponse:
        return director.post("/t/bay/entrants/import/", {"file": SimpleUploadedFile(name, data)})

    return hand_in


@pytest.mark.parametrize("name", ["players.xlsx", "players"])
def test_workbook_is_taken_in(handed_in: Callable[..., HttpResponse], post: Post, name: str) -> None:
    response = handed_in(workbook([["Name", "ACC"], ["Ann Lee", "HI296"]]), name)

    post("import/store/", **form_of(response))

    assert AuditEntry.objects.get(action="entrants imported").subject == f"{name}, sheet “Entrants”"
    assert Entrant.objects.get().acc_number == "HI296"


@pytest.mark.parametrize(
    ("make", "name", "message"),
    [
        pytest.param(lambda: b"\x81\x8d", "a.csv", "not in UTF-8, UTF-16 or Western", id="wrong encoding"),
        pytest.param(lambda: b"a" * (5 * MEGABYTE + 1), "a.csv", "larger than 5 MB", id="too large"),
        pytest.param(lambda: b"Name\n", "a.xlsx", "not an Excel workbook", id="no workbook"),
        pytest.param(lambda: with_part(SHEET, b" " * 17 * MEGABYTE), "a.xlsx", "unpacks to", id="zip bomb"),
    ],
)
def test_file_that_cannot_be_read_is_refused_in_words_with_little_memory(
    handed_in: Callable[..., HttpResponse], make: Callable[[], bytes], name: str, message: str
) -> None:
    data = make()
    # What the test client itself builds of the upload is in it, several times over.
    with memory_below(40):
        response = handed_in(data, name)

    said = page_of(response).texts("p")
    assert response.status_code == 422
    assert [text for text in said if text.find(message) != -1] != []
    assert (Entrant.objects.count(), AuditEntry.objects.count()) == (0, 0)


def test_nothing_handed_in_asks_for_something(post: Post) -> None:
    response = post("import/", pasted="  ")

    assert response.status_code == 422
    assert [text for text in page_of(response).texts("p") if text == "Choose a file, or paste a list."] != []


def test_pasted_list_of_100_000_rows_is_refused_in_words(post: Post) -> None:
    response = post("import/", pasted="Ann Lee,HI296,Hilo Pegs,Hilo\n" * 100_000)

    assert (response.status_code, Entrant.objects.count()) == (422, 0)
    assert response.content.decode().find("There are more than 5,000 rows.") != -1


def test_pasted_text_that_is_refused_stays_in_its_field(post: Post) -> None:
    response = post("import/", pasted="Name" + " Ann" * 600)

    assert page_of(response).by_id("pasted").text == "Name" + " Ann" * 600


@pytest.mark.parametrize("where", ["import/", "import/store/"])
@pytest.mark.parametrize(
    "packed",
    [
        pytest.param("", id="nothing"),
        pytest.param("x" * 100, id="made up"),
        pytest.param(
            signing.dumps({"table": [["Ann"]], "source": ""}, salt="entrants of 0", compress=True),
            id="of another event",
        ),
    ],
)
def test_list_that_no_preview_of_this_event_carried_is_refused(post: Post, where: str, packed: str) -> None:
    response = post(where, packed=packed)

    assert (response.status_code, Entrant.objects.count()) == (422, 0)
    assert response.content.decode().find("The preview was damaged on its way.") != -1
