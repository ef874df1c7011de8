"""A laptop is lost under checkers and phones: what was answered is in the event, or on the list of the first laptop."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection

from tests.load import carrying
from tests.load.carrying import KINDS, Trials

pytestmark = [
    pytest.mark.slow,
    pytest.mark.thorough,
    pytest.mark.alone,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no stick"),
]


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Trials:
    return Trials(Path(tmp_path_factory.mktemp("laptops")))


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_answered_is_in_the_event_or_on_the_list_of_the_first_laptop(
    kind: str, trials: Trials, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carrying, "MINUTE", 5.0)

    missing, listed = trials.run(kind, KINDS.index(kind))

    assert missing == 0
    assert bool(listed) == (kind == "out of reach")
