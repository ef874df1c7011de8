"""Names of people: last and first name, suffix, and how lists show and sort them.

A name is kept as it was written. Its parts are worked out by one rule, which says where it is in doubt.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.rules.text import pair_name, plain_text

SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv", "2nd", "3rd", "4th", "esq", "md", "phd"))
PARTICLES = frozenset(
    (
        *("van", "von", "de", "der", "den", "del", "della", "di", "da", "das", "dos", "du", "la", "le", "las", "los"),
        *("st", "saint", "ten", "ter", "mac", "bin", "ibn", "al", "el", "zu", "af", "av", "y"),
    )
)
_NICKNAME = re.compile(r"\s*[\"“(‘'][^\"”)’']*[\"”)’']\s*")


@dataclass(frozen=True, slots=True)
class NameParts:
    """The parts of a name; ``is_doubtful`` where the rule cannot tell the last name from the others."""

    last: str
    first: str = ""
    suffix: str = ""
    is_doubtful: bool = False

    @property
    def listed(self) -> str:
        """The name as lists to search show it: ``Lee Jr., Ann``."""
        last = f"{self.last} {self.suffix}".strip()
        return f"{last}, {self.first}" if self.first else last

    @property
    def spoken(self) -> str:
        """The name as sentences say it: ``Ann Lee Jr.``."""
        return " ".join(part for part in (self.first, self.last, self.suffix) if part)

    @property
    def sort_key(self) -> tuple[str, str, str]:
        """What lists are sorted by: last name, first name, suffix, without capitals and accents."""
        return (plain_text(self.last), plain_text(self.first), plain_text(self.suffix))


def split_name(name: str) -> NameParts:
    """Return the parts of a name as people write it.

    Particles belong to the last name (``van der Berg``), ``Jr.`` and ``III`` are suffixes, and a comma says that the
    last name came first. Of two words the second is the last name. A single word is the last name, in doubt, as three
    words are, of which the last two may be one name; ``Player 12`` and ``House player`` are not split.
    """
    whole = " ".join(name.split())
    before, comma, after = whole.partition(",")
    if comma and not _is_suffix(after.strip()):
        return _last_first(before.strip(), after.strip())
    words = whole.replace(",", " ").split()
    if words and words[0].casefold() == "house":
        return NameParts(whole)
    words, in_brackets = _without_brackets(words)
    words, suffix = _without_suffix(words)
    if len(words) < 2 or words[-1].isdecimal():
        last = " ".join((*words, *in_brackets))
        return NameParts(last or suffix, suffix=suffix if last else "", is_doubtful=True)
    start = len(words) - 1
    # The first word is a first name, whatever it is.
    while start > 1 and plain_text(words[start - 1]).rstrip(".'’") in PARTICLES:
        start -= 1
    first = words[:start]
    doubtful = _may_be_longer(first)
    return NameParts(" ".join(words[start:]), " ".join((*first, *in_brackets)), suffix, is_doubtful=doubtful)


def _last_first(last: str, first: str) -> NameParts:
    before, _, after = first.partition(",")
    if after.strip() and _is_suffix(before.strip()):
        last, first = f"{last} {before.strip()}", after
    first_words, suffix = _without_suffix(first.replace(",", " ").split())
    last_words, other = _without_suffix(last.split())
    last, first = " ".join(last_words), " ".join(first_words)
    return NameParts(last or first, first if last else "", suffix or other, is_doubtful=not (last and first))


def _without_brackets(words: list[str]) -> tuple[list[str], list[str]]:
    """Return the words of a name, and those in brackets that follow it, such as a city: ``Ann Lee (Hilo)``."""
    start = next((place for place, word in enumerate(words) if place > 1 and word.startswith("(")), len(words))
    return (words[:start], words[start:]) if words and words[-1].endswith(")") else (words, [])


def _without_suffix(words: list[str]) -> tuple[list[str], str]:
    if len(words) > 1 and _is_suffix(words[-1]):
        return words[:-1], words[-1]
    return words, ""


def _is_suffix(word: str) -> bool:
    return word.casefold().replace(".", "") in SUFFIXES


def _may_be_longer(first: list[str]) -> bool:
    """Whether the last word before the last name may belong to it: initials and nicknames do not."""
    if len(first) < 2:
        return False
    word = first[-1]
    return len(word.rstrip(".")) > 1 and not _NICKNAME.fullmatch(word)


def in_order(name: str) -> str:
    """Return a name with the first name first; one that was written so stays as it was."""
    last, comma, first = name.partition(",")
    is_turned = comma and last.strip() and first.strip() and not _is_suffix(first.strip())
    return split_name(name).spoken if is_turned else name


MAX_WORDS = 5


def possible_parts(name: str) -> list[NameParts]:
    """Return in which ways a name can be split, the rule's own first; none of them is in doubt."""
    rule = split_name(name)
    words = f"{rule.first} {rule.last}".split()
    ways = [NameParts(rule.last, rule.first, rule.suffix)]
    for start in range(len(words) - 1, 0, -1) if len(words) <= MAX_WORDS else ():
        way = NameParts(" ".join(words[start:]), " ".join(words[:start]), rule.suffix)
        if way not in ways:
            ways.append(way)
    return ways


def parts_of(name: str, last: str, first: str, suffix: str) -> NameParts:
    """Return the parts of a name as they are stored, or by the rule where they are not."""
    return NameParts(last, first, suffix) if last else split_name(name)


def listed_name(parts: NameParts, partner: str = "", apart: str = "") -> str:
    """Return a name as :func:`shown_name`, as lists to search show it; a partner's is split by the rule."""
    return shown_name(parts.listed, split_name(partner).listed if partner else "", apart)


TELLS_APART = ("city", "club", "seat")
"""What stands beside a name to tell it from a namesake's, the first that does."""


def told_apart(people: Iterable[Mapping[str, Any]]) -> dict[int, str]:
    """Return by number what tells people of one event from their namesakes: city, club, seat, else the number.

    People without a namesake are left out. They have the fields of an entrant; names are the same that look the same:
    capitals, accents, dots and apostrophes make no difference.
    """
    holders: dict[str, list[Mapping[str, Any]]] = {}
    names = set()
    for one in people:
        name = plain_text(pair_name(one["name"], one["partner"]))
        names.add(name)
        holders.setdefault("".join(filter(str.isalnum, name)) or name, []).append(one)
    told = {}
    for group in holders.values():
        words = [{plain_text(one[field]) for field in TELLS_APART} for one in group] if len(group) > 1 else []
        for place, one in enumerate(group if words else ()):
            of_others = set().union(*words[:place], *words[place + 1 :])
            told[one["number"]] = next(
                (
                    one[field]
                    for field in TELLS_APART
                    if (plain := plain_text(one[field]))
                    and plain not in of_others
                    and plain_text(shown_name(one["name"], one["partner"], one[field])) not in names
                ),
                f"#{one['number']}",
            )
    return told


def shown_name(name: str, partner: str = "", apart: str = "") -> str:
    """Return the name under which an entrant is shown: one or both of a pair, with what tells them from a namesake."""
    both = pair_name(name, partner)
    return f"{both} ({apart})" if apart else both


def full_name_key(name: str) -> tuple[str, str, str]:
    """Return what lists of full names are sorted by, where the parts are not stored; of a pair by the first partner."""
    return split_name(name.partition(" & ")[0]).sort_key


_NICKNAMES = (
    *(("robert", "bob", "bobby", "rob", "robbie"), ("william", "bill", "billy", "will", "willie", "liam")),
    *(("richard", "dick", "rick", "rich", "ricky", "richie"), ("james", "jim", "jimmy", "jamie")),
    *(("john", "jack", "johnny", "jon"), ("jonathan", "jon"), ("charles", "chuck", "charlie", "chas")),
    *(("edward", "ed", "eddie", "ted", "ned"), ("theodore", "ted", "teddy"), ("thomas", "tom", "tommy")),
    *(("joseph", "joe", "joey"), ("michael", "mike", "mickey", "mick"), ("daniel", "dan", "danny")),
    *(("david", "dave", "davey"), ("donald", "don", "donnie"), ("ronald", "ron", "ronnie")),
    *(("kenneth", "ken", "kenny"), ("stephen", "steven", "steve"), ("lawrence", "laurence", "larry")),
    *(("gerald", "gerry", "jerry"), ("jerome", "jerry"), ("henry", "hank", "harry"), ("harold", "hal", "harry")),
    *(("frank", "francis", "frankie"), ("frederick", "fred", "freddie"), ("samuel", "sam"), ("samantha", "sam")),
    *(("benjamin", "ben", "benny"), ("anthony", "tony"), ("andrew", "andy", "drew"), ("gregory", "greg")),
    *(("jeffrey", "jeff"), ("matthew", "matt"), ("nicholas", "nick"), ("patrick", "pat", "paddy")),
    *(("patricia", "pat", "patty", "tricia", "trish"), ("peter", "pete"), ("philip", "phillip", "phil")),
    *(("raymond", "ray"), ("timothy", "tim"), ("vincent", "vince", "vinny"), ("walter", "walt"), ("leonard", "len")),
    *(("eugene", "gene"), ("alfred", "al", "fred"), ("albert", "al", "bert"), ("allan", "alan", "allen", "al")),
    *(("arthur", "art"), ("clifford", "cliff"), ("douglas", "doug"), ("stanley", "stan"), ("russell", "russ")),
    *(("elizabeth", "liz", "beth", "betty", "betsy", "lisa"), ("margaret", "peggy", "maggie", "meg", "marge")),
    *(("catherine", "katherine", "kathryn", "kathy", "cathy", "kate", "katie", "kay"), ("barbara", "barb", "babs")),
    *(("susan", "sue", "susie", "suzanne"), ("deborah", "debra", "deb", "debbie"), ("judith", "judy")),
    *(("jennifer", "jen", "jenny"), ("jacqueline", "jackie"), ("kimberly", "kim"), ("pamela", "pam")),
    *(("cynthia", "cindy"), ("sandra", "sandy"), ("dorothy", "dot", "dottie"), ("virginia", "ginny", "ginger")),
    *(("rebecca", "becky"), ("christine", "christina", "chris", "tina"), ("christopher", "chris", "kit")),
    *(("rosemary", "rose", "rosie"), ("victoria", "vicky", "vicki"), ("theresa", "teresa", "terry", "terri")),
    *(("terrence", "terence", "terry"), ("alexander", "alex", "sandy"), ("alexandra", "alex", "sandy")),
)
"""First names that are used for one another, in small letters without accents; one name may stand in several."""


def _same_names() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for group in _NICKNAMES:
        for name in group:
            found.setdefault(name, set()).update(group)
    return {name: frozenset(group) for name, group in found.items()}


SAME_NAMES = _same_names()


def other_first_names(word: str) -> frozenset[str]:
    """Return the names that a first name is also used for, itself left out: ``bob`` is ``robert``."""
    plain = plain_text(word)
    return SAME_NAMES.get(plain, frozenset()) - {plain}
