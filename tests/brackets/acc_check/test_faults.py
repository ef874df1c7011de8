"""The checker of reports to the ACC: it names each fault, says nothing of sound reports, and refuses in words."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from brackets.acc_check.check import findings, report_in_words
from brackets.acc_check.shape import MAX_MESSAGES, Refused, read_report
from tests.brackets.acc_check.reports import FAULTS, made, reported, sound_report, with_fault

pytestmark = pytest.mark.slow

SOUND = 200
FAULTS_OF_A_KIND = 10
MUTATIONS = 2_000
JUNK = (
    None,
    True,
    -1,
    0,
    1,
    10**20,
    1.5,
    "",
    "x" * 5_000,
    "\u202e",
    [],
    {},
    [[]],
    {"a": 1},
    "0000-99-99",
    float("nan"),
)


def test_nothing_is_found_in_sound_reports() -> None:
    found = {seed: list(findings(sound_report(seed))) for seed in range(SOUND)}

    assert {seed: found for seed, found in found.items() if found} == {}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_named(name: str) -> None:
    assert len(FAULTS) >= 20
    for seed in range(FAULTS_OF_A_KIND):
        report, (kind, names) = with_fault(name, 100 + 7 * seed)
        found = list(findings(report))

        assert any(one.kind == kind and names in one.text for one in found), (seed, kind, names, found)


def test_day_that_no_calendar_has_is_named() -> None:
    report = {**sound_report(1), "ends_on": "2026-06-31"}

    assert [one.text for one in findings(report)] == ["There is no day 2026-06-31."]


def _somewhere(value: Any, rng: Random) -> tuple[Any, Any]:
    """Return a place in a report where something stands: what holds it, and its key."""
    while True:
        key = rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
        if not value[key] or not isinstance(value[key], dict | list) or rng.random() < 0.1:
            return value, key
        value = value[key]


def _mutated(sound: bytes, rng: Random) -> bytes:
    report = json.loads(sound)
    for _ in range(rng.randint(1, 3)):
        holder, key = _somewhere(report, rng)
        match rng.randrange(5):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, list):
                holder.insert(key, deepcopy(rng.choice(holder)))
            case 2 if isinstance(holder[key], int):
                holder[key] += rng.choice((-1, 1, 13, 1_000))
            case 3 if isinstance(holder, dict):
                other = rng.choice(list(holder))
                holder[key], holder[other] = holder[other], holder[key]
            case _:
                holder[key] = rng.choice(JUNK)
    data = json.dumps(report).encode()
    if rng.random() < 0.1:
        cut = rng.randrange(len(data))
        data = data[:cut] + rng.choice((b"", b"\xff", b"{", b'"', b"9" * 40)) + data[cut + rng.randint(0, 3) :]
    return data


@pytest.mark.thorough
def test_mutated_files_are_read_or_refused_in_words() -> None:
    file = made(12, 3, 5)
    small = json.dumps({**sound_report(0), "events": [reported(file).to_json()]}).encode()
    rng = Random(2026)
    codes = []
    for _ in range(MUTATIONS):
        data = _mutated(small, rng)
        words, code = report_in_words(data)
        codes.append(code)

        assert words.startswith("Refused") == (code == 2)
        assert len(words) < 40_000
    assert {1, 2} <= set(codes) <= {0, 1, 2}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "Not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100_000, "deeper"),
        (b'{"format": 1, "format": 2}', "'format' appears twice"),
        (b'{"format": NaN}', "NaN is no number"),
        (b'{"format": 99999999999999999999}', "too many digits"),
        (b" " * (20 * 1024 * 1024 + 1), "larger than 20 MB"),
        (b"[]", "the file: [] is not an object"),
    ],
)
def test_what_is_no_report_is_refused_in_words(data: bytes, says: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_report(data)

    assert says in refusal.value.messages[0]


def test_each_mistake_is_named_by_its_path() -> None:
    report = deepcopy(sound_report(1))
    event = report["events"][0]
    event["scorecards"][3]["lines"][2]["plus"] = 140
    event["seeds"] = ["first"]
    event["colour"] = "green"
    event["rating_points"]["in_force_from"] = "August"
    event["exemption"] = 3
    event["matches"][0]["games"] = [3]
    report["currency"] = "dollars"
    del report["notes"]

    with pytest.raises(Refused) as refusal:
        read_report(json.dumps(report).encode())

    assert set(refusal.value.messages) == {
        "currency: longer than 3 letters",
        "notes: is missing",
        "events[0].colour: nothing of this name belongs here",
        "events[0].exemption: 3 is not an object or null",
        "events[0].scorecards[3].lines[2].plus: 140 is not from 1 to 121",
        "events[0].seeds[0]: 'first' is not a whole number",
        "events[0].matches[0].games: 1 entries; 2 to 2 are possible",
        "events[0].rating_points.in_force_from: 'August' is not a date such as 2026-05-16",
    }
    report["events"][0]["seeds"] = ["first"] * 80
    with pytest.raises(Refused) as refusal:
        read_report(json.dumps(report).encode())
    assert len(refusal.value.messages) == MAX_MESSAGES
