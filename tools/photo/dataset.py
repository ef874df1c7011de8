"""Crops to learn from: cards drawn, photographed and cut into boxes by the reader's own modules."""

import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecards.photo import boxes, layout, marks, pictures, rectify
from tools.photo import camera, cards, paper, writers
from tools.photo.bends import varied
from tools.photo.cards import BLANK, LOSS_MARK, STRUCK, Written

CLASSES = [*"0123456789", BLANK, LOSS_MARK, STRUCK]
ENTRANT = 17
PAGES_A_FILE = 20


def cut(data: bytes, games: int) -> NDArray[np.float32] | None:
    """Return the crops of a picture's boxes in the order of the layout, ``None`` if no card is found in it."""
    picture = pictures.decoded(data)
    fits, _ = marks.fit_pages(marks.find_marks(picture))
    if not fits:
        return None
    page = rectify.rectified(picture, rectify.from_page(fits[0]))
    dark = pictures.ink_of(page)
    followed = boxes.follow(dark, games)
    if followed.shows and followed.near < boxes.MIN_NEAR:
        return None
    return boxes.crops(dark, layout.boxes(games), followed)[0]


def hand(folder: Path, part: str, rng: np.random.Generator) -> writers.Hand:
    """Return a hand to learn from: of ten about six from MNIST, two strokes of our own and two fonts, mostly varied."""
    source = rng.random()
    if source < 0.62:
        found, share = writers.hand_of_mnist(folder, part, rng), 0.5
    elif source < 0.82:
        found, share = writers.hand_of_strokes(rng), 0.9
    else:
        found, share = writers.hand_of_fonts(folder, rng, is_test=False), 0.95
    return varied(found, rng) if rng.random() < share else found


def page_of_crops(folder: Path, part: str, seed: tuple[int, ...]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]] | None:
    """Return crops and classes of one card. Two of three are filled densely, by another hand in each row."""
    rng = np.random.default_rng(seed)
    games = layout.MAX_GAMES
    form = paper.plain_form(games, ENTRANT, int(rng.integers(40)))
    if rng.random() < 0.67:
        card: Written = cards.dense_card(games, rng)
        page = paper.write(form, card, [hand(folder, part, rng) for _ in range(games + 1)], rng)
    else:
        card = _one_card(games, rng)
        page = paper.write(form, card, hand(folder, part, rng), rng)
    shot = camera.photograph(page, rng) if rng.random() < 0.6 else camera.scan(page, rng)
    found = cut(shot.data, games)
    if found is None:
        return None
    labels = [CLASSES.index(card.at(box)) for box in layout.boxes(games)]
    return (found * 255).astype(np.uint8), np.array(labels, np.uint8)


def _one_card(games: int, rng: np.random.Generator) -> Written:
    return cards.event_cards(games + 2, games, rng, odd=cards.Odd(0.02, 0.04, 0.02))[0]


def make(folder: Path, part: str, pages: int, seed: int) -> None:
    """Write crops of so many pages into ``folder``; what is there already is kept."""
    for start in range(0, pages, PAGES_A_FILE):
        target = folder / f"crops-{part}-{seed}-{start:04}.npz"
        if target.exists():
            continue
        made = [page_of_crops(folder, part, (seed, page)) for page in range(start, min(start + PAGES_A_FILE, pages))]
        whole = [one for one in made if one is not None]
        np.savez_compressed(
            target, crops=np.concatenate([c for c, _ in whole]), labels=np.concatenate([k for _, k in whole])
        )
        print(
            f"{part}: {start + len(made)} of {pages} pages, {len(made) - len(whole)} not read",
            file=sys.stderr,
            flush=True,
        )


def load(folder: Path, part: str, pages: int, seed: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the crops and classes of so many pages made with this seed."""
    starts = range(0, pages, PAGES_A_FILE)
    files = [np.load(folder / f"crops-{part}-{seed}-{start:04}.npz") for start in starts]
    return np.concatenate([f["crops"] for f in files]), np.concatenate([f["labels"] for f in files])


def real_crops(folder: Path) -> Iterator[tuple[NDArray[np.uint8], int]]:
    """Yield confirmed crops of real cards: PNG files in a folder for each class, 0 to 9, blank, loss, struck."""
    names = {**{str(value): value for value in range(10)}, "blank": 10, "loss": 11, "struck": 12}
    for name, number in names.items():
        for path in sorted((folder / name).glob("*.png")):
            picture = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
            if picture is not None:
                yield np.asarray(cv2.resize(picture, (boxes.CROP, boxes.CROP)), np.uint8), number
