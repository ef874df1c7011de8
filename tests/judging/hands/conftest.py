"""A judge who is signed in, as for the pages of calls."""

from tests.judging.calls.pages.conftest import ada, call

__all__ = ["ada", "call"]
