"""Check a report by its file alone. It shares no code with what makes the report, only the figures of the sources."""

import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from brackets.acc_check.cards import Finding, card_findings, counting, folded, twice
from brackets.acc_check.playoffs import playoff_findings
from brackets.acc_check.shape import MAX_BYTES, Data, Refused, read_report

HANDS = (28, 29)
DIGITS = 16


def check_report(data: bytes) -> tuple[Data, list[Finding]]:
    """Return the report of a file, and what is wrong with it; Refused where it is none."""
    report = read_report(data)
    return report, list(findings(report))


def findings(report: Data) -> Iterator[Finding]:
    """Yield what is wrong with a report."""
    yield from _dates(report)
    yield from _numbers_across_events(report)
    for event in report["events"]:
        for kind, text in _of_event(event):
            yield Finding(kind, f"{event['name']}. {text}")


def _of_event(event: Data) -> Iterator[Finding]:
    yield from card_findings(event)
    yield from playoff_findings(event)
    yield from _money(event)
    numbers = {one["number"] for one in event["entrants"]}
    for hand in event["high_hands"]:
        if hand["points"] not in HANDS:
            yield Finding("high hand", f"A hand of {hand['points']}; only 28 and 29 are registered.")
        if hand["entrant"] not in numbers:
            yield Finding(
                "high hand", f"A hand of {hand['points']} by {hand['entrant']}, but there is no such entrant."
            )
    digits = event["check_number"].replace(" ", "")
    if len(digits) != DIGITS or set(digits) - set("0123456789ABCDEF") or not event["log_entries"]:
        yield Finding("check number", f"{event['check_number']!r} is no check number of an activity log.")


def _dates(report: Data) -> Iterator[Finding]:
    days = [report["starts_on"], report["ends_on"], *(event["starts_on"] for event in report["events"])]
    for day in filter(None, days):
        try:
            date.fromisoformat(day)
        except ValueError:
            yield Finding("dates", f"There is no day {day}.")
    if report["starts_on"] and report["ends_on"] and report["ends_on"] < report["starts_on"]:
        yield Finding("dates", f"It ends on {report['ends_on']}, before it starts on {report['starts_on']}.")


def _numbers_across_events(report: Data) -> Iterator[Finding]:
    """Yield ACC numbers under which two events have two people."""
    names: dict[str, set[str]] = {}
    for event in report["events"]:
        for one in event["entrants"]:
            if one["acc_number"]:
                name = f"{one['first_name']} {one['last_name']}"
                names.setdefault(folded(one["acc_number"]), set()).add(" ".join(name.split()).casefold())
    if len(report["events"]) > 1:
        for acc_number, people in names.items():
            if len(people) > 1:
                yield Finding("number twice", f"ACC number {acc_number} is that of {' and '.join(sorted(people))}.")


def _money(event: Data) -> Iterator[Finding]:
    """Yield what does not add up, to the cent: what came in, and where it went."""
    money = event["money"]
    players = sum(2 if one["partner"] else 1 for one in counting(event))
    if money["players"] != players:
        yield Finding("money", f"Sanctioning fees for {money['players']} players; {players} count.")
    sums = {
        "sanctioning": money["sanctioning_each"] * money["players"],
        "fund": money["fees"] + money["added"] - money["sanctioning"] - money["kept"],
        "left": money["fund"] - sum(prize["amount"] for prize in money["prizes"]),
    }
    for key, right in sums.items():
        if money[key] != right:
            yield Finding("money", f"{key.capitalize()}: {_cents(money[key])}; it comes to {_cents(right)}.")
    if money["left"] < 0:
        yield Finding("money", f"Prizes exceed the fund by {_cents(-money['left'])}.")
    for prize in money["prizes"]:
        if prize["paid"] != prize["amount"]:
            text = f"Place {prize['place']}: {_cents(prize['paid'])} paid of {_cents(prize['amount'])}."
            yield Finding("unpaid", text)
    for pool in money["pools"]:
        yield from _pool(event, pool)


def _pool(event: Data, pool: Data) -> Iterator[Finding]:
    staked = sum(stake["amount"] for stake in pool["stakes"])
    out = sum(prize["amount"] for prize in pool["payouts"]) + pool["unclaimed"]
    inside = [stake["entrant"] for stake in pool["stakes"]]
    where = f"Pool {pool['name']}"
    if pool["staked"] != staked or pool["staked"] != out:
        text = f"{where}: {_cents(pool['staked'])} staked, stakes come to {_cents(staked)}, payouts to {_cents(out)}."
        yield Finding("pool", text)
    for number in twice(inside):
        yield Finding("pool", f"{where}: {number} is in it twice.")
    for prize in pool["payouts"]:
        if prize["entrant"] not in inside or (prize["amount"] and prize["entrant"] not in event["seeds"]):
            yield Finding("pool", f"{where}: {prize['entrant']} gets a share, and is no qualifier in the pool.")
        if prize["paid"] != prize["amount"]:
            text = f"{where}, {prize['entrant']}: {_cents(prize['paid'])} paid of {_cents(prize['amount'])}."
            yield Finding("unpaid", text)


def _cents(amount: int) -> str:
    return f"{'-' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02}"


def report_in_words(data: bytes) -> tuple[str, int]:
    """Return what a checker prints, and the exit code: 0 nothing found, 1 something, 2 the file is refused."""
    try:
        report, found = check_report(data)
    except Refused as refusal:
        return "\n".join(("Refused: this is no acc-report/1.", *refusal.messages)), 2
    lines = [f"{report['name']}, sanction number {report['sanction_number'] or 'missing'}"]
    lines += [f"{one.kind}: {one.text}" for one in found]
    lines.append(f"{len(found)} found." if found else "Nothing found: everything follows from the lines as written.")
    lines += [f"Check number of the log of {event['name']}: {event['check_number']}" for event in report["events"]]
    lines.append("A check number can be compared with the log. It does not prove who wrote this file.")
    lines.append("The ACC has not approved this form of report or this check. Check with your commissioner.")
    return "\n".join(lines), 1 if found else 0


def report_of_file(path: str) -> tuple[str, int]:
    """Return :func:`report_in_words` of the file at a path, ``-`` for standard input; OSError where none is there."""
    if path == "-":
        return report_in_words(sys.stdin.buffer.read(MAX_BYTES + 1))
    with Path(path).open("rb") as file:
        return report_in_words(file.read(MAX_BYTES + 1))
