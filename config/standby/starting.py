"""What a laptop does about a second one when it starts to serve, and from time to time while it serves."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from django.conf import settings

from config.standby.first import SLEPT, new_state, time_with_sleep
from config.standby.follower import ask_state
from config.standby.links import LinksFile

LOOK_EVERY = 3.0
_AT_WORK = Lock()
"""Held while the thread looks: a process that the server forks then would have locks that nobody gives back."""
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_AT_WORK.acquire, after_in_parent=_AT_WORK.release, after_in_child=_AT_WORK.release)


def begin_with_second(say: Callable[[str], None]) -> Any:
    """Return what the processes of the server share of a second laptop, and go on looking for it.

    A laptop that was followed when it stopped cannot know whether the other has taken over: until it knows, it changes
    nothing. ALONE=1 says that there is none any more.
    """
    shared = new_state()
    database = settings.DATABASES["default"]
    if database["ENGINE"] != "django.db.backends.sqlite3":
        return shared
    file = LinksFile(Path(database["NAME"]).parent)
    links = file.read()
    if os.environ.get("ALONE") == "1" and (links.second or links.replaced_by):
        # Higher than what a second laptop may have that took over without this one knowing.
        links = file.change(second="", replaced_by="", epoch=links.epoch + 2)
    shared.is_replaced = bool(links.replaced_by)
    shared.must_be_asked = bool(links.second) and not shared.is_replaced
    if links.replaced_by:
        say(f"The second laptop has taken over: go on at {links.replaced_by}. This one changes nothing.")
        say("To use this one all the same, without what was entered there: start it with --alone (make run ALONE=1).")
    elif links.second:
        say(f"Looking for the second laptop at {links.second}. Until it answers, nothing is saved here.")
        say("If it is switched off and has not taken over: stop here, and start again with --alone (make run ALONE=1).")
    Thread(target=_look_again, args=[shared, file], daemon=True).start()
    return shared


def _look_again(shared: Any, file: LinksFile) -> None:
    """Ask the second laptop again and again whether it has taken over."""
    while True:
        with _AT_WORK:
            look(shared, file)
        time.sleep(LOOK_EVERY)


def look(shared: Any, file: LinksFile) -> None:
    """Ask the second laptop once whether it has taken over."""
    links = file.read()
    shared.is_replaced = bool(links.replaced_by)
    if shared.is_replaced or not links.second:
        shared.must_be_asked, shared.looked_at = False, 0.0
        return
    if shared.looked_at and time_with_sleep() - shared.looked_at > SLEPT:
        shared.must_be_asked = True
    epoch = ask_state(links.second, links.code)
    shared.looked_at = time_with_sleep()
    if epoch is None:
        return
    shared.must_be_asked = False
    if epoch > links.epoch:
        file.change(replaced_by=links.second)
        shared.is_replaced = True
