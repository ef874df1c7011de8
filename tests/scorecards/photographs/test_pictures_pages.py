"""The pages of photographs: send, see how they stand, look at one, settings and deletion."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scorecards.models import CardPicture, PictureConfirmation, PictureFile, PictureSettings
from scorecards.photo.reading import Refusal
from scorecards.photographs.engine import Page
from scorecards.photographs.refusals import words_for
from scorecards.photographs.services.reading import read_waiting
from scorecards.photographs.views import receiving
from tests.pages import get_page, read_page
from tests.scorecards.cards.card_entry import checker, paper, put_up, save, written
from tests.scorecards.checking.check_pages import client_of
from tests.scorecards.photographs.files_sent import TO_LOOK_AT, Told, one_card, png, send
from tournaments.models import AuditAction, AuditEntry, StaffMember, Tournament

pytestmark = pytest.mark.usefixtures("pictures_dir", "reader_installed")


@pytest.fixture(autouse=True)
def page_of_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receiving, "is_reader_installed", lambda: True)
    monkeypatch.setattr(receiving, "is_heic_read", lambda: False)


@pytest.fixture
def client(di: StaffMember) -> Client:
    return client_of(di)


@pytest.fixture
def address(photographed: Tournament) -> str:
    return f"{photographed.get_absolute_url()}cards/photographs/"


def upload(*data: bytes) -> dict[str, Any]:
    files = [SimpleUploadedFile(f"{place}.jpg", one, "image/jpeg") for place, one in enumerate(data, start=1)]
    return {"key": str(uuid4()), "picture": files}


def said(response: Any) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


def test_page_without_photographs_says_what_will_be_there(client: Client, address: str) -> None:
    page = get_page(client, address)

    assert page.by_id("pictures").texts("p")[0].startswith("No photographs yet.")
    one, many = page.by_id("one-photograph").attributes, page.by_id("many-photographs").attributes
    assert (one["accept"], one["capture"], "multiple" in one) == ("image/jpeg,image/png", "environment", False)
    assert (many["accept"], "capture" in many, "multiple" in many) == (
        "image/jpeg,image/png,application/pdf",
        False,
        True,
    )


def test_page_without_the_reader_says_how_to_get_it(
    client: Client, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receiving, "is_reader_installed", lambda: False)

    assert get_page(client, address).texts("code") == [
        "make install-photo",
        'pip install "cribbage-tournaments[photo]"',
    ]


def test_plain_form_sends_several_and_the_same_form_twice_counts_once(client: Client, address: str) -> None:
    form = upload(png(1), png(2), b"GIF89a")

    first = client.post(f"{address}send/", form)
    for file in form["picture"]:
        file.seek(0)
    client.post(f"{address}send/", form)

    assert (first.status_code, first["Location"]) == (302, address)
    words = words_for(Refusal.NOT_A_PICTURE)
    assert said(first) == [f"3.jpg: not saved. {words.what} {words.advice}", "2 photographs are saved."]
    assert list(PictureFile.objects.values_list("name", flat=True)) == ["1.jpg", "2.jpg"]


def test_script_is_answered_in_words(client: Client, address: str) -> None:
    asks = {"Accept": "application/json"}

    answers = [
        client.post(f"{address}send/", form, headers=asks)
        for form in (upload(png(1)), upload(png(1)), upload(b"%!PS"), {"key": str(uuid4())}, {})
    ]

    assert [(answer.status_code, answer.json()["said"].partition(".")[0]) for answer in answers] == [
        (200, "1"),
        (200, "1"),
        (422, "1"),
        (422, "Not sent"),
        (422, "Not sent"),
    ]
    assert answers[1].json()["said"] == "1.jpg: this photograph is here already. It counts once."


def test_list_says_how_each_card_stands_and_what_is_missing(
    photographed: Tournament, di: StaffMember, client: Client, address: str
) -> None:
    save(photographed, di, paper(written(players=8, games=7), 3))
    numbers = {1: (), 2: (), 3: (), 99: (), 5: (Refusal.NO_CARD,)}
    for place, (number, refusals) in enumerate(numbers.items()):
        send(photographed, di, png(place))
        read_waiting(Told(one_card(photographed, number, *refusals)))
    send(photographed, di, png(10))
    read_waiting(Told(one_card(photographed, 2)))
    send(photographed, di, png(11))
    read_waiting(Told(Page(1, Refusal.NOT_A_PICTURE)))
    send(photographed, di, png(12))
    confirmed = CardPicture.objects.get(entrant__number=1)
    PictureConfirmation.objects.create(picture=confirmed, version=1, made_by="Di Elm")

    page = get_page(client, address)

    facts = dict(zip(page.texts("dt"), page.texts("dd"), strict=True))
    assert facts == {
        "Cards photographed": "3 of 8",
        "Files sent": "8, 1 to be read",
        "Confirmed": "1",
        "Waiting for confirmation": "3",
        "Say whose card it is": "1",
        "Photograph it again": "2",
    }
    rows = [row.texts("td") for row in page.all("tbody")[-1].all("tr")]
    assert [row[1] for row in rows] == [
        "Confirmed",
        "Waiting for confirmation",
        "Waiting for confirmation this card is entered already",
        "Say whose card it is",
        "Waiting for confirmation this card was photographed before",
    ]
    again = page.by_id("pictures").all("ul")[0]
    assert again.texts("strong") == [
        "No card with its corner marks was found.",
        "This is not a JPEG, PNG, HEIC or PDF file, or it is damaged.",
    ]
    assert len(again.all("img")) == 1
    tables = [(row.texts("th")[0], *row.texts("td")) for row in page.all("tbody")[0].all("tr")]
    assert [(name, seen, done) for name, seen, done, _ in tables] == [("A", "3/8", "1")]

    client.post(address)

    assert not read_page(client.get(address).content.decode()).by_id("pictures").all("ul")[0].texts("strong")


def test_list_is_not_sent_again_while_nothing_changes(
    photographed: Tournament, di: StaffMember, client: Client, address: str
) -> None:
    tag = get_page(client, address).by_id("pictures").attributes["hx-get"].partition("seen=")[2]
    assert client.get(f"{address}?seen={tag}").status_code == 204

    send(photographed, di, png(1))

    assert client.get(f"{address}?seen={tag}").status_code == 200


def test_pictures_are_for_staff_of_the_event_and_run_nothing(
    photographed: Tournament, di: StaffMember, client: Client, address: str
) -> None:
    send(photographed, di, png(1))
    read_waiting(Told(one_card(photographed, 1)))
    own = f"{address}{CardPicture.objects.get().pk}"
    other = put_up(written(players=8, games=7))

    image, original = client.get(f"{own}/image/"), client.get(f"{own}/original/")

    assert (image.content, original.content) == (TO_LOOK_AT, png(1))
    assert [response["Content-Type"] for response in (image, original)] == ["image/jpeg", "image/png"]
    for response in (image, original):
        assert response["Content-Security-Policy"] == "default-src 'none'; img-src 'self'; sandbox"
        assert {"private", "no-store"} <= set(response["Cache-Control"].split(", "))
        assert response["X-Content-Type-Options"] == "nosniff"
    elsewhere = own.replace(photographed.slug, other.slug)
    assert client_of(checker(other, "Cy Dune")).get(f"{elsewhere}/image/").status_code == 404
    assert Client().get(f"{own}/image/").status_code == 302


def test_deleted_picture_is_not_there_but_what_was_read_is(
    photographed: Tournament, di: StaffMember, pictures_dir: Path, address: str
) -> None:
    send(photographed, di, png(1))
    read_waiting(Told(one_card(photographed, 1)))
    director = client_of(checker(photographed, "Ada Birch", "director"))
    settings = f"{address}settings/"

    unsure = director.post(settings, {"delete": "1"})
    sure = director.post(settings, {"delete": "1", "sure": "yes"})

    assert (unsure.status_code, sure.status_code, CardPicture.objects.get().stored) == (422, 302, "")
    assert director.get(f"{address}{CardPicture.objects.get().pk}/image/").status_code == 404
    assert get_page(director, address).all("tbody")[-1].texts("td")[-1] == "deleted"
    assert AuditEntry.objects.filter(action=AuditAction.PICTURES_DELETED).get().who == "Ada Birch"


def test_director_sets_days_and_boxes(photographed: Tournament, address: str) -> None:
    director = client_of(checker(photographed, "Ada Birch", "director"))

    wrong = director.post(f"{address}settings/", {"days": "400"})
    right = director.post(f"{address}settings/", {"days": "7", "keeps_boxes": "on"})

    assert (wrong.status_code, right.status_code) == (422, 302)
    assert "Enter a number of days from 1 to 365." in wrong.content.decode()
    kept = PictureSettings.objects.get(tournament=photographed)
    assert (kept.days, kept.keeps_boxes) == (7, True)
    [entry] = AuditEntry.objects.filter(action=AuditAction.PICTURE_SETTINGS_CHANGED)
    assert (entry.before, entry.after) == ({"days": 30, "boxes": False}, {"days": 7, "boxes": True})


def test_event_of_sheets_has_no_photographs(photographed: Tournament, client: Client, address: str) -> None:
    Tournament.objects.filter(pk=photographed.pk).update(scoring="points-left")

    page = get_page(client, address)

    assert "Scorecards for photographs have plus and minus spreads." in " ".join(page.texts("p"))
    assert not [one for one in page.all("input") if one.attributes.get("type") == "file"]
    assert client.post(f"{address}send/", upload(png(1)), headers={"Accept": "application/json"}).status_code == 422


def test_dashboard_says_how_many_cards_are_photographed_and_wait(
    photographed: Tournament, di: StaffMember, client: Client, address: str
) -> None:
    desk = address.replace("cards/photographs/", "desk/")
    assert "Photographed cards" not in get_page(client, desk).texts("h2")
    for number in (1, 2):
        send(photographed, di, png(number))
        read_waiting(Told(one_card(photographed, number)))
    send(photographed, di, png(3))

    page = get_page(client, desk)

    [section] = [one for one in page.all("section") if "Photographed cards" in one.texts("h2")]
    [words] = section.texts("p")
    assert words == (
        "2 of 8 cards photographed, 1 file to be read, 2 cards waiting for confirmation."
        " Not photographed, by table: A 6. Count the pile on the desk: it should have 2 cards. Photographs · Confirm"
    )
    assert page.by_id("to-next").attributes["href"] == f"{address}confirm/"
    assert "2 photographed scorecards wait to be confirmed." in page.texts("p")


@pytest.mark.parametrize("refusal", [Refusal.NOT_SHARP, Refusal.FAINT])
def test_picture_that_needs_another_says_so_first(
    photographed: Tournament, di: StaffMember, client: Client, address: str, refusal: Refusal
) -> None:
    send(photographed, di, png(1))
    read_waiting(Told(one_card(photographed, 1, Refusal.CODE_UNREAD, refusal)))

    [words] = get_page(client, address).by_id("pictures").all("ul")[0].texts("strong")

    assert words == words_for(refusal).what


def test_mutated_files_are_taken_whole_or_leave_nothing(client: Client, address: str, pictures_dir: Path) -> None:
    chance = Random(5)
    answers = []
    for number in range(30):
        data = bytearray(png(number))
        for _ in range(chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        sent = upload(bytes(data[: chance.randrange(1, len(data))] if number % 5 == 0 else data))
        answers.append(client.post(f"{address}send/", sent, headers={"Accept": "application/json"}))

    statuses = Counter(answer.status_code for answer in answers)
    assert (set(statuses), statuses[422] > 5) == ({200, 422}, True)
    assert len(list(pictures_dir.iterdir())) == PictureFile.objects.count() == statuses[200]
