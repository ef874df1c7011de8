"""Figures of the sources, and nothing that calculates: charts (13.2.c), one in four, rating points, sanctioning fees.

What makes the report to the ACC and what checks it have these in common, and nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

APPROVED_CHARTS: dict[int, tuple[tuple[int, int], ...]] = {
    4: ((1, 4), (2, 3)),
    8: ((1, 8), (4, 5), (3, 6), (2, 7)),
    16: ((1, 16), (8, 9), (5, 12), (4, 13), (3, 14), (6, 11), (7, 10), (2, 15)),
    32: (
        *((1, 32), (16, 17), (9, 24), (8, 25), (5, 28), (12, 21), (13, 20), (4, 29)),
        *((3, 30), (14, 19), (11, 22), (6, 27), (7, 26), (10, 23), (15, 18), (2, 31)),
    ),
    64: (
        *((1, 64), (32, 33), (16, 49), (17, 48), (9, 56), (24, 41), (25, 40), (8, 57)),
        *((5, 60), (28, 37), (12, 53), (21, 44), (13, 52), (20, 45), (29, 36), (4, 61)),
        *((3, 62), (30, 35), (14, 51), (19, 46), (11, 54), (22, 43), (27, 38), (6, 59)),
        *((7, 58), (26, 39), (10, 55), (23, 42), (15, 50), (18, 47), (31, 34), (2, 63)),
    ),
}
MIN_ENTRANTS_ON_A_CHART = {"acc-2020": 12, "acc-2010": 0}
MAX_ENTRANTS_ON_A_CHART = 256
MIN_CHART = {"acc-2020": 4, "acc-2010": 8}
DEFAULT_BEST_OF = 5


@dataclass(frozen=True, slots=True)
class RatingSchedule:
    """Master rating points of one kind of event, ``minimum`` game points by number of qualifying games."""

    each_game_point: int
    lower_half: int
    playoff: int
    minimum: Mapping[int, int]


IN_FORCE_FROM = date(2016, 8, 1)
SOURCE = "a second-hand copy of the schedule in force from 1 August 2016"
SCHEDULES = {
    "main": RatingSchedule(5, 5, 7, {12: 14, 14: 17, 16: 20, 18: 22, 20: 25, 21: 26, 22: 27}),
    "consolation": RatingSchedule(3, 3, 4, {7: 9, 8: 11, 9: 12, 10: 13, 12: 16}),
}

SANCTIONING_FEES = {"main": 3_00, "consolation": 1_00}
"""What the ACC gets for each player, in cents."""
SANCTIONING_SOURCE = "as known in 2026, check"
