"""A laptop is lost under checkers and phones, and all that was answered is in the event."""

from pathlib import Path

import pytest
from django.db import connection

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


@pytest.mark.parametrize("kind", KINDS[:3])  # the last takes minutes: `make bench ARGS=carrying`
def test_what_was_answered_is_in_the_event(kind: str, trials: Trials) -> None:
    assert trials.run(kind, KINDS.index(kind)) == (0, 0)
