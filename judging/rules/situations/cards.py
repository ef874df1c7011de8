"""Renege, wrong numbers of cards, and looks that cost two points."""

from judging.rules.call_questions import (
    HOLES,
    IN_TIME,
    SIDES,
    YES_NO,
    Facts,
    Proposal,
    Question,
    Unanswered,
    choice,
    field,
    for_sides,
    member,
    player,
    tapped,
)
from judging.rules.hand import CARDS_IN_HAND, RANKS
from judging.rules.pegging_penalties import MAX_COUNT, NO_RENEGE_UP_TO, playable, renege
from judging.rules.remedy import Remedy, retracted
from judging.rules.rulebook import IN_FORCE
from judging.rules.two_points import PENALTIES, Offence, two_points
from judging.rules.wrong_number import (
    CARDS_AFTERWARDS,
    CARDS_DEALT,
    Number,
    Pile,
    WrongNumber,
    before_both_discarded,
    extra_cards_into_crib,
    kept_from_counting,
    number_of,
    wrong_number,
)

# Renege

COUNTS = (
    (str(NO_RENEGE_UP_TO), f"{NO_RENEGE_UP_TO} or less"),
    *((str(count), str(count)) for count in range(NO_RENEGE_UP_TO + 1, MAX_COUNT)),
)


_ORDINALS = ("", "First", "Second", "Third", "Fourth")


def ask_renege(facts: Facts) -> tuple[Question, ...]:
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
        IN_TIME,
        choice("corrected", "Taken back before anybody played or pegged", YES_NO, "no", folded=True),
        choice("out", "The other player has pegged out since", YES_NO, "no", folded=True),
        field("since-offender", "Points the offender has pegged since", "0", most=31),
        field("since-opponent", "Points the other has pegged since, the go included", "0", most=31),
        *HOLES,
    )


def _is_below_renege(facts: Facts) -> bool:
    """Whether the edition has no renege on this count, whatever was held."""
    return facts.edition == IN_FORCE and facts.answers.get("count") == str(NO_RENEGE_UP_TO)


def work_renege(facts: Facts) -> Proposal:
    """Work it out (rule 7.3)."""
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
        in_time=facts.is_yes("in-time"),
    )
    return for_sides(facts, remedy, who)


# Wrong number of cards

STAGES = (
    ("discard", "not both have discarded"),
    ("before", "both have; no starter yet"),
    ("after", "the starter is turned"),
)
NUMBERS = tuple((number.value, number.value) for number in Number)
PILES = ("pone", "dealers-hand", "crib")
PILE_NAMES = dict(zip(PILES, ("the player who did not deal", "the dealer", "the crib"), strict=True))
KEPT_HOLES = (field("offender-hole", "Hole of the offender’s front peg", folded=False), HOLES[1])
KEPT = (("nobody", "no"), ("dealer", "the dealer did"), ("pone", "the other did"))
USUAL_CARDS = {Number.FEW: 3, Number.CORRECT: CARDS_AFTERWARDS, Number.MANY: 5}
HOW_MANY = {Number.FEW: (0, 3), Number.CORRECT: (4, 4), Number.MANY: (5, 8)}


def ask_wrong_number(facts: Facts) -> tuple[Question, ...]:
    """Ask how far the deal is, and how many cards lie where."""
    asked = [player("Who dealt?", "dealer"), choice("stage", "How far", STAGES)]
    stage = facts.answers.get("stage")
    if stage == "discard":
        asked += [
            tapped("dealer-cards", "Cards dealt to the dealer", 3, 9, "6"),
            tapped("pone-cards", "Cards dealt to the other", 3, 9, "6"),
            tapped("discarded", "Cards that one of them has laid away", 0, 5, "0"),
            choice("confirmed", "Both agree on the numbers", YES_NO, "yes", folded=True),
            choice("kept", "One kept the other from counting", KEPT, "nobody", folded=True),
            *(KEPT_HOLES if facts.answers.get("kept", "nobody") != "nobody" else ()),
        ]
    elif stage in ("before", "after"):
        asked += [
            choice("pone", "Hand of the player who did not deal", NUMBERS, "correct"),
            choice("dealers-hand", "Hand of the dealer", NUMBERS, "correct"),
            choice("crib", "Crib", NUMBERS, "correct"),
        ]
        numbers = _numbers(facts)
        if _look_up(facts, numbers).look_again:
            asked += _how_many(numbers)
    if stage == "after":
        asked += [
            field("pegged-pone", "Pegged in this play by who did not deal", "0", most=61),
            field("pegged-dealer", "Pegged in this play by the dealer", "0", most=61),
        ]
    return tuple(asked)


def work_wrong_number(facts: Facts) -> Proposal:
    """Work it out (rule 4.4)."""
    dealer, stage = facts.side("dealer"), facts.text("stage")
    kept = facts.text("kept", "nobody")
    if stage == "discard" and kept != "nobody":
        other = SIDES[1 - SIDES.index(dealer)]
        return _kept_by(facts, dealer if kept == "dealer" else other)
    if stage == "discard":
        remedy = before_both_discarded(
            pone=facts.number("pone-cards", "6"),
            dealer=facts.number("dealer-cards", "6"),
            discarded=facts.number("discarded", "0") or None,
            confirmed=facts.is_yes("confirmed", "yes"),
        )
    elif stage in ("before", "after"):
        remedy = _by_the_table(facts)
    else:
        raise Unanswered("stage")
    return for_sides(facts, remedy, dealer, "Dealer")


def _by_the_table(facts: Facts) -> Remedy:
    """Look the three numbers up, again after extra cards went into the crib (rule 4.4.d.(5)).

    The remedy's offender is the dealer here, who pays nothing by it.
    """
    numbers = _numbers(facts)
    found, before = _look_up(facts, numbers), ""
    rules: tuple[str, ...] = ()
    if found.look_again:
        usual = zip(PILES, _usual_cards(numbers), strict=True)
        left = extra_cards_into_crib(*(facts.number(f"{pile}-cards", str(cards)) for pile, cards in usual))
        rules = found.rules
        before = (
            "Extra cards go from the hands into the crib, which leaves"
            f" {left[0]} with the pone, {left[1]} with the dealer and {left[2]} in the crib. "
        )
        found = _look_up(facts, tuple(number_of(cards) for cards in left))
    taken_back = {
        pile: retracted(None, facts.number(name, "0") if pile in found.retracted else 0)
        for pile, name in ((Pile.DEALER, "pegged-dealer"), (Pile.PONE, "pegged-pone"))
    }
    counted = ", ".join(pile.value for pile in found.counted)
    after = "" if found.redeal else f" Counted: {counted or 'nothing'}."
    return Remedy(
        f"{before}{found.summary}{after}",
        tuple(dict.fromkeys((*rules, *found.rules))),
        taken_back[Pile.DEALER],
        taken_back[Pile.PONE],
    )


def _numbers(facts: Facts) -> tuple[Number, ...]:
    return tuple(member(Number, facts.text(pile, "correct")) for pile in PILES)


def _look_up(facts: Facts, numbers: tuple[Number, ...]) -> WrongNumber:
    pone, dealer, crib = numbers
    return wrong_number(
        edition=facts.edition, pone=pone, dealer=dealer, crib=crib, after_starter=facts.answers.get("stage") == "after"
    )


def _how_many(numbers: tuple[Number, ...]) -> list[Question]:
    """Ask how many cards there are, where the table has the extra ones moved."""
    return [
        tapped(f"{pile}-cards", f"Cards with {PILE_NAMES[pile]}", *HOW_MANY[number], str(usual))
        for pile, number, usual in zip(PILES, numbers, _usual_cards(numbers), strict=True)
    ]


def _usual_cards(numbers: tuple[Number, ...]) -> tuple[int, ...]:
    """Return the likeliest numbers of cards: one too many or too few in a hand, and twelve in all."""
    pone, dealer = (USUAL_CARDS[number] for number in numbers[:2])
    low, high = HOW_MANY[numbers[2]]
    return pone, dealer, min(max(low, 2 * CARDS_DEALT - pone - dealer), high)


def ask_kept(facts: Facts) -> tuple[Question, ...]:
    """Ask where the offender's front peg stands, which the penalty depends on."""
    del facts
    return (player("Who kept the other from counting?"), *KEPT_HOLES)


def work_kept(facts: Facts) -> Proposal:
    """Work it out (rule 4.4.a.(3))."""
    return _kept_by(facts, facts.side())


def _kept_by(facts: Facts, offender: str) -> Proposal:
    if facts.hole("offender-hole") is None:
        raise Unanswered("offender-hole")
    return for_sides(facts, kept_from_counting(facts.board), offender)


# Two points


def ask_two_points(facts: Facts) -> tuple[Question, ...]:
    """Ask what the player has done."""
    offences = tuple((offence.name.lower(), offence.value) for offence in PENALTIES[facts.edition])
    asked = [player("Who did it?"), choice("offence", "What", offences)]
    if facts.answers.get("offence") == Offence.CRIB_PLAYED.name.lower():
        asked.append(field("since", "Points pegged while playing the crib", "0", folded=False, most=31))
    return (*asked, *HOLES)


def work_two_points(facts: Facts) -> Proposal:
    """Work it out: two points."""
    offence = member(Offence, facts.text("offence"))
    since = facts.number("since", "0") if offence is Offence.CRIB_PLAYED else 0
    remedy = two_points(edition=facts.edition, offence=offence, board=facts.board, pegged_since=since)
    return for_sides(facts, remedy, facts.side())
