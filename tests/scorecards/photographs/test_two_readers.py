"""Two computers read the photographs of one event from one PostgreSQL and one folder; one of them dies."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

pytest.importorskip("cv2", reason="The extra photo is not installed.")
pytest.importorskip("pypdfium2", reason="The extra photo is not installed.")

from scorecards.models import CardPicture, PictureFile
from tests.browser.own_server import database_url
from tests.conftest import ROOT
from tests.load.failover import children, kill
from tests.scorecards.cards.card_entry import checker, put_up, written
from tests.scorecards.photo.event_pictures import photograph_of
from tests.scorecards.photographs.files_sent import send

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.thorough]

CARDS, GAMES = 20, 5
SECONDS = 600.0
WAITING = PictureFile.State.WAITING


@pytest.fixture
def readers(tmp_path: Path) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Start two readers, as on two computers that share the folder of pictures."""
    environment = os.environ | {
        "DATABASE_URL": database_url(),
        "DATA_DIR": str(tmp_path),
        "SECRET_KEY": "of two readers 0123456789 0123456789 0123456789",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    command = [sys.executable, "manage.py", "read_photographs"]
    running = [
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(2)
    ]
    yield running
    for process in running:
        with suppress(ProcessLookupError):
            kill(process)


def test_each_of_twenty_is_read_once_though_one_of_two_readers_is_killed(
    tmp_path: Path, settings: Any, request: pytest.FixtureRequest
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("Two computers share PostgreSQL only.")
    settings.PICTURES_DIR = tmp_path / "pictures"
    papers = written(players=CARDS, games=GAMES)
    tournament = put_up(papers)
    member = checker(tournament, "Di Elm")
    for card in papers.scorecards:
        send(tournament, member, photograph_of(tournament.slug, card, GAMES), name=f"{card.entrant}.jpg")
    first, second = request.getfixturevalue("readers")

    most_at_once, is_killed = 0, False
    until = time.monotonic() + SECONDS
    while PictureFile.objects.filter(state=WAITING).exists():
        assert time.monotonic() < until
        claimed = PictureFile.objects.filter(state=WAITING).exclude(claimed_at=None)
        most_at_once = max(most_at_once, claimed.count())
        if not is_killed and most_at_once == 2 and PictureFile.objects.exclude(state=WAITING).count() >= 3:
            own = children(first.pid)
            kill(first)
            is_killed = bool(own)
        if is_killed:
            # Its claim ends after a minute, which is not waited for here: that of the other is renewed with each page.
            old = timezone.now() - timedelta(seconds=15)
            claimed.filter(claimed_at__lt=old).update(claimed_at=timezone.now() - timedelta(seconds=61))
        time.sleep(0.02)

    files = PictureFile.objects.all()
    assert (is_killed, second.poll()) == (True, None)
    assert {file.state for file in files} == {"read"}
    assert sum(file.tries for file in files) in (CARDS, CARDS + 1)
    numbers = CardPicture.objects.order_by("entrant__number").values_list("entrant__number", flat=True)
    assert list(numbers) == list(range(1, CARDS + 1))
    named = {*files.values_list("stored", flat=True), *CardPicture.objects.values_list("stored", flat=True)}
    assert named <= {path.name for path in settings.PICTURES_DIR.iterdir()}
