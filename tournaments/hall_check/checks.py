"""Check the facts about this computer: what is in order, what is not, and what to do, most important first."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from enum import StrEnum

from tournaments.hall_check.addresses import EVERYWHERE
from tournaments.hall_check.machine import Machine

JUST_NOW = timedelta(minutes=10)
LITTLE, VERY_LITTLE = 1024**3, 100 * 1024**2
"""Bytes free. An event of 200 players takes some 20 MB."""
CLOCKS_MAY_DIFFER = timedelta(minutes=1)
LOW_BATTERY = 30
START_FOR_THE_HALL = (
    "Stop the site: press Ctrl and C together in the window where it runs.",
    "Start it again for the hall: cribbage-tournaments --hall (from a clone: make run HOST=0.0.0.0).",
)


class State(StrEnum):
    """How it is: in order, unknown or for people to look at, may become a problem, or a problem now."""

    GOOD = "good"
    NOTE = "note"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one subject, and the steps that help, in order."""

    subject: str
    state: State
    words: str
    steps: tuple[str, ...] = ()


def find(machine: Machine, zone: tzinfo) -> list[Finding]:
    """Return what was found, in the order in which it should be mended. ``zone`` is for times of day."""
    return [check(machine, zone) for check in CHECKS]


def address_for_phones(machine: Machine) -> str:
    """Return the address to open on other devices, blank where they cannot connect."""
    return f"http://{machine.addresses[0]}:{machine.port}/" if network(machine).state is State.GOOD else ""


def network(machine: Machine, _: tzinfo | None = None) -> Finding:
    """Can other devices connect at all?"""
    subject = "Network"
    if not machine.port:
        words = "The site is not running."
        return Finding(subject, State.PROBLEM, words, ("Start it: cribbage-tournaments --hall.",))
    if machine.host not in (*EVERYWHERE, *machine.addresses):
        words = f"The site answers this computer only ({machine.host})."
        return Finding(subject, State.PROBLEM, words, START_FOR_THE_HALL)
    if not machine.addresses:
        words = "This computer is not in a network."
        steps = (
            "Connect this computer to the Wi-Fi of the hall, or turn on a hotspot on a phone and connect to that.",
            *START_FOR_THE_HALL,
        )
        return Finding(subject, State.PROBLEM, words, steps)
    first = machine.addresses[0]
    if "*" not in machine.accepted and first not in machine.accepted:
        words = f"This computer has a new address since the site started: {first}."
        return Finding(subject, State.PROBLEM, words, START_FOR_THE_HALL)
    others = f" Further addresses: {', '.join(machine.addresses[1:])}." if machine.addresses[1:] else ""
    return Finding(subject, State.GOOD, f"Other devices can open http://{first}:{machine.port}/.{others}")


def devices(machine: Machine, zone: tzinfo) -> Finding:
    """Has another device come through: address, Wi-Fi and firewall all let it?"""
    subject = "Phones"
    recent = [at for at in machine.devices if machine.now - at < JUST_NOW]
    if recent:
        number = f"{len(recent)} other devices have" if len(recent) > 1 else "1 other device has"
        words = f"{number} opened the site in the last 10 minutes, last at {_time(recent[0], zone)}."
        return Finding(subject, State.GOOD, words)
    if network(machine).state is not State.GOOD:
        return Finding(subject, State.NOTE, "No phone can connect yet. See Network.")
    steps = (
        f"Open {address_for_phones(machine)} on a phone in the same Wi-Fi, or scan the code. Turn off its mobile data.",
        "If it does not open, check the firewall of this computer: it must allow Python to receive connections.",
        "Windows: Windows Security, Firewall, Allow an app, Python, Private. Set the Wi-Fi to Private network.",
        "macOS: System Settings, Network, Firewall.",
        "If it still does not open, this Wi-Fi may separate its devices, as guest networks do (client isolation).",
        "Then ask the hall for another network, or use a router or hotspot of your own.",
    )
    return Finding(subject, State.WARNING, "No other device has opened the site in the last 10 minutes.", steps)


def name(machine: Machine, _: tzinfo) -> Finding:
    """Has the machine a name that is easier to type?"""
    if machine.network_name:
        words = (
            f"Most devices can also open http://{machine.network_name}:{machine.port}/. If one cannot, use the number."
        )
        return Finding("Name", State.GOOD, words)
    return Finding("Name", State.NOTE, "No name in this network. Use the numeric address.")


def clock(machine: Machine, zone: tzinfo) -> Finding:
    """Does the clock stand before what was already stored?"""
    newest = machine.newest_entry
    if newest is not None and newest - machine.now > CLOCKS_MAY_DIFFER:
        made = _day(newest, zone)
        words = f"The clock is wrong: it is {_day(machine.now, zone)}. The newest log entry was made at {made}."
        steps = (
            "Set the clock of this computer to the right time. Turn on Set time automatically.",
            "Nothing is lost. Entries made meanwhile keep their order and show the wrong time.",
        )
        return Finding("Clock", State.PROBLEM, words, steps)
    return Finding("Clock", State.GOOD, f"It is {_day(machine.now, zone)}. Compare it with your phone.")


def disk(machine: Machine, _: tzinfo) -> Finding:
    """Is there room for the day?"""
    free = machine.free / 1024**3
    words = f"{free:.1f} GB are free."
    if machine.free >= LITTLE:
        return Finding("Disk", State.GOOD, words)
    steps = ("Empty the trash.", "Delete or move large files, such as videos.")
    if machine.free >= VERY_LITTLE:
        return Finding("Disk", State.WARNING, f"{words} Make room before the event.", steps)
    words = f"Only {machine.free / 1024**2:.0f} MB are free. Soon nothing more can be saved."
    return Finding("Disk", State.PROBLEM, words, steps)


def power(machine: Machine, _: tzinfo) -> Finding:
    """Will the laptop last?"""
    battery = machine.battery
    if battery is None or battery.percent is None:
        words = "No battery was found. If this is a laptop, plug it in and turn off sleep."
        return Finding("Power", State.NOTE, words)
    percent = round(battery.percent)
    if battery.power_plugged:
        words = f"Plugged in, battery {percent}%. Turn off sleep, also with the lid closed."
        return Finding("Power", State.GOOD, words)
    seconds = battery.secsleft if isinstance(battery.secsleft, int) else 0
    lasts = f", about {seconds // 60} minutes" if seconds >= 60 else ""
    state = State.PROBLEM if percent < LOW_BATTERY else State.WARNING
    return Finding("Power", state, f"On battery: {percent}%{lasts}.", ("Plug in the charger.", "Turn off sleep."))


def paper(machine: Machine, _: tzinfo) -> Finding:
    """What is the printer set to?"""
    if machine.paper:
        words = f"The default printer is set to {machine.paper}. All print pages fit Letter and A4."
        if any(known in machine.paper.lower() for known in ("letter", "a4")):
            return Finding("Printer", State.GOOD, words)
        steps = ("Choose Letter or A4 in the settings of the printer.", "Print one page as a test.")
        return Finding("Printer", State.WARNING, words, steps)
    words = "The paper size of the printer is not known here. All print pages fit Letter and A4: print one as a test."
    return Finding("Printer", State.NOTE, words)


def _time(at: datetime, zone: tzinfo) -> str:
    return f"{at.astimezone(zone):%I:%M %p}".lstrip("0")


def _day(at: datetime, zone: tzinfo) -> str:
    local = at.astimezone(zone)
    return f"{local:%a, %b} {local.day}, {_time(at, zone)}"


CHECKS: tuple[Callable[[Machine, tzinfo], Finding], ...] = (network, devices, name, clock, disk, power, paper)
