"""What the cards of one game lead to: the part of the second working (tests/reference.py) that reads two lines."""

Written = tuple[int | None, int | None, int | None]  # game points, plus, minus


def claim(written: Written) -> str | None:
    points, plus, minus = written
    if points is not None:
        return "win" if points > 0 else "loss"
    if (plus is None) == (minus is None):
        return None
    return "win" if plus is not None else "loss"


def points_for(spread: int) -> int:
    return 3 if spread >= 31 else 2


def with_arithmetic_put_right(written: Written) -> Written:
    points, plus, minus = written
    if plus is not None and minus is not None:
        return written
    if claim(written) == "win" and plus is not None:
        return points_for(plus), plus, minus
    if claim(written) == "loss":
        return 0, plus, minus
    return points, plus, minus


def spread_of(written: Written) -> int | None:
    return written[1] if written[1] is not None else written[2]


def results(one: Written, two: Written) -> list[str | None]:
    """What each card says came of the game; nothing at all on one card says nothing against the other's result."""
    said = [claim(one), claim(two)]
    for mine, theirs in ((0, 1), (1, 0)):
        other = (one, two)[theirs]
        is_result = (said[theirs] == "win" and other[1] and not other[2]) or (
            said[theirs] == "loss" and other[2] and not other[1]
        )
        if (one, two)[mine] == (None, None, None) and is_result:
            said[mine] = {"win": "loss", "loss": "win"}[str(said[theirs])]
    return said


def read_as_a_win(written: Written, theirs: Written | None) -> Written:
    """What the line comes to if what contradicts itself, or nothing at all, is read as a win (for flagging only)."""
    points, plus, minus = written
    spread = None
    if points == 0 and plus is not None and minus is None:
        spread = plus
    if points is not None and points > 0 and plus is None and minus is not None:
        spread = minus
    if written == (None, None, None) and theirs is not None and theirs[1] is None and claim(theirs) == "loss":
        spread = theirs[2]
    return written if spread is None else (points_for(spread), spread, None)


def lost_by(spread: int | None) -> Written:
    return 0, None, spread


def ruling_for(
    one: Written, two: Written, one_flagged: bool, two_flagged: bool, edition: str
) -> tuple[list[str], Written, Written] | None:
    """Return letters of 12.2 and the lines in force, no letters where the cards agree; ``None``: not covered."""
    said_by_one, said_by_two = results(one, two)
    if (one[1] and one[2]) or (two[1] and two[2]) or said_by_one is None or said_by_two is None:
        return None
    spreads = [spread for spread in (spread_of(one), spread_of(two)) if spread is not None]
    if not spreads:
        return None
    letters = []
    if len(spreads) == 1 and said_by_one == said_by_two:
        if edition == "acc-2020" or said_by_one == "loss":
            return None
        letters.append("c")
    if said_by_one == said_by_two:
        if edition == "acc-2010":
            if said_by_one == "loss":
                # Only a loss in minus is to anybody's disadvantage; g has no other two losses.
                in_need = [card for card, flag in ((one, one_flagged), (two, two_flagged)) if flag]
                return (["h"], one, two) if all(card[2] is not None for card in in_need) else None
            return [*letters, "e"], lost_by(min(spreads)), lost_by(min(spreads))
        if (one[1] is None) == (two[1] is None):
            return ["e"], lost_by(spread_of(one)), lost_by(spread_of(two))
        letters.append("d")
        one_wins = one[1] is not None
    else:
        one_wins = said_by_one == "win"
        winner, loser = (one, two) if one_wins else (two, one)
        if winner[2] is not None and loser[1] is not None:
            return None  # f is about two spreads in one column, and these are not
        if winner[2] is not None or loser[1] is not None:
            letters.append("f")
    if not one_wins:
        turned = [*ruled_spreads(two, one, two_flagged, one_flagged, letters)][::-1]
        return letters, lost_by(turned[0]), (points_for(turned[1]), turned[1], None)
    won, lost = ruled_spreads(one, two, one_flagged, two_flagged, letters)
    return letters, (points_for(won), won, None), lost_by(lost)


def ruled_spreads(
    winner: Written, loser: Written, winner_flagged: bool, loser_flagged: bool, letters: list[str]
) -> tuple[int, int]:
    won, lost = spread_of(winner), spread_of(loser)
    if won is None or lost is None:
        letters.append("c")
        spread = won or lost or 0
        return spread, spread
    if won < lost or (won > lost and not winner_flagged and not loser_flagged):
        letters.append("h")
    if won <= lost:
        return won, lost
    letters.append("b" if winner_flagged and loser_flagged else "a")
    return (lost if winner_flagged else won), (won if loser_flagged else lost)


def cite(letter: str, edition: str) -> str:
    if edition == "acc-2020":
        return f"12.2.{letter}"
    return "guideline 11." + {"a": "a", "b": "b", "c": "c", "e": "d", "f": "e", "h": "g"}[letter]
