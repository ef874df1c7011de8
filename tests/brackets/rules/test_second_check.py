"""The engines against a second opinion, over events with people who left, never came, or wrote odd lines."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from brackets.rules.report import report_on
from tests.second_check import WORTH, Event, SheetEvent, comparable, comparable_sheets
from tournaments.event_file.reading import read_event_file

#: Seeds tried each time. When written, engines and second check agreed on 3,000.
SEEDS = range(60)


def random_event(seed: int) -> dict[str, Any]:
    """Return an event of 6 to 28 players, three of whom left or never came, with about every twelfth line odd."""
    chance = Random(seed)
    players = chance.randint(6, 28)
    games = chance.choice([9, 12, 22] if players > 23 else [3, 5, 9, 12])
    scoring = chance.choice(["acc", "acc", "acc", *WORTH])
    left = dict.fromkeys(chance.sample(range(1, players + 1), chance.randint(0, min(4, players // 3))), 0)
    for entrant in left:
        left[entrant] = chance.choice([0, 0, 1, games // 2, games - 1, games])
    house = players if players % 2 == 0 and chance.random() < 0.2 else None
    lines: dict[int, list[dict[str, Any]]] = {number: [] for number in range(1, players + 1)}
    for game in range(1, games + 1):
        for one, other in drawn(chance, players, game):
            winner, loser = chance.sample([one, other], 2)
            spread = chance.choice([5, 10, 12, 30, 31, 44, 61, 91]) if chance.random() < 0.4 else chance.randint(1, 60)
            pair = {winner: won(scoring, spread), loser: {"points": 0, "plus": None, "minus": spread}}
            for entrant, opponent in ((one, other), (other, one)):
                line = {"game": game, "opponent": opponent, **pair[entrant]}
                if gone(left, entrant, game) and (left[entrant] == 0 or chance.random() < 0.93):
                    continue
                if gone(left, opponent, game):
                    line.update(won(scoring, 10))
                    if chance.random() < 0.5:
                        line.update(after_the_opponent_left(chance, scoring))
                elif chance.random() < 0.09:
                    odd(chance, scoring, line, entrant, players)
                if chance.random() < 0.004:
                    continue
                lines[entrant].append(line)
    cards = [
        {"entrant": entrant, "recorded": totals(chance, written), "lines": written}
        for entrant, written in lines.items()
        if written or left.get(entrant) != 0
    ]
    chance.shuffle(cards)
    return {
        "format": "cribbage-event/1",
        "event": {
            "name": f"Event {seed}",
            "edition": chance.choice(["acc-2020", "acc-2020", "acc-2010"]),
            "format": chance.choice(["qualifying-playoff", "qualifying"]),
            "kind": chance.choice(["main", "consolation", "satellite", "club"]),
            "scoring": scoring,
            "games": games,
        },
        "entrants": [
            {
                "number": number,
                "name": f"Player {number}",
                "house_player": number == house,
                "withdrawn_after_game": left.get(number),
            }
            for number in range(1, players + 1)
        ],
        "scorecards": cards,
    }


def with_decisions(file: dict[str, Any], seed: int) -> dict[str, Any]:
    """Return the event with most games that wait decided, and some that nobody asked about."""
    chance = Random(seed)
    worked_out = Event(file)
    report = worked_out.report()
    scoring = file["event"]["scoring"]
    waiting = [games for games in report["undecided"] if chance.random() < 0.8]
    settled = [(ruling["game"], *ruling["entrants"]) for ruling in report["rulings"] if chance.random() < 0.1]
    decisions = []
    taken: set[tuple[int, int]] = set()
    for game, *entrants in waiting + settled:
        there = [entrant for entrant in entrants if (entrant, game) in worked_out.written]
        lines_of_it = {(entrant, game) for entrant in entrants}
        if len(entrants) < 2 or lines_of_it & taken:
            continue
        taken |= lines_of_it
        chance.shuffle(there)
        results = [won(scoring, chance.randint(1, 70)), {"points": 0, "plus": None, "minus": chance.randint(1, 70)}]
        if len(there) == 1:
            results = [chance.choice([won(scoring, 10), *results])]
        lines = [{"entrant": entrant, **result} for entrant, result in zip(there, results, strict=True)]
        rule = "13" if file["event"]["edition"] == "acc-2010" else "14.1"
        decisions.append({"game": game, "entrants": entrants, "lines": lines, "rule": rule, "reason": "decided"})
    return {**file, "decisions": decisions}


def random_sheets(seed: int) -> dict[str, Any]:
    """Return an event of 4 to 12 pairs by points pegged or left, some of whom went home, with odd sheets."""
    chance = Random(seed)
    pairs, games = chance.randint(4, 12), chance.choice([4, 9, 12])
    scoring = chance.choice(["total-points", "points-left"])
    left = {number: chance.choice([0, 1, games // 2, games]) for number in chance.sample(range(1, pairs + 1), 2)}
    house = pairs if chance.random() < 0.2 and pairs not in left else None
    lines: dict[int, list[dict[str, Any]]] = {number: [] for number in range(1, pairs + 1)}
    for game in range(1, games + 1):
        for one, other in drawn(chance, pairs, game):
            lost = chance.randint(40, 120)
            for entrant, opponent, own, theirs in ((one, other, 121, lost), (other, one, lost, 121)):
                if gone(left, one, game) or gone(left, other, game):
                    continue
                odd_ones = [(theirs, own), (None, theirs), (own, None), (own, 121), (100, 99)]
                mine, others = chance.choice(odd_ones) if chance.random() < 0.05 else (own, theirs)
                columns = {"own": mine, "theirs": others}
                if scoring == "points-left":
                    columns = {"left": None if mine is None else 121 - mine}
                lines[entrant].append({"game": game, "opponent": opponent, **columns})
    return {
        "format": "cribbage-event/1",
        "event": {
            "name": f"Sheets {seed}",
            "format": "double-round-robin",
            "scoring": scoring,
            "games": games,
            "drop_outs": chance.choice(["stand", "dropped", "forfeits"]),
        },
        "entrants": [
            {
                "number": number,
                "name": f"Pair {number}",
                "house_player": number == house,
                "withdrawn_after_game": left.get(number),
            }
            for number in range(1, pairs + 1)
        ],
        "scorecards": [{"entrant": entrant, "lines": written} for entrant, written in lines.items() if written],
    }


def drawn(chance: Random, players: int, game: int) -> list[tuple[int, int]]:
    order = chance.sample(range(1, players + 1), players)
    return list(zip(order[::2], order[1::2], strict=False))


def gone(left: dict[int, int], entrant: int, game: int) -> bool:
    return entrant in left and left[entrant] < game


def won(scoring: str, spread: int) -> dict[str, Any]:
    points = next(points for least, points in WORTH[scoring] if spread >= least)
    return {"points": points, "plus": spread, "minus": None}


def after_the_opponent_left(chance: Random, scoring: str) -> dict[str, Any]:
    nothing = {"points": None, "plus": None, "minus": None}
    some_win = won(scoring, 1)["points"]
    return chance.choice(
        [
            nothing,
            {**nothing, "points": 0, "minus": 5},
            {**nothing, "points": 0, "plus": 25},
            {**nothing, "points": some_win, "minus": 12},
            {**nothing, "points": some_win},
            {**nothing, "points": 0},
            {**nothing, "plus": 10},
            {**nothing, "points": WORTH[scoring][0][1], "plus": 10},
            won(scoring, 33),
            {**nothing, "points": some_win, "plus": 10, "minus": 10},
        ]
    )


def odd(chance: Random, scoring: str, line: dict[str, Any], owner: int, players: int) -> None:
    """Make one slip of those that are seen on cards."""
    wins = sorted({points for _, points in WORTH[scoring]})
    slip = chance.randrange(9)
    if slip == 0:
        line.update(points=None, plus=None, minus=None)
    elif slip == 1:
        line.update(plus=None, minus=None)
    elif slip == 2:
        line.update(plus=line["minus"], minus=line["plus"])
    elif slip == 3:
        line["points"] = 0 if line["points"] else chance.choice(wins)
    elif slip == 4:
        line.update(points=chance.choice([0, None, *wins]))
    elif slip == 5:
        line.update({"plus" if line["points"] else "minus": chance.randint(1, 60)})
    elif slip == 6:
        line.update(plus=line["plus"] or chance.randint(1, 40), minus=line["minus"] or chance.randint(1, 40))
    elif slip == 7:
        line["opponent"] = chance.choice([None, None, None, *{*range(1, players + 1)} - {owner}])
        if line["opponent"] is not None and chance.random() < 0.5:
            line.update(points=None, plus=None, minus=None)
    else:
        spread = chance.randint(1, 50)
        line.update(chance.choice([won(scoring, spread), {"points": 0, "plus": None, "minus": spread}]))


def totals(chance: Random, written: list[dict[str, Any]]) -> dict[str, int] | None:
    if chance.random() < 0.1:
        return None
    sums = {
        "game_points": sum(line["points"] or 0 for line in written),
        "games_won": sum(1 for line in written if line["points"]),
        "plus": sum(line["plus"] or 0 for line in written),
        "minus": sum(line["minus"] or 0 for line in written),
    }
    if chance.random() < 0.1:
        sums["game_points"], sums["games_won"] = sums["games_won"], sums["game_points"]
    return sums


def reported(file: dict[str, Any]) -> dict[str, Any]:
    reading = read_event_file(json.dumps(file).encode())
    assert reading.event_file is not None, reading.errors
    return report_on(reading.event_file).to_json()


@pytest.mark.parametrize("seed", SEEDS)
def test_engines_and_second_check_agree(seed: int) -> None:
    file = random_event(seed)
    assert comparable(reported(file)) == Event(file).report()

    decided = with_decisions(file, seed)
    assert comparable(reported(decided)) == Event(decided).report()


@pytest.mark.parametrize("seed", SEEDS)
def test_engines_and_second_check_agree_on_game_sheets(seed: int) -> None:
    file = random_sheets(seed)
    mine = SheetEvent(file).report()
    report = comparable_sheets(reported(file), file["event"]["scoring"] == "points-left")

    places = {entrant: place for *place, entrant in mine.pop("order")}
    order = [places[entrant] for entrant in report.pop("order")]
    assert order == sorted(order)
    assert report == mine


@pytest.mark.parametrize("name", ["leavers-24-players", "no-shows-18-players", "blank-and-wrong-columns-48-players"])
def test_second_check_gives_the_samples_too(cases_dir: Path, name: str) -> None:
    expected = json.loads((cases_dir / f"{name}.report.json").read_bytes())

    assert Event(json.loads((cases_dir / f"{name}.json").read_bytes())).report() == comparable(expected)
