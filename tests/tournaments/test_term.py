"""The term: two laptops with one event are told apart, and only what this site signed is believed."""

from dataclasses import replace
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any

import pytest
from django.core.signing import Signer

from tournaments import term as terms
from tournaments.term import Term, begin_term, current_term, meet_term, read_signed, standing, take_term

OTHER_KEY = "of another site, " + "x" * 40


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.BACKUP_DIR = tmp_path / "backups"
    return tmp_path / "backups"


def test_there_is_none_before_the_site_starts_and_nothing_is_refused() -> None:
    assert (current_term(), standing().serves) == (Term(), True)
    assert not meet_term(Term(3, "badokiru").signed())


def test_first_start_begins_with_one_and_later_ones_keep_it() -> None:
    first = begin_term()

    assert (first.number, begin_term(), current_term()) == (1, first, first)
    assert Term.named(str(first)) == first


def test_each_restore_takes_a_higher_one() -> None:
    begin_term()

    assert [take_term().number, take_term(above=7).number, take_term().number] == [2, 8, 9]
    assert standing().serves


def test_two_laptops_that_take_the_same_number_have_different_words() -> None:
    words = {Term.above(1).word for _ in range(200)}

    assert len(words) > 190  # once in 650 times two of 200 are the same
    assert Term(2, "badokiru").goes_before(Term(2, "lamitesa"))
    assert Term(2, "lamitesa").goes_before(Term(2, "badokiru"))
    assert not Term(2, "badokiru").goes_before(Term(2, "badokiru"))
    assert not Term(2, "badokiru").goes_before(Term(3, "lamitesa"))


def test_higher_one_ends_the_service_and_a_later_start_does_not_forget_it() -> None:
    begin_term()

    assert meet_term(Term(2, "badokiru").signed(), laptop="oak")
    begin_term()

    assert (standing().serves, standing().met) == (False, {"term": "2-badokiru", "laptop": "oak"})
    take_term(above=2)
    assert (standing().serves, standing().met) == (True, {})


def test_highest_one_that_was_met_counts_and_what_is_known_of_it_is_not_lost() -> None:
    begin_term()
    meet_term(Term(3, "badokiru").signed(), laptop="oak")
    meet_term(Term(2, "lamitesa").signed(), laptop="elm")
    meet_term(Term(3, "badokiru").signed())

    assert standing().met == {"term": "3-badokiru", "laptop": "oak"}


@pytest.mark.parametrize(
    "signed",
    [
        "",
        "9-badokiru",
        "9-badokiru:guessed",
        Term(9, "badokiru").signed(OTHER_KEY),
        Signer(key=OTHER_KEY, salt="another").sign("9-badokiru"),
        "\0",
    ],
)
def test_what_this_site_did_not_sign_stops_nobody(signed: str) -> None:
    begin_term()

    assert (meet_term(signed), standing().serves) == (False, True)


def test_signed_text_that_is_no_term_is_passed_over() -> None:
    signer = Signer(salt=terms.SALT)

    texts = ["", "x", "1", "-1-badokiru", "1-BADOKIRU", "1-bado", "9999999999-badokiru"]
    assert [read_signed(signer.sign(text)) for text in texts] == [None] * len(texts)


def test_laptop_that_has_slept_serves_nothing_until_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "time_asleep", lambda: 100.0)
    begin_term()
    before = standing().serves
    monkeypatch.setattr(terms, "time_asleep", lambda: 100.0 + terms.SLEPT)

    assert (before, standing().serves) == (True, False)
    begin_term()
    assert standing().serves


def test_clock_of_sleep_stands_while_the_laptop_is_awake() -> None:
    assert abs(terms.time_asleep() - terms.time_asleep()) < 1


def test_damaged_file_is_no_reason_to_serve(folder: Path) -> None:
    begin_term()
    (folder / terms.FILE).write_text('{"term"')

    assert not standing().serves


def test_two_who_change_it_at_once_lose_nothing() -> None:
    begin_term()
    with ThreadPool(8) as pool:
        taken = pool.map(lambda _: take_term(), range(24))

    assert sorted(term.number for term in taken) == list(range(2, 26))


def test_asking_reads_the_file_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begin_term()
    current_term()
    monkeypatch.setattr(terms, "_read_file", pytest.fail)
    assert {current_term() for _ in range(10)} == {current_term()}


def test_what_another_process_wrote_is_seen(folder: Path) -> None:
    begin_term()
    text = (folder / terms.FILE).read_text()
    other = folder / "other"
    other.write_text(text.replace('"number": 1', '"number": 4'))
    other.replace(folder / terms.FILE)

    assert current_term() == replace(current_term(), number=4)
