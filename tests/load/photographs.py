"""124 photographed cards, from the first picture to the last confirmation: keys, and seconds of machine and people.

The cards are drawn as ``make model-eval`` draws them: by writers of MNIST's test set where ``PHOTO_PACKAGES`` names the
folder with its package, else by strokes of the tests. They are sent and read as any, and confirmed by a script that
counts what a person would press who knows what is on each paper. People's seconds are an assumption, not measured.

``A_PICTURE=2`` lays so many cards side by side in each picture: a picture as of one card shows each of them smaller.
"""

from __future__ import annotations

import os
import resource
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from tests.load.saving import environment_on, run_program
from tests.load.timing import verdict
from tests.pages import Element, read_page

if TYPE_CHECKING:
    import numpy as np

    from tools.photo.paper import Picture
    from tools.photo.writers import Hand
    from tournaments.rules.types import CardRecord, Line

PLAYERS, GAMES = int(os.environ.get("PLAYERS", "124")), 22
MOST_KEYS = 1000
TYPED_KEYS = 8184
"""What the same cards take by hand: three keys a line."""
MOST_MINUTES = 10.0
PICTURE, CARD, LOOK, KEY = 4.0, 2.7, 1.35, 0.28
"""Assumed seconds: to take a picture; for the totals of a card; to compare a line; for a key (keystroke-level)."""
LAY = 2.0
"""Assumed seconds to lay one more card into a picture: half of what a picture takes is laying its card."""
A_PICTURE = int(os.environ.get("A_PICTURE", "1"))
STRUCK = 0.01
"""The share of lines with a box crossed out."""

PROGRAM = """
import json
import django
django.setup()
from tests.load.photographs import work
print(json.dumps(work()))
"""


@dataclass
class Counted:
    """What confirming took, and what stayed wrong because nobody was asked."""

    cards: int = 0
    keys: int = 0
    shown: int = 0
    typed: int = 0
    named: int = 0
    again: int = 0
    by_hand: int = 0
    clear: int = 0
    wrong_lines: int = 0
    wrong_totals: int = 0
    seconds: dict[str, float] = field(default_factory=dict)


def measure_photographs() -> Iterator[str]:
    """Draw, send, read and confirm the cards of one event."""
    try:
        import cv2  # noqa: F401
    except ImportError:
        yield "photographs: not measured, the extra photo is not installed (make install-photo)"
        return
    with tempfile.TemporaryDirectory() as folder:
        environment = environment_on(f"sqlite:///{folder}/photographs.sqlite3", Path(folder))
        found = Counted(**run_program(PROGRAM, environment | {"DATA_DIR": folder}))
    seconds = found.seconds
    people = found.cards * CARD + found.shown * LOOK + found.keys * KEY
    pictures = -(-PLAYERS // A_PICTURE)
    taking = pictures * PICTURE + (PLAYERS - pictures) * LAY
    minutes = (taking + people) / 2 / 60
    yield f"{found.cards} photographed cards: keys to confirm them {verdict(found.keys, MOST_KEYS)}; typed {TYPED_KEYS}"
    named = f"cards named {found.named}, shown again {found.again}"
    yield f"  lines compared {found.shown}, of these typed {found.typed}; {named}"
    yield f"  to be photographed again, or entered by hand: {found.by_hand} cards"
    yield f"  wrong without a doubt: lines {found.wrong_lines} of {found.cards * GAMES}, totals {found.wrong_totals}"
    parts = ", ".join(f"{what} {spent:.1f}" for what, spent in seconds.items())
    yield f"  processor seconds: {parts}"
    yield f"  clear at a look: {found.clear} cards; {pictures} pictures of {A_PICTURE}"
    yield f"  assumed: {PICTURE} s a picture, {LAY} s for each more card in it, {CARD} s a card's totals"
    yield f"  assumed: {LOOK} s a line, {KEY} s a key"
    yield f"  minutes of two people {verdict(minutes, MOST_MINUTES)}"


def work() -> dict[str, Any]:
    """Run in a process of its own, with the settings of the server."""
    import numpy as np
    from django.contrib.auth.models import User
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.core.management import call_command
    from django.test import Client

    from brackets.demo.event import make_event
    from brackets.event_files.store import import_event
    from scorecards.photographs.engine import Engine
    from scorecards.photographs.services.reading import read_waiting
    from tests.events import without_cards
    from tests.factories.tournaments import StaffMemberFactory
    from tools.photo import camera

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    event_file = make_event(players=PLAYERS, games=GAMES)
    tournament = import_event(event_file=without_cards(event_file))
    papers = {card.entrant: card for card in event_file.scorecards}
    base = f"/t/{tournament.slug}/cards/photographs/"
    clients = []
    for name in ("ann", "bo"):
        client = Client(headers={"host": "localhost", "accept": "application/json"})
        user = User.objects.create_user(name)
        StaffMemberFactory.create(tournament=tournament, user=user, name=name, initials=name, role="checker")
        client.force_login(user)
        clients.append(client)
    rng = np.random.default_rng(int(os.environ.get("SEED", "18")))
    pages = [_page(card, tournament.slug, rng) for card in papers.values()]
    groups = [pages[start : start + A_PICTURE] for start in range(0, len(pages), A_PICTURE)]
    files = [camera.photograph(group, rng).data for group in groups]
    found = Counted()
    start = time.process_time()
    for data in files:
        upload = SimpleUploadedFile("card.jpg", data, "image/jpeg")
        answer = clients[0].post(f"{base}send/", {"key": str(uuid4()), "picture": upload})
        if answer.status_code != HTTPStatus.OK:
            raise RuntimeError(answer.content.decode())
    found.seconds["sent"] = time.process_time() - start
    start = time.process_time()
    with Engine() as engine:
        read_waiting(engine)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    found.seconds["read"] = time.process_time() - start + children.ru_utime + children.ru_stime
    start = time.process_time()
    _confirm_all(clients, base, tournament.slug, papers, found)
    found.seconds["confirmed"] = time.process_time() - start
    found.by_hand = PLAYERS - found.cards
    found.wrong_lines, found.wrong_totals = _wrong(tournament.pk, papers)
    return vars(found)


def _page(card: CardRecord, slug: str, rng: np.random.Generator) -> Picture:
    """Return a card, written by a hand and with a pen of its own."""
    from scorecards.photo.layout import FOOT, CardCode, Column, event_key
    from tools.photo import cards, paper

    own, how = cards.Written(GAMES), cards.habits(rng)
    for line in card.lines:
        own.lines[line.game] = (line.points, line.plus, line.minus)
        if (line.points, line.plus, line.minus) != (None, None, None):
            cards.write_line(own, line.game, how)
        filled = [key for key in own.cells if key[0] == line.game and own.cells[key].isdigit()]
        if filled and rng.random() < STRUCK:
            own.cells[filled[int(rng.integers(len(filled)))]] = cards.STRUCK
    foot = card.recorded
    for name, column, size in (
        ("game_points", Column.POINTS, 2),
        ("games_won", Column.GAMES_WON, 2),
        ("plus", Column.PLUS, 3),
        ("minus", Column.MINUS, 3),
    ):
        for place, sign in enumerate(cards.in_boxes(getattr(foot, name, None), size, cards.Habits(how.align))):
            if sign != cards.BLANK:
                own.cells[FOOT, column, place] = sign
    form = paper.draw_form(paper.content_of(CardCode(event_key(slug), card.entrant, 1), GAMES, rng))
    return paper.write(form, own, _hand(rng), rng)


def _hand(rng: np.random.Generator) -> Hand:
    from tools.photo import writers

    folder = os.environ.get("PHOTO_PACKAGES", "")
    return writers.hand_of_mnist(Path(folder), "test", rng) if folder else writers.hand_of_strokes(rng)


def _confirm_all(
    clients: Sequence[Any], base: str, slug: str, papers: Mapping[int, CardRecord], found: Counted
) -> None:
    """Confirm card after card, two people in turn; each opens the next card as soon as one is saved."""
    from tournaments.models import Entrant

    seats = dict(Entrant.objects.filter(tournament__slug=slug).values_list("number", "seat"))
    order = {picture.pk: card for picture, card in _pictures_and_cards(papers)}

    def opened(client: Any, address: str) -> tuple[int, Element] | None:
        if address == base:
            return None
        pk = int(address.removeprefix(base).split("/")[0])
        if address.endswith("/whose/"):
            seat = seats[order[pk]]
            client.post(address, {"find": seat})
            found.named += 1
            found.keys += len(seat) + 1
        return pk, read_page(client.get(f"{base}{pk}/").content.decode())

    waiting = [(client, opened(client, client.get(f"{base}confirm/")["Location"])) for client in clients]
    while waiting:
        client, now = waiting.pop(0)
        if now is None:
            continue
        pk, page = now
        answer = client.post(f"{base}{pk}/", _confirmed(page, papers[order[pk]], found))
        while answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY:
            # The other card was saved meanwhile and says otherwise: the line is shown.
            found.again += 1
            page = read_page(answer.content.decode())
            answer = client.post(f"{base}{pk}/", _confirmed(page, papers[order[pk]], found))
        if answer.status_code != HTTPStatus.OK:
            raise RuntimeError(answer.content.decode())
        found.cards += 1
        waiting.append((client, opened(client, answer.json()["next"])))


def _pictures_and_cards(papers: Mapping[int, CardRecord]) -> Iterator[tuple[Any, int]]:
    """Yield each picture with the number of the card that was photographed: they were sent in this order.

    Of several cards in a picture their codes say which is which, as for anybody.
    """
    from scorecards.models import CardPicture, PictureFile

    numbers = list(papers)
    for place, file in enumerate(PictureFile.objects.order_by("pk")):
        left = numbers[place * A_PICTURE : (place + 1) * A_PICTURE]
        found = CardPicture.objects.filter(file=file, reading__isnull=False).select_related("entrant")
        for picture in sorted(found, key=lambda one: one.entrant is None):
            own = picture.entrant.number if picture.entrant is not None else left[0]
            left.remove(own)
            yield picture, own


def _confirmed(page: Element, paper: CardRecord, found: Counted) -> dict[str, str]:
    """Return what the form sends when somebody has compared what is shown; count the keys of the card grid."""
    from scorecards.rules.scoring_systems.registry import scoring_system
    from tests.scorecards.cards.card_entry import fields_of
    from tournaments.rules.types import Line

    system = scoring_system("acc")
    fields = fields_of(page)
    truth = {line.game: line for line in paper.lines}
    before = found.keys
    inputs = {element.attributes.get("name") or "": element.attributes for element in page.by_id("card").all("input")}
    for name in inputs:
        if not name.startswith("seen-") or "checked" in inputs[name]:
            continue
        game = int(name.removeprefix("seen-"))
        written = truth.get(game, Line(game))
        keys = system.keys_of(written)
        is_right = _keys_in(fields, game) == keys
        found.shown += 1
        found.typed += not is_right
        found.keys += 1 if is_right else len(keys) + 1
        fields |= _fields_of(written) | {name: "1"}
    fields |= _totals(fields, paper, found)
    found.clear += found.keys == before + 1
    return fields


def _keys_in(fields: Mapping[str, str], game: int) -> str:
    """Return the keys of what the page filled in."""
    from scorecards.rules.scoring_systems.registry import scoring_system
    from tournaments.rules.types import Line

    values = [int(text) if (text := fields[f"{name}-{game}"]) else None for name in ("points", "plus", "minus")]
    is_there = any(value is not None for value in values) or f"blank-{game}" in fields
    return scoring_system("acc").keys_of(Line(game, None, *values)) if is_there else ""


def _fields_of(line: Line) -> dict[str, str]:
    values = {name: getattr(line, name) for name in ("points", "plus", "minus")}
    fields = {f"{name}-{line.game}": "" if value is None else str(value) for name, value in values.items()}
    return fields | ({f"blank-{line.game}": "1"} if set(values.values()) == {None} else {})


def _totals(fields: Mapping[str, str], paper: CardRecord, found: Counted) -> dict[str, str]:
    """Return the totals as a person leaves them, and count the keys up to the save."""
    from scorecards.rules.line_points import put_points_right, total
    from tournaments.rules.scorings import ACC
    from tournaments.rules.types import Line

    lines = []
    for game in range(1, GAMES + 1):
        values = [int(text) if (text := fields[f"{name}-{game}"]) else None for name in ("points", "plus", "minus")]
        lines.append(put_points_right(Line(game, None, *values), ACC))
    sums, right = total(lines), {}
    for name in ("game_points", "games_won", "plus", "minus"):
        field_name = f"foot-{name}"
        wanted = getattr(paper.recorded, name, None)
        if fields[field_name] == str(getattr(sums, name)):
            continue
        text = "" if wanted is None else str(wanted)
        right[field_name] = text
        # A total that is left blank is asked for once more.
        found.keys += 1 if fields[field_name] == text else len(text) + 1
    found.keys += 1
    return right


def _wrong(tournament: int, papers: Mapping[int, CardRecord]) -> tuple[int, int]:
    """Return how many lines and totals are stored otherwise than they were written."""
    from scorecards.cards.services.cards import stored_card
    from tournaments.models import Entrant

    lines = totals = 0
    for entrant in Entrant.objects.filter(tournament=tournament):
        card, paper = stored_card(entrant), papers[entrant.number]
        if not card.version:
            continue
        lines += sum(
            (line.points, line.plus, line.minus)
            != ((now := card.lines.get(line.game)) and (now.points, now.plus, now.minus))
            for line in paper.lines
        )
        totals += sum(
            getattr(card.foot, name, None) != getattr(paper.recorded, name, None)
            for name in ("game_points", "games_won", "plus", "minus")
        )
    return lines, totals
