"""Finding a rule by the words a player would use: ``peeked``, ``too many cards``, ``pegged wrong hole``.

Words are compared by their stems, players' words with the book's (deck and pack), and a word that no rule has
with those that begin like it or are one letter away. A rule whose keyword is nearly all of what was typed comes
first; between the others the rarer word counts for more.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import log

from judging.rules.rulebook import Rule, find_number, rules_of

MAX_FOUND = 12
MAX_QUERY_LENGTH = 120
"""Characters; of a longer text only the beginning is searched."""

WEIGHT_OF_PHRASE = 10.0
WEIGHT_OF_TITLE, WEIGHT_OF_KEYWORDS, WEIGHT_OF_SUMMARY = 3.0, 2.5, 1.0
WEIGHT_OF_ORDER = 1.0
WEIGHT_OF_GUESS = 0.6
LEAST_KNOWN = 0.5
"""Of the words typed that say something, how many the index must know: of fewer, what is found is chance."""
MIN_PREFIX_LENGTH = 3
MIN_LENGTH_WITH_TYPO = 4

_IDLE_WORDS = """
a an and are as at be been but by can did do does during for from had has have he her his how i if in into is it its
just me must my of on or our she should so than that the their them then there they this to was we were what when where
which while who whom whose will with would you your player players game games rule rules happens happened someone
somebody
"""
_IDLE = frozenset(_IDLE_WORDS.split())
_IRREGULAR = {
    "dealt": "deal",
    "threw": "discard",
    "throw": "discard",
    "thrown": "discard",
    "lay": "discard",
    "laid": "discard",
    "took": "take",
    "taken": "take",
    "forgot": "forget",
    "forgotten": "forget",
    "said": "say",
    "saw": "look",
    "seen": "look",
    "see": "look",
    "peek": "look",
    "glanced": "look",
    "won": "win",
    "lost": "lose",
    "led": "lead",
    "left": "leave",
    "gave": "give",
    "put": "place",
    "deck": "pack",
    "nondealer": "pone",
    "pencil": "pen",
    "15": "fifteen",
    "thirtyone": "31",
    "flip": "expose",
    "show": "expose",
    "shown": "expose",
    "didnt": "not",
    "couldnt": "not",
    "doesnt": "not",
    "wont": "not",
    "cant": "not",
    **dict(zip("1234567", ["one", "two", "three", "four", "five", "six", "seven"], strict=True)),
}
_HAD = r"but (?:(?:i|he|she|it|they|only|really|just) )*(?:had|has|have|was|were|is)"
_BUT = rf"instead of|not|for a(?: hand| crib)? of|{_HAD}"
_INSTEAD = re.compile(rf"\b(\d{{1,3}})(?: points?| holes?)? (?:{_BUT}) (\d{{1,3}})\b")
_ANNOUNCED = re.compile(r"\b(?:said|says|called|announced)\b")
_OVER_31 = re.compile(r"\b(made|makes|making|reached|to|went to|count of|played) (?:it )?(?:3[2-9]|4\d)\b")
_ENDINGS = ("ing", "ed", "es", "s", "ly", "e")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A rule as the search sees it: the weight of each word of it, and the words of each of its phrases."""

    rule: Rule
    weights: Mapping[str, float]
    phrases: tuple[frozenset[str], ...]
    in_order: frozenset[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Index:
    """The rules of an edition, and how rare each of their words is."""

    entries: tuple[_Entry, ...]
    rarity: Mapping[str, float]

    def meant_by(self, word: str) -> Mapping[str, float]:
        """Return the words of the index that a typed word may stand for, with how far to trust each."""
        if word in self.rarity:
            return {word: 1.0}
        begun = [known for known in self.rarity if known.startswith(word)]
        if len(word) >= MIN_PREFIX_LENGTH and begun:
            return dict.fromkeys(begun, WEIGHT_OF_GUESS)
        if len(word) < MIN_LENGTH_WITH_TYPO:
            return {}
        known_by = {known: known for known in self.rarity} | _IRREGULAR
        near = {known for spelled, known in known_by.items() if is_one_letter_off(word, spelled)}
        return dict.fromkeys(sorted(near & self.rarity.keys()), WEIGHT_OF_GUESS)


def search(edition: str, typed: str, most: int = MAX_FOUND) -> list[Rule]:
    """Return the rules of an edition that fit what was typed, the best first: a number, or words."""
    typed = typed[:MAX_QUERY_LENGTH]
    number = find_number(edition, typed)
    named = [rules_of(edition)[number]] if number else []
    index = _index(edition)
    words = tuple(stems(_compared(typed)))
    meanings = {word: index.meant_by(word) for word in words}
    wanted = [meant for meant in meanings.values() if meant]
    scored = [
        (_score(entry, wanted, index.rarity) + WEIGHT_OF_ORDER * (words in entry.in_order), entry.rule)
        for entry in index.entries
    ]
    best = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: -pair[0])
    is_about_rules = sum(max(meant.values()) for meant in wanted) >= LEAST_KNOWN * len(meanings)
    return [*named, *(rule for _, rule in best if is_about_rules and rule.number != number)][:most]


def stems(text: str) -> list[str]:
    """Return the words of a text that say something, each cut down to its stem."""
    words = re.findall(r"[a-z0-9]+", re.sub(r"['’](s\b)?", "", text.lower()))
    return [_stem(word) for word in words if word not in _IDLE]


def _compared(text: str) -> str:
    """Say in the book's words what numbers mean: ``12 instead of 10`` is too many, ``to 33`` is over 31.

    Who *said* one number where the other was right announced a wrong count, and pegged nothing.
    """
    text = _OVER_31.sub(r"\1 over 31", text.lower())
    if _ANNOUNCED.search(text):
        return _INSTEAD.sub("wrong count", text)
    return _INSTEAD.sub(lambda found: "too many" if int(found[1]) > int(found[2]) else "too few", text)


def is_one_letter_off(one: str, other: str) -> bool:
    """Tell whether one letter too many, missing or wrong, or two swapped, make one word the other."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    rest, rest_of_other = one[start:], other[start:]
    return (
        rest[1:] == rest_of_other[1:]
        or rest[1:] == rest_of_other
        or rest == rest_of_other[1:]
        or (rest[1::-1] == rest_of_other[:2] and rest[2:] == rest_of_other[2:])
    )


@cache
def _index(edition: str) -> _Index:
    entries = tuple(_entry(rule) for rule in rules_of(edition).values())
    found_in = Counter(word for entry in entries for word in entry.weights)
    return _Index(entries, {word: log(1 + len(entries) / count) for word, count in found_in.items()})


def _entry(rule: Rule) -> _Entry:
    weights: dict[str, float] = {}
    for weight, texts in (
        (WEIGHT_OF_SUMMARY, (rule.summary, *rule.details)),
        (WEIGHT_OF_KEYWORDS, rule.keywords),
        (WEIGHT_OF_TITLE, (rule.title,)),
    ):
        weights |= {stem: weight for text in texts for stem in stems(text)}
    phrases = [tuple(words) for phrase in (rule.title, *rule.keywords) if (words := stems(phrase))]
    return _Entry(rule, weights, tuple(frozenset(phrase) for phrase in phrases), frozenset(phrases))


def _score(entry: _Entry, wanted: Iterable[Mapping[str, float]], rarity: Mapping[str, float]) -> float:
    """Return how well a rule fits: how much of what was typed it has, and how near a phrase of it comes."""
    wanted = list(wanted)
    if not wanted:
        return 0.0
    weight_of_all = sum(max(rarity[word] * trust for word, trust in meant.items()) for meant in wanted)
    words, fits = {}, 0.0
    for meant in wanted:
        at_hand = {word: trust for word, trust in meant.items() if word in entry.weights}
        if at_hand:
            word = max(at_hand, key=lambda word: entry.weights[word] * rarity[word])
            words[word] = at_hand[word]
            fits += entry.weights[word] * rarity[word] * at_hand[word]
    nearest = max((_nearness(phrase, words, weight_of_all, rarity) for phrase in entry.phrases), default=0.0)
    return fits / weight_of_all + WEIGHT_OF_PHRASE * nearest if words else 0.0


def _nearness(
    phrase: frozenset[str], words: Mapping[str, float], weight_of_all: float, rarity: Mapping[str, float]
) -> float:
    """Return from 0 to 1 how nearly a phrase and what was typed are the same words, rare ones counting for more."""
    shared = sum(rarity[word] * trust for word, trust in words.items() if word in phrase)
    return 2 * shared / (sum(rarity[word] for word in phrase) + weight_of_all)


def _stem(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= MIN_PREFIX_LENGTH and not word.endswith("ss"):
            word = word.removesuffix(ending)
            break
    if len(word) > MIN_PREFIX_LENGTH and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return _IRREGULAR.get(word.removesuffix("e"), word.removesuffix("e"))
