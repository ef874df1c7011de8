"""The words of the activity log for each change. They only read what is stored, which stays as it was written.

Most entries are one sentence of a table (``sentences``). The others have a reader in the module of their app, which
takes an entry and the people of the event, and returns a sentence with names and seats. An old entry is read by the
reader of the present name of its action.
"""

# Importing them registers their readers.
from tournaments.log.words import brackets, judging, scorecards, sentences, tournaments  # noqa: F401
from tournaments.log.words.parts import READERS, People, Stored, Words, plainly

__all__ = ["READERS", "People", "Stored", "Words", "words_of"]


def words_of(called: str, entry: Stored, people: People) -> Words:
    """Return what an entry says; ``called`` is its action in the words of today."""
    return READERS.get(called, plainly)(entry, people)
