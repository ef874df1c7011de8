"""Wrong number of cards: the table of rule 4.4.c with its actions, and what applies before both have discarded.

The table stands here as it is printed, row by row, so that it can be laid beside either edition. The editions
differ in two cells of column B and in what action 2 is.
"""

from dataclasses import dataclass
from enum import Enum

from judging.rules.remedy import GAME_HOLE, Board, Pegging, Remedy, WorkingError, number_of_points, refuse_finished_game

CARDS_DEALT = 6
CARDS_TO_CRIB = 2
CARDS_AFTERWARDS = 4
"""In each hand and in the crib, once both have discarded."""
BACKWARD_PENALTY = 10


class Number(Enum):
    """How many cards a hand or the crib has, against four."""

    FEW = "few"
    CORRECT = "correct"
    MANY = "many"


class Pile(Enum):
    """What is counted after the play. The hands also stand for what the two have pegged."""

    PONE = "pone's hand"
    DEALER = "dealer's hand"
    CRIB = "crib"


# Column A: before the starter is turned. Column B: after. 0 is "play on".
TABLE = """
    pone's    dealer's             acc-2020    acc-2010
    hand      hand       crib      A     B     A     B

    correct   correct    correct   0     0     0     0
    correct   correct    many      1     2     1     2
    correct   correct    few       3     3     3     3
    correct   many       correct   1     9     1     4
    correct   many       many      1     4     1     4
    correct   many       few       5     4     5     4
    correct   few        correct   6     7     6     7
    correct   few        many      8     8     8     8
    correct   few        few       1     7     1     7
    many      correct    correct   1     9     1    13
    many      correct    many      1     9     1     9
    many      correct    few       5    13     5    13
    many      many       correct   1     9     1     9
    many      many       many      1     9     1     9
    many      many       few       5     9     5     9
    many      few        correct   1    12     1    12
    many      few        many      1    12     1    12
    many      few        few       1    10     1    10
    few       correct    correct   6     7     6     7
    few       correct    many     11    11    11    11
    few       correct    few       1     7     1     7
    few       many       correct   1    12     1    12
    few       many       many      1    12     1    12
    few       many       few       5    12     5    12
    few       few        correct   1     7     1     7
    few       few        many      1     8     1     8
    few       few        few       1     7     1     7
"""


@dataclass(frozen=True, slots=True)
class Action:
    """What one action comes to, whatever the row.

    ``counted`` is what counts, unless it ``drops`` out for having too many cards; ``retracted`` whose pegging in
    this play is taken back.
    """

    summary: str
    counted: tuple[Pile, ...]
    retracted: tuple[Pile, ...] = ()
    redeal: bool = False
    look_again: bool = False
    drops: bool = False


HANDS = (Pile.PONE, Pile.DEALER)
EVERYTHING = (*HANDS, Pile.CRIB)
_STOP = "Stop at once and take back everything pegged in this play."

_ACTIONS = {
    0: Action("Every number is right: play on.", EVERYTHING),
    1: Action("Deal again; the dealer stays the same.", (), redeal=True),
    2: Action(
        "Ask both players, each out of the other's hearing, what they laid away. Cards of which you are sure go into"
        " the crib; if those are fewer than four, a judge draws the others blind from what else was laid away."
        " The rest goes back into the deck. Play on: both hands and the crib count.",
        EVERYTHING,
    ),
    3: Action(
        "Stop at once. Fill the crib from the top of the deck without showing what lies in it. Then play on:"
        " both hands and the crib count.",
        EVERYTHING,
    ),
    4: Action(
        "Play on. What the pone pegs stands; whatever the dealer pegs in this play, early or late, is taken back."
        " The pone's hand counts, the dealer's does not. The crib counts unless it has too many cards. If the"
        " starter was turned while the dealer had yet to discard, rule 6.1.a applies instead.",
        (Pile.PONE, Pile.CRIB),
        retracted=(Pile.DEALER,),
        drops=True,
    ),
    5: Action(
        "A player with too many cards puts the extra ones into the crib. Count again: if a number is still wrong,"
        " look up the new numbers.",
        (),
        look_again=True,
    ),
    6: Action("Fill the short hand from the top of the deck and play on.", EVERYTHING),
    7: Action("Play on with the cards as they are: both hands and the crib count.", EVERYTHING),
    8: Action("Play on with the cards as they are: both hands count, the crib does not.", HANDS),
    9: Action(f"{_STOP} Nothing counts; the same dealer deals again.", (), retracted=HANDS, redeal=True),
    10: Action(
        f"{_STOP} Fill the crib from the top of the deck. The dealer's hand and the crib count, the pone's hand"
        " does not.",
        (Pile.DEALER, Pile.CRIB),
        retracted=HANDS,
    ),
    11: Action(
        "Ask the dealer what went into the crib. If you are sure of both cards, lay them aside, and the dealer draws"
        " two of the other three blind; if not, a judge mixes all five and the dealer draws four. Those are the"
        " crib. Play on: the pone's hand, short as it is, the dealer's hand and the crib count.",
        EVERYTHING,
    ),
    12: Action(
        f"{_STOP} What has the right number of cards, or too few, counts; what has too many does not.",
        EVERYTHING,
        retracted=HANDS,
        drops=True,
    ),
    13: Action(
        "Play goes on to the dealer's last card, and what was pegged after that card is taken back. The dealer's"
        " pegging stands, the pone's is taken back. The dealer's hand counts, the pone's does not. A short crib is"
        " filled first: a judge mixes the pone's cards and the dealer draws blind. Then the crib counts.",
        (Pile.DEALER, Pile.CRIB),
        retracted=(Pile.PONE,),
    ),
}
ACTIONS = {
    "acc-2020": _ACTIONS,
    "acc-2010": {**_ACTIONS, 2: Action("Play on and peg as usual. The hands count, the crib does not.", HANDS)},
}


@dataclass(frozen=True, slots=True)
class WrongNumber:
    """What judges do about one row of the table. ``action`` is 0 to 13, 0 for playing on.

    ``counted`` and ``retracted`` are for this row; ``rule`` is the action's own number, ``rules`` all that apply.
    """

    action: int
    rule: str
    rules: tuple[str, ...]
    summary: str
    counted: tuple[Pile, ...]
    retracted: tuple[Pile, ...]
    redeal: bool
    look_again: bool


_Row = tuple[Number, Number, Number]


def _read_table() -> dict[tuple[str, bool], dict[_Row, int]]:
    columns: dict[tuple[str, bool], dict[_Row, int]] = {}
    for line in TABLE.splitlines()[4:]:
        words = line.split()
        row = (Number(words[0]), Number(words[1]), Number(words[2]))
        headings = [(edition, after) for edition in ACTIONS for after in (False, True)]
        for heading, cell in zip(headings, words[3:], strict=True):
            columns.setdefault(heading, {})[row] = int(cell)
    return columns


_COLUMNS = _read_table()


def number_of(cards: int) -> Number:
    """Tell whether a hand or crib of so many cards, played ones included, is right (four), short or too long."""
    if cards == CARDS_AFTERWARDS:
        return Number.CORRECT
    return Number.FEW if cards < CARDS_AFTERWARDS else Number.MANY


def wrong_number(*, edition: str, pone: Number, dealer: Number, crib: Number, after_starter: bool) -> WrongNumber:
    """Look up what is done when both have discarded (rules 4.4.b to d)."""
    number = _COLUMNS[edition, after_starter][pone, dealer, crib]
    action = ACTIONS[edition][number]
    numbers = {Pile.PONE: pone, Pile.DEALER: dealer, Pile.CRIB: crib}
    dead = [pile for pile, cards in numbers.items() if action.drops and cards is Number.MANY]
    rule = f"4.4.d.({number})" if number else "4.4.c"
    column = "4.4.b.(2)" if after_starter else "4.4.b.(1)"
    return WrongNumber(
        action=number,
        rule=rule,
        rules=(column, "4.4.c", rule) if number else (rule,),
        summary=action.summary,
        counted=tuple(pile for pile in action.counted if pile not in dead),
        retracted=action.retracted,
        redeal=action.redeal,
        look_again=action.look_again,
    )


def extra_cards_into_crib(pone: int, dealer: int, crib: int) -> tuple[int, int, int]:
    """Return the numbers of cards after action 5: nothing above four in a hand, and the extra cards in the crib."""
    kept = [min(cards, CARDS_AFTERWARDS) for cards in (pone, dealer)]
    return kept[0], kept[1], crib + pone + dealer - sum(kept)


def before_both_discarded(*, pone: int, dealer: int, discarded: int | None = None, confirmed: bool = True) -> Remedy:
    """Say what is done while a player has yet to discard (rule 4.4.a, alike in both editions).

    ``pone`` and ``dealer`` are the cards dealt to each, ``discarded`` how many one of them has laid away already,
    ``confirmed`` whether both players agree on the numbers. Where the two do not agree, nothing is filled up and
    the deal is void: the book asks for agreement by name only where the dealer alone is short. A player who keeps
    the other from counting is penalised on top: ``kept_from_counting``.

    Raises:
        WorkingError: nothing is wrong with these numbers, or they are impossible.
    """
    if min(pone, dealer) < 0 or not 0 <= (discarded or 0) <= max(pone, dealer):
        raise WorkingError("These numbers of cards cannot be: count the cards again.")
    if pone == dealer == CARDS_DEALT:
        if discarded in (None, CARDS_TO_CRIB):
            raise WorkingError("Six cards each, and two laid away: nothing is wrong here.")
        return Remedy("No penalty. The discard is taken back, and the right two cards are laid away.", ("4.4.a.(1)",))
    if confirmed and pone == dealer < CARDS_DEALT:
        return Remedy("No penalty. The dealer deals on until both have six cards.", ("4.4.a.(2)",))
    if confirmed and (pone, dealer) == (CARDS_DEALT, CARDS_DEALT - 1):
        return Remedy("No penalty. The dealer takes one card more, from the top of the deck.", ("4.4.a.(2)",))
    return Remedy("Deal again; the dealer stays the same.", ("4.4.a.(3)",))


def kept_from_counting(board: Board) -> Remedy:
    """Penalise a player with the wrong number of cards who kept the other from counting them (rule 4.4.a.(3)).

    Ten points back, or as many as bring both pegs to the start; what is missing to ten goes forward to the
    opponent, up to the game hole: then the game is over and nothing is dealt again. What finds no room there either
    is lost. ``board.offender`` must be known.

    Raises:
        WorkingError: the offender's hole is not given, or the game is over.
    """
    if board.offender is None:
        raise WorkingError("Where does the offender's front peg stand?")
    refuse_finished_game(board)
    offender = Pegging(board.offender).backwards(BACKWARD_PENALTY)
    to_opponent = BACKWARD_PENALTY - offender.back
    opponent = Pegging(board.opponent).forwards(to_opponent)
    summary = f"The offender goes back {number_of_points(offender.back)}."
    if opponent.stands != GAME_HOLE:
        summary = f"Deal again; the dealer stays the same. {summary}"
    if to_opponent:
        summary += f" What is missing to ten goes to the opponent: {number_of_points(opponent.forward)}."
    return Remedy(summary, ("4.4.a.(3)",), Pegging(board.offender, offender.back), opponent)
