"""The same finished event as for results."""

from tests.brackets.results.conftest import desk, director, post, shared_event

__all__ = ["desk", "director", "post", "shared_event"]
