"""Calls at the 55+ Games: its own situations and workings, by line of the source.

These rules have no penalties: mistakes are put right, or lost, and a bad deal is dealt again. What they do not cover
is for the judges (line 14), never for the rulebook of the ACC.
"""

from judging.rules.call_questions import (
    HOLES,
    YES_NO,
    CallSituation,
    Facts,
    Proposal,
    Question,
    Unanswered,
    choice,
    for_sides,
    player,
    tapped,
)
from judging.rules.remedy import (
    GAME_HOLE,
    NOT_COVERED,
    UNKNOWN,
    Board,
    Pegging,
    Remedy,
    WorkingError,
    nothing_pegged,
    number_of_points,
    refuse_finished_game,
    retracted,
)
from tournaments.rules.constants import GAMES_55PLUS

SOURCES = tuple(f"games-55plus {line}" for line in (14, 24, 25, 107, 111, 115))
"""What is worked out here, by source and line."""
OPEN_LINE = NOT_COVERED[GAMES_55PLUS]
JACK_POINTS = 2


def pegged_too_many(*, error: int, in_time: bool, board: Board = UNKNOWN) -> Remedy:
    """Take off what was pegged beyond the announced score, if that is asked before play resumes (line 115).

    Raises:
        WorkingError: the peg has not come so far, or the other side has won.
    """
    if board.opponent == GAME_HOLE:
        raise WorkingError(f"The other side’s front peg is in hole {GAME_HOLE}: this game is over.")
    if not in_time:
        return nothing_pegged("Play has resumed, so the peg stays where it is.", ("line 115",), board)
    summary = f"{number_of_points(error).capitalize()} too many come off. There is no penalty."
    return Remedy(summary, ("line 115",), retracted(board.offender, error), Pegging(board.opponent))


def pegged_too_few(*, error: int, has_played_on: bool, board: Board = UNKNOWN) -> Remedy:
    """Let a player put right a peg that was moved too few holes, until they have played another card (line 115).

    Raises:
        WorkingError: the game is over.
    """
    refuse_finished_game(board)
    if has_played_on:
        lost = f"The player has played another card: {number_of_points(error)} stay lost."
        return nothing_pegged(f"{lost} The other side does not take them.", ("line 115", "line 28"), board)
    moved = Pegging(board.offender).forwards(error)
    summary = f"The peg moves on by {number_of_points(moved.forward)}."
    return Remedy(summary, ("line 115",), moved, Pegging(board.opponent))


def points_not_counted(*, error: int, has_pegged: bool, board: Board = UNKNOWN) -> Remedy:
    """Let a player count points that they missed, until they have finished moving the peg (lines 25 and 28).

    Raises:
        WorkingError: the game is over.
    """
    refuse_finished_game(board)
    if has_pegged:
        lost = f"The peg has been moved: {number_of_points(error)} stay lost."
        return nothing_pegged(f"{lost} The other side does not take them.", ("line 25", "line 28"), board)
    counted = Pegging(board.offender).forwards(error)
    summary = f"The peg is still being moved: {number_of_points(counted.forward)} may be counted."
    return Remedy(summary, ("line 25",), counted, Pegging(board.opponent))


def dealt_again(what: str) -> Remedy:
    """Have a bad deal dealt again by the same dealer (lines 23 and 107)."""
    left_open = "The source does not say what becomes of points pegged in this deal."
    return nothing_pegged(
        f"{what}. The same dealer deals again. There is no penalty.", ("line 107", "line 23"), UNKNOWN, left_open
    )


def jack_cut(board: Board = UNKNOWN) -> Remedy:
    """Give the dealer the points for a jack as starter, up to the last hole (line 24).

    Raises:
        WorkingError: the game is over.
    """
    refuse_finished_game(board)
    dealer = Pegging(board.offender).forwards(JACK_POINTS)
    summary = f"The dealer pegs {number_of_points(dealer.forward)} for the jack, the last hole included."
    return Remedy(summary, ("line 24",), dealer, Pegging(board.opponent))


# Questions, and what the answers come to


def _ask_too_many(facts: Facts) -> tuple[Question, ...]:
    return (
        player("Who pegged too many?"),
        tapped("error", "Holes too many"),
        choice("in-time", "Asked for", (("yes", "before play resumed"), ("no", "after play resumed"))),
        *HOLES,
    )


def _work_too_many(facts: Facts) -> Proposal:
    in_time = facts.is_yes("in-time")
    remedy = pegged_too_many(error=facts.number("error"), in_time=in_time, board=facts.board)
    return for_sides(facts, remedy, facts.side())


TOO_FEW = (("not-counted", "points were not counted"), ("peg-short", "the peg moved too few holes"))


def _ask_too_few(facts: Facts) -> tuple[Question, ...]:
    asked = [player("Who pegged too few?"), choice("what", "What happened", TOO_FEW)]
    if facts.answers.get("what") == "not-counted":
        asked.append(choice("done", "Has the player finished moving the peg?", YES_NO))
    elif facts.answers.get("what") == "peg-short":
        asked.append(choice("done", "Has that player played another card since?", YES_NO))
    return (*asked, tapped("error", "Points missed"), *HOLES)


def _work_too_few(facts: Facts) -> Proposal:
    error, board, is_done = facts.number("error"), facts.board, facts.is_yes("done", "")
    if facts.text("what") == "not-counted":
        remedy = points_not_counted(error=error, has_pegged=is_done, board=board)
    else:
        remedy = pegged_too_few(error=error, has_played_on=is_done, board=board)
    return for_sides(facts, remedy, facts.side())


MISDEALS = {
    "faced": "A card lay face up in the pack",
    "exposed": "A card was exposed in the deal",
    "pack": "The pack is not whole",
}


def _ask_misdeal(facts: Facts) -> tuple[Question, ...]:
    return (player("Who dealt?", "dealer"), choice("what", "What happened", tuple(MISDEALS.items())))


def _work_misdeal(facts: Facts) -> Proposal:
    what = MISDEALS.get(facts.text("what"))
    if what is None:
        raise Unanswered("what")
    return for_sides(facts, dealt_again(what), facts.side("dealer"), "Dealer")


def _ask_wrong_number(facts: Facts) -> tuple[Question, ...]:
    stages = (("before", "not all have discarded"), ("after", "all have discarded"))
    asked = [player("Who dealt?", "dealer"), choice("stage", "How far", stages)]
    if facts.answers.get("stage") == "after":
        wrong = (("one", "one hand only"), ("more", "more hands, or the crib"))
        asked.append(choice("wrong", "What has the wrong number", wrong))
    return tuple(asked)


def _work_wrong_number(facts: Facts) -> Proposal:
    dealer, stage = facts.side("dealer"), facts.text("stage")
    if stage == "after" and facts.text("wrong") == "one":
        summary = "One hand has the wrong number of cards: a misdeal. The same dealer deals again. There is no penalty."
        return for_sides(facts, nothing_pegged(summary, ("line 111", "line 23"), UNKNOWN), dealer, "Dealer")
    return _by_the_judges(facts)


def _ask_who(label: str) -> tuple[Question, ...]:
    return (player(label),)


def _ask_jack(facts: Facts) -> tuple[Question, ...]:
    return (player("Who dealt?", "dealer"), *HOLES)


def _work_jack(facts: Facts) -> Proposal:
    return for_sides(facts, jack_cut(facts.board), facts.side("dealer"), "Dealer")


def _by_the_judges(facts: Facts) -> Proposal:
    """Leave the text to the judges: the source has nothing on it."""
    return Proposal("", (OPEN_LINE,))


def _plain(slug: str, title: str, label: str, summary: str, rules: tuple[str, ...], sign: str = "") -> CallSituation:
    """Return a situation that asks for a player alone, and in which nobody pegs anything."""
    return CallSituation(
        slug,
        title,
        lambda facts: _ask_who(label),
        lambda facts: for_sides(facts, nothing_pegged(summary, rules, UNKNOWN), facts.side(), "Player"),
        sign,
    )


GAMES_SITUATIONS = (
    CallSituation("games-too-many", "Pegged too many", _ask_too_many, _work_too_many, "pegs"),
    CallSituation("games-too-few", "Pegged or counted too few", _ask_too_few, _work_too_few, "few"),
    CallSituation("games-misdeal", "Card exposed, or a bad pack", _ask_misdeal, _work_misdeal, "cards"),
    CallSituation("games-wrong-number", "Wrong number of cards", _ask_wrong_number, _work_wrong_number, "hand"),
    _plain(
        "games-muggins",
        "Claims what the other missed",
        "Who claimed the points?",
        "Muggins is not played: the missed points are nobody’s.",
        ("line 28", "line 25"),
        sign="count",
    ),
    _plain(
        "games-not-agreed",
        "Pegged before it was agreed",
        "Who pegged too soon?",
        "The other side checks the count now. What is too many comes off; there is no penalty.",
        ("line 29", "line 115"),
        sign="eye",
    ),
    _plain(
        "games-cards-gathered",
        "Cards not shown, or picked up too soon",
        "Whose cards?",
        "The cards go back on the table, open, until the other side has followed the count.",
        ("line 22", "line 117"),
    ),
    CallSituation("games-jack", "Jack as starter", _ask_jack, _work_jack),
    _plain(
        "games-after-the-end",
        "Counted after the game was over",
        "Who counted?",
        "The game ended when the other side pegged out. Nothing counted after that is pegged.",
        ("line 20",),
    ),
    _plain(
        "games-conceded",
        "Gives up the game",
        "Who gives up?",
        "No game is conceded: it is played to its end.",
        ("line 33",),
    ),
    CallSituation("games-other", "Something else", lambda facts: (), _by_the_judges),
)
