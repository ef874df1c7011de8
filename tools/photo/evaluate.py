"""``make model-eval``: read cards of writers that the model has not met, and print what came out.

Run as ``python -m tools.photo.evaluate FOLDER [CARDS] [--seed N] [--source SOURCE]``: see ``hand_of``.
"""

import argparse
import hashlib
import pickle
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from scorecards.photo import classify, decide, reader
from scorecards.photo.layout import CardCode
from scorecards.photo.reading import CardReading, Doubt, ExpectedCard, FootReading, LineReading
from tools.photo import camera, cards, paper, writers
from tools.photo.cards import Written

PLAYERS, GAMES = 24, 22
EVENT = "ABCDEFGH"
TOGETHER = 0.5
"""How likely a line has to be, alone, to be made certain by the other card."""
TOTAL_IS_READ = 0.9


@dataclass
class Read:
    """One picture: what was written, what disturbs it, what was read, and again after the other cards were in."""

    card: Written
    shot: camera.Shot
    reading: CardReading
    seconds: float
    together: list[LineReading] = field(default_factory=list)


def hand_of(source: str, folder: Path, rng: np.random.Generator) -> writers.Hand:
    """Return an unseen hand; "calibration" are the hands that thresholds are chosen by."""
    if source == "calibration":
        return writers.hand_of_mnist(folder, "calibration", rng)
    if source == "optdigits":
        return writers.hand_of_optdigits(rng)
    if source == "fonts":
        return writers.hand_of_fonts(folder, rng, is_test=True)
    if source == "strokes":
        return writers.hand_of_strokes(rng)
    return writers.hand_of_mnist(folder, "test", rng)


def name_of(source: str, seed: int, event: int, odd: cards.Odd) -> str:
    """Return what an event's files are called by."""
    shares = "" if odd == cards.ODD else f"-{odd.contradicts}-{odd.differs}-{odd.struck}"
    return f"{source}-{seed}{shares}-{event:03}.pkl"


def drawn(folder: Path, source: str, seed: int, event: int, odd: cards.Odd) -> list[tuple[Written, camera.Shot]]:
    """Return the cards of one event, every other one photographed, the others scanned; drawn once, then kept."""
    kept = folder / f"cards-{name_of(source, seed, event, odd)}"
    if kept.exists():
        return pickle.loads(kept.read_bytes())  # noqa: S301 - this program wrote it
    rng = np.random.default_rng([seed, event])
    cards_ = []
    for entrant, card in enumerate(cards.event_cards(PLAYERS, GAMES, rng, odd=odd)):
        form = paper.plain_form(GAMES, entrant, event)
        page = paper.write(form, card, hand_of(source, folder, rng), rng)
        cards_.append((card, (camera.photograph if (entrant + event) % 2 else camera.scan)(page, rng)))
    unfinished = kept.with_suffix(".part")
    unfinished.write_bytes(pickle.dumps(cards_))
    unfinished.replace(kept)
    return cards_


def reader_now() -> str:
    """Return what stands for the reader as it is: its model and its modules."""
    parts = [classify.MODEL, *sorted(Path(reader.__file__).parent.glob("*.py"))]
    return hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()[:12]


def read_event(folder: Path, source: str, seed: int, event: int, odd: cards.Odd) -> list[Read]:
    """Return one event of 24 cards, read. What the same reader has read before is kept: pieces add up."""
    kept = folder / f"read-{reader_now()}-{name_of(source, seed, event, odd)}"
    if kept.exists():
        return pickle.loads(kept.read_bytes())  # noqa: S301 - this program wrote it
    expected = [ExpectedCard(CardCode(EVENT, entrant, 1), GAMES) for entrant in range(PLAYERS)]
    reads = []
    for entrant, (card, shot) in enumerate(drawn(folder, source, seed, event, odd)):
        start = time.process_time()
        reading = reader.read_all(shot.data, expected)[0]
        seconds = time.process_time() - start
        if reading.lines and reading.code is not None and reading.code.entrant != entrant:
            print(f"WRONG CARD: {reading.code} for entrant {entrant}")
        # The picture itself is not needed any more.
        reads.append(Read(card, replace(shot, data=b""), reading, seconds))
    for own in reads:
        for line in own.reading.lines:
            other = reads[own.card.opponents[line.game]].reading
            own.together.append(beside(line, other.lines[line.game - 1]) if other.lines else line)
    kept.write_bytes(pickle.dumps(reads))
    return reads


def beside(line: LineReading, other: LineReading) -> LineReading:
    """Return a line after the same game on the opponent's card was read, too. Its values stay as they are.

    ``line`` and ``other`` are as read alone. Only a line that is certain by itself counts as the other: two that are
    both unsure may be misread alike, for a style that the net does not know. Where it says the same, an unsure line is
    certain; where it differs, a certain line is doubtful, so that both of two certain lines are. A line that
    contradicts itself, is struck or not complete stays so.
    """
    if other.doubt is not None or any(decide.judge(*one.values) or one.is_blank for one in (line, other)):
        return line
    is_same = (line.plus, line.minus) == (other.minus, other.plus)
    if is_same and line.doubt is Doubt.UNSURE and line.confidence >= TOGETHER:
        return replace(line, doubt=None)
    if not is_same and line.doubt is None:
        return replace(line, doubt=Doubt.DIFFERS)
    return line


def agrees(foot: FootReading) -> bool:
    """Tell whether all four totals are read with confidence and equal the sums of the lines as read."""
    return all(
        foot.totals.get(column) == total and foot.confidence[column] >= TOTAL_IS_READ
        for column, total in foot.sums.items()
    )


def share(part: int, whole: int) -> str:
    """Return a share in percent, and its figures."""
    return f"{100 * part / whole:6.2f} % ({part} of {whole})" if whole else "     - "


def is_shown(line: LineReading) -> bool:
    """Tell whether a person has to look at a line: all are due, and where nothing is written the page says so."""
    return line.doubt is not None or line.is_blank


def is_wrong(line: LineReading, card: Written) -> bool:
    """Tell whether a line that was filled in is not as written."""
    return not is_shown(line) and (line.values != card.lines[line.game] or card.odd.get(line.game) == "struck")


def table(reads: list[Read]) -> None:
    """Print the figures."""
    whole = [one for one in reads if one.reading.lines]
    print(f"\n{len(reads)} cards, {sum(len(one.reading.lines) for one in whole)} lines")
    for name, group in groups(reads):
        read = [one for one in group if one.reading.lines]
        lines = [(line, one.card, one.reading.foot) for one in read for line in one.reading.lines]
        together = [(line, one.card) for one in read for line in one.together]
        agreeing = [is_wrong(line, card) for line, card, foot in lines if foot is not None and agrees(foot)]
        doubtful = sum(is_shown(line) for line, *_ in lines)
        still = sum(is_shown(line) for line, _ in together)
        print(
            f"{name:28} read {share(len(read), len(group)):24}"
            f" alone: doubtful {share(doubtful, len(lines)):26}"
            f" wrong {sum(is_wrong(line, card) for line, card, _ in lines):3},"
            f" with totals that agree {sum(agreeing):2} of {len(agreeing):5};"
            f" both: doubtful {share(still, len(together)):26}"
            f" wrong {sum(is_wrong(line, card) for line, card in together):2}"
        )
    box_figures(whole)
    left_to_a_person(whole, reads)
    surfaced(whole, reads)
    print("refused:", dict(Counter(str(refusal) for one in reads for refusal in one.reading.refusals)))
    print("doubts alone:", dict(Counter(str(line.doubt) for one in whole for line in one.reading.lines if line.doubt)))
    print("doubts, both:", dict(Counter(str(line.doubt) for one in whole for line in one.together if line.doubt)))
    times = sorted(one.seconds for one in reads)
    print(f"seconds of one core a card: median {times[len(times) // 2]:.2f}, longest {times[-1]:.2f}")


def groups(reads: list[Read]) -> Iterable[tuple[str, list[Read]]]:
    """Yield the groups of the table: all, by kind, by each disturbance where it is strong."""
    yield "all", reads
    for kind in sorted({one.shot.kind for one in reads}):
        yield kind, [one for one in reads if one.shot.kind == kind]
    photos = [one for one in reads if one.shot.kind == "photo"]
    for name, what, limit in (
        ("tilt over 18 degrees", "tilt", 18), ("shadow over 40 %", "shadow", 0.4), ("blur over 1.1 px", "blur", 1.1),
        ("curl over 1 mm", "curl", 1.0),
    ):  # fmt: skip
        yield f"photo, {name}", [one for one in photos if one.shot.disturbed[what] > limit]
    yield "photo, JPEG under 70", [one for one in photos if one.shot.disturbed["quality"] < 70]


def box_figures(reads: list[Read]) -> None:
    """Print how many boxes and digits the net reads right by itself."""
    right: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for one in reads:
        for line in one.reading.lines:
            for box in line.boxes:
                written = one.card.cells.get((line.game, box.column, box.place), " ")
                kind = "digits" if written.isdigit() else {" ": "blank", "-": "dash", "x": "struck"}[written]
                seen[kind] += 1
                right[kind] += (box.sign or " ") == written
    print(
        "boxes right:",
        share(sum(right.values()), sum(seen.values())),
        "·",
        ", ".join(f"{kind} {share(right[kind], seen[kind])}" for kind in seen),
    )


def left_to_a_person(whole: list[Read], reads: list[Read]) -> None:
    """Print what lines in doubt are, both cards in: odd ones, which have to be; misread ones; and right ones."""
    place = {id(one.card): number for number, one in enumerate(reads)}
    count: Counter[str] = Counter()
    for one in whole:
        start = place[id(one.card)] // PLAYERS * PLAYERS
        for line in one.together:
            count["all"] += 1
            other = reads[start + one.card.opponents[line.game]].card
            is_odd = line.game in one.card.odd or other.odd.get(line.game) == "differs"
            count["odd"] += is_odd
            if is_shown(line):
                is_right = line.values == one.card.lines[line.game]
                count["doubtful, odd" if is_odd else "doubtful, right" if is_right else "doubtful, misread"] += 1
    print("both cards in:", ", ".join(f"{kind} {share(count[kind], count['all'])}" for kind in sorted(count)))


def surfaced(whole: list[Read], reads: list[Read]) -> None:
    """Print whether each injected disagreement, contradiction and struck line is shown to somebody."""
    shown: Counter[str] = Counter()
    count: Counter[str] = Counter()
    place = {id(one.card): number for number, one in enumerate(reads)}
    for one in whole:
        start = place[id(one.card)] // PLAYERS * PLAYERS
        for game, kind in one.card.odd.items():
            other = reads[start + one.card.opponents[game]]
            if kind == "differs" and not other.reading.lines:
                continue
            count[kind] += 1
            own = one.together[game - 1]
            if kind == "differs":
                its = other.together[game - 1]
                differ = (own.plus, own.minus) != (its.minus, its.plus)
                shown[kind] += is_shown(own) or is_shown(its) or differ
            else:
                shown[kind] += is_shown(own)
    print(
        "shown to a person, or at cross-check:", ", ".join(f"{kind} {shown[kind]} of {count[kind]}" for kind in count)
    )


def show_wrong(event: int, entrant: int, one: Read) -> None:
    """Print each line of a card that was filled in otherwise than it is written."""
    for line, alone in zip(one.together, one.reading.lines, strict=True):
        if is_wrong(line, one.card) or is_wrong(alone, one.card):
            written, odd = one.card.lines[line.game], one.card.odd.get(line.game, "")
            print(f"wrong: event {event}, entrant {entrant}, game {line.game}, {one.shot.kind}: {line.values}, written")
            print(f"    {written} {odd}; confidence alone {alone.confidence:.4f}, after both cards {line.doubt}")


def main() -> None:
    """Read and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("cards", type=int, nargs="?", default=408)
    parser.add_argument("--first", type=int, default=0, help="the first event of 24 cards: pieces add up")
    parser.add_argument("--seed", type=int, default=90)
    parser.add_argument("--source", default="mnist")
    parser.add_argument("--show-wrong", action="store_true")
    parser.add_argument("--draw-only", action="store_true", help="draw and keep the pictures, and read none")
    parser.add_argument(
        "--odd", type=float, nargs=3, metavar=("CONTRADICTS", "DIFFERS", "STRUCK"), default=None,
        help="shares of lines that are odd, 0 to 1; 0.01 each if not told",
    )  # fmt: skip
    options = parser.parse_args()
    odd = cards.Odd(*options.odd) if options.odd else cards.ODD
    reads: list[Read] = []
    cv2.setNumThreads(1)
    events = range(options.first, -(-options.cards // PLAYERS))
    if options.draw_only:
        for event in events:
            drawn(options.folder, options.source, options.seed, event, odd)
        return
    for event in events:
        try:
            now = read_event(options.folder, options.source, options.seed, event, odd)
        except KeyboardInterrupt:
            break
        reads += now
        print(f"{len(reads)} cards read", file=sys.stderr, flush=True)
        if options.show_wrong:
            for number, one in enumerate(now):
                show_wrong(event, number, one)
    table(reads)
    print(f"most memory, simulator included: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
