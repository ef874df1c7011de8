"""The reader's connection to PostgreSQL breaks: the server was started again, or its standby was promoted."""

import pytest
from django.db import connection

from scorecards.photographs.services import reading


@pytest.mark.django_db(transaction=True)
def test_reader_goes_on_with_a_new_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no connection that breaks.")
    monkeypatch.setattr(reading, "is_reader_installed", lambda: True)
    pauses: list[float] = []

    def is_ending(seconds: float) -> bool:
        if seconds:
            pauses.append(seconds)
        if len(pauses) == 1:
            connection.connection.close()
        return len(pauses) == 3

    reading.keep_reading(is_ending)

    assert pauses == [reading.LOOK_EVERY, reading.AFTER_A_FAILURE, reading.LOOK_EVERY]
