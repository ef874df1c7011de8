"""An event whose cards are photographed, and a folder of its own for the pictures of each test."""

from pathlib import Path
from typing import Any

import pytest

from scorecards.photographs.services import receiving
from tests.scorecards.cards.card_entry import checker, put_up, written
from tournaments.models import StaffMember, Tournament


@pytest.fixture
def pictures_dir(settings: Any, tmp_path: Path) -> Path:
    settings.PICTURES_DIR = tmp_path / "pictures"
    return tmp_path / "pictures"


@pytest.fixture
def reader_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files be sent where the extra is not installed: these tests read none."""
    monkeypatch.setattr(receiving, "is_reader_installed", lambda: True)


@pytest.fixture(scope="module")
def photographed_event(module_db: None) -> Tournament:
    return put_up(written(players=8, games=7))


@pytest.fixture
def photographed(db: None, photographed_event: Tournament) -> Tournament:
    return Tournament.objects.get(pk=photographed_event.pk)


@pytest.fixture
def di(photographed: Tournament) -> StaffMember:
    return checker(photographed, "Di Elm")
