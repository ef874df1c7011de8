"""Which devices came, as several workers saw them."""

from pathlib import Path

import pytest
from django.conf import LazySettings

from tournaments.hall_check import visits
from tournaments.hall_check.visits import Visits, forget_visits, seen_by_all


@pytest.fixture(autouse=True)
def data(settings: LazySettings, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


def test_what_workers_saw_is_put_together_and_forgotten_at_the_next_start(data: Path) -> None:
    Visits().note("192.0.2.11")
    (data / "visits" / "1.json").write_text('{"192.0.2.11": 5.0, "192.0.2.12": 7.0}')
    (data / "visits" / "2.json").write_text('{"192.0.2.13": ')

    seen = seen_by_all()

    assert (sorted(seen), seen["192.0.2.11"] > 1e9, seen["192.0.2.12"]) == (["192.0.2.11", "192.0.2.12"], True, 7.0)
    forget_visits()
    assert seen_by_all() == {}


def test_device_that_asks_all_the_time_is_seldom_written_down(data: Path) -> None:
    worker = Visits()
    worker.note("192.0.2.11")
    forget_visits()

    worker.note("192.0.2.11")

    assert not (data / "visits").exists()


def test_strangers_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "MOST", 3)
    worker = Visits()

    for number in range(5):
        worker.note(f"192.0.2.{number}")

    assert list(seen_by_all()) == ["192.0.2.2", "192.0.2.3", "192.0.2.4"]


def test_disk_that_is_full_stops_no_request(data: Path) -> None:
    (data / "visits").touch()

    Visits().note("192.0.2.11")

    assert seen_by_all() == {}
