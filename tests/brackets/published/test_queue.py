"""The queue: what waits follows from what was sent, is tried again after growing waits, and resumes after a restart."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from filelock import FileLock

from brackets.models import Match, PublishTarget
from brackets.playoffs.services.matches import revoke_result
from brackets.public.services import post_announcement
from brackets.published import queue
from brackets.published.queue import keep_publishing, publish_due
from brackets.published.services import add_target, publish_event, remove_target, target_states, unpublish_event
from tests.brackets.playoffs.playing import director
from tests.brackets.published.site import correct_and_post, play, posted_event
from tournaments.models import Tournament
from tournaments.refused import Refused
from tournaments.term import Term, meet_term

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.slow]


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return posted_event(8)


@pytest.fixture(autouse=True)
def stick(tournament: Tournament, tmp_path: Path, settings: Any) -> Path:
    """Publish the event to a stick, each change by itself."""
    settings.PUBLISH_DIR = tmp_path / "publish"
    folder = tmp_path / "stick"
    folder.mkdir()
    me = director(tournament)
    add_target(tournament, me, kind="folder", place=str(folder))
    publish_event(tournament, me, by_itself=True, is_indexed=False)
    return folder


def words(tournament: Tournament) -> list[str]:
    return [words for *_, words in target_states(tournament)]


def due_now() -> None:
    PublishTarget.objects.update(next_at=None)


def test_it_is_sent_once_and_again_after_each_result(tournament: Tournament, stick: Path) -> None:
    counts = [publish_due(), publish_due()]
    play(tournament, 1)
    waiting = [waiting for _, waiting, _ in target_states(tournament)]

    assert counts == [1, 0]
    assert waiting == [1]
    assert publish_due() == 1
    assert words(tournament) == ["Published just now"]
    assert list(stick.glob("*/lantern-bay-open/bracket/index.html"))


def test_without_by_itself_only_what_was_wanted_is_sent(tournament: Tournament) -> None:
    publish_event(tournament, director(tournament), by_itself=False, is_indexed=False)
    publish_due()
    play(tournament, 1)

    assert publish_due() == 0


def test_failure_is_in_words_tried_again_later_and_later_and_nothing_is_lost(
    tournament: Tournament, stick: Path
) -> None:
    away = stick.with_name("away")
    stick.rename(away)
    waits = []
    for _ in range(9):
        due_now()
        before = timezone.now()
        assert publish_due() == 0
        waits.append((PublishTarget.objects.get().next_at or before) - before)
    assert publish_due() == 0
    said = words(tournament)[0]
    away.rename(stick)
    due_now()

    assert said.startswith(f"1 change waits: There is no folder {stick}. Plug in the stick")
    assert ", since " in said
    assert waits[0] < waits[2] < waits[4] < timedelta(minutes=6)
    assert publish_due() == 1
    assert PublishTarget.objects.values_list("problem", "tries", "waiting_since").get() == ("", 0, None)


def test_event_taken_back_or_hidden_is_deleted_at_the_target(tournament: Tournament, stick: Path) -> None:
    publish_due()
    Tournament.objects.filter(pk=tournament.pk).update(is_hidden=True)
    hidden = publish_due()
    gone = list(stick.glob("*/lantern-bay-open/*"))
    Tournament.objects.filter(pk=tournament.pk).update(is_hidden=False)
    publish_due()
    unpublish_event(tournament, director(tournament))

    assert (hidden, gone) == (1, [])
    assert publish_due() == 1
    assert list(stick.glob("*/lantern-bay-open/*")) == []
    assert b"No event is published" in (stick / "index.html").read_bytes()


def test_laptop_that_must_not_serve_publishes_nothing(first_term: Term) -> None:
    meet_term(Term.above(first_term.number).signed())

    assert publish_due() == 0


def test_hidden_event_and_the_same_target_twice_are_refused(tournament: Tournament, stick: Path) -> None:
    me = director(tournament)
    with pytest.raises(Refused, match="already"):
        add_target(tournament, me, kind="folder", place=str(stick))
    Tournament.objects.filter(pk=tournament.pk).update(is_hidden=True)
    with pytest.raises(Refused, match="hidden"):
        publish_event(tournament, me, by_itself=False, is_indexed=False)
    number = PublishTarget.objects.get().pk
    remove_target(tournament, me, number)
    with pytest.raises(Refused, match="removed already"):
        remove_target(tournament, me, number)


def test_it_goes_on_after_whatever_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    failures = iter((OSError("disk"), ValueError("unknown"), None))

    def is_ending(seconds: float) -> bool:
        pauses.append(seconds)
        return len(pauses) > 3

    def fail() -> int:
        if failure := next(failures):
            raise failure
        return 0

    monkeypatch.setattr(queue, "publish_due", fail)
    monkeypatch.setattr(connection, "close", lambda: None)  # the test's own
    keep_publishing(is_ending)

    assert pauses == [3.0, 10.0, 300.0, 3.0]


def test_age_in_words(tournament: Tournament) -> None:
    publish_due()
    said = {}
    for ago in (0.5, 1, 2, 180, 3000):
        PublishTarget.objects.update(published_at=timezone.now() - timedelta(minutes=ago, seconds=1))
        said[ago] = words(tournament)

    assert said == {
        0.5: ["Published just now"],
        1: ["Published 1 minute ago"],
        2: ["Published 2 minutes ago"],
        180: ["Published 3 hours ago"],
        3000: ["Published 2 days ago"],
    }


def test_publish_now_tries_at_once_and_without_the_stick_goes_on_waiting(tournament: Tournament, stick: Path) -> None:
    def press() -> int:
        publish_event(tournament, director(tournament), by_itself=True, is_indexed=False)
        return publish_due()

    away = stick.with_name("away")
    stick.rename(away)
    publish_due()
    waited, pressed, said = publish_due(), press(), words(tournament)
    away.rename(stick)
    not_yet, found = publish_due(), press()

    assert (waited, pressed, not_yet, found) == (0, 0, 0, 1)
    assert said[0].startswith("1 change waits: There is no folder")
    assert words(tournament) == ["Published just now"]


def test_each_kind_of_change_is_queued(tournament: Tournament) -> None:
    me, waiting = director(tournament), []
    play(tournament, 1)
    publish_due()
    for change in (
        lambda: revoke_result(tournament, me, round_number=1, slot=1, seen=Match.objects.get().pk),
        lambda: post_announcement(tournament, me, text="Lunch at noon."),
        lambda: correct_and_post(tournament),
    ):
        change()
        waiting.append([count > 0 for _, count, _ in target_states(tournament)])
        publish_due()

    assert waiting == [[True]] * 3


def test_only_one_process_sends_at_a_time(tmp_path: Path, settings: Any) -> None:
    publish_due()
    PublishTarget.objects.update(sent={})
    with FileLock(tmp_path / "publish/sending.lock", timeout=0):
        assert publish_due() == 0

    assert publish_due() == 1
