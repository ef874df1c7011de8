"""Many pages of one event read the same rows: while the published site is made, they are read once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar

Read = TypeVar("Read", bound=Callable[..., Any])
_KEPT: ContextVar[dict[tuple[Any, ...], Any] | None] = ContextVar("kept", default=None)


@contextmanager
def reading_once() -> Iterator[None]:
    """Keep what functions with :func:`read_once` return until the end, for this thread alone. Nobody may change it."""
    token = _KEPT.set({})
    try:
        yield
    finally:
        _KEPT.reset(token)


def read_once(function: Read) -> Read:
    """Make a function, which reads and changes nothing, read once within :func:`reading_once`; elsewhere each time."""

    @wraps(function)
    def wrapper(*told: Any) -> Any:
        kept = _KEPT.get()
        if kept is None:
            return function(*told)
        key = (function, *told)
        if key not in kept:
            kept[key] = function(*told)
        return kept[key]

    return wrapper  # type: ignore[return-value]
