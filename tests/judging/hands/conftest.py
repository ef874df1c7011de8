"""A judge who is signed in, as for the pages of calls."""

from tests.judging.calls.pages.conftest import client

__all__ = ["client"]
