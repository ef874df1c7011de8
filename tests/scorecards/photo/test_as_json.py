"""What the reader of photographs returned is stored as JSON and comes back as it was."""

import json

import pytest

from scorecards.photo.as_json import reading_from_json, reading_to_json
from scorecards.photo.layout import CardCode, Column
from scorecards.photo.reading import BoxReading, CardReading, Doubt, FootReading, LineReading, Rectangle, Refusal

BOX = BoxReading(Column.PLUS, 1, "7", 0.875, Rectangle(10, 20, 64, 64))
READINGS = {
    "a picture without a card": CardReading((Refusal.NO_CARD,)),
    "a card whose code is of another event": CardReading((Refusal.OTHER_EVENT,), CardCode("ABCDEFG2", 7, 12)),
    "a card with a doubtful line": CardReading(
        (),
        CardCode("ABCDEFG2", 7, 12),
        (LineReading(1, 2, 7, None, 0.5, Doubt.UNSURE, (BOX,)), LineReading(2, None, None, None, 1.0, None, ())),
        FootReading({Column.PLUS: None}, {Column.PLUS: 7}, {Column.PLUS: 0.25}, (BOX,)),
        ((1.0, 0.5, 0.25), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
        0.125,
    ),
}


@pytest.mark.parametrize("what", READINGS)
def test_reading_comes_back_as_it_was(what: str) -> None:
    assert reading_from_json(json.loads(json.dumps(reading_to_json(READINGS[what])))) == READINGS[what]


def test_reason_that_only_older_versions_gave_is_read() -> None:
    stored = reading_to_json(READINGS["a picture without a card"]) | {"refusals": ["several cards"]}

    assert reading_from_json(stored).refusals == (Refusal.NO_CARD,)


def test_reading_of_a_version_to_come_is_refused() -> None:
    with pytest.raises(ValueError, match="version 2"):
        reading_from_json({"version": 2})
