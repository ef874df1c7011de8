"""Before the play: a cut forgotten, a deal out of turn, a card seen while dealing, a faulty pack, a crib gone astray.

None of it costs points. Where the hands are void, what was pegged in them is taken back: a correction, which goes to
nobody. The dealer stands where other remedies have the offender, the pone where they have the opponent.
"""

from enum import Enum

from judging.rules.remedy import (
    NOT_COVERED,
    UNKNOWN,
    Board,
    Remedy,
    WorkingError,
    nothing_pegged,
    refuse_finished_game,
    retracted,
)

NO_PEGGING = (0, 0)


class CardSeen(Enum):
    """Through whom, or how, a card came to be seen while dealing."""

    BY_DEALER = "the dealer showed it"
    BY_PONE = "the pone looked at it or turned it up"
    IN_PACK = "it lay face up in the pack"


class Fault(Enum):
    """What is wrong with the pack."""

    MARKED = "a card can be told from its back"
    DOUBLED = "a card is there twice"
    STRAY = "a card of the pack lies elsewhere"
    SHORT = "the pack is not complete"


SEEN_RULES = {CardSeen.BY_DEALER: "4.3.a", CardSeen.BY_PONE: "4.3.b", CardSeen.IN_PACK: "4.3.c"}
FAULT_RULES = {Fault.MARKED: "4.5.a", Fault.DOUBLED: "4.5.b", Fault.STRAY: "4.5.c", Fault.SHORT: "4.5.d"}


def forgotten_cut(*, taken_up: bool, board: Board = UNKNOWN) -> Remedy:
    """Work out a deal without a cut (rule 3.3.c): ``taken_up`` tells that the pone has a card in hand already.

    Raises:
        WorkingError: the game is over.
    """
    refuse_finished_game(board)
    if taken_up:
        return nothing_pegged("Too late for a cut: play this hand.", ("3.3.c",), board)
    return nothing_pegged("No penalty. The pack is shuffled and cut, and the same dealer deals.", ("3.3.c",), board)


def dealt_out_of_turn(
    *, edition: str, both_have_played: bool, board: Board = UNKNOWN, pegged_since: tuple[int, int] = NO_PEGGING
) -> Remedy:
    """Work out a deal by the wrong player, who is the dealer here (rule 4.1.b).

    ``pegged_since`` is what that dealer and the pone have pegged in the deal; it is taken back where the deal is void,
    which the book leaves to be understood.

    Raises:
        WorkingError: the game is over, or so much cannot have been pegged.
    """
    refuse_finished_game(board)
    if both_have_played:
        return nothing_pegged(
            "Both have played a card: play this hand out. The player who did not deal deals the next.",
            ("4.1.b",),
            board,
        )
    left_open = ""
    if any(pegged_since):
        left_open = f"Rule 4.1.b says no more than that the deal is void (rule {NOT_COVERED[edition]})."
    return Remedy(
        "No penalty. The deal is void, and the right player deals.",
        ("4.1.b",),
        retracted(board.offender, pegged_since[0]),
        retracted(board.opponent, pegged_since[1]),
        left_open,
    )


def card_seen(*, edition: str, seen: CardSeen, board: Board = UNKNOWN) -> Remedy:
    """Work out a card that was seen while dealing (rules 4.3.a to c): who showed it is asked first.

    2020 says that the pack is shuffled before the new deal, 2010 only that it is dealt again.

    Raises:
        WorkingError: the game is over.
    """
    refuse_finished_game(board)
    rule = (SEEN_RULES[seen],)
    if seen is CardSeen.BY_PONE:
        return nothing_pegged("No new deal: the pone showed the card. Play on.", rule, board)
    shuffled = "The pack is shuffled, and the same dealer deals again."
    again = shuffled if edition == "acc-2020" else "The same dealer deals again."
    return nothing_pegged(f"No penalty. {again}", rule, board)


def faulty_pack(
    *,
    edition: str,
    fault: Fault,
    taken_up: bool = False,
    board: Board = UNKNOWN,
    pegged_since: tuple[int, int] = NO_PEGGING,
) -> Remedy:
    """Work out a pack that is not as it should be (rules 4.5.a to d).

    ``taken_up`` tells that a player has picked up a dealt card, which decides about a marked one. ``pegged_since`` is
    what dealer and pone have pegged or counted in a deal with a doubled card; all of it is taken back.

    Raises:
        WorkingError: points are to be taken back where no rule does so, or so many cannot have been pegged.
    """
    refuse_finished_game(board)
    rule = (FAULT_RULES[fault],)
    if fault is Fault.DOUBLED:
        return Remedy(
            "Play stops. Everything pegged or counted in this deal is taken back, hands and crib are dead, and the same"
            " dealer deals again with another pack.",
            rule,
            retracted(board.offender, pegged_since[0]),
            retracted(board.opponent, pegged_since[1]),
        )
    if any(pegged_since):
        raise WorkingError(f"Rule {rule[0]} takes no points back.")
    if fault is Fault.STRAY:
        return nothing_pegged("Play on. The card goes back into the pack after this deal.", rule, board)
    if fault is Fault.SHORT:
        return nothing_pegged("Play on. The pack is replaced after this deal.", rule, board)
    if taken_up:
        return nothing_pegged("Play this hand out. Then the card or the pack is replaced.", rule, board)
    replaced = "The card or the pack is replaced at once"
    new_deal = f"{replaced}; the same dealer shuffles and deals." if edition == "acc-2020" else f"{replaced}."
    return nothing_pegged(f"No penalty. {new_deal}", rule, board)


def crib_astray(
    *, by_both: bool, starter_turned: bool, both_have_played: bool = False, board: Board = UNKNOWN
) -> Remedy:
    """Work out cards laid on the wrong side for the crib (rules 5.1.c and d).

    ``by_both`` tells that all four lie on the pone's side, otherwise one player has laid theirs there.

    Left open by the book: one player's cards found on the wrong side only after the starter was turned.

    Raises:
        WorkingError: both have played before the starter was turned, or the game is over.
    """
    refuse_finished_game(board)
    if both_have_played and not starter_turned:
        raise WorkingError("Nobody plays before the starter is turned.")
    if not by_both:
        if starter_turned:
            return nothing_pegged(
                "No penalty. The cards are moved to the dealer's side, unseen.",
                ("5.1.c",),
                board,
                left_open="Rule 5.1.c ends at the starter and does not say what becomes of the cards after it.",
            )
        return nothing_pegged("No penalty. The player may take the cards back and choose again.", ("5.1.c",), board)
    if starter_turned and both_have_played:
        return nothing_pegged(
            "The crib now belongs to the player on whose side it lies. The other is the pone, and deals next.",
            ("5.1.d",),
            board,
        )
    return nothing_pegged("No penalty. The crib is moved to the dealer's side, unseen.", ("5.1.d",), board)


def discard_taken_back(*, edition: str, other_has_discarded: bool, board: Board = UNKNOWN) -> Remedy:
    """Say whether a discard may be taken up again (rule 5.3, new in 2020): while the other still holds six cards.

    In 2010 a look at a discard costs two points (rule 5.1.b): ``two_points``.

    Raises:
        WorkingError: the edition has no such rule, or the game is over.
    """
    refuse_finished_game(board)
    if edition != "acc-2020":
        raise WorkingError("This edition has no right to take a discard back: see rule 5.1.b.")
    if other_has_discarded:
        return nothing_pegged("No: both have discarded, and no card comes out of the crib.", ("5.3.a",), board)
    return nothing_pegged("No penalty. The discard may be taken back.", ("5.3",), board)
