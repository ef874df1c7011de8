"""Which situation works out which rule of 2 to 11, so that a rule that was found leads to its points.

A rule that is not listed moves no points: it is shown in words, or names no remedy at all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache

from judging.rules.rulebook import EARLIER, IN_FORCE, Rule, find_rule, parts_below, rules_of


@dataclass(frozen=True, slots=True)
class Route:
    """A situation, by its slug, and the answers that the rule gives by itself."""

    slug: str
    answers: Mapping[str, str] = field(default_factory=dict)


def _routes(slug: str, question: str, answers: Mapping[str, str]) -> dict[str, Route]:
    return {number: Route(slug, {question: answer} if answer else {}) for number, answer in answers.items()}


_OFFENCES = {
    "2.1": "bottom_after_shuffle",
    "3.3.a": "bottom_while_cutting",
    "3.3.b": "bottom_after_cut",
    "5.2.a": "crib_before_count",
    "5.2.b": "crib_before_discard",
    "5.2.c": "crib_played",
    "6.1.b": "bottom_at_starter",
    "6.1.c": "starter_in_hand",
    "9.4.c": "crib_mixed",
    "9.4.c.(1)": "crib_mixed",
    "9.4.c.(2)": "crib_mixed",
}
_PEGS = {"8.5.a": "front", "8.5.b": "both", "10.1.c": "not-out"}
_PEGS_OF = {
    IN_FORCE: {"8.6": "touched", "8.8": "track", "8.9": "go", "8.10": "not-out", "8.10.b": "conceded"},
    EARLIER: {
        **dict.fromkeys(("8.6", "8.7"), "touched"),
        "8.9": "track",
        "8.10": "go",
        "8.11": "not-out",
        "8.11.d": "conceded",
        **dict.fromkeys(("8.11.a", "8.11.b", "8.11.c"), "act"),
    },
}
_BOTH = {
    **_routes("two-points", "offence", _OFFENCES),
    **_routes("before-play", "what", {"3.3.c": "cut", "4.1.b": "turn"}),
    **{
        number: Route("before-play", {"what": "seen", "how-seen": seen})
        for number, seen in (("4.3.a", "by_dealer"), ("4.3.b", "by_pone"), ("4.3.c", "in_pack"))
    },
    **{
        number: Route("before-play", {"what": "pack", "fault": fault})
        for number, fault in (("4.5.a", "marked"), ("4.5.b", "doubled"), ("4.5.c", "stray"), ("4.5.d", "short"))
    },
    "5.1.c": Route("before-play", {"what": "crib", "cards": "one"}),
    "5.1.d": Route("before-play", {"what": "crib", "cards": "all"}),
    **_routes(
        "wrong-number",
        "stage",
        {
            "4.4": "",
            **dict.fromkeys(("4.4.a", "4.4.a.(1)", "4.4.a.(2)", "4.4.a.(3)"), "discard"),
            "4.4.b": "",
            "4.4.b.(1)": "before",
            "4.4.b.(2)": "after",
            **dict.fromkeys(("4.4.c", "4.4.d", *(f"4.4.d.({action})" for action in range(1, 14))), ""),
        },
    ),
    **_routes(
        "play",
        "what",
        {
            "6.1.a": "starter",
            **dict.fromkeys(("6.2.a", "6.2.b"), "two-turned"),
            **dict.fromkeys(("6.3.a", "6.3.b", "6.3.c"), "jack"),
            "7.1.b": "lead",
            "7.1.e": "let-go",
            "7.1.f": "two-laid",
        },
    ),
    "7.3": Route("renege"),
    **dict.fromkeys(("7.4", "7.4.a", "7.4.b"), Route("wrong-count")),
    "8.3": Route("pegged-too-few"),
    **dict.fromkeys(("8.4.a", "8.4.b", "8.4.b.(1)", "8.4.b.(2)", "8.4.b.(3)"), Route("false-claim")),
    "8.4.a.(1)": Route("false-claim", {"act": "game_hole"}),
    **_routes(
        "pegged-too-many", "found-by", {"8.4.c": "", "8.4.c.(1)": "opponent", "8.4.c.(2)": "offender", "8.4.d": ""}
    ),
    **_routes("pegs", "what", _PEGS),
    **{
        number: Route("pegs", {"what": "front", "front-peg": front_peg})
        for number, front_peg in (("8.5.a.(1)", "in_hand"), ("8.5.a.(3)", "pegged_forward"))
    },
    # Which of three ways back it was has to be asked.
    "8.5.a.(2)": Route("pegs", {"what": "front"}),
    **_routes("counting", "what", {"9.2.c": "too-soon", "9.2.d": "announced", "9.3.a": "starter"}),
    **{
        number: Route("counting", {"what": "starter", "found": found})
        for number, found in (("9.3.a.(1)", "rebuilt"), ("9.3.a.(2)", "drawn"), ("9.3.a.(3)", "lost_in_pack"))
    },
    **_routes("counting", "what", {"9.4.a": "hand", "9.4.b": "crib"}),
    **_routes(
        "muggins",
        "missed",
        {
            **dict.fromkeys(("10.1.a", "10.2", "10.3", "10.4", "10.4.a", "10.4.d"), ""),
            "10.3.a": "penalty",
            "10.3.b": "muggins",
            "10.3.c": "heels",
            "10.3.d": "pegged_backward",
            **dict.fromkeys(("10.4.b", "10.4.b.(1)", "10.4.b.(2)"), "in_play"),
            **dict.fromkeys(("10.4.c", "10.4.c.(1)", "10.4.c.(2)"), "in_count"),
        },
    ),
    "11.2": Route("penalty"),
    "11.3": Route("penalty"),
    "11.4.b": Route("removal"),
}
ROUTES: Mapping[str, Mapping[str, Route]] = {
    IN_FORCE: {
        **_BOTH,
        "5.3": Route("before-play", {"what": "discard"}),
        "5.3.a": Route("before-play", {"what": "discard"}),
        "5.3.b": Route("wrong-number", {"stage": "discard"}),
        **dict.fromkeys((f"7.3.{part}" for part in "abcde"), Route("renege")),
        "8.4.a.(2)": Route("false-claim", {"act": "game_record_hole"}),
        "8.4.a.(3)": Route("false-claim", {"act": "game_record_peg"}),
        "8.5.c": Route("two-points", {"offence": "back_peg_moved"}),
        "8.7": Route("opponents-peg"),
        **_routes("pegs", "what", _PEGS_OF[IN_FORCE]),
        "8.10.a": Route("pegs", {"what": "not-out", "refuses": "yes"}),
        "9.2.e": Route("counting", {"what": "crib-first"}),
    },
    EARLIER: {
        **_BOTH,
        "5.1.b": Route("two-points", {"offence": "crib_taken_up"}),
        "8.4.a.(2)": Route("false-claim", {"act": "scorecard"}),
        "8.4.a.(3)": Route("false-claim", {"act": "game_record_hole"}),
        "8.4.a.(4)": Route("false-claim", {"act": "game_record_peg"}),
        **_routes("pegs", "what", _PEGS_OF[EARLIER]),
        "8.8": Route("opponents-peg"),
        "8.11.a.(1)": Route("pegs", {"what": "act", "act": "scorecard"}),
        "8.11.a.(2)": Route("pegs", {"what": "act", "act": "game_record_hole"}),
        "8.11.a.(3)": Route("pegs", {"what": "act", "act": "game_record_peg"}),
        "10.3.e": Route("muggins", {"missed": "forfeited"}),
    },
}

NO_REMEDY = frozenset(
    {
        *("2.2", "2.3", "3.1.a", "3.1.b", "3.1.c", "4.2.a", "4.2.b", "4.2.c", "4.2.d", "5.1.a", "6.4"),
        *("7.1.a", "7.1.c", "7.1.d", "8.1", "8.2", "9.1", "9.2.a", "9.2.b", "9.3.b", "9.5", "10.1.b"),
    }
)
"""Duties that the books put on players or directors without saying what follows if they are not kept."""


class HowHandled(Enum):
    """The three ways in which a rule is handled, as docs/rules.md names them."""

    WORKED_OUT = "worked out"
    IN_WORDS = "shown in words"
    NO_REMEDY = "no remedy in the book"


@cache
def route_of(edition: str, number: str) -> Route | None:
    """Return what works a rule out: for a heading the first of its parts that is; ``None`` where it moves nothing."""
    rule = find_rule(edition, number)
    if rule is None or rule.is_withdrawn:
        return None
    for one in (rule, *parts_below(rule)):
        if route := ROUTES[edition].get(one.number):
            return route
    return None


def how_handled(rule: Rule) -> HowHandled:
    """Return in which of the three ways a rule is handled; a heading as the first of its parts that is worked out."""
    if route_of(rule.edition, rule.number):
        return HowHandled.WORKED_OUT
    parts = parts_below(rule) or [rule]
    return HowHandled.NO_REMEDY if all(one.number in NO_REMEDY for one in parts) else HowHandled.IN_WORDS


def rules_handled(edition: str) -> list[Rule]:
    """Return every rule of chapters 2 to 11 of an edition that can be applied, in the order of the book."""
    chapters = {str(chapter) for chapter in range(2, 12)}
    return [rule for rule in rules_of(edition).values() if rule.part in chapters and not rule.is_withdrawn]
