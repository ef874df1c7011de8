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
NOBODY = 999
"""A number that no entrant has."""


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
    return "entrant twice", f"Entrant {event['placings'][0]['entrant']} appears twice in the placings"


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


@fault
def game_after_the_last(event: Data, rng: Random) -> Fault:
    number, line = _line(event, rng)
    line["game"] = event["games"] + 1
    return "line twice", f"Card of {number}: there is no game {line['game']}."


@fault
def game_against_oneself(event: Data, rng: Random) -> Fault:
    number, line = _line(event, rng)
    line["opponent"] = number
    return "opponent", f"Card of {number}, game {line['game']}: they played themselves."


@fault
def game_against_nobody(event: Data, rng: Random) -> Fault:
    number, line = _line(event, rng)
    line["opponent"] = NOBODY
    return "opponent", f"Card of {number}, game {line['game']}: against {NOBODY}, but there is no such entrant."


@fault
def number_of_two_entrants(event: Data, rng: Random) -> Fault:
    one, two = rng.sample(event["entrants"], 2)
    two["number"] = one["number"]
    return "entrant twice", f"Two entrants have the number {one['number']}."


@fault
def two_scorecards(event: Data, rng: Random) -> Fault:
    card = rng.choice(event["scorecards"])
    event["scorecards"].append({**card, "lines": []})
    return "entrant twice", f"Entrant {card['entrant']} has two scorecards."


@fault
def left_out_of_the_standings(event: Data, rng: Random) -> Fault:
    place = event["standings"].pop(rng.randrange(len(event["standings"])))
    return "entrants", f"Entrant {place['entrant']} is not in the standings."


@fault
def house_player_in_the_standings(event: Data, rng: Random) -> Fault:
    number = rng.choice(event["standings"])["entrant"]
    next(one for one in event["entrants"] if one["number"] == number)["house_player"] = True
    return "entrants", f"Entrant {number} is in the standings, and does not count."


@fault
def said_to_qualify(event: Data, rng: Random) -> Fault:
    place = event["standings"][-1]
    place["qualifies"] = True
    return "one in four", f"Entrant {place['entrant']} does not qualify; the report says otherwise."


@fault
def decision_on_somebody_else(event: Data, rng: Random) -> Fault:
    number, line = _line(event, rng)
    entrants = sorted((number, line["opponent"]))
    set_line = {"entrant": NOBODY, "points": 2, "plus": 5, "minus": None}
    decision = {"decided_by": "", "game": line["game"], "entrants": entrants, "lines": [set_line], "rule": ""}
    event["decisions"].append({**decision, "reason": "A judge saw it."})
    where = f"Decision of game {line['game']} ({entrants[0]} and {entrants[1]})"
    return "decision", f"{where}: it sets a line of {NOBODY}, who did not play it."


@fault
def decision_without_a_reason(event: Data, rng: Random) -> Fault:
    entrants = event["seeds"][:2]
    decision = {"decided_by": "", "game": 1, "entrants": entrants, "lines": [], "rule": "", "reason": " "}
    event["decisions"].append(decision)
    return "decision", f"Decision of game 1 ({entrants[0]} and {entrants[1]}): it has no reason."


def _ruling(event: Data, rng: Random, **after: int | None) -> tuple[str, Data, int]:
    """Return how a finding begins on a new ruling that changes a winning line, the ruling, and whose line it is."""
    number, line = _line(event, rng)
    before = {key: line[key] for key in ("points", "plus", "minus")}
    changes = [{"entrant": number, "before": before, "after": before | after}]
    entrants = [number, line["opponent"]]
    ruling = {"game": line["game"], "entrants": entrants, "rules": ["12.2.a"], "changes": changes}
    event["rulings"].append(ruling)
    return f"Ruling of game {line['game']} ({entrants[0]} and {entrants[1]})", ruling, number


@fault
def ruling_without_a_rule(event: Data, rng: Random) -> Fault:
    where, ruling, _ = _ruling(event, rng)
    ruling["rules"] = []
    return "ruling", f"{where}: it cites no rule."


@fault
def ruling_on_a_line_of_nobody(event: Data, rng: Random) -> Fault:
    where, ruling, _ = _ruling(event, rng)
    ruling["changes"][0]["entrant"] = NOBODY
    return "ruling", f"{where}: it changes a line of {NOBODY} that is not there."


@fault
def ruling_from_neither_card(event: Data, rng: Random) -> Fault:
    where, _, number = _ruling(event, rng, points=3, plus=119)
    return "ruling", f"{where}: 3, +119, −blank for {number} follows from neither card."


@fault
def seeded_twice(event: Data, rng: Random) -> Fault:
    one, two = rng.sample(range(len(event["seeds"])), 2)
    event["seeds"][two] = event["seeds"][one]
    return "entrant twice", f"Entrant {event['seeds'][one]} is seeded twice."


@fault
def seed_left_out(event: Data, rng: Random) -> Fault:
    event["seeds"].pop()
    return "seed", f"{len(event['seeds'])} are seeded; {len(event['seeds']) + 1} qualify."


@fault
def chart_not_printed(event: Data, rng: Random) -> Fault:
    event["approved_chart"] = not event["approved_chart"]
    return "chart", f"{'No' if event['approved_chart'] else 'A'} chart is printed for this field"


@fault
def match_of_the_chart_left_out(event: Data, rng: Random) -> Fault:
    matches = event["first_round"]
    matches.pop()
    return "chart", f"The first round has {len(matches)} matches, by the chart {len(matches) + 1}."


@fault
def match_twice(event: Data, rng: Random) -> Fault:
    event["matches"].append(rng.choice(event["matches"]))
    return "match", "A match appears twice."


@fault
def match_after_the_final(event: Data, rng: Random) -> Fault:
    final = event["matches"][-1]
    event["matches"].append({**final, "round": final["round"] + 1})
    return "match", f"Round {final['round'] + 1} has no match {final['slot']}."


@fault
def match_without_a_result(event: Data, rng: Random) -> Fault:
    match = event["matches"].pop(rng.randrange(len(event["matches"])))
    return "unfinished", f"Round {match['round']}, match {match['slot']} has no result."


@fault
def placing_of_nobody(event: Data, rng: Random) -> Fault:
    placing = rng.choice(event["placings"])
    placing["entrant"] = NOBODY
    return "name", f"Placing of {NOBODY}: last name {placing['last_name']!r}, not None."


@fault
def row_of_points_denied(event: Data, rng: Random) -> Fault:
    points = event["rating_points"]
    has_row = points["no_schedule"] is None
    points["no_schedule"] = "The table has no row for it." if has_row else None
    games = event["games_each"]
    return (
        "points",
        f"A {event['kind']} event of {games} games has {'a' if has_row else 'no'} row. The report says otherwise.",
    )


@fault
def hand_of_nobody(event: Data, rng: Random) -> Fault:
    event["high_hands"][0]["entrant"] = NOBODY
    return "high hand", f"A hand of 28 by {NOBODY}, but there is no such entrant."


@fault
def stake_twice(event: Data, rng: Random) -> Fault:
    stakes = event["money"]["pools"][0]["stakes"]
    stake = rng.choice(stakes)
    stakes.append(stake)
    return "pool", f"Pool Q pool: {stake['entrant']} is in it twice."


@fault
def share_of_somebody_outside(event: Data, rng: Random) -> Fault:
    event["money"]["pools"][0]["payouts"][0]["entrant"] = NOBODY
    return "pool", f"Pool Q pool: {NOBODY} gets a share, and is no qualifier in the pool."


@fault
def share_of_a_pool_unpaid(event: Data, rng: Random) -> Fault:
    payout = rng.choice(event["money"]["pools"][0]["payouts"])
    payout["paid"] = payout["amount"] + 5_00
    return "unpaid", f"Pool Q pool, {payout['entrant']}:"


@fault
def fees_of_a_player_more(event: Data, rng: Random) -> Fault:
    players = event["money"]["players"]
    event["money"]["players"] += 1
    return "money", f"Sanctioning fees for {players + 1} players; {players} count."


@fault
def prize_unpaid(event: Data, rng: Random) -> Fault:
    event["money"]["prizes"][0]["paid"] = 0
    return "unpaid", "Place 1: 0.00 paid of 90.00."


@fault
def bye_too_many(event: Data, rng: Random) -> Fault:
    event["byes"] += 1
    return "byes", f"{event['byes']} byes; {event['bracket_size']} places less {event['qualifiers']} are"


@fault
def order_still_open(event: Data, rng: Random) -> Fault:
    event["standings"][-1]["qualifies"] = None
    return "unfinished", "The order of the qualifiers is still open."
