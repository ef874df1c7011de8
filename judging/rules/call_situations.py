"""The situations that a judge can choose from, the commonest first, each with its questions and its working."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

from judging.rules.call_questions import (
    HOLES,
    SIDES,
    YES_NO,
    CallSituation,
    Facts,
    Proposal,
    Question,
    Unanswered,
    choice,
    field,
    for_sides,
    found_by,
    player,
    tapped,
)
from judging.rules.call_situations_deal import ask_before_play, work_before_play
from judging.rules.hand import CARDS_IN_HAND, RANKS
from judging.rules.muggins import Missed, muggins
from judging.rules.pegging_penalties import (
    CLAIM_ACTS,
    MAX_COUNT,
    NO_RENEGE_UP_TO,
    ClaimAct,
    card_past_31,
    false_claim,
    opponents_peg,
    overpegging,
    playable,
    renege,
    underpegging,
)
from judging.rules.quick_reference import quick_reference
from judging.rules.remedy import GAME_HOLE, NOT_COVERED, Board, Remedy, retracted
from judging.rules.rulebook import IN_FORCE
from judging.rules.two_points import PENALTIES, Offence, two_points
from judging.rules.wrong_number import Number as CardsNumber
from judging.rules.wrong_number import Pile, before_both_discarded, kept_from_counting, wrong_number

type_choice = TypeVar("type_choice", bound=Enum)

REMOVAL, REMOVAL_RULE = "removal", "11.4.b"

IN_TIME = choice("in-time", "Called in time", YES_NO, "yes", folded=True)


# Pegged too many, too few, with the wrong pegs


def _ask_overpegging(facts: Facts) -> tuple[Question, ...]:
    finders = (("opponent", "the other player"), ("offender", "who pegged it"))
    when = (("play", "during the play"), ("count", "while counting"))
    return (
        player("Who pegged too many?"),
        tapped("error", "Holes too many"),
        choice("found-by", "Found by", finders, "opponent"),
        IN_TIME,
        choice("when", "Pegged", when, "play", folded=True),
        choice("past-31", "For a card past 31", YES_NO, "no", folded=True),
        *HOLES,
    )


def _work_overpegging(facts: Facts) -> Proposal:
    if facts.is_yes("past-31", "no"):
        too_far = card_past_31(
            edition=facts.edition,
            pegged=facts.number("error"),
            found_by=found_by(facts, "found-by"),
            board=facts.board,
            in_time=facts.is_yes("in-time", "yes"),
        )
        return for_sides(facts, too_far, facts.side())
    remedy = overpegging(
        error=facts.number("error"),
        found_by=found_by(facts, "found-by"),
        board=facts.board,
        in_time=facts.is_yes("in-time", "yes"),
        during_play=facts.text("when", "play") == "play",
    )
    return for_sides(facts, remedy, facts.side())


def _ask_offender(facts: Facts) -> tuple[Question, ...]:
    return (player("Who did it?"),)


def _work_underpegging(facts: Facts) -> Proposal:
    return for_sides(facts, underpegging(), facts.side())


def _ask_opponents_peg(facts: Facts) -> tuple[Question, ...]:
    ways = (("forward", "forward"), ("back", "back, a penalty"))
    return (
        player("Who took the other’s peg?"),
        field("due", "Points the offender still has to peg", "0", most=29),
        choice("way", "Which way these points go", ways, "forward", folded=True),
        *HOLES,
    )


def _work_opponents_peg(facts: Facts) -> Proposal:
    due = facts.number("due", "0") * (-1 if facts.text("way", "forward") == "back" else 1)
    remedy = opponents_peg(edition=facts.edition, due=due, board=facts.board)
    return for_sides(facts, remedy, facts.side())


# False claim of game

CRIB_FIRST = choice("crib-first", "A dealer, by counting the crib before the hand", YES_NO, "no", folded=True)


def _ask_false_claim(facts: Facts) -> tuple[Question, ...]:
    acts = tuple((act.name.lower(), act.value) for act in CLAIM_ACTS[facts.edition])
    return (
        player("Who claimed the game?"),
        tapped("short", f"How many points short of {GAME_HOLE}?"),
        choice("act", "How", acts, ClaimAct.GAME_HOLE.name.lower(), folded=True),
        *((CRIB_FIRST,) if facts.edition == IN_FORCE else ()),
        HOLES[1],
    )


def _work_false_claim(facts: Facts) -> Proposal:
    who, true_hole = facts.side(), GAME_HOLE - facts.number("short")
    remedy = false_claim(
        edition=facts.edition,
        board=Board(true_hole, facts.hole("opponent-hole")),
        act=_member(ClaimAct, facts.text("act", ClaimAct.GAME_HOLE.name.lower())),
        crib_first=facts.is_yes("crib-first", "no"),
    )
    return for_sides(facts, remedy, who)


# Renege

COUNTS = (
    (str(NO_RENEGE_UP_TO), f"{NO_RENEGE_UP_TO} or less"),
    *((str(count), str(count)) for count in range(NO_RENEGE_UP_TO + 1, MAX_COUNT)),
)


_ORDINALS = ("", "First", "Second", "Third", "Fourth")


def _ask_renege(facts: Facts) -> tuple[Question, ...]:
    """Ask for the cards that the count left room for, one row for each card that may have been held."""
    asked = [player("Who said go?"), choice("count", "Count at the go", COUNTS)]
    count = facts.answers.get("count", "")
    if count in dict(COUNTS) and not _is_below_renege(facts):
        ranks = tuple((RANKS[rank - 1], RANKS[rank - 1]) for rank in playable(range(1, 14), int(count)))
        none = (("none", "none"), *ranks)
        asked += [
            choice(f"card-{place}", f"{_ORDINALS[place]} card that could have been played", none, default)
            for place, default in enumerate(("", "none", "none", "none"), start=1)
        ]
    return (
        *asked,
        choice("corrected", "Taken back before anybody played or pegged", YES_NO, "no", folded=True),
        IN_TIME,
        choice("out", "The other player has pegged out since", YES_NO, "no", folded=True),
        field("since-offender", "Points the offender has pegged since", "0", most=31),
        field("since-opponent", "Points the other has pegged since, the go included", "0", most=31),
        *HOLES,
    )


def _is_below_renege(facts: Facts) -> bool:
    """Whether the edition knows no renege on this count, whatever was held."""
    return facts.edition == IN_FORCE and facts.answers.get("count") == str(NO_RENEGE_UP_TO)


def _work_renege(facts: Facts) -> Proposal:
    who, count = facts.side(), facts.number("count")
    if _is_below_renege(facts):
        cards = [RANKS[0]]  # any card could have been played
    else:
        others = range(2, CARDS_IN_HAND + 1)
        cards = [facts.text("card-1"), *(facts.text(f"card-{place}", "none") for place in others)]
    remedy = renege(
        edition=facts.edition,
        held=[RANKS.index(card) + 1 for card in cards if card in RANKS],
        count=count,
        board=facts.board,
        pegged_since=(facts.number("since-offender", "0"), facts.number("since-opponent", "0")),
        pegged_out=facts.is_yes("out", "no"),
        corrected=facts.is_yes("corrected", "no"),
        in_time=facts.is_yes("in-time", "yes"),
    )
    return for_sides(facts, remedy, who)


# Wrong number of cards

STAGES = (
    ("discard", "not both have discarded"),
    ("before", "both have; no starter yet"),
    ("after", "the starter is turned"),
)
NUMBERS = tuple((number.value, number.value) for number in CardsNumber)


def _ask_wrong_number(facts: Facts) -> tuple[Question, ...]:
    asked = [player("Who dealt?", "dealer"), choice("stage", "How far", STAGES)]
    stage = facts.answers.get("stage")
    if stage == "discard":
        asked += [
            tapped("dealer-cards", "Cards dealt to the dealer", 3, 9, "6"),
            tapped("pone-cards", "Cards dealt to the other", 3, 9, "6"),
            tapped("discarded", "Cards that one of them has laid away", 0, 5, "0"),
            choice("confirmed", "Both agree on the numbers", YES_NO, "yes", folded=True),
        ]
    elif stage in ("before", "after"):
        asked += [
            choice("pone", "Hand of the player who did not deal", NUMBERS, "correct"),
            choice("dealers-hand", "Hand of the dealer", NUMBERS, "correct"),
            choice("crib", "Crib", NUMBERS, "correct"),
        ]
    if stage == "after":
        asked += [
            field("pegged-pone", "Pegged in this play by who did not deal", "0", most=61),
            field("pegged-dealer", "Pegged in this play by the dealer", "0", most=61),
        ]
    return tuple(asked)


def _work_wrong_number(facts: Facts) -> Proposal:
    dealer, stage = facts.side("dealer"), facts.text("stage")
    if stage == "discard":
        remedy = before_both_discarded(
            pone=facts.number("pone-cards", "6"),
            dealer=facts.number("dealer-cards", "6"),
            discarded=facts.number("discarded", "0") or None,
            confirmed=facts.is_yes("confirmed", "yes"),
        )
    elif stage in ("before", "after"):
        remedy = _by_the_table(facts, after_starter=stage == "after")
    else:
        raise Unanswered("stage")
    return for_sides(facts, remedy, dealer, "Dealer")


def _by_the_table(facts: Facts, *, after_starter: bool) -> Remedy:
    """Look the three numbers up; the remedy's offender is the dealer here, who pays nothing by it."""
    numbers = {
        name: _value(CardsNumber, facts.text(name, "correct")) for name in ("pone", "dealers-hand", "crib")
    }
    found = wrong_number(
        edition=facts.edition,
        pone=numbers["pone"],
        dealer=numbers["dealers-hand"],
        crib=numbers["crib"],
        after_starter=after_starter,
    )
    taken_back = {
        pile: retracted(None, facts.number(name, "0") if pile in found.retracted else 0)
        for pile, name in ((Pile.DEALER, "pegged-dealer"), (Pile.PONE, "pegged-pone"))
    }
    counted = ", ".join(pile.value for pile in found.counted)
    after = "" if found.redeal or found.look_again else f" Counted: {counted or 'nothing'}."
    return Remedy(f"{found.summary}{after}", found.rules, taken_back[Pile.DEALER], taken_back[Pile.PONE])


def _ask_kept(facts: Facts) -> tuple[Question, ...]:
    hole = field("offender-hole", "Hole of the offender’s front peg", folded=False)
    return (player("Who kept the other from counting?"), hole, HOLES[1])


def _work_kept(facts: Facts) -> Proposal:
    if facts.hole("offender-hole") is None:
        raise Unanswered("offender-hole")
    return for_sides(facts, kept_from_counting(facts.board), facts.side())


# Two points


def _ask_two_points(facts: Facts) -> tuple[Question, ...]:
    offences = tuple((offence.name.lower(), offence.value) for offence in PENALTIES[facts.edition])
    asked = [player("Who did it?"), choice("offence", "What", offences)]
    if facts.answers.get("offence") == Offence.CRIB_PLAYED.name.lower():
        asked.append(field("since", "Points pegged while playing the crib", "0", folded=False, most=31))
    return (*asked, *HOLES)


def _work_two_points(facts: Facts) -> Proposal:
    offence = _member(Offence, facts.text("offence"))
    since = facts.number("since", "0") if offence is Offence.CRIB_PLAYED else 0
    remedy = two_points(edition=facts.edition, offence=offence, board=facts.board, pegged_since=since)
    return for_sides(facts, remedy, facts.side())


# Muggins


def _ask_muggins(facts: Facts) -> tuple[Question, ...]:
    missed = tuple((one.name.lower(), one.value) for one in Missed)
    who = player("Who missed points?")
    if not facts.muggins:
        return (who,)
    return (
        who,
        tapped("claimed", "Points claimed by the other"),
        tapped("true", "Points truly missed", 0),
        choice("missed", "Missed", missed, Missed.IN_COUNT.name.lower(), folded=True),
        IN_TIME,
        *HOLES,
    )


def _work_muggins(facts: Facts) -> Proposal:
    remedy = muggins(
        edition=facts.edition,
        played=facts.muggins,
        claimed=facts.number("claimed", "" if facts.muggins else "1"),
        true=facts.number("true", "" if facts.muggins else "0"),
        missed=_member(Missed, facts.text("missed", Missed.IN_COUNT.name.lower())),
        board=facts.board,
        in_time=facts.is_yes("in-time", "yes"),
    )
    return for_sides(facts, remedy, facts.side(), "Missed by")


# Removal, and whatever else


def _work_removal(facts: Facts) -> Proposal:
    name = facts.names[SIDES.index(facts.side())]
    text = (
        f"{name} refuses a ruling of which three judges have given notice, and is out of the event. What is being"
        " played is lost; where spread counts, the other player wins by ten."
    )
    return Proposal(text, (REMOVAL_RULE,))


def _ask_other(facts: Facts) -> tuple[Question, ...]:
    names = tuple(
        (f"{part}-{place}", shown.name)
        for part, situations in enumerate(quick_reference(facts.edition).values())
        for place, shown in enumerate(situations)
    )
    return (choice("which", "What it is about", (*names, ("none", "none of these"))),)


def _work_other(facts: Facts) -> Proposal:
    """Cite what settles it and leave the text to the judges."""
    which = facts.text("which")
    for part, situations in enumerate(quick_reference(facts.edition).values()):
        for place, shown in enumerate(situations):
            if which == f"{part}-{place}":
                found = tuple(rule.number for rule in shown.rules if not rule.is_withdrawn)
                return Proposal("", found[:1])
    return Proposal("", (NOT_COVERED[facts.edition],))


def _member(kind: type[type_choice], name: str) -> type_choice:
    """Return the member with this name; a name that the form does not have is no answer."""
    try:
        return kind[name.upper()]
    except KeyError:
        raise Unanswered(name) from None


def _value(kind: type[type_choice], value: str) -> type_choice:
    try:
        return kind(value)
    except ValueError:
        raise Unanswered(value) from None


# The five commonest come first.
CALL_SITUATIONS = (
    CallSituation("pegged-too-many", "Pegged too many", "pegs", _ask_overpegging, _work_overpegging),
    CallSituation("renege", "Renege", "go", _ask_renege, _work_renege),
    CallSituation("wrong-number", "Wrong number of cards", "cards", _ask_wrong_number, _work_wrong_number),
    CallSituation("two-points", "Looked at a card", "eye", _ask_two_points, _work_two_points),
    CallSituation("false-claim", "Claimed the game too soon", "flag", _ask_false_claim, _work_false_claim),
    CallSituation("muggins", "Muggins", "count", _ask_muggins, _work_muggins),
    CallSituation("opponents-peg", "Moved the other’s peg", "swap", _ask_opponents_peg, _work_opponents_peg),
    CallSituation("pegged-too-few", "Pegged too few", "few", _ask_offender, _work_underpegging),
    CallSituation("kept-from-counting", "Kept the other from counting cards", "hand", _ask_kept, _work_kept),
    CallSituation("before-play", "Cut, deal, pack or crib", "cards", ask_before_play, work_before_play),
    CallSituation(REMOVAL, "Refuses a ruling of three judges", "door", _ask_offender, _work_removal),
    CallSituation("other", "Something else", "book", _ask_other, _work_other),
)
BY_SLUG = {situation.slug: situation for situation in CALL_SITUATIONS}
