"""What cross-checking refuses, in words."""

from __future__ import annotations


class CheckRefused(Exception):
    """What was asked cannot be done; the text says why, and what would work."""
