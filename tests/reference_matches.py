"""A second working of club match points, from general-rules.txt line by line; it shares nothing with the engine.

Line 83 has the lurch, line 95 the schemes of two sides, line 97 the tables, two against one, and four players.
"""

from collections.abc import Sequence


def match_points(form: str, scheme: str, target: int, pegged: Sequence[int], out: Sequence[int]) -> list[int]:
    """Return what the first game of a match to ``target`` is worth to each side."""
    ends = {"two-against-one": [121, 61]}.get(form, [61 if scheme == "lurch-61" else 121] * len(pegged))
    [won] = [side for side, end in enumerate(ends) if pegged[side] == end]
    points = [0] * len(pegged)
    lowest = min(count for side, count in enumerate(pegged) if side != won)
    if form == "two":
        points[won] = _between_two(scheme, target, lowest)
    elif form == "three-winner":
        below_91 = [side for side, count in enumerate(pegged) if count < 91]
        points[won] = 3 if below_91 else 2
        if len(below_91) == 1:
            [second] = {0, 1, 2} - {won, below_91[0]}
            points[second] = 1
    elif form in ("three-continued", "five-continued"):
        places = [2, 1] if form == "three-continued" else [4, 2, 1]
        for side, worth in zip([won, *out], places, strict=True):
            points[side] = worth
        points[won] += 2 if lowest < 61 else 1 if lowest < 91 else 0
    else:  # two against one, and four alone: the text has no match points, a game won is one
        points[won] = 1
    return points


def _between_two(scheme: str, target: int, loser: int) -> int:
    if scheme == "lurch-61":
        return 2 if loser < 31 else 1
    if scheme == "lurch-121":
        return 2 if loser < 61 else 1
    if scheme == "free-play" and loser < 31:
        return target
    win, skunk, double = {"acc": (2, 3, 3), "double-skunk": (2, 3, 4), "free-play": (1, 2, 4)}[scheme]
    return double if loser < 61 else skunk if loser < 91 else win
