"""The stored form of a posted card: what old postings hold, what new ones do, and what is refused.

``tests/cases/postings`` holds postings as they were stored before the JSON had a version, with the text of each card's
page at that time. They are never made again.
"""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from brackets.demo.event import make_event
from brackets.demo.game_sheets import make_sheets
from brackets.event_files.store import import_event
from brackets.models import PostedCard, Posting
from brackets.models.posting import JsonText
from brackets.rules.card_snapshot import card_from_json, card_texts, lines_in_force_from_json
from scorecards.records.ruled_cards import ruled_cards_by_number
from scorecards.rules.ruled_cards import RuledCard
from tests.conftest import ROOT
from tests.factories.rows import row
from tests.factories.tournaments import TournamentFactory
from tests.pages import get_page
from tests.test_old_database import in_words_of_today
from tournaments.rules.stored_json import StoredJsonError
from tournaments.rules.types import EventFile

FOLDER = ROOT / "tests" / "cases" / "postings"
SAMPLES = {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}
CARDS = [(name, number) for name, sample in SAMPLES.items() for number in sample["cards"]]


def stored(name: str, number: str) -> dict[str, Any]:
    """Return a card as it was stored before the JSON had a version."""
    card: dict[str, Any] = deepcopy(SAMPLES[name]["cards"][number])
    return card


def text_of(card: RuledCard) -> str:
    """Return the JSON of a card as a posting stores it."""
    [(_, text)] = card_texts([(1, card)])
    return text


@pytest.fixture
def old_posting(request: pytest.FixtureRequest) -> Posting:
    """Return a posting of a sample, stored as it was."""
    sample = SAMPLES[request.param]
    tournament = TournamentFactory(latest_posting=1, **sample["event"])
    posting: Posting = row(Posting, tournament=tournament, report=sample["report"], people=sample["people"])
    for number, card in sample["cards"].items():
        row(PostedCard, posting=posting, number=int(number), snapshot=card)
    Posting.objects.update(made_at=datetime(2026, 5, 16, 14, 14, tzinfo=UTC))
    return posting


@pytest.mark.django_db
@pytest.mark.parametrize("old_posting", SAMPLES, indirect=True)
def test_cards_of_old_postings_show_what_they_showed(old_posting: Posting, request: pytest.FixtureRequest) -> None:
    recorded = SAMPLES[request.node.callspec.params["old_posting"]]["pages"]
    # The words around what was posted are those of today.
    pages = {number: in_words_of_today(text) for number, text in recorded.items()}
    address = f"{old_posting.tournament.get_absolute_url()}postings/1/cards/"

    shown = {
        number: in_words_of_today(get_page(Client(), f"{address}{number}/").all("main")[0].text) for number in pages
    }

    assert shown == pages


def followed(card: RuledCard) -> dict[str, Any]:
    """Return what version 1 stored although it follows from the rest."""
    return {
        "due": card.due,
        "is_empty": card.is_empty,
        "differs": card.differs,
        "sheet_total": card.sheet_total,
        "sheet_total_as_written": card.sheet_total_as_written,
        "is_changed": [line.is_changed for line in card.lines],
        "arithmetic": [change.summary for change in card.arithmetic],
        "net": card.in_force.to_dict().get("net"),
    }


@pytest.mark.parametrize(("name", "number"), CARDS)
def test_what_version_1_stored_follows_from_what_is_read(name: str, number: str) -> None:
    old = stored(name, number)

    assert followed(card_from_json(old)) == {
        **{key: old[key] for key in ("due", "is_empty", "differs", "sheet_total", "sheet_total_as_written")},
        "is_changed": [line["is_changed"] for line in old["lines"]],
        "arithmetic": [change["summary"] for change in old["arithmetic"]],
        "net": old["in_force"].get("net"),
    }


@pytest.mark.parametrize(("name", "number"), CARDS)
def test_card_read_from_version_1_is_the_same_card_in_version_2(name: str, number: str) -> None:
    card = card_from_json(stored(name, number))

    written = json.loads(text_of(card))

    assert written["version"] == 2
    assert card_from_json(written) == card


@pytest.mark.parametrize(("name", "number"), [("ordinary", "4"), ("total-points", "1"), ("points-left", "1")])
def test_version_2_is_written_key_by_key(name: str, number: str) -> None:
    expected = json.loads((FOLDER / "version-2" / f"{name}-{number}.json").read_text())

    # To the byte: so SQLite stores it, and the same card has the same bytes in every posting.
    assert text_of(card_from_json(stored(name, number))) == json.dumps(expected)


@pytest.mark.parametrize("named", [{"opponent": None}, {"game": 9}])
def test_line_as_written_is_stored_as_it_is_whatever_stands_beside_it(named: dict[str, int | None]) -> None:
    card = card_from_json(stored("ordinary", "4"))
    first = next(line for line in card.lines if line.written is not None and line.in_force == line.written)
    assert first.written is not None
    written = replace(first.written, **named)
    other = first._replace(written=written, in_force=written, opponent_in_force=first.opponent)

    read = card_from_json(json.loads(text_of(replace(card, lines=(other,)))))

    assert (read.lines[0].written, read.lines[0].opponent) == (written, first.opponent)


def test_first_postings_had_no_columns_of_game_sheets() -> None:
    card = stored("ordinary", "1")
    first = json.loads(json.dumps(card).replace(', "own": null, "theirs": null, "left": null', ""))
    del first["foot"]["total"], first["sheet"], first["sheet_total"], first["sheet_total_as_written"]

    assert card_from_json(first) == card_from_json(card)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "event_file",
    [make_event(players=12, games=8), make_sheets(pairs=5, scoring="total-points", errors=True)],
    ids=["cards", "sheets"],
)
def test_every_card_of_an_event_is_read_as_it_was_posted(event_file: EventFile) -> None:
    tournament = import_event(event_file=event_file)
    cards = ruled_cards_by_number(tournament)
    posting = row(Posting, tournament=tournament)
    PostedCard.objects.bulk_create(
        PostedCard(posting=posting, number=number, snapshot=JsonText(text))
        for number, text in card_texts(cards.items())
    )

    found = dict(PostedCard.objects.filter(posting=posting).values_list("number", "snapshot"))

    assert any(card.rulings or card.arithmetic for card in cards.values())
    assert {number: card_from_json(shown) for number, shown in found.items()} == cards
    assert {number: lines_in_force_from_json(shown) for number, shown in found.items()} == {
        number: [line.in_force for line in card.lines if line.in_force] for number, card in cards.items()
    }


def changed(change: Callable[[dict[str, Any]], object], *, version: int = 2) -> dict[str, Any]:
    """Return a card in one version, changed."""
    card = stored("ordinary", "1")
    if version == 2:
        card = json.loads(text_of(card_from_json(card)))
    change(card)
    return card


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ([], "card: [] is not an object"),
        (changed(lambda card: card.update(version=3)), "card.version: 3 is unknown, known are 1 and 2"),
        (changed(lambda card: card.pop("lines")), "card: lines missing"),
        (changed(lambda card: card.update(due=3)), "card: unknown key due"),
        (changed(lambda card: card.update(nett=1), version=1), "card: unknown key nett"),
        (changed(lambda card: card.update(missing=True)), "card.missing: True is not of type int"),
        (changed(lambda card: card.update(sheet=[1])), "card.sheet[0]: 1 is not of type str"),
        (
            changed(lambda card: card["lines"][1]["in_force"].update(plus="15")),
            "card.lines[1].in_force.plus: '15' is not of type int",
        ),
        (changed(lambda card: card["lines"][0].pop("anchor"), version=1), "card.lines[0]: anchor missing"),
        (changed(lambda card: card["rulings"][0]["sides"].pop()), "card.rulings[0].sides: 1, a game has 2"),
        (
            changed(lambda card: card["lines"][0].pop("changes"), version=1),
            "card: does not fit version 1: KeyError('changes')",
        ),
    ],
)
def test_card_that_does_not_fit_its_version_is_refused(card: object, message: str) -> None:
    with pytest.raises(StoredJsonError) as refused:
        card_from_json(card)

    assert str(refused.value) == message


@pytest.mark.django_db
def test_program_does_not_show_a_card_that_does_not_fit() -> None:
    posting = row(
        Posting,
        tournament=TournamentFactory(latest_posting=1, **SAMPLES["ordinary"]["event"]),
        report=SAMPLES["ordinary"]["report"],
        people=SAMPLES["ordinary"]["people"],
    )
    row(PostedCard, posting=posting, number=1, snapshot={"version": 2})

    with pytest.raises(StoredJsonError):
        Client().get(f"{posting.tournament.get_absolute_url()}standings/1/")
