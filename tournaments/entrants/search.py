"""Find entrants by typed text: without accents, by nickname, and despite typing errors."""

from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz

from tournaments.rules.names import other_first_names
from tournaments.rules.text import plain_text

# Of 100: one letter wrong of five or six is found, another name of the same beginning is not.
NEAR_ENOUGH = 80
MIN_NEAR_LENGTH = 4
SHORT = 2


def has_words(text: str, words: Iterable[str], *, begins: bool) -> bool:
    """Whether each word that is looked for is in a text: as the beginning of another word there if ``begins``.

    One or two letters are a beginning always: ``cedar c`` means no Ann Cedar, and ``ed`` none either.
    ``static/js/entrants/check_in.js`` does the same.
    """
    taken: set[int] = set()
    for word in sorted(words, key=len, reverse=True):
        is_beginning = begins or (len(word) <= SHORT and word.isascii())
        at = text.find(word)
        while is_beginning and at >= 0 and (at in taken or text[at - 1 : at].isalnum()):
            at = text.find(word, at + 1)
        if at < 0:
            return False
        taken.add(at)
    return True


def may_be_meant(text: str, names: str, words: Sequence[str]) -> bool:
    """Whether a search may mean somebody in whose ``text`` some of its words are not (all without accents).

    One of their ``names`` is used for such a word (Bob, Robert), or is spelled much like it.
    """
    of_names = _words(names)
    return bool(words) and all(word in text or any(_is_like(word, name) for name in of_names) for word in words)


def is_name_like(one: str, other: str) -> bool:
    """Whether two names may be one person's: each word is the other's, is used for it, or is spelled much like it.

    Initials in the middle make no difference.
    """
    first, second = (_without_initials(_words(plain_text(name))) for name in (one, other))
    if len(first) != len(second):
        return False
    return all(word == name or _is_like(word, name) for word, name in zip(first, second, strict=True))


def _without_initials(words: Sequence[str]) -> list[str]:
    return [word for place, word in enumerate(words) if len(word) > 1 or place in (0, len(words) - 1)]


def _is_like(word: str, name: str) -> bool:
    if word.isdigit():
        return False
    if name in other_first_names(word):
        return True
    is_long = min(len(word), len(name)) >= MIN_NEAR_LENGTH
    return is_long and fuzz.ratio(word, name) >= NEAR_ENOUGH


def _words(name: str) -> list[str]:
    return name.replace(",", " ").replace(".", " ").split()
