"""What the reader returns, as JSON and back: so it comes from its process, and so ``CardPicture.reading`` keeps it.

A new shape needs a new version, and a reader for each version that a database may hold.
"""

from typing import Any

from scorecards.photo.layout import Column, parse_code
from scorecards.photo.reading import BoxReading, CardReading, Doubt, FootReading, LineReading, Rectangle, Refusal

VERSION = 1


def reading_to_json(reading: CardReading) -> dict[str, Any]:
    """Return a reading as JSON. Confidences have three places."""
    foot = reading.foot
    return {
        "version": VERSION,
        "code": reading.code.text if reading.code else "",
        "refusals": [refusal.value for refusal in reading.refusals],
        "lines": [_line_to_json(line) for line in reading.lines],
        "foot": foot
        and {
            "totals": {column.value: total for column, total in foot.totals.items()},
            "sums": {column.value: total for column, total in foot.sums.items()},
            "confidence": {column.value: round(value, 3) for column, value in foot.confidence.items()},
            "boxes": [_box_to_json(box) for box in foot.boxes],
        },
        "homography": [list(row) for row in reading.homography],
        "misfit": round(reading.misfit, 3),
    }


def reading_from_json(data: dict[str, Any]) -> CardReading:
    """Return the reading that was stored.

    Raises:
        ValueError: it is of a version that this program does not know.
    """
    if data["version"] != VERSION:
        raise ValueError(f"a reading of version {data['version']}")
    return CardReading(
        tuple(Refusal(refusal) for refusal in data["refusals"]),
        parse_code(data["code"]) if data["code"] else None,
        tuple(_line_from_json(line) for line in data["lines"]),
        _foot_from_json(data["foot"]) if data["foot"] else None,
        tuple((a, b, c) for a, b, c in data["homography"]),
        data["misfit"],
    )


def _line_to_json(line: LineReading) -> dict[str, Any]:
    return {
        "game": line.game,
        "values": list(line.values),
        "confidence": round(line.confidence, 3),
        "doubt": line.doubt.value if line.doubt else "",
        "boxes": [_box_to_json(box) for box in line.boxes],
    }


def _line_from_json(line: dict[str, Any]) -> LineReading:
    points, plus, minus = line["values"]
    doubt = Doubt(line["doubt"]) if line["doubt"] else None
    boxes = tuple(_box_from_json(box) for box in line["boxes"])
    return LineReading(line["game"], points, plus, minus, line["confidence"], doubt, boxes)


def _foot_from_json(foot: dict[str, Any]) -> FootReading:
    return FootReading(
        {Column(name): total for name, total in foot["totals"].items()},
        {Column(name): total for name, total in foot["sums"].items()},
        {Column(name): value for name, value in foot["confidence"].items()},
        tuple(_box_from_json(box) for box in foot["boxes"]),
    )


def _box_to_json(box: BoxReading) -> list[Any]:
    where = box.where
    place = [where.left, where.top, where.width, where.height]
    return [box.column.value, box.place, box.sign, round(box.confidence, 3), place]


def _box_from_json(box: list[Any]) -> BoxReading:
    column, place, sign, confidence, where = box
    return BoxReading(Column(column), place, sign, confidence, Rectangle(*where))
