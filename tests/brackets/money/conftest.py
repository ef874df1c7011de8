"""The same finished event as for results."""

from tests.brackets.results.conftest import desk, director, post, tournament

__all__ = ["desk", "director", "post", "tournament"]
