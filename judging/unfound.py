"""Searches that find no rule, noted for the next version of the index.

They go into the program's log, one line each: the book and the words, never who searched, where or why. Numbers
are left out. A table would keep whatever anybody types into a public page.
"""

import logging
import re

from judging.rules.rulebook import Rule
from judging.rules.search import MAX_QUERY_LENGTH, search

LOG = logging.getLogger("judging.unfound")


def search_noted(edition: str, typed: str) -> list[Rule]:
    """Return the rules that fit what was typed, and note words that fit none."""
    found = search(edition, typed)
    words = " ".join(re.findall(r"[a-z]+", typed[:MAX_QUERY_LENGTH].lower()))
    if words and not found:
        LOG.info("%s: %s", edition, words)
    return found
