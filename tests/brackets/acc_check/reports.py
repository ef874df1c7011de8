"""Sound reports to the ACC, invented; and faults, each with the kind that the checker gives it and whom it names."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from datetime import date
from functools import cache
from random import Random
from typing import Any

from brackets.demo.event import make_event, max_playoff_rounds
from brackets.rules.acc_report import (
    AccEvent,
    AccReport,
    Besides,
    Hand,
    Paid,
    Person,
    Pool,
    Sums,
    acc_event,
    city_and_state,
)
from brackets.rules.payouts import PoolSharing, qualifier_pool
from tournaments.rules.names import split_name
from tournaments.rules.types import EventFile

Data = dict[str, Any]
CHECK_NUMBER = "3FA9 12CD 77E0 91AB"


def people_of(file: EventFile) -> dict[int, Person]:
    names = {one.number: split_name(one.name) for one in file.entrants}
    return {
        one.number: Person(names[one.number].last, names[one.number].first, *city_and_state(one.city, ""))
        for one in file.entrants
    }


def reported(file: EventFile, **besides: Any) -> AccEvent:
    given = {"people": people_of(file), "check_number": CHECK_NUMBER, "log_entries": 7, **besides}
    return acc_event(file, Besides(**given))


def made(players: int, games: int, seed: int, kind: str = "main", *, errors: bool = True) -> EventFile:
    file = make_event(
        players=players, games=games, seed=seed, errors=errors, playoff_rounds=max_playoff_rounds(players)
    )
    return replace(file, event=replace(file.event, kind=kind))


def sums_of(event: AccEvent, rng: Random) -> Sums:
    """Return money that adds up: prizes for the first two, a Q pool of some, and what is left over."""
    counted = [one.number for one in event.file.entrants if one.counts]
    first, second = (next(p.entrant for p in event.placings if p.place == place) for place in (1, 2))
    stakes = dict.fromkeys([*rng.sample(counted, len(counted) // 2), event.seeds[0]], 10_00)
    shared = qualifier_pool(stakes, event.seeds, PoolSharing.GRADUATED, unit=100)
    payouts = tuple(Paid(str(event.seeds.index(who) + 1), who, amount, amount) for who, amount in shared.prizes)
    fees, players = 40_00 * len(counted), len(counted)
    prizes = tuple(
        Paid(str(place), who, amount, amount)
        for place, (who, amount) in enumerate(((first, 90_00), (second, 45_00)), 1)
    )
    pool = Pool("Q pool", stakes, payouts, shared.unclaimed)
    return Sums(fees, 50_00, 12_50, 3_00, players, fees // 2, prizes, (pool,))


@cache
def sound_report(seed: int) -> Data:
    """Return a report without a fault: a main event or a consolation of 12 to 31 players; some with an exemption."""
    rng = Random(seed)
    kind = "consolation" if seed % 3 == 0 else "main"
    players = rng.choice([number for number in range(12, 32) if number not in (16, 15, 14, 13)])
    games = rng.choice((7, 8, 9) if kind == "consolation" else (9, 12))
    file = made(players, min(games, players // 2 - players // 2 % 2 or 2), seed, kind, errors=seed % 4 != 0)
    bare = reported(file)
    overrides = {bare.seeds[-1]: (77, "The commissioner said so.")} if seed % 5 == 0 else {}
    hands = (Hand(28, bare.seeds[0], "game 3", "5H 5S 5C JD 5D"),)
    besides = replace(bare.besides, hands=hands, sums=sums_of(bare, rng), overrides=overrides, form="standard")
    event = acc_event(file, besides) if overrides else replace(bare, besides=besides)
    report = AccReport(
        name="Harbor City Open",
        events=(event,),
        sanction_number="2026-117",
        director="Rosa Lunde",
        starts_on=date(2026, 5, 16),
        ends_on=date(2026, 5, 17),
        place="Elks Lodge, Tacoma, WA",
    )
    found: Data = json.loads(json.dumps(report.to_json()))
    return found


Fault = tuple[str, str]
FAULTS: dict[str, Callable[[Data, Random], Fault]] = {}


def fault(make: Callable[[Data, Random], Fault]) -> Callable[[Data, Random], Fault]:
    FAULTS[make.__name__] = make
    return make


def with_fault(name: str, seed: int) -> tuple[Data, Fault]:
    """Return a report with one fault, with its kind and what the finding has to name."""
    rng = Random(seed)
    report = deepcopy(sound_report(seed))
    return report, FAULTS[name](report["events"][0], rng)


def _line(event: Data, rng: Random) -> tuple[int, Data]:
    """Return a winning line that no ruling and no decision has changed, of somebody who counts."""
    touched = {
        (number, one["game"]) for one in [*event["rulings"], *event["decisions"]] for number in one["entrants"]
    } | {(one["entrant"], one["game"]) for one in event["arithmetic"]}
    ranked = {place["entrant"] for place in event["standings"]}
    return rng.choice([
        (card["entrant"], line)
        for card in event["scorecards"]
        for line in card["lines"]
        if line["points"] and line["plus"] and not line["minus"] and card["entrant"] in ranked
        if (card["entrant"], line["game"]) not in touched
    ])  # fmt: skip


@fault
def swapped_places(event: Data, rng: Random) -> Fault:
    one, two = rng.sample(event["placings"], 2)
    one["place"], two["place"] = two["place"], one["place"]
    return "place", f"for {one['entrant']};"


@fault
def points_of_another_row(event: Data, rng: Random) -> Fault:
    placing = event["placings"][0]
    placing["qualifying_points"] = (placing["qualifying_points"] or 0) + 15
    return "points", f"of {placing['entrant']}:"


@fault
def spread_of_a_line(event: Data, rng: Random) -> Fault:
    number, line = _line(event, rng)
    line["plus"] += -1 if line["plus"] in (30, 121) else 1
    return "card total", f"Card of {number}:"


@fault
def seed_of_a_bye(event: Data, rng: Random) -> Fault:
    matches = event["first_round"]
    with_bye = next((match for match in matches if match["lower"] is None), matches[0])
    other = next(match for match in matches if match is not with_bye)
    with_bye["upper"], other["upper"] = other["upper"], with_bye["upper"]
    return ("byes" if with_bye["lower"] is None else "chart"), f"Match {with_bye['slot']}:"


@fault
def entrant_twice(event: Data, rng: Random) -> Fault:
    event["placings"][-1]["entrant"] = event["placings"][0]["entrant"]
    return "entrant twice", f"Entrant {event['placings'][0]['entrant']} stands twice in the placings"


@fault
def thirteen_cents(event: Data, rng: Random) -> Fault:
    key = rng.choice(("fund", "left", "sanctioning", "fees"))
    event["money"][key] += 13
    return "money", {"fees": "Fund"}.get(key, key.capitalize())


@fault
def one_qualifier_more(event: Data, rng: Random) -> Fault:
    event["qualifiers"] += 1
    return "one in four", f"{event['qualifiers']} qualifiers"


@fault
def exemption_without_reason(event: Data, rng: Random) -> Fault:
    event["exemption"] = {"qualifiers": event["qualifiers"], "reason": " "}
    return "exemption", "without a reason"


@fault
def acc_number_twice(event: Data, rng: Random) -> Fault:
    one, two = rng.sample(event["entrants"], 2)
    one["acc_number"], two["acc_number"] = "wa-101", "WA 101"
    return "number twice", "WA101"


@fault
def game_points_of_a_line(event: Data, rng: Random) -> Fault:
    number, line = _line(event, rng)
    line["points"] = 5 - line["points"]
    return "line arithmetic", f"Card of {number}, game {line['game']}:"


@fault
def net_of_a_card(event: Data, rng: Random) -> Fault:
    place = rng.choice(event["standings"])
    place["net"] -= 1
    return "card total", f"Card of {place['entrant']}: net spread"


@fault
def pairs_of_the_chart(event: Data, rng: Random) -> Fault:
    matches = [match for match in event["first_round"] if match["lower"] is not None]
    match = rng.choice(matches)
    match["upper"], match["lower"] = match["lower"], match["upper"]
    return "chart", f"Match {match['slot']}:"


@fault
def points_of_another_round(event: Data, rng: Random) -> Fault:
    placing = rng.choice(event["placings"])
    placing["playoff_points"] = (placing["playoff_points"] or 0) + 21
    return "points", f"Playoff points of {placing['entrant']}:"


@fault
def loser_moves_on(event: Data, rng: Random) -> Fault:
    match = rng.choice(event["matches"])
    match["winner"] = match["lower"] if match["winner"] == match["upper"] else match["upper"]
    return "match", f"Round {match['round']}, match {match['slot']}:"


@fault
def games_of_a_match(event: Data, rng: Random) -> Fault:
    match = rng.choice(event["matches"])
    match["games"] = [3, 3]
    return "match", "3 to 3"


@fault
def order_of_cards(event: Data, rng: Random) -> Fault:
    standings = event["standings"]
    place = rng.randrange(len(standings) - 1)
    standings[place], standings[place + 1] = standings[place + 1], standings[place]
    return "order", f"the report has {standings[place]['entrant']} as"


@fault
def what_decided(event: Data, rng: Random) -> Fault:
    place = rng.choice(event["standings"])
    place["decided_by"] = "lots"
    return "tie", f"of {place['entrant']} was decided by"


@fault
def share_of_a_pool(event: Data, rng: Random) -> Fault:
    event["money"]["pools"][0]["payouts"][0]["amount"] += 13
    return "pool", "Pool Q pool"


@fault
def ruling_on_another_line(event: Data, rng: Random) -> Fault:
    number, line = _line(event, rng)
    before = {"points": line["points"], "plus": line["plus"] % 121 + 1, "minus": None}
    after = {"points": line["points"], "plus": line["plus"], "minus": None}
    change = {"entrant": number, "before": before, "after": after}
    entrants = [number, line["opponent"]]
    event["rulings"].append({"game": line["game"], "entrants": entrants, "rules": ["12.2.a"], "changes": [change]})
    return "ruling", f"the card of {number} says"


@fault
def points_without_reason(event: Data, rng: Random) -> Fault:
    placing = rng.choice(event["placings"])
    placing["points"], placing["reason"] = (placing["computed"] or 0) + 1, ""
    return "override", f"{placing['entrant']} has"


@fault
def hand_of_27(event: Data, rng: Random) -> Fault:
    event["high_hands"][0]["points"] = 27
    return "high hand", "hand of 27"


@fault
def line_twice(event: Data, rng: Random) -> Fault:
    card = rng.choice(event["scorecards"])
    card["lines"].append(card["lines"][0])
    return "line twice", f"Card of {card['entrant']}"


@fault
def house_player_counted(event: Data, rng: Random) -> Fault:
    event["number_of_entrants"] += 1
    return "entrants", "entrants are reported"


@fault
def foot_of_a_card(event: Data, rng: Random) -> Fault:
    left = {one["number"] for one in event["entrants"] if one["withdrawn_after_game"] is not None}
    known = {one["entrant"] for one in event["arithmetic"] if one["game"] is None} | left
    card = rng.choice([card for card in event["scorecards"] if card["entrant"] not in known])
    card["recorded"] = {"game_points": None, "games_won": None, "plus": 9_999, "minus": None}
    return "foot total", f"Card of {card['entrant']}, plus at the foot"


@fault
def seal_cut_off(event: Data, rng: Random) -> Fault:
    event["check_number"] = event["check_number"][:-1]
    return "check number", "no check number"


@fault
def name_of_somebody_else(event: Data, rng: Random) -> Fault:
    placing = rng.choice(event["placings"])
    placing["last_name"] += "son"
    return "name", f"Placing of {placing['entrant']}"


@fault
def seeds_swapped(event: Data, rng: Random) -> Fault:
    seeds = event["seeds"]
    seeds[0], seeds[1] = seeds[1], seeds[0]
    return "seed", f"Seed 1 is {seeds[0]}"


@fault
def prize_beyond_the_fund(event: Data, rng: Random) -> Fault:
    money = event["money"]
    money["prizes"][0]["amount"] += money["left"] + 1
    money["left"] = -1
    return "money", "Prizes exceed the fund by 0.01"
