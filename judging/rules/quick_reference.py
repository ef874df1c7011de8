"""Quick reference: the most common situations at the table, and the rules that settle them."""

from collections.abc import Iterator
from dataclasses import dataclass

from judging.rules.rulebook import IN_FORCE, Rule, in_other_edition, rules_of


@dataclass(frozen=True, slots=True)
class Situation:
    """Something that happens at the table, with the numbers of its rules, the first one first to be read."""

    name: str
    numbers: tuple[str, ...]
    only_earlier: tuple[str, ...] = ()
    """Numbers that only the earlier edition has for it."""


@dataclass(frozen=True, slots=True)
class SituationShown:
    """A situation with its rules in one edition."""

    name: str
    rules: tuple[Rule, ...]


SITUATIONS = {
    "Shuffle, cut and deal": (
        Situation("Looked at the bottom card", ("3.3.a", "3.3.b", "2.1", "6.1.b")),
        Situation("No cut before the deal", ("3.3.c",)),
        Situation("Dealt out of turn", ("4.1.b",)),
        Situation("A card exposed while dealing", ("4.3.a", "4.3.b", "4.3.c")),
        Situation("Too many or too few cards", ("4.4", "4.4.a.(1)", "4.4.a.(2)", "4.4.a.(3)", "4.4.b", "4.4.c")),
        Situation("Damaged, doubled or missing card", ("4.5.a", "4.5.b", "4.5.c", "4.5.d")),
    ),
    "Crib and starter": (
        Situation("Looked at the crib", ("5.2.a", "5.2.b", "5.2.c")),
        Situation("Crib on the wrong side", ("5.1.c", "5.1.d")),
        Situation("Wants discards back", ("5.3", "5.3.a")),
        Situation("Starter turned too soon, or two cards turned", ("6.1.a", "6.2.a")),
        Situation("Jack as starter not pegged", ("6.3.c",)),
    ),
    "The play": (
        Situation("Renege: said go with a card to play", ("7.3", "7.3.a", "7.3.b", "7.3.c", "7.3.e")),
        Situation("Wrong count announced", ("7.4.a", "7.4.b")),
        Situation("Card past 31, or two cards at once", ("7.1.e", "7.1.f")),
        Situation("The wrong player led", ("7.1.b",)),
    ),
    "Pegging": (
        Situation("Pegged too many", ("8.4.c", "8.4.c.(1)", "8.4.c.(2)", "8.4.d")),
        Situation("Pegged too few", ("8.3", "10.2")),
        Situation("Claimed the game too soon", ("8.4.a", "8.4.b")),
        Situation("Pegged backwards, or took out the front peg", ("8.5.a", "8.5.a.(2)")),
        Situation("Both pegs out, or knocked out", ("8.5.b", "8.6"), only_earlier=("8.7",)),
        Situation("Opponent’s peg, or the wrong track", ("8.7", "8.8")),
        Situation("Did not peg out", ("8.10", "8.10.a", "8.10.b"), only_earlier=("8.11.a",)),
    ),
    "Counting": (
        Situation("Counted out of order", ("9.2.c", "9.2.e")),
        Situation("Hand, crib or starter mixed with other cards", ("9.4.a", "9.4.b", "9.4.c", "9.3.a")),
        Situation("Muggins", ("10.2", "10.3", "10.4.a", "10.4.b", "10.4.c")),
    ),
    "Around the table": (
        Situation("A player disagrees with a ruling", ("11.4.a", "11.4.b")),
        Situation("Not there when playoffs begin", ("13.1",)),
        Situation("No rule fits", ("14.1",)),
    ),
}


def quick_reference(edition: str) -> dict[str, list[SituationShown]]:
    """Return the situations by the part of the game they belong to, each with its rules in an edition."""
    return {
        part: [SituationShown(situation.name, tuple(_rules(edition, situation))) for situation in situations]
        for part, situations in SITUATIONS.items()
    }


def _rules(edition: str, situation: Situation) -> Iterator[Rule]:
    """Yield each rule of a situation once, under the earlier edition those that stand for them there."""
    in_force = [rules_of(IN_FORCE)[number] for number in situation.numbers]
    if edition == IN_FORCE:
        yield from in_force
        return
    there = [rule for here in in_force if (rule := in_other_edition(here))]
    yield from dict.fromkeys((*there, *(rules_of(edition)[number] for number in situation.only_earlier)))
