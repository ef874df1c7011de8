"""An event whose players report on phones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tests.scorecards.reporting.phones import phones_event
from tournaments.models import Tournament


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return phones_event()


@pytest.fixture(autouse=True)
def nobody_tried_too_often() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()
