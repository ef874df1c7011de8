"""Event files with many mistakes, and bytes of any kind: told within bounds, never an exception."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.event_file.samples import as_bytes, changed, errors_in, plain_event_file
from tournaments.event_file.reading import EventFileReading, read_event_file

# Many mistakes.


def file_with_51_mistakes() -> tuple[dict[str, Any], list[str]]:
    """Return a file with 51 different mistakes, and where they are in the order of the specification."""
    document = plain_event_file()
    document["colour"] = "red"
    document["format"] = "cribbage-event/9"
    document["event"] |= {
        "place": "Tacoma",
        "name": " ",
        "starts_on": "2026-13-01",
        "kind": "cup",
        "edition": "acc-1999",
        "format": "swiss",
        "muggins": "yes",
        "qualifiers": -1,
        "qualifiers_reason": None,
    }
    document["entrants"][0] |= {"name": None, "partner": 7, "acc_number": 8, "club": [], "city": {}, "seat": 1.5}
    document["entrants"][1] |= {"house_player": 0, "withdrawn_after_game": 5, "seat": "B", "rank": 1}
    document["entrants"][2] |= {"number": 2, "seat": "B"}
    document["entrants"].append("Bo")
    document["schedule"] = [
        {"game": 9, "pairs": [[1, 2], [2, 4], [5, 5], [99, 6]]},
        {"game": 1, "pairs": {}},
        {"game": 1, "pairs": []},
    ]
    document["scorecards"][0]["recorded"] |= {"plus": -5, "net": 12}
    document["scorecards"][0]["lines"] += [
        {"game": 1, "opponent": 1, "points": 1, "plus": 140, "minus": 0},
        {"game": 3, "opponent": 98, "points": "2", "plus": True},
    ]
    document["scorecards"].append({"entrant": 1, "lines": "none"})
    document["decisions"][0]["lines"] = [{"entrant": 1, "points": 2}, {"entrant": 4, "points": 0, "plus": 9}]
    document["tie_games"] = [{"winner": 6, "loser": 1}, {"winner": 5, "loser": 5}]
    document["tie_orders"] = [{"order": [1]}, {"order": [1, 2, 1]}]
    document["playoff"]["best_of"] = [2, 5]
    document["playoff"]["matches"] = [{"round": 2, "slot": 1, "games": [3, 3], "forfeits": 7}]
    return document, [
        "colour",
        "format",
        "event.place",
        "event.name",
        "event.starts_on",
        "event.kind",
        "event.edition",
        "event.format",
        "event.muggins",
        "event.qualifiers",
        "event.qualifiers_reason",
        "entrants[0].name",
        "entrants[0].partner",
        "entrants[0].acc_number",
        "entrants[0].club",
        "entrants[0].city",
        "entrants[0].seat",
        "entrants[1].rank",
        "entrants[1].house_player",
        "entrants[1].withdrawn_after_game",
        "entrants[2].number",
        "entrants[2].seat",
        "entrants[6]",
        "schedule[0].game",
        "schedule[0].pairs[1][0]",
        "schedule[0].pairs[2]",
        "schedule[0].pairs[3][0]",
        "schedule[1].pairs",
        "schedule[2].game",
        "scorecards[0].recorded.net",
        "scorecards[0].recorded.plus",
        "scorecards[0].lines[2].game",
        "scorecards[0].lines[2].opponent",
        "scorecards[0].lines[2].points",
        "scorecards[0].lines[2].plus",
        "scorecards[0].lines[2].minus",
        "scorecards[0].lines[3].opponent",
        "scorecards[0].lines[3].points",
        "scorecards[0].lines[3].plus",
        "scorecards[2].entrant",
        "scorecards[2].lines",
        "decisions[0].lines[0].plus",
        "decisions[0].lines[1].entrant",
        "decisions[0].lines[1].plus",
        "tie_games[0].winner",
        "tie_games[1].loser",
        "tie_orders[0].order",
        "tie_orders[1].order[2]",
        "playoff.best_of[0]",
        "playoff.matches[0].games",
        "playoff.matches[0].forfeits",
    ]


def test_read_tells_51_mistakes_in_the_order_of_the_specification() -> None:
    document, paths = file_with_51_mistakes()

    assert [message.split(": ")[0] for message in errors_in(document)] == paths


def test_read_stops_at_300_mistakes() -> None:
    reading = read_event_file(as_bytes(changed(("scorecards",), list(range(1000)))))

    assert reading == EventFileReading(None, tuple(f"scorecards[{n}]: {n} is not an object" for n in range(300)), None)


# Whatever the bytes are.


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "(file): empty, an event file is one JSON object"),
        (b"[]", "(file): a list is not an object"),
        (b"null", "(file): null is not an object"),
        (b"NaN", "(file): NaN is not an object"),
        (b'"a"', '(file): "a" is not an object'),
    ],
)
def test_read_tells_why_a_file_is_no_event_file(data: bytes, message: str) -> None:
    assert read_event_file(data) == EventFileReading(None, (message,), None)


@given(st.binary())
def test_read_raises_nothing_for_any_bytes(data: bytes) -> None:
    reading = read_event_file(data)

    assert reading.event_file is None
    assert len(reading.errors) > 0


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=5),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=5), children, max_size=3),
    max_leaves=8,
)


def places_in(value: object, place: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    entries: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        entries = list(value.items())
    elif isinstance(value, list):
        entries = list(enumerate(value))
    return [path for key, child in entries for path in [(*place, key), *places_in(child, (*place, key))]]


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(places_in(plain_event_file())), any_json)
def test_read_raises_nothing_whatever_stands_anywhere(place: tuple[str | int, ...], value: object) -> None:
    reading = read_event_file(as_bytes(changed(place, value)))

    assert (reading.event_file is None) == (len(reading.errors) > 0)
    assert all(message.isprintable() for message in reading.errors)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(any_json)
def test_read_raises_nothing_for_any_json(value: object) -> None:
    assert len(errors_in(value)) > 0
