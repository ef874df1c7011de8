"""Starter and play: a starter turned too soon, a jack, the wrong lead, a card let go, a wrong count said.

Where the dealer is the one to blame, the dealer stands where remedies have the offender and the pone where they have
the opponent. Points taken back are corrections and go to nobody (rule 11.1.b).
"""

from dataclasses import replace
from enum import Enum

from judging.rules.pegging_penalties import card_past_31, false_claim, overpegging
from judging.rules.remedy import (
    GAME_HOLE,
    NOT_COVERED,
    UNKNOWN,
    Board,
    Party,
    Pegging,
    Remedy,
    WorkingError,
    nothing_pegged,
    number_of_points,
    refuse_finished_game,
    retracted,
)

HEELS = 2


class Heels(Enum):
    """How far the dealer is with the two points for a jack as starter."""

    BEFORE_PLAY = "not pegged, and the dealer has not played"
    PLAYED = "not pegged, and the dealer has played"
    PEGGED_LATE = "pegged after the dealer had played"


class Lead(Enum):
    """How far the play is after a lead by the dealer."""

    DEALER_ALONE = "the other has not played"
    PONE_PLAYED_ON_IT = "each has played one card"
    WENT_ON = "play has gone on"


class TwoCards(Enum):
    """How the count that was said fits cards played together."""

    ONE_FITS = "it fits one of the cards"
    NONE_FITS = "no count was said, or it fits none"
    BOTH_FIT = "it fits more than one"


class AnnouncedCount(Enum):
    """What has become of a count said wrongly."""

    CHALLENGED = "the other player objects in time"
    CORRECTED = "the speaker puts it right in time"
    GO_WITHDRAWN = "a go said to it is withdrawn in time"
    TOO_LATE = "the game has gone on"


def starter_too_soon(*, edition: str, by_dealer: bool, pegged: int = 0, board: Board = UNKNOWN) -> Remedy:
    """Work out a starter turned before both have discarded (rule 6.1.a, alike in both editions).

    ``by_dealer``: it is the dealer who has yet to discard; otherwise the pone. ``pegged`` is what the dealer has
    pegged for it, a jack.

    Left open by the book: a pone who has yet to discard, and points for a jack that goes back.

    Raises:
        WorkingError: the game is over, or so much cannot have been pegged.
    """
    refuse_finished_game(board)
    who = "dealer" if by_dealer else "pone"
    doubts = []
    if not by_dealer:
        doubts.append("Rule 6.1.a speaks of a dealer who has yet to discard, not of a pone.")
    if pegged:
        doubts.append("It does not say that points for the card are taken back.")
    if doubts:
        doubts.append(f"It is worked out alike here (rule {NOT_COVERED[edition]}).")
    back = f" The {number_of_points(pegged)} pegged for it come off." if pegged else ""
    return Remedy(
        f"No penalty. The starter goes back into the pack, the {who} discards, the dealer shuffles and the pone cuts"
        f" again.{back}",
        ("6.1.a",),
        retracted(board.offender, pegged),
        Pegging(board.opponent),
        " ".join(doubts),
    )


def two_starters(*, board: Board = UNKNOWN) -> Remedy:
    """Say which of several cards turned is the starter (rules 6.2.a and b, alike in both editions).

    Raises:
        WorkingError: the game is over.
    """
    refuse_finished_game(board)
    return nothing_pegged(
        "No penalty. The top card is the starter. Both may look at the others before they go back.",
        ("6.2.a", "6.2.b"),
        board,
    )


def his_heels(*, heels: Heels, found_by: Party = Party.OPPONENT, board: Board = UNKNOWN) -> Remedy:
    """Work out the two points for a jack as starter (rules 6.3.a to c, alike in both editions).

    Pegged after the dealer has played they are forfeited points on the board, that is too many (rule 8.4.c);
    ``found_by`` then tells who noticed. ``board.offender`` is the dealer's hole as it stands.

    Raises:
        WorkingError: the game is over, or the late two are in the game hole (a false claim).
    """
    if heels is Heels.PEGGED_LATE:
        late = overpegging(error=HEELS, found_by=found_by, board=board)
        return replace(
            late,
            summary=f"The dealer had played, and the two points were lost. {late.summary}",
            rules=("6.3.c", *late.rules),
        )
    refuse_finished_game(board)
    if heels is Heels.PLAYED:
        return nothing_pegged("The dealer has played a card, and the two points are lost.", ("6.3.c",), board)
    dealer = Pegging(board.offender).forwards(HEELS)
    rules = ("6.3.a", "6.3.b") if dealer.stands == GAME_HOLE else ("6.3.a",)
    return Remedy(
        f"The dealer pegs {number_of_points(dealer.forward)} for the jack.", rules, dealer, Pegging(board.opponent)
    )


def wrong_lead(*, edition: str, lead: Lead, pegged_since: tuple[int, int] = (0, 0), board: Board = UNKNOWN) -> Remedy:
    """Work out a lead by the dealer (rule 7.1.b, alike in both editions).

    ``pegged_since`` is what dealer and pone have pegged for the two cards.

    Left open by the book: a lead on which the pone has not played yet.

    Raises:
        WorkingError: points are to be taken back where no rule does so, so many cannot have been pegged, or the game is
        over.
    """
    refuse_finished_game(board)
    rules = ("7.1.b",)
    if lead is Lead.PONE_PLAYED_ON_IT:
        return Remedy(
            "No penalty. Both cards go back to the hands, what was pegged for them is taken back, and the pone leads.",
            rules,
            retracted(board.offender, pegged_since[0]),
            retracted(board.opponent, pegged_since[1]),
        )
    if any(pegged_since):
        raise WorkingError("Rule 7.1.b takes no points back there.")
    if lead is Lead.WENT_ON:
        return nothing_pegged("Too late: the order of play stands, and so do all points.", rules, board)
    return nothing_pegged(
        "No penalty. The dealer takes the card up, and the pone leads.",
        rules,
        board,
        f"Rule 7.1.b speaks of a card on which the pone has played (rule {NOT_COVERED[edition]}).",
    )


def card_let_go(
    *,
    edition: str,
    past_31: bool,
    pegged: int = 0,
    found_by: Party = Party.OPPONENT,
    claimed_game: bool = False,
    board: Board = UNKNOWN,
) -> Remedy:
    """Work out a card that a player has let go and wants back (rule 7.1.e).

    Only one that takes the count past 31 comes back. ``pegged`` is what was pegged for it: an overpeg in 2020, in 2010
    only taken back. ``claimed_game``: the player claimed the game with it; then ``board.offender`` is the hole of
    the points truly scored, else where the peg stands.

    Raises:
        WorkingError: as for ``overpegging`` and ``false_claim``.
    """
    if past_31 and claimed_game:
        claim = false_claim(edition=edition, board=board)
        return replace(claim, summary=f"The card goes back to the hand. {claim.summary}", rules=("7.1.e", *claim.rules))
    if past_31 and pegged:
        return card_past_31(edition=edition, pegged=pegged, found_by=found_by, board=board)
    refuse_finished_game(board)
    summary = (
        "No penalty. The card goes back to the hand."
        if past_31
        else "The card has been let go: it is played, and stays."
    )
    return nothing_pegged(summary, ("7.1.e",), board)


def two_cards_at_once(*, edition: str, cards: TwoCards, board: Board = UNKNOWN) -> Remedy:
    """Say which of several cards played together counts as played (rule 7.1.f, alike in both editions).

    Left open by the book: a count that fits more than one of them, two tens say.

    Raises:
        WorkingError: the game is over.
    """
    refuse_finished_game(board)
    if cards is TwoCards.ONE_FITS:
        return nothing_pegged(
            "The card that fits the count said is played. What else was laid goes back to the hand.", ("7.1.f",), board
        )
    left_open = f"A count that fits several cards is not provided for (rule {NOT_COVERED[edition]})."
    return nothing_pegged(
        "No penalty. The player picks one of the cards to play and takes back what else was laid.",
        ("7.1.f",),
        board,
        left_open if cards is TwoCards.BOTH_FIT else "",
    )


def wrong_count_said(*, announced: AnnouncedCount, pegged: int = 0, board: Board = UNKNOWN) -> Remedy:
    """Work out a running count said wrongly (rules 7.4.a and b, alike in both editions); the speaker is the offender.

    ``pegged`` is what the speaker has pegged that the right count would not have earned. In time it is an overpeg
    (rule 8.4.c): found by the opponent where that one objects, by the speaker where the speaker puts the count
    right. Later it is earned.

    Raises:
        WorkingError: a go was withdrawn and points were pegged, points stand in the game hole (a false claim), or the
            game is over.
    """
    if announced is AnnouncedCount.GO_WITHDRAWN and pegged:
        raise WorkingError("A go can be withdrawn only before anything is pegged.")
    if announced in (AnnouncedCount.CHALLENGED, AnnouncedCount.CORRECTED) and pegged:
        by_opponent = announced is AnnouncedCount.CHALLENGED
        rule = "7.4.b" if by_opponent else "7.4.a"
        found_by = Party.OPPONENT if by_opponent else Party.OFFENDER
        overpegged = overpegging(error=pegged, found_by=found_by, board=board)
        return replace(
            overpegged, summary=f"The count is put right. {overpegged.summary}", rules=(rule, *overpegged.rules)
        )
    refuse_finished_game(board)
    match announced:
        case AnnouncedCount.TOO_LATE:
            return nothing_pegged(
                "Too late: the count stays as it was said for this series, and what was pegged on it is earned.",
                ("7.4.a",),
                board,
            )
        case AnnouncedCount.GO_WITHDRAWN:
            return nothing_pegged(
                "No penalty. The go is withdrawn, the count put right, and play goes on.", ("7.4.a",), board
            )
    rule = "7.4.b" if announced is AnnouncedCount.CHALLENGED else "7.4.a"
    return nothing_pegged("No penalty. The count is put right, and play goes on.", (rule,), board)
