"""Each entry of the log is sealed with all before it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from tournaments.rules.log_chain import LinkedEntry, digest_after, first_misfit, seal_of

AT = datetime(2026, 5, 16, 18, 14, 0, 250, UTC)


def entry(number: int | None = 1, **facts: Any) -> LinkedEntry:
    said = {
        "who": "Ada",
        "action": "seat changed",
        "subject": "7",
        "before": None,
        "after": {"seat": "B-1"},
        "rule": "",
    }
    return LinkedEntry(**{"number": number, "at": AT, "digest": "", **said, **facts})


def chained(*entries: LinkedEntry) -> list[LinkedEntry]:
    found: list[LinkedEntry] = []
    for one in entries:
        found.append(replace(one, digest=digest_after(found[-1].digest if found else "", one)))
    return found


def test_whole_chain_has_no_misfit() -> None:
    assert first_misfit([]) is None
    assert first_misfit(chained(entry(1), entry(2), entry(3))) is None


def test_digest_never_changes_for_what_was_written_before() -> None:
    assert digest_after("", entry()) == "7d1eb85a52a246374e48c7cc198a50914a61cc8e506d4c003737898412f72d07"
    assert digest_after("ab", entry()) != digest_after("", entry())


@pytest.mark.parametrize(
    "facts",
    [
        *({"who": "Eve"}, {"action": "seats drawn"}, {"subject": "8"}, {"before": {}}, {"after": {"seat": "B-2"}}),
        *({"rule": "12.2.a"}, {"at": AT + timedelta(microseconds=1)}, {"after": None}),
    ],
)
def test_any_change_of_an_entry_is_found_and_the_first_is_named(facts: dict[str, Any]) -> None:
    first, second, third = chained(entry(1), entry(2), entry(3))
    altered = replace(second, **facts)

    assert first_misfit([first, altered, third]) == (altered, "was changed after it was written")


def test_entry_with_a_new_seal_of_its_own_leaves_the_next_without_fit() -> None:
    first, second, third = chained(entry(1), entry(2), entry(3))
    forged = replace(second, who="Eve")
    forged = replace(forged, digest=digest_after(first.digest, forged))

    assert first_misfit([first, forged, third]) == (third, "was changed after it was written")


@pytest.mark.parametrize(
    ("left", "words"),
    [
        ((0, 2), "follows entry 1: entry 2 is missing"),
        ((0, 3), "follows entry 1: entries 2 to 3 are missing"),
        ((1, 2), "follows entry 0: entry 1 is missing"),
        ((0, 0), "stands twice"),
    ],
)
def test_missing_entries_are_told(left: tuple[int, ...], words: str) -> None:
    chain = chained(entry(1), entry(2), entry(3), entry(4))

    misfit = first_misfit(chain[at] for at in left)

    assert misfit is not None
    assert misfit[1] == words


def test_entry_outside_the_chain_is_told() -> None:
    alone = entry(None)

    assert first_misfit([*chained(entry(1)), alone]) == (alone, "has no number")


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ({"b": 1, "a": (1, 2)}, {"a": [1, 2], "b": 1}),
        ({10: "x", 9: "y"}, {"9": "y", "10": "x"}),
        ({"fee": 20.0, "net": 1e22}, {"fee": 20, "net": 10**22}),
        ({"share": 0.1}, {"share": 0.1}),
        ("Zoë 😀 \ud800", "Zoë 😀 \ud800"),
    ],
)
def test_digest_is_of_what_is_meant_not_of_how_a_database_keeps_it(written: Any, kept: Any) -> None:
    assert digest_after("", entry(after=written)) == digest_after("", entry(after=kept))


def test_digest_knows_one_moment_in_every_time_zone() -> None:
    assert digest_after("", entry(at=AT.astimezone(timezone(timedelta(hours=-5))))) == digest_after("", entry())


def test_seal_is_short_enough_to_be_read_aloud() -> None:
    assert seal_of("3fa912cd77e091ab" + "0" * 48) == "3FA9 12CD 77E0 91AB"
    assert seal_of("") == ""
