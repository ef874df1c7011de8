"""A whole event by photographs: posted, it is the event as typed."""

import json
from collections.abc import Mapping
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="The extra photo is not installed.")

from django.core.management import call_command
from django.test import Client

from brackets.models import Posting
from brackets.posting.services import post_qualifiers
from scorecards.models import CardPicture, PictureConfirmation
from scorecards.photo.reader import read_all
from scorecards.photographs.services.reading import expected_cards
from tests.pages import get_page
from tests.scorecards.cards.card_entry import checker, entrant, fields_of, form_of, put_up, save, stored, written
from tests.scorecards.checking.check_pages import client_of
from tests.scorecards.photo.event_pictures import photograph_of
from tests.scorecards.photographs.confirming.readings import picture_of
from tournaments.models import Tournament
from tournaments.rules.types import CardRecord, EventFile

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.slow, pytest.mark.thorough]

PLAYERS, GAMES = 12, 7


def struck_on(number: int) -> int:
    """Return the game in which an entrant crossed out the points: one on every card."""
    return number % GAMES + 1


def photograph(tournament: Tournament, cards: Mapping[int, CardRecord]) -> None:
    """Photograph every card as it was written, and have the pictures read."""
    expected = expected_cards(tournament)
    for number, card in cards.items():
        data = photograph_of(tournament.slug, card, GAMES, struck=struck_on(number))
        picture_of(tournament, entrant(tournament, number), read_all(data, expected)[0])


def confirm_all(client: Client, tournament: Tournament, cards: Mapping[int, CardRecord]) -> None:
    """Confirm picture after picture as a person does, who looks at what is shown and enters what the paper says."""
    address = client.get(f"/t/{tournament.slug}/cards/photographs/confirm/")["Location"]
    while not address.endswith("/photographs/"):
        pk = int(address.rstrip("/").rsplit("/", 1)[1])
        number = CardPicture.objects.values_list("entrant__number", flat=True).get(pk=pk)
        page = get_page(client, address)
        shown = [element.attributes.get("name") or "" for element in page.by_id("card").all("input")]
        games = [name.removeprefix("seen-") for name in shown if name.startswith("seen-")]
        paper = form_of(cards[number or 0])
        fields = fields_of(page) | {name: value for name, value in paper.items() if name.startswith("foot-")}
        for game in games:
            fields |= {f"{name}-{game}": paper[f"{name}-{game}"] for name in ("points", "plus", "minus")}
            fields[f"seen-{game}"] = "1"
        address = client.post(address, fields)["Location"]


def posted(tournament: Tournament) -> Posting:
    tournament.refresh_from_db()
    director = checker(tournament, "Dee Rector", "director")
    return post_qualifiers(tournament=tournament, actor=director, seen=tournament.version)


def named(event_file: EventFile, name: str) -> EventFile:
    return replace(event_file, event=replace(event_file.event, name=name))


def test_twelve_cards_confirmed_from_pictures_post_what_typing_them_posts(db: None, tmp_path: Path) -> None:
    event_file = written(players=PLAYERS, games=GAMES)
    cards = {card.entrant: card for card in event_file.scorecards}
    by_picture, by_hand = put_up(named(event_file, "By Picture")), put_up(named(event_file, "By Hand"))
    photograph(by_picture, cards)

    confirm_all(client_of(checker(by_picture, "Bo Cedar")), by_picture, cards)
    for card in event_file.scorecards:
        save(by_hand, checker(by_hand, f"Typist {card.entrant}"), card)

    assert {number: stored(by_picture, number) for number in cards} == cards
    shown = dict(PictureConfirmation.objects.values_list("picture__entrant__number", "shown"))
    assert len(shown) == PLAYERS
    assert all(struck_on(number) in games for number, games in shown.items())
    reports = [posted(tournament).report for tournament in (by_picture, by_hand)]
    file, out = tmp_path / "event.json", StringIO()
    call_command("export_event", by_picture.slug, stdout=(text := StringIO()))
    file.write_text(text.getvalue(), encoding="utf-8")
    call_command("crosscheck", str(file), stdout=out)
    assert reports[0] == json.loads(out.getvalue())
    assert reports[0]["standings"] == reports[1]["standings"]
