"""What is written to the log of the site."""

from __future__ import annotations

import logging
import re

SECRET = re.compile(r"(/(?:join|sign-in|me)/)[\w-]{8,}")
"""Addresses that are keys: an invitation, a link to sign in, a card's own page."""


class SecretsHidden(logging.Formatter):
    """Write a line, its traceback too, without the secrets of addresses: which are keys."""

    def format(self, record: logging.LogRecord) -> str:
        return SECRET.sub(r"\1…", super().format(record))
