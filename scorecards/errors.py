"""The error that cross-checking raises when it refuses an act."""

from __future__ import annotations


class CheckRefused(Exception):
    """An act cannot be done. The text says why, and what would work."""
