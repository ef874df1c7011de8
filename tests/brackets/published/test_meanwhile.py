"""While the published site is sent, nothing is held in the database: who saves does not wait for a slow host."""

import time
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections

pytest.importorskip("paramiko", reason="The extra publish is not installed.")

from brackets.published import sftp
from brackets.published.passwords import Secrets
from brackets.published.queue import publish_due
from brackets.published.services import add_target, publish_event, target_states
from tests.brackets.playoffs.playing import director
from tests.brackets.published.hosts import PASSWORD, USER, ssh_host
from tests.brackets.published.site import play, posted_event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_result_is_saved_while_a_host_has_half_of_the_site(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PUBLISH_DIR = tmp_path / "publish"
    (tmp_path / "host").mkdir()
    tournament, send = posted_event(8), sftp.send
    in_transaction, seconds = [], []

    def watched(*told: Any) -> list[str]:
        in_transaction.append(connection.in_atomic_block)
        return send(*told)

    def save() -> None:
        """Play a match by the connection of another thread, while the upload waits for that."""
        if host.faults.done == 20:
            begun = time.monotonic()
            play(tournament, 1)
            seconds.append(time.monotonic() - begun)
            connections.close_all()

    monkeypatch.setattr(sftp, "send", watched)
    with ssh_host(tmp_path / "host") as host:
        told = {"kind": "sftp", "place": f"sftp://{USER}@127.0.0.1:{host.port}/web", "host_key": host.host_key}
        add_target(tournament, director(tournament), secrets=Secrets(PASSWORD, ""), **told)
        publish_event(tournament, director(tournament), by_itself=True, is_indexed=False)
        host.faults.before_step = save
        sent = publish_due()
        waiting = [words for *_, words in target_states(tournament)]
        again = publish_due()

    assert (in_transaction, sent, again) == ([False, False], 1, 1)
    assert [one < 10 for one in seconds] == [True]
    assert waiting == ["1 change waits to be sent"]
