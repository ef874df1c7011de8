"""A correct event file, and sixty ways to spoil it, each reported at its own place."""

import json
from functools import cache
from typing import Any

from brackets.demo.event import make_event
from tournaments.event_file.writing import event_file_to_json

GONE = object()

Step = str | int
Mistake = tuple[tuple[Step, ...], object]

# Where, and what is put there. Every one is another mistake, and none follows from an earlier one. The places
# are in the order in which a file is read.
MISTAKES: tuple[Mistake, ...] = (
    (("format",), "cribbage-event/2"),
    (("event", "colour"), "green"),
    (("event", "name"), "  "),
    (("event", "starts_on"), "16 May 2026"),
    (("event", "kind"), "mian"),
    (("event", "edition"), "acc-1999"),
    (("event", "format"), "knock-out"),
    (("event", "muggins"), "no"),
    (("event", "qualifiers_reason"), 7),
    (("entrants", 0, "shoe_size"), 44),
    (("entrants", 1, "number"), 1),
    (("entrants", 2, "number"), 2_147_483_648),
    (("entrants", 3, "name"), GONE),
    (("entrants", 4, "partner"), 3),
    (("entrants", 5, "acc_number"), "W" * 41),
    (("entrants", 6, "club"), ["Harbor Peggers"]),
    (("entrants", 7, "city"), "Tacoma\x00WA"),
    (("entrants", 9, "seat"), "A-1"),
    (("entrants", 10, "house_player"), "yes"),
    (("entrants", 11, "withdrawn_after_game"), 10),
    (("schedule", 0, "game"), 0),
    (("schedule", 1, "pairs", 0), [1]),
    (("schedule", 2, "pairs", 0, 1), 999),
    (("schedule", 3, "pairs"), "1-2"),
    (("schedule", 4, "pairs", 0), [5, 5]),
    (("scorecards", 0, "entrant"), 777),
    (("scorecards", 1, "recorded", "plus"), -1),
    (("scorecards", 1, "recorded", "minus"), 12.5),
    (("scorecards", 2, "recorded"), "29 points"),
    (("scorecards", 3, "lines", 0, "game"), 10),
    (("scorecards", 3, "lines", 1, "opponent"), 4),
    (("scorecards", 3, "lines", 2, "points"), 4),
    (("scorecards", 3, "lines", 3, "plus"), 140),
    (("scorecards", 3, "lines", 4, "minus"), 0),
    (("scorecards", 3, "lines", 5, "plus"), "12"),
    (("scorecards", 3, "lines", 6, "game"), 6),
    (("scorecards", 4, "lines"), {"game": 1}),
    (("scorecards", 5, "lines", 0), None),
    (("scorecards", 5, "lines", 1, "opponent"), 888),
    (("scorecards", 5, "lines", 2, "spread"), 12),
    (("scorecards", 5, "lines", 3, "points"), True),
    (("scorecards", 5, "lines", 4, "points"), float("nan")),
    (("scorecards", 5, "lines", 5, "plus"), float("inf")),
    (("scorecards", 5, "lines", 6, "minus"), 10**30),
    (("scorecards", 7, "entrant"), 7),
    (("decisions", 0, "game"), GONE),
    (("decisions", 1, "entrants"), [3, 3]),
    (("decisions", 2, "lines"), [{"entrant": 1, "points": 0}]),
    (("decisions", 2, "rule"), ""),
    (("decisions", 2, "reason"), None),
    (("tie_games", 0, "loser"), 21),
    (("tie_games", 1, "winner"), "Ada"),
    (("tie_orders", 0, "order"), [4]),
    (("tie_orders", 1, "order", 1), 5),
    (("tie_orders", 2, "order"), GONE),
    (("playoff", "best_of", 0), 4),
    (("playoff", "matches", 0, "round"), 21),
    (("playoff", "matches", 1, "games"), [9]),
    (("playoff", "matches", 2, "forfeits"), 8),
    (("playoff", "matches", 3, "slot"), 9),
)


@cache
def right_event() -> bytes:
    """Return the file to spoil: 24 entrants, 6 of whom qualify, with something under every key."""
    document = event_file_to_json(make_event(players=24, games=9))
    for index, entrant in enumerate(document["entrants"]):
        entrant["seat"] = f"A-{index + 1}"
    document["scorecards"][1]["recorded"] = {"game_points": 1, "games_won": 1, "plus": 1, "minus": 1}
    document["decisions"] = [
        {
            "game": game,
            "entrants": [1, game],
            "lines": [
                {"entrant": 1, "points": 0, "plus": None, "minus": 7},
                {"entrant": game, "points": 2, "plus": 7, "minus": None},
            ],
        }
        for game in (7, 8, 9)
    ]
    document["tie_games"] = [{"winner": 21, "loser": 22}, {"winner": 23, "loser": 24}]
    document["tie_orders"] = [{"order": [4, 5, 6]}, {"order": [5, 6, 7]}, {"order": [7, 8]}]
    document["playoff"] = {
        "best_of": [5, 3, 1],
        "matches": [
            {"round": 1, "slot": 2, "games": [3, 1]},
            {"round": 1, "slot": 3, "games": [3, 2]},
            {"round": 2, "slot": 1, "games": [2, 0]},
            {"round": 2, "slot": 2, "games": [0, 2]},
        ],
    }
    return json.dumps(document).encode()


def spoiled_event(errors: tuple[Mistake, ...]) -> bytes:
    """Return the event's file with these mistakes in it."""
    document = json.loads(right_event())
    for steps, value in errors:
        *way, last = steps
        target: Any = document
        for step in way:
            target = target[step]
        if value is GONE:
            del target[last]
        else:
            target[last] = value
    return json.dumps(document).encode()


def path_of(mistake: Mistake) -> str:
    """Return the path at which a mistake is told."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in mistake[0]).lstrip(".")
