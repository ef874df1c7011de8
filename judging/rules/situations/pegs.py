"""Pegs taken out or touched, a go pegged too soon, pegging out, as judges tap it (rule 8)."""

from judging.rules.call_questions import (
    FOUND_BY,
    HOLES,
    YES_NO,
    Facts,
    Proposal,
    Question,
    Unanswered,
    choice,
    field,
    for_sides,
    found_by,
    member,
    one_of,
    player,
    tapped,
)
from judging.rules.pegging_penalties import ClaimAct
from judging.rules.pegs import (
    EQUAL_TO_PEGGING_OUT,
    FrontPeg,
    Touched,
    both_pegs_out,
    front_peg_out,
    game_conceded,
    go_too_soon,
    not_pegged_out,
    peg_touched,
    win_claimed_by_act,
    wrong_track,
)
from judging.rules.remedy import GAME_HOLE, Board, Remedy
from judging.rules.rulebook import EARLIER, IN_FORCE

WHAT = (
    ("front", "Took out the front peg, or pegged backward"),
    ("both", "Took out both pegs"),
    ("go", "Pegged a go before it was said"),
    ("track", "Right score in the wrong track"),
    ("touched", "Touched or knocked out a peg"),
    ("not-out", "Did not peg out"),
    ("conceded", "Gave up the game"),
)
ACT = ("act", "Recorded a win without pegging out")
SCORE = field("score", "Points still to be pegged", "0", folded=False, most=29)
DUE = tapped("due", "Points that the player has to go out with", 1, 12)


def ask_pegs(facts: Facts) -> tuple[Question, ...]:
    """Ask who, what happened, and what decides about it."""
    named = (*WHAT, *((ACT,) if facts.edition == EARLIER else ()))
    asked = (choice("what", "What happened", named), player("Who did it?"), *_ask_more(facts))
    hole_first = {"act": "Hole of the player’s front peg"}.get(facts.answers.get("what", ""))
    if hole_first:
        return (*asked, field("offender-hole", hole_first, folded=False), HOLES[1])
    return (*asked, *HOLES)


def _ask_more(facts: Facts) -> tuple[Question, ...]:
    match facts.answers.get("what"):
        case "front":
            return _ask_front_peg(facts)
        case "both":
            return (SCORE,)
        case "go":
            could = choice("could-play", "The other player could have played a card", YES_NO)
            out = choice("into-game-hole", "The point went into the game hole", YES_NO, "no", folded=True)
            return (could, *((FOUND_BY,) if facts.answers.get("could-play") == "yes" else ()), out)
        case "touched":
            return (one_of("touched", "Which", Touched),)
        case "not-out":
            return (choice("refuses", "Reminded, the player refuses", YES_NO), DUE)
        case "act":
            acts = tuple((act.name.lower(), act.value) for act in EQUAL_TO_PEGGING_OUT)
            return (choice("act", "How", acts), field("due", "Points not pegged yet", "0", folded=False, most=29))
    return ()


def _ask_front_peg(facts: Facts) -> tuple[Question, ...]:
    cases = tuple(
        (one.name.lower(), one.value) for one in FrontPeg if one is not FrontPeg.NOT_CLEAR or facts.edition == IN_FORCE
    )
    asked = choice("front-peg", "The front peg", cases)
    case = facts.answers.get("front-peg")
    if case in (None, FrontPeg.NOT_CLEAR.name.lower()):
        return (asked,)
    if case == FrontPeg.BOTH_ON_FOURTH.name.lower():
        return (asked, field("stood", "Hole in which the front peg had stood", folded=False))
    before = tapped("before", "Points pegged before, between the two pegs")
    has_score = case in (FrontPeg.IN_HAND.name.lower(), FrontPeg.PEGGED_FORWARD.name.lower())
    return (asked, before, *((SCORE,) if has_score else ()))


def work_pegs(facts: Facts) -> Proposal:
    """Work it out."""
    lead = "Conceded by" if facts.text("what") == "conceded" else "Player"
    return for_sides(facts, _remedy(facts), facts.side(), lead)


def _remedy(facts: Facts) -> Remedy:
    edition, board = facts.edition, facts.board
    match facts.text("what"):
        case "front":
            return _front_peg(facts)
        case "both":
            return both_pegs_out(edition=edition, score=facts.number("score", "0"), board=board)
        case "go":
            return _go(facts)
        case "track":
            return wrong_track(edition=edition, board=board)
        case "touched":
            return peg_touched(edition=edition, touched=member(Touched, facts.text("touched")), board=board)
        case "not-out":
            return not_pegged_out(
                edition=edition,
                refuses=facts.is_yes("refuses", ""),
                due=facts.number("due"),
                muggins=facts.muggins,
                match_play=facts.is_match,
                board=board,
            )
        case "conceded":
            return game_conceded(edition=edition, match_play=facts.is_match, board=board)
        case "act":
            return win_claimed_by_act(
                edition=edition,
                act=member(ClaimAct, facts.text("act")),
                due=facts.number("due", "0"),
                muggins=facts.muggins,
                board=board,
            )
    raise Unanswered("what")


def _front_peg(facts: Facts) -> Remedy:
    case = member(FrontPeg, facts.text("front-peg"))
    board, before, score = facts.board, 0, 0
    if case is FrontPeg.BOTH_ON_FOURTH:
        stood = facts.hole("stood")
        if stood is None:
            raise Unanswered("stood")
        board = Board(stood, board.opponent)
    elif case is not FrontPeg.NOT_CLEAR:
        before, score = facts.number("before"), facts.number("score", "0")
    return front_peg_out(edition=facts.edition, front_peg=case, before=before, score=score, board=board)


def _go(facts: Facts) -> Remedy:
    board = facts.board
    if facts.is_yes("into-game-hole", "no"):
        board = Board(GAME_HOLE, board.opponent)
    return go_too_soon(
        edition=facts.edition, opponent_could_play=facts.is_yes("could-play", ""), found_by=found_by(facts), board=board
    )
