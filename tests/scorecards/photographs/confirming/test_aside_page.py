"""What was set aside, hidden or of no use: who, why, search, undo."""

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from scorecards.models import CardPicture, PictureFile
from scorecards.photo.reading import CardReading, Refusal
from scorecards.photographs.refusals import TOO_HARD
from scorecards.photographs.services.confirming import set_aside
from scorecards.photographs.services.deletion import hide_refused
from tests.pages import get_page
from tests.scorecards.cards.card_entry import checker, entrant, paper, written
from tests.scorecards.checking.check_pages import client_of
from tests.scorecards.photographs.confirming.readings import picture_of, read_card
from tournaments.models import AuditEntry, StaffMember, Tournament

pytestmark = pytest.mark.django_db

EVENT = written()


@pytest.fixture
def aside(tournament: Tournament, bo: StaffMember) -> dict[str, CardPicture | PictureFile]:
    """Store one card that was set aside, one that was hidden, and one file that was hidden."""
    card = picture_of(tournament, entrant(tournament, 2), read_card(paper(EVENT, 2)))
    blurred = picture_of(tournament, None, CardReading((Refusal.NOT_SHARP,)))
    file = picture_of(tournament, None, CardReading((Refusal.NO_CARD,))).file
    CardPicture.objects.filter(file=file).delete()
    PictureFile.objects.filter(pk=file.pk).update(state="refused", refusal=TOO_HARD, stored="", name="scan 7.pdf")
    CardPicture.objects.filter(pk=blurred.pk).update(reading=None, refusals=["not sharp"])
    hide_refused(tournament=tournament, actor=checker(tournament, "Ann Alder"))
    set_aside(tournament=tournament, picture=card, reason="The old card, before game 4", actor=bo)
    return {"card": card, "blurred": blurred, "file": file}


def address(tournament: Tournament, query: str = "") -> str:
    return f"/t/{tournament.slug}/cards/photographs/set-aside/{query}"


def rows(client: Client, tournament: Tournament, query: str = "") -> list[list[str]]:
    page = get_page(client, address(tournament, query))
    return [[cell.text for cell in row.all("td")[:2]] for row in page.all("tr")[1:]]


def test_empty_list_says_what_will_be_there(client: Client, tournament: Tournament) -> None:
    page = get_page(client, address(tournament))

    assert [one.text[:31] for one in page.all("p") if one.attributes.get("class") == "empty"] == [
        "No photograph is set aside. Tho"
    ]


@pytest.mark.usefixtures("aside")
def test_each_has_its_reason_and_is_found_by_any_of_its_words(client: Client, tournament: Tournament) -> None:
    place = ["A-2", entrant(tournament, 2).name]
    own = [" ".join(place), "The old card, before game 4"]
    blurred = ["not known", "The picture is blurred, or the card is bent."]
    hard = ["not known", "This picture took too long or too much memory to read."]

    assert rows(client, tournament) == [own, hard, blurred] or rows(client, tournament) == [own, blurred, hard]
    found = [rows(client, tournament, f"?name={word}") for word in ("a-2", "OLD card", "scan", "alder", "nothing")]
    assert [sorted(one) for one in found] == [[own], [own], [hard], sorted([blurred, hard]), []]
    assert "No matches for “nothing”." in get_page(client, address(tournament, "?name=nothing")).by_id("main").text


def test_each_is_listed_again_once(
    client: Client, tournament: Tournament, aside: dict[str, CardPicture | PictureFile]
) -> None:
    forms = [{"picture": aside["card"].pk}, {"picture": aside["blurred"].pk}, {"file": aside["file"].pk}]

    answers = [client.post(address(tournament), form) for form in [*forms, *forms]]
    wrong = [client.post(address(tournament), form).status_code for form in ({}, {"picture": "x"}, {"file": "99999"})]

    said = [str(message) for answer in answers for message in get_messages(answer.wsgi_request)]
    assert {answer["Location"] for answer in answers} == {address(tournament)}
    assert said[-6:-3] == ["It is on the list of photographs again."] * 3
    assert said[-3:] == [
        "This picture is not set aside any more.",
        "This picture is not set aside any more.",
        "This photograph is listed already.",
    ]
    assert wrong == [404, 404, 404]
    assert not PictureFile.objects.exclude(revoked_at=None).exists()
    assert not CardPicture.objects.exclude(revoked_at=None).exists()
    assert AuditEntry.objects.filter(action="photograph no longer set aside").count() == 2
    # What is still of no use stays in the list, without a button.
    assert len(rows(client, tournament)) == 2
    assert get_page(client, address(tournament)).by_id("main").all("button")[0].text == "Find"


def test_nobody_brings_back_their_own_card(tournament: Tournament, aside: dict[str, CardPicture | PictureFile]) -> None:
    own = checker(tournament, entrant(tournament, 2).name)

    answer = client_of(own).post(address(tournament), {"picture": aside["card"].pk})

    assert "own card" in str(next(iter(get_messages(answer.wsgi_request))))
    assert CardPicture.objects.get(pk=aside["card"].pk).revoked_by == "Bo Cedar"
