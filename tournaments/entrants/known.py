"""Known players: those entered in other events of the same director, and nobody else.

One person is one player across events, however the name was written: what is known about a player was entered at these
events. Nobody learns about people in an event that they do not direct.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet

from tournaments.entrants.imports.cells import tidy_acc_number
from tournaments.entrants.search import is_name_like
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.rules.text import folded, plain_text
from tournaments.rules.types import EntrantRecord

MIN_SEARCH_LENGTH = 2
MAX_WORDS = 5
SUGGESTIONS = 6
MOST_ALIKE = 20
FACTS = ("name", "acc_number", "club", "city")


@dataclass(frozen=True, slots=True)
class Entry:
    """How somebody was entered at one event."""

    name: str
    acc_number: str
    club: str
    city: str
    event: int = 0
    event_name: str = ""
    slug: str = ""
    number: int = 0


Facts = Entry | Entrant | EntrantRecord
"""What tells one person from another: name, ACC number, club and city, blank where not known."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player, known from one event or more: ``entries``, the latest first."""

    player: int
    entries: Sequence[Entry]

    @property
    def name(self) -> str:
        return self.entries[0].name

    @property
    def acc_number(self) -> str:
        return self._known("acc_number")

    @property
    def club(self) -> str:
        return self._known("club")

    @property
    def city(self) -> str:
        return self._known("city")

    @property
    def latest(self) -> Entry:
        return self.entries[0]

    @property
    def events(self) -> set[int]:
        return {entry.event for entry in self.entries}

    def _known(self, field: str) -> str:
        return next((value for entry in self.entries if (value := str(getattr(entry, field)))), "")


Key = tuple[str, str, str, str]


def key_of(one: Facts) -> Key:
    """Tell persons apart: by name and ACC number, or where there is none by name, club and city; not by capitals."""
    name, acc_number = folded(one.name), tidy_acc_number(one.acc_number)
    return (name, acc_number, "", "") if acc_number else (name, "", folded(one.club), folded(one.city))


class People:
    """People of some events, found by how they were entered."""

    def __init__(self, persons: Iterable[Person]) -> None:
        self.persons = list(persons)
        self.by_player = {person.player: person for person in self.persons}
        self._by_key: dict[Key, dict[int, None]] = {}
        self._by_word: dict[str, dict[int, None]] = {}
        for person in self.persons:
            for entry in person.entries:
                self._by_key.setdefault(key_of(entry), {})[person.player] = None
                for word in _words(entry):
                    self._by_word.setdefault(word, {})[person.player] = None

    def exactly(self, one: Facts) -> list[int]:
        """Return the players who were entered just so, the one known longest first."""
        return sorted(self._by_key.get(key_of(one), ()))

    def like(self, one: Facts | Person) -> list[Person]:
        """Return who may be this person: written otherwise, or with more or less known of them."""
        entries = one.entries if isinstance(one, Person) else [one]
        found = {player: None for entry in entries for word in _words(entry) for player in self._by_word.get(word, ())}
        persons = [self.by_player[player] for player in found]
        return [person for person in persons if person is not one and _may_be_one(entries, person.entries)][:MOST_ALIKE]

    def found(self, text: str) -> list[Person]:
        """Return whom a search may mean: each word in a name, or the beginning of an ACC number."""
        words = plain_text(text).replace(",", " ").split()[:MAX_WORDS]
        if len("".join(words)) < MIN_SEARCH_LENGTH:
            return []
        found = [person for person in self.persons if any(_is_meant(entry, words) for entry in person.entries)]
        return sorted(found, key=lambda person: (plain_text(person.name), person.player))[:SUGGESTIONS]

    def names_by_acc_number(self) -> dict[str, list[str]]:
        """Return the names under which people with an ACC number were entered."""
        names: dict[str, list[str]] = {}
        for person in self.persons:
            for entry in person.entries:
                if entry.acc_number:
                    names.setdefault(tidy_acc_number(entry.acc_number), []).append(entry.name)
        return names

    def doubles(self) -> list[tuple[Person, list[Person]]]:
        """Return people with those who may be the same person, each named once, the one known longest first.

        Two entrants of one event are two people.
        """
        named: set[int] = set()
        found = []
        for person in sorted(self.persons, key=lambda one: (-len(one.entries), one.player)):
            if person.player in named:
                continue
            others = [one for one in self.like(person) if one.player not in named and not one.events & person.events]
            if others:
                named |= {person.player, *(other.player for other in others)}
                found.append((person, others))
        return found


def people_known_to(actor: StaffMember, *, besides: Tournament | None = None) -> People:
    """Return the people of all events that somebody directs, without those who are entered ``besides``. One query."""
    people = people_of(Tournament.objects.present().directed_by(actor.user_id))
    if besides is None:
        return people
    return People(person for person in people.persons if besides.pk not in person.events)


def people_of(events: QuerySet[Tournament]) -> People:
    """Return the people of some events; nobody is known from practice. One query."""
    entries: dict[int, list[Entry]] = {}
    rows = (
        Entrant.objects.filter(tournament__in=events, tournament__practice="", house_player=False, player__isnull=False)
        .order_by(F("tournament__starts_on").desc(nulls_last=True), "-pk")
        .values_list("player_id", *FACTS, "tournament_id", "tournament__name", "tournament__slug", "number")
    )
    for player, *facts in rows:
        entries.setdefault(player, []).append(Entry(*facts))
    return People(Person(player, found) for player, found in entries.items())


def _words(one: Facts) -> Iterator[str]:
    """Yield what somebody can be found by: words and letters of the name, and the ACC number."""
    plain = plain_text(one.name)
    yield from plain.replace(".", " ").split()
    yield _letters(plain)
    if one.acc_number:
        yield tidy_acc_number(one.acc_number)


def _letters(plain: str) -> str:
    return "".join(filter(str.isalnum, plain)) or plain


def _is_meant(entry: Entry, words: Sequence[str]) -> bool:
    name, acc_number = plain_text(entry.name), entry.acc_number.casefold()
    return all(word in name or acc_number.startswith(word) for word in words)


def _may_be_one(some: Sequence[Facts], others: Sequence[Facts]) -> bool:
    """Tell whether two people may be one: another ACC number is another person, a city may be written otherwise.

    A name that is only used for the other, or spelled much like it, is the same person's unless the cities differ.
    """
    numbers, other_numbers = _acc_numbers(some), _acc_numbers(others)
    if numbers and other_numbers:
        return not numbers.isdisjoint(other_numbers)
    return any(
        _letters(plain_text(one.name)) == _letters(plain_text(other.name))
        or (is_name_like(one.name, other.name) and _may_be_one_place(one.city, other.city))
        for one in some
        for other in others
    )


def _acc_numbers(entries: Sequence[Facts]) -> set[str]:
    return {tidy_acc_number(one.acc_number) for one in entries if one.acc_number}


def _may_be_one_place(one: str, other: str) -> bool:
    short, long = sorted((_letters(plain_text(one)), _letters(plain_text(other))), key=len)
    return short in long
