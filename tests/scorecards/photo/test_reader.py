"""Rendered cards read from end to end, and pictures of something else."""

from functools import cache

import pytest

pytest.importorskip("cv2", reason="The extra photo is not installed.")

import cv2
import numpy as np

from scorecards.photo import rectify
from scorecards.photo.layout import CODE_PLACE, CODE_SIZE, MARK_PLACES, CardCode
from scorecards.photo.pictures import page_jpeg
from scorecards.photo.reader import read_all
from scorecards.photo.reading import CardReading, ExpectedCard, Refusal
from tests.scorecards.photo.pictures_of_cards import EVENT, EXPECTED, GAMES, page_of, read, shot, written_card
from tools.photo.camera import on_paper
from tools.photo.cards import Written
from tools.photo.paper import plain_form

pytestmark = pytest.mark.slow

LOST, BITS_LEFT = 20, 45
"""Grays from which a scanner of 1 bit prints nothing."""


def flat(page: np.ndarray) -> np.ndarray:
    """Return a page on its paper, on a dark table."""
    paper = on_paper(page, np.random.default_rng(1))
    return cv2.copyMakeBorder(paper, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(60, 70, 80))


@cache
def alone(entrant: int) -> CardReading:
    """Return what is read on a card that lies there by itself."""
    return read(flat(written_card(entrant)[1]), EXPECTED)


def covered(page: np.ndarray, left: float, top: float, right: float, bottom: float) -> np.ndarray:
    """Return a page with a dark thing on it, from and to in mm."""
    page = page.copy()
    page[int(top * 8) : int(bottom * 8), int(left * 8) : int(right * 8)] = (50, 60, 90)
    return page


@pytest.mark.parametrize(("entrant", "kind"), [(1, "photo"), (2, "scan"), (3, "photo")])
def test_a_card_is_read_as_written(entrant: int, kind: str) -> None:
    card, _ = written_card(entrant)

    reading = read(shot(entrant, kind).data, EXPECTED)

    assert (reading.refusals, reading.code) == ((), CardCode(EVENT, entrant, 1))
    certain = {line.game: line.values for line in reading.lines if line.doubt is None}
    assert certain == {game: card.lines[game] for game in certain}
    assert len(certain) >= 15
    assert all(line.doubtful_boxes for line in reading.lines if line.doubt is not None)


def test_boxes_stand_on_the_page_laid_flat() -> None:
    picture = shot(1, "photo").data
    reading = read(picture, EXPECTED)

    page = cv2.imdecode(np.frombuffer(page_jpeg(picture, reading.homography), np.uint8), cv2.IMREAD_COLOR)

    assert page.shape == (rectify.SIZE[1], rectify.SIZE[0], 3)
    blank, filled = [], []
    for line in reading.lines[:4]:
        for box in line.boxes:
            at = box.where
            on_page = page[at.top : at.top + at.height, at.left : at.left + at.width]
            (filled if box.sign else blank).append(float(on_page[16:-16, 16:-16].std()))
    assert np.median(filled) > 3 * np.median(blank)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_card_may_be_turned(turns: int) -> None:
    picture = flat(written_card(2)[1])

    reading = read(np.ascontiguousarray(np.rot90(picture, turns)), EXPECTED)

    assert [line.values for line in reading.lines] == [line.values for line in alone(2).lines]
    assert reading.code == alone(2).code


def test_a_card_of_another_event_or_of_nobody_is_read_and_said() -> None:
    picture = flat(written_card(2)[1])

    other_event = read(picture, [ExpectedCard(CardCode("HGFEDCBA", 2, 1), 22)])
    nobody = read(picture, [card for card in EXPECTED if card.code.entrant != 2])

    assert (other_event.refusals, nobody.refusals) == ((Refusal.OTHER_EVENT,), (Refusal.UNKNOWN_CARD,))
    assert len(other_event.lines) == len(nobody.lines) == 22
    assert nobody.code == CardCode(EVENT, 2, 1)


def test_a_card_whose_code_is_covered_is_read_without_it() -> None:
    x, y = CODE_PLACE
    picture = flat(covered(written_card(2)[1], x, y, x + CODE_SIZE, y + CODE_SIZE))

    reading = read(picture, EXPECTED)

    assert (reading.refusals, reading.code) == ((Refusal.CODE_UNREAD,), None)
    assert [line.values for line in reading.lines] == [line.values for line in alone(2).lines]


def test_one_mark_may_be_covered_and_two_may_not() -> None:
    one = covered(written_card(2)[1], 119, 189, 128, 198)
    two = covered(one, 0, 0, 9, 9)

    readings = read(flat(one), EXPECTED), read(flat(two), EXPECTED)

    assert [reading.refusals for reading in readings] == [(), (Refusal.NO_CARD,)]
    assert readings[0].code == CardCode(EVENT, 2, 1)


def sheet(*entrants: int, across: int) -> np.ndarray:
    """Return cards side by side on sheets, as they are printed, ``across`` in a row."""
    pages = [on_paper(written_card(entrant)[1], np.random.default_rng(1)) for entrant in entrants]
    rows = [np.hstack(pages[start : start + across]) for start in range(0, len(pages), across)]
    return cv2.copyMakeBorder(np.vstack(rows), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(60, 70, 80))


@pytest.mark.parametrize(("entrants", "across"), [((3, 1, 2, 4), 2), ((4,), 1)])
def test_each_card_of_a_sheet_is_read_as_by_itself(entrants: tuple[int, ...], across: int) -> None:
    readings = read_all(sheet(*entrants, across=across), EXPECTED)

    assert [reading.code for reading in readings] == [CardCode(EVENT, entrant, 1) for entrant in entrants]
    for entrant, reading in zip(entrants, readings, strict=True):
        assert [line.values for line in reading.lines] == [line.values for line in alone(entrant).lines]


def test_a_sheet_as_a_phone_sees_it_has_both_cards() -> None:
    both = sheet(1, 2, across=2)
    height, width = both.shape[:2]
    seen = np.array([[120, 90], [width - 60, 10], [width - 130, height - 40], [30, height - 120]], np.float32)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    turned = cv2.warpPerspective(both, cv2.getPerspectiveTransform(corners, seen), (width, height))

    readings = read_all(cv2.GaussianBlur(turned, (0, 0), 1.2), EXPECTED)

    assert [(reading.code, reading.refusals) for reading in readings] == [
        (CardCode(EVENT, 1, 1), ()),
        (CardCode(EVENT, 2, 1), ()),
    ]


@pytest.mark.parametrize(("hidden", "refusals"), [((0,), [(), ()]), ((0, 3), [(), (Refusal.NO_CARD,)])])
def test_a_card_beside_another_is_never_lost_without_a_word(
    hidden: tuple[int, ...], refusals: list[tuple[Refusal, ...]]
) -> None:
    first, second = flat(written_card(1)[1])[:1700], flat(written_card(2)[1])[:1700]
    paper = (second.shape[1] - 1024) // 2, (flat(written_card(2)[1]).shape[0] - 1584) // 2
    for number in hidden:
        x, y = (int(at * 8) + margin for at, margin in zip(MARK_PLACES[number], paper, strict=True))
        second[y : y + 72, x : x + 72] = 80

    readings = read_all(np.hstack([second, first]), EXPECTED)

    assert [reading.refusals for reading in readings] == refusals


def test_a_picture_of_no_card_has_one_reading_that_says_so() -> None:
    assert read_all(np.zeros((900, 900), np.uint8), EXPECTED) == [CardReading((Refusal.NO_CARD,))]
    assert read_all(b"GIF89a", EXPECTED) == [CardReading((Refusal.NOT_A_PICTURE,))]


@pytest.mark.parametrize("noise", [0, 255])
def test_pictures_of_something_else_are_refused(noise: int) -> None:
    picture = np.random.default_rng(4).integers(0, noise + 1, (1200, 900, 3)).astype(np.uint8)

    assert read(picture, EXPECTED) == CardReading((Refusal.NO_CARD,))


@pytest.mark.parametrize(("limit", "is_written"), [(LOST, True), (BITS_LEFT, True), (None, False)])
def test_a_card_that_shows_hardly_any_ink_is_refused(limit: int | None, is_written: bool) -> None:
    """A scanner of 1 bit that loses the pen, one that leaves bits of it, and a card that nobody wrote on."""
    card = written_card(2)[0] if is_written else Written(GAMES)
    picture = cv2.cvtColor(flat(page_of(card, plain_form(GAMES, 2, 2), np.random.default_rng(2))), cv2.COLOR_BGR2GRAY)
    if limit is not None:
        picture = np.where(picture > limit, 255, 0).astype(np.uint8)

    reading = read(picture, EXPECTED)

    assert (reading.refusals, bool(reading.lines), reading.code) == ((Refusal.FAINT,), False, CardCode(EVENT, 2, 1))


def test_a_card_with_one_line_is_read() -> None:
    card, _ = written_card(2)
    short = Written(GAMES, {place: sign for place, sign in card.cells.items() if place[0] == 1})

    reading = read(flat(page_of(short, plain_form(GAMES, 2, 2), np.random.default_rng(2))), EXPECTED)

    assert (reading.refusals, reading.lines[0].values) == ((), card.lines[1])
    assert all(line.is_blank for line in reading.lines[1:])


def test_a_card_far_away_is_refused() -> None:
    small = cv2.resize(flat(written_card(2)[1]), None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)

    assert read(small, EXPECTED).refusals == (Refusal.TOO_SMALL,)
