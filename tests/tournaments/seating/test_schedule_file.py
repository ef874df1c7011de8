"""The schedule as CSV: export, preview, import."""

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from tests.pages import read_page
from tests.tournaments.seating.conftest import DirectedEvent, said

HEADER = "game,first,second\r\n"


def upload(event: DirectedEvent, text: str) -> HttpResponse:
    return event.post("schedule/import/", {"file": SimpleUploadedFile("schedule.csv", text.encode())})


def test_schedule_goes_out_by_seat(scheduled: DirectedEvent) -> None:
    response = scheduled.client.get(scheduled.address("schedule/schedule.csv"))

    lines = response.content.decode().splitlines()
    assert (response["Content-Type"], len(lines)) == ("text/csv; charset=utf-8", 13)
    assert lines[:3] == ["game,first,second", "1,A-1,A-2", "1,A-3,A-4"]


def test_exported_schedule_comes_in_as_it_went_out(scheduled: DirectedEvent) -> None:
    before = scheduled.now.schedule
    text = scheduled.client.get(scheduled.address("schedule/schedule.csv")).content.decode()
    scheduled.post("schedule/games/1/", {})

    looked_at = upload(scheduled, text)
    hidden = read_page(looked_at.content.decode()).by_id("id_schedule").attributes["value"]
    stored = scheduled.post("schedule/import/store/", {"schedule": hidden})

    assert (looked_at.status_code, stored.status_code, scheduled.now.schedule) == (200, 302, before)


def test_nothing_is_stored_by_looking(seated: DirectedEvent) -> None:
    response = upload(seated, f"{HEADER}1,A-1,A-2\r\n")

    assert (response.status_code, seated.now.schedule) == (200, ())
    assert "The file has 1 game and 1 pairing. Nothing is saved yet." in said(response)
    assert "Games 2 and 3 are not scheduled" in said(response)


def test_file_that_cannot_be_read_is_refused_with_its_lines(seated: DirectedEvent) -> None:
    response = upload(seated, f"{HEADER}1,A-1,Z-9\r\n9,A-1,A-2\r\n")

    assert response.status_code == 422
    assert "line 2, second: nobody sits in" in said(response)
    assert "line 3, game:" in said(response)


def test_what_is_no_schedule_is_refused(seated: DirectedEvent) -> None:
    answers = (
        *(upload(seated, "PK\x03\x04"), seated.post("schedule/import/")),
        seated.post("schedule/import/store/", {"schedule": "nonsense"}),
    )

    assert [response.status_code for response in answers] == [422] * 3
    assert ("Excel or zip file" in said(answers[0]), seated.now.schedule) == (True, ())


def test_store_under_keyed_cards_needs_a_reason(scheduled: DirectedEvent) -> None:
    scheduled.key_a_card()
    data = {"schedule": f"{HEADER}1,#1,#2\r\n"}

    without = scheduled.post("schedule/import/store/", data)
    with_reason = scheduled.post("schedule/import/store/", {**data, "reason": "hand-made movement"})

    assert (without.status_code, with_reason.status_code) == (422, 302)
    assert [game.pairs for game in scheduled.now.schedule] == [((1, 2),)]
