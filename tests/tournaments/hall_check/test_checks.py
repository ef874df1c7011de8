"""What the hall check says about a machine."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import pytest

from tournaments.hall_check.checks import State, address_for_phones, find
from tournaments.hall_check.machine import Machine, paper_in


class Battery(NamedTuple):
    """What psutil says of one; below 0 nobody knows how long it lasts."""

    percent: float
    secsleft: int
    power_plugged: bool


NOW = datetime(2026, 5, 16, 19, 14, tzinfo=UTC)
CHICAGO = ZoneInfo("America/Chicago")
READY = Machine(
    host="::",
    port=8000,
    addresses=("192.0.2.7",),
    accepted=("127.0.0.1", "192.0.2.7"),
    network_name="cribbage.local",
    devices=(NOW - timedelta(minutes=2), NOW - timedelta(hours=1)),
    now=NOW,
    newest_entry=NOW - timedelta(minutes=1),
    free=20 * 1024**3,
    battery=Battery(80, -2, power_plugged=True),
    paper="Letter",
)


def said(subject: str, **changes: Any) -> tuple[State, str, int]:
    """Return the state, the words and the number of steps of what is found about one subject."""
    [finding] = [one for one in find(replace(READY, **changes), CHICAGO) if one.subject == subject]
    return finding.state, finding.words, len(finding.steps)


def test_ready_machine_has_nothing_to_mend() -> None:
    assert {(one.state, one.steps) for one in find(READY, CHICAGO)} == {(State.GOOD, ())}
    assert address_for_phones(READY) == "http://192.0.2.7:8000/"


@pytest.mark.parametrize(
    ("changes", "words", "steps"),
    [
        ({"port": 0}, "The site is not running.", 1),
        ({"host": "127.0.0.1"}, "The site answers this computer only (127.0.0.1).", 2),
        ({"addresses": ()}, "This computer is not in a network.", 3),
        ({"addresses": ("192.0.2.9",)}, "This computer has a new address since the site started: 192.0.2.9.", 2),
    ],
)
def test_machine_that_phones_cannot_reach(changes: dict[str, Any], words: str, steps: int) -> None:
    assert said("Network", **changes) == (State.PROBLEM, words, steps)
    assert said("Phones", **changes, devices=())[0] is State.NOTE
    assert address_for_phones(replace(READY, **changes)) == ""


@pytest.mark.parametrize(
    ("subject", "changes", "state", "words"),
    [
        ("Phones", {}, State.GOOD, "1 other device has opened the site in the last 10 minutes, last at 2:12 PM."),
        (
            "Phones",
            {"devices": (NOW - timedelta(minutes=10),)},
            State.WARNING,
            "No other device has opened the site in the last 10 minutes.",
        ),
        ("Name", {"network_name": ""}, State.NOTE, "No name in this network. Use the numeric address."),
        (
            "Clock",
            {"newest_entry": NOW + timedelta(hours=2)},
            State.PROBLEM,
            "The clock is wrong: it is Sat, May 16, 2:14 PM. The newest log entry was made at Sat, May 16, 4:14 PM.",
        ),
        ("Clock", {"newest_entry": None}, State.GOOD, "It is Sat, May 16, 2:14 PM. Compare it with your phone."),
        ("Disk", {"free": 512 * 1024**2}, State.WARNING, "0.5 GB are free. Make room before the event."),
        ("Disk", {"free": 60 * 1024**2}, State.PROBLEM, "Only 60 MB are free. Soon nothing more can be saved."),
        (
            "Power",
            {"battery": Battery(60, 90 * 60, power_plugged=False)},
            State.WARNING,
            "On battery: 60%, about 90 minutes.",
        ),
        ("Power", {"battery": Battery(20.2, -1, power_plugged=False)}, State.PROBLEM, "On battery: 20%."),
        (
            "Power",
            {"battery": None},
            State.NOTE,
            "No battery was found. If this is a laptop, plug it in and turn off sleep.",
        ),
        (
            "Printer",
            {"paper": "Legal"},
            State.WARNING,
            "The default printer is set to Legal. All print pages fit Letter and A4.",
        ),
    ],
)
def test_finding(subject: str, changes: dict[str, Any], state: State, words: str) -> None:
    assert said(subject, **changes)[:2] == (state, words)


@pytest.mark.parametrize(
    ("options", "paper"),
    [
        ("Duplex/2-Sided: *None Tumble\nPageSize/Media Size: Legal *Letter A4\n", "Letter"),
        ("PageSize/Media Size: Letter A4 *A4.Fullbleed", "A4.Fullbleed"),
        ("lpoptions: No printers.\n", ""),
    ],
)
def test_paper_that_cups_has_chosen(options: str, paper: str) -> None:
    assert paper_in(options) == paper
