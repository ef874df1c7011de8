"""What a list of entrants would change: which rows are new, which change somebody, which are doubtful."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from tournaments.entrants.fields import in_words
from tournaments.entrants.imports.cells import acc_key
from tournaments.entrants.imports.columns import FIELD_LABELS, Field
from tournaments.entrants.imports.rows import ListedEntrant
from tournaments.entrants.known import Entry, People, Person
from tournaments.entrants.search import is_name_like
from tournaments.models import Entrant
from tournaments.rules.pairs import (
    Doubt,
    DoubtKind,
    FieldOfPairs,
    Pair,
    PairTerms,
    doubts_about,
    doubts_in_words,
    not_settled,
)
from tournaments.rules.text import folded, plain_text


class Verdict(Enum):
    """What becomes of one row."""

    NEW = "new"
    CHANGED = "changed"
    DOUBTFUL = "doubtful"
    REFUSED = "refused"
    UNCHANGED = "unchanged"
    LEFT_OUT = "left-out"


class ImportChoice(Enum):
    """What the director wants done with a row: any can be left out, and a doubtful one added or used as a change."""

    LEAVE = "leave"
    ADD = "add"
    CHANGE = "change"


FieldValue = str | int | None
NOTE = "note"
# What the preview shows as the name.
PARTS_OF_NAME = {Field.NAME, Field.LAST_NAME, Field.FIRST_NAME, Field.SUFFIX}
# With how many who share a word a name is compared: a list of thousands would take minutes.
MOST_LIKE = 60


Difference = tuple[str, FieldValue, FieldValue]
"""One field that a row would change: its name, before, after."""


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """One row: whom it changes and how, or why it is in doubt, with the doubts that acceptance would settle."""

    listed: ListedEntrant
    verdict: Verdict
    reasons: tuple[str, ...] = ()
    entrant: Entrant | None = None
    differences: tuple[Difference, ...] = ()
    accepted_doubts: str = ""
    people: tuple[Person, ...] = ()
    """The people known from other events who a new entrant may be, where it is not certain."""
    choice: ImportChoice | None = None
    player: int | None = None
    """Which of these people it is by the answer to the preview, 0 for somebody else."""

    @property
    def stated(self) -> list[tuple[str, FieldValue]]:
        """What the row states besides the name, as the preview shows it."""
        stated = ((field, value) for field, value in self.listed.stated.items() if field not in PARTS_OF_NAME)
        fields = [(FIELD_LABELS[field], in_words(field, value)) for field, value in stated]
        return [*fields, *((pool, "joins") for pool in self.listed.pools)]

    @property
    def changes(self) -> list[tuple[str, FieldValue, FieldValue]]:
        """The differences as the preview shows them: label, before, after."""
        return [
            (FIELD_LABELS[field], in_words(field, before) or "blank", in_words(field, after))
            for field, before, after in self.differences
        ]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Every row of a list, compared with the entrants of the event."""

    rows: tuple[ComparedRow, ...]

    def of(self, verdict: Verdict) -> list[ComparedRow]:
        return [row for row in self.rows if row.verdict is verdict]

    @property
    def omitted(self) -> int:
        imported = [row for row in self.rows if row.verdict not in (Verdict.REFUSED, Verdict.LEFT_OUT)]
        return sum(len(row.listed.omitted) for row in imported)

    @property
    def digest(self) -> str:
        """Tell one comparison from another: the person who confirms must have seen what is stored."""
        said = [
            (
                row.listed.row,
                row.verdict.value,
                sorted((field, str(value)) for field, value in row.listed.stated.items()),
                row.entrant.number if row.entrant else 0,
                [(field, str(before)) for field, before, _ in row.differences],
                *([row.accepted_doubts] if row.accepted_doubts else ()),
            )
            for row in self.rows
        ]
        return hashlib.sha256(repr(said).encode()).hexdigest()


def compare(
    listed: Iterable[ListedEntrant], known: Sequence[Entrant], people: People | None = None, *, entry_fee: int = 0
) -> Comparison:
    """Compare a list with known entrants, with itself, and with the people of other events.

    ``entry_fee`` in cents is what somebody new owes of whom the list does not say it.
    """
    people = people or People([])
    register = _Register(known, people.names_by_acc_number(), entry_fee)
    return Comparison(tuple(_with_people(register.compared(row), people) for row in listed))


def _with_people(row: ComparedRow, people: People) -> ComparedRow:
    """Return a row that may be added with the people whom it may be; nobody who was entered just so is asked about."""
    stated = row.listed.stated
    if row.verdict not in (Verdict.NEW, Verdict.DOUBTFUL) or stated.get("house_player"):
        return row
    acc_number, club, city = (str(stated.get(field, "")) for field in ("acc_number", "club", "city"))
    facts = Entry(row.listed.name, acc_number, club, city)
    return row if len(people.exactly(facts)) == 1 else replace(row, people=tuple(people.like(facts)))


def _with_remarks(listed: ListedEntrant) -> ListedEntrant:
    """Return a row whose note is what its column says, and the remarks of other columns below it."""
    if not listed.remarks:
        return listed
    lines = [str(listed.stated[NOTE])] if NOTE in listed.stated else []
    return replace(listed, stated={**listed.stated, NOTE: "\n".join([*lines, *listed.remarks])})


class _Register:
    """The entrants and the rows before this one, by number, name and ACC number."""

    def __init__(self, known: Sequence[Entrant], elsewhere: Mapping[str, Sequence[str]], entry_fee: int) -> None:
        self.entry_fee = entry_fee
        self.elsewhere: dict[str, list[str]] = {}
        for number, names in elsewhere.items():
            self.elsewhere.setdefault(acc_key(number), []).extend(names)
        self.by_number = {entrant.number: entrant for entrant in known}
        self.by_acc: dict[str, list[Entrant]] = {}
        self.by_name: dict[str, list[Entrant]] = {}
        for entrant in known:
            self.by_name.setdefault(folded(entrant.name), []).append(entrant)
            if entrant.acc_number:
                self.by_acc.setdefault(acc_key(entrant.acc_number), []).append(entrant)
        self.names_by_word: dict[str, list[str]] = {}
        for name in self.by_name:
            _register_words(name, self.names_by_word)
        self.rows: dict[tuple[str, str], int] = {}
        self.rows_by_name: dict[str, list[tuple[int, str]]] = {}
        self.row_names_by_word: dict[str, list[str]] = {}

    def compared(self, read: ListedEntrant) -> ComparedRow:
        listed = _with_remarks(read)
        if listed.left_out:
            return ComparedRow(listed, Verdict.LEFT_OUT, (listed.left_out,))
        entrant, doubts = self._meant(listed)
        # Also for a row that is refused: one like it further down may be meant for the same person.
        earlier = self._row_before(listed)
        if listed.errors:
            return ComparedRow(listed, Verdict.REFUSED, listed.errors)
        number = listed.stated.get("number")
        if entrant and number and not doubts and number != entrant.number:
            doubts = (f"{entrant.name} is number {entrant.number} here.",)
        paid = _paid_too_much(listed, entrant, self.entry_fee)
        doubts = (*listed.doubts, *_games_missed(listed, entrant), *paid, *earlier, *doubts)
        differences = _differences(_as_change(read, listed, entrant), entrant) if entrant else ()
        if doubts:
            return ComparedRow(listed, Verdict.DOUBTFUL, doubts, entrant, differences)
        if entrant is None:
            return ComparedRow(listed, Verdict.NEW, self._namesakes(listed))
        verdict = Verdict.CHANGED if differences else Verdict.UNCHANGED
        return ComparedRow(listed, verdict, (), entrant, differences)

    def _row_before(self, listed: ListedEntrant) -> tuple[str, ...]:
        """Say which earlier row of the list has the same entrant number, ACC number or name."""
        acc = _acc_number(listed)
        found = []
        for what, value in (("entrant number", str(listed.stated.get("number", ""))), ("ACC number", acc)):
            if value:
                earlier = self.rows.setdefault((what, value), listed.row)
                if earlier != listed.row:
                    found.append(f"Row {earlier} has the same {what}.")
        if not listed.name:
            return tuple(found[:1])
        name = folded(listed.name)
        like = self._names_like(name, self.row_names_by_word) if name not in self.rows_by_name else []
        if name not in self.rows_by_name:
            _register_words(name, self.row_names_by_word)
        namesakes = self.rows_by_name.setdefault(name, [])
        found += [
            f"Row {row} has a name much like this one."
            for other_name in like
            for row, other in self.rows_by_name[other_name]
            if not (other and acc) and not listed.stated.get("house_player")
        ]
        for row, other in namesakes:
            # Two who share a name but not their ACC number are two people, and so are two house players.
            if not found and (other == acc or not (other and acc)) and not listed.stated.get("house_player"):
                found.append(f"Row {row} has the same name.")
        namesakes.append((listed.row, acc))
        return tuple(found[:1])

    def _meant(self, listed: ListedEntrant) -> tuple[Entrant | None, tuple[str, ...]]:
        """Return which entrant a row means, if any, and what makes that doubtful."""
        number, name = listed.stated.get("number"), folded(listed.name)
        if isinstance(number, int) and (holder := self.by_number.get(number)):
            if folded(holder.name) == name:
                return holder, ()
            return holder, (f"Number {number} is {holder.name}.",)
        acc = _acc_number(listed)
        if acc and (holders := self.by_acc.get(acc)):
            return self._by_acc_number(holders, name)
        entrant, doubts = self._by_name(self.by_name.get(name, []), acc)
        if entrant is None and (like := self._like(name, acc)):
            return like, (f"{like.name}, number {like.number}, has a name much like this one.",)
        others = self.elsewhere.get(acc, ())
        if not doubts and others and name not in map(folded, others):
            number = listed.stated["acc_number"]
            doubts = (f"{number} is the ACC number of {others[0]}, who is known from another event.",)
        return entrant, doubts

    def _like(self, name: str, acc: str) -> Entrant | None:
        """Return somebody whose name is used for this one, or is spelled much like it, and whose ACC number may be."""
        holders = (self.by_name[other][0] for other in self._names_like(name, self.names_by_word))
        return next((holder for holder in holders if not (acc and holder.acc_number)), None)

    def _names_like(self, name: str, by_word: Mapping[str, Sequence[str]]) -> list[str]:
        words = plain_text(name).split()
        candidates = {other: None for word in words for other in by_word.get(word, [])[:MOST_LIKE]}
        return [other for other in candidates if is_name_like(name, other)]

    def _by_acc_number(self, holders: Sequence[Entrant], name: str) -> tuple[Entrant, tuple[str, ...]]:
        same = [holder for holder in holders if folded(holder.name) == name]
        if len(same) == 1:
            return same[0], ()
        first = holders[0]
        return first, (f"{first.acc_number} is the ACC number of {first.name}, number {first.number}.",)

    def _by_name(self, namesakes: Sequence[Entrant], acc: str) -> tuple[Entrant | None, tuple[str, ...]]:
        if not namesakes:
            return None, ()
        first = namesakes[0]
        if acc and all(namesake.acc_number for namesake in namesakes):
            # Another ACC number is another person.
            return None, ()
        if len(namesakes) > 1:
            numbers = " and ".join(str(namesake.number) for namesake in namesakes)
            return first, (f"Numbers {numbers} have this name.",)
        return first, ()

    def _namesakes(self, listed: ListedEntrant) -> tuple[str, ...]:
        """Say who else has the name of somebody new, whose ACC number is another one."""
        name, acc = folded(listed.name), _acc_number(listed)
        known = [f"Number {other.number}, {other.acc_number}," for other in self.by_name.get(name, ())]
        rows = [f"Row {row}" for row, other in self.rows_by_name.get(name, ()) if row != listed.row and other != acc]
        return (f"{' and '.join([*known, *rows])} has this name, but another ACC number.",) if known or rows else ()


def _register_words(name: str, by_word: dict[str, list[str]]) -> None:
    for word in plain_text(name).split():
        by_word.setdefault(word, []).append(name)


def _games_missed(listed: ListedEntrant, entrant: Entrant | None) -> tuple[str, ...]:
    """Say what a row has of games that are not played, or of a house player, unless it is known here.

    The list may be of another day: a director says whether it holds today.
    """
    stated = listed.stated
    left = stated.get("withdrawn_after_game")
    is_new = left is not None and (entrant is None or left != entrant.withdrawn_after_game)
    told = [f"Withdrawn after game {left}." if left else "Withdrawn before game 1."] if is_new else []
    for field, what in (("house_player", "House player"), ("first_game", "First game")):
        if entrant and field in stated and stated[field] != getattr(entrant, field):
            told.append(f"{what}: {entrant.name} is entered differently here.")
    return tuple(told)


def _paid_too_much(listed: ListedEntrant, entrant: Entrant | None, entry_fee: int) -> tuple[str, ...]:
    """Say where what is paid is the fee with a digit too many or without its point, unless it is known here.

    Somebody may pay for several events, and for side pools: what is less than ten times the fee is nobody's doubt.
    """
    paid = int(listed.stated.get("fee_paid", 0))
    owed = int(listed.stated.get("fee_owed", entrant.fee_owed if entrant else entry_fee))
    if not owed or paid < 10 * owed or (entrant and paid == entrant.fee_paid):
        return ()
    return (f"{in_words('fee_paid', paid)} paid, but the fee is {in_words('fee_owed', owed)}.",)


def _acc_number(listed: ListedEntrant) -> str:
    return acc_key(str(listed.stated.get("acc_number", "")))


def _as_change(read: ListedEntrant, listed: ListedEntrant, entrant: Entrant) -> Mapping[str, FieldValue]:
    """Return what a row states of somebody known: their own fee is paid, and remarks go below the note there is."""
    stated = dict(listed.stated)
    if read.is_fee_paid:
        stated["fee_paid"] = max(int(stated.get("fee_owed", entrant.fee_owed)), entrant.fee_paid)
    if read.remarks and NOTE not in read.stated:
        lines = entrant.note.splitlines()
        stated[NOTE] = "\n".join([*lines, *(remark for remark in read.remarks if remark not in lines)])
    return stated


def _differences(stated: Mapping[str, FieldValue], entrant: Entrant) -> tuple[Difference, ...]:
    """Compare as far as a row of a table can tell: it has no line breaks and only single spaces."""
    return tuple(
        (field, before, after)
        for field, after in stated.items()
        if field != "number"
        and (before := getattr(entrant, field)) != after
        and not (isinstance(before, str) and before.split() == str(after).split())
        and not (field == Field.ACC_NUMBER and _has_lost_zeros(str(before), str(after)))
    )


def _has_lost_zeros(before: str, after: str) -> bool:
    return len(after) < len(before) and acc_key(after) == acc_key(before)


STATED_OF_PAIRS = ("name", "partner", "province", "birth_year", "partner_birth_year")
# Rows of new pairs have no number yet; these are higher than any that is given.
NUMBER_OF_NEW = 10_000_000


def with_doubts(comparison: Comparison, known: Sequence[Pair], terms: PairTerms) -> Comparison:
    """Return the comparison of a list of pairs with a doubtful row for each pair that something speaks against.

    Rows that are refused, left out or unchanged stay what they are; those doubtful for another reason get more reasons.
    Nobody can be their own partner.
    """
    pairs = {pair.number: pair for pair in known}
    changed = [row for row in comparison.rows if row.entrant and row.verdict is Verdict.CHANGED]
    for row in changed:
        assert row.entrant is not None, "a changed row changes somebody"
        pairs[row.entrant.number] = _changed(pairs[row.entrant.number], row.listed.stated)
    field = FieldOfPairs.of(pairs.values())
    rows = []
    for row in comparison.rows:
        if row.verdict in (Verdict.REFUSED, Verdict.UNCHANGED, Verdict.LEFT_OUT):
            rows.append(row)
            continue
        if row.verdict is Verdict.NEW or row.entrant is None:
            pair = _changed(Pair(NUMBER_OF_NEW + row.listed.row, "", row=row.listed.row), row.listed.stated)
            rows.append(_with_doubts(row, pair, doubts_about(pair, field, terms)))
            field.add(pair)
        else:
            pair = _changed(pairs[row.entrant.number], row.listed.stated)
            rows.append(_with_doubts(row, pair, doubts_about(pair, field, terms)))
    return Comparison(tuple(rows))


def _changed(pair: Pair, stated: Mapping[str, Any]) -> Pair:
    return replace(pair, **{name: stated[name] for name in STATED_OF_PAIRS if name in stated})


def _with_doubts(row: ComparedRow, pair: Pair, doubts: Sequence[Doubt]) -> ComparedRow:
    unsettled = not_settled(pair, doubts)
    if not unsettled:
        return row
    is_refused = any(one.kind is DoubtKind.SAME_PERSON for one in doubts)
    return replace(
        row,
        verdict=Verdict.REFUSED if is_refused else Verdict.DOUBTFUL,
        reasons=(*row.reasons, *(one.text for one in unsettled)),
        accepted_doubts=doubts_in_words(doubts),
    )
