"""The background process answers workers, and nobody waits for one that is not there.

It begins from nothing and imports this module, which therefore knows nothing of Django.
"""

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from config.background.process import Asking, Job, NotThere, answer_workers, new_address
from config.beside import POLITE, running_beside


def load_answer() -> Callable[[Job], Any]:
    def answer(job: Job) -> Any:
        if job[0] == "fail":
            raise ValueError
        if job[0] == "sleep":
            time.sleep(30)
        return os.getpid(), psutil.Process().nice(), job

    return answer


def when_there(asking: Asking, job: Job) -> Any:
    """Ask until the process has begun to listen."""
    for _ in range(6_000):  # it begins behind all that work on this machine
        try:
            return asking(job)
        except NotThere:
            time.sleep(0.05)
    raise NotThere


class Forgetful(Asking):
    """Each moment another of its threads gets no answer."""

    _jobs = property(lambda self: None, lambda self, jobs: None)


@pytest.mark.slow
def test_jobs_are_done_by_another_process_of_lower_priority_as_long_as_it_is_there() -> None:
    with new_address() as address, running_beside("background", partial(answer_workers, address, load_answer)):
        asking = Asking(address)
        process, priority, done = when_there(asking, ("page", {"a": 1}))

        assert process != os.getpid()
        assert priority >= POLITE
        assert done == ("page", {"a": 1})
        for job, patience in (("fail", 30.0), ("sleep", 0.01)):
            with pytest.raises(NotThere):
                Asking(address, patience)((job, None))
        assert asking(("page", None))[0] == process
        assert Forgetful(address)(("page", None))[0] == process

    assert not Path(address).parent.exists()
    with pytest.raises(NotThere):
        asking(("page", None))
