import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.events import CASE_NAMES
from tests.tournaments.event_file.samples import as_read, event_files, plain_event_file
from tournaments.event_file.errors import EventFileError
from tournaments.event_file.reading import read_event_file
from tournaments.event_file.writing import write_event_file
from tournaments.rules.types import EventFacts, EventFile


def test_write_gives_every_key_in_the_order_of_the_specification() -> None:
    written = json.loads(write_event_file(EventFile(EventFacts(name="Open", games=9))))

    assert list(written) == [
        "format",
        "event",
        "entrants",
        "schedule",
        "scorecards",
        "decisions",
        "tie_games",
        "tie_orders",
        "playoff",
    ]
    assert list(written["event"].items()) == [
        ("name", "Open"),
        ("starts_on", None),
        ("kind", "main"),
        ("edition", "acc-2020"),
        ("format", "qualifying-playoff"),
        ("scoring", "acc"),
        ("games", 9),
        ("muggins", False),
        ("qualifiers", None),
        ("qualifiers_reason", ""),
    ]


def test_write_names_who_decided_where_somebody_is_named_and_nothing_otherwise() -> None:
    document = plain_event_file()
    before = json.loads(write_event_file(as_read(document)))["decisions"][0]
    document["decisions"][0]["decided_by"] = "Hedda Judge"

    after = json.loads(write_event_file(as_read(document)))["decisions"][0]

    assert (list(before)[-1], list(after)[-2:]) == ("reason", ["reason", "decided_by"])
    assert after == {**before, "decided_by": "Hedda Judge"}


def test_write_gives_back_what_a_file_with_every_key_said() -> None:
    document = plain_event_file()

    written = json.loads(write_event_file(as_read(document)))

    assert {key: written[key] for key in document if key not in {"event", "entrants"}} == {
        key: document[key] for key in document if key not in {"event", "entrants"}
    }


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(event_files())
def test_write_and_read_give_the_same_event_and_the_same_bytes(event_file: EventFile) -> None:
    written = write_event_file(event_file)

    reading = read_event_file(written.encode())

    assert reading.errors == ()
    assert reading.event_file == event_file
    assert write_event_file(reading.event_file) == written


@pytest.mark.parametrize("name", CASE_NAMES)
def test_write_and_read_give_the_same_bytes_for_the_samples(name: str, cases_dir: Path) -> None:
    first = read_event_file((cases_dir / f"{name}.json").read_bytes())
    assert first.errors == ()
    assert first.event_file is not None
    written = write_event_file(first.event_file)

    second = read_event_file(written.encode())

    assert second == first
    assert second.event_file is not None
    assert write_event_file(second.event_file) == written


def test_event_file_error_keeps_the_first_50_mistakes() -> None:
    errors = tuple(f"entrants[{index}]: wrong" for index in range(60))

    error = EventFileError(errors)

    assert error.errors == list(errors[:50])
    assert str(error) == "60 mistakes in the event file"
