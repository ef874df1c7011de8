"""Bracket, places and rating points, worked out again from the order of qualifying (rule 13.2, table of points)."""

from collections.abc import Iterator

from brackets.acc_check.cards import Finding, counting, twice
from brackets.acc_check.shape import Data
from brackets.rules.sources import (
    APPROVED_CHARTS,
    MAX_ENTRANTS_ON_A_CHART,
    MIN_CHART,
    MIN_ENTRANTS_ON_A_CHART,
    SCHEDULES,
)

Slot = tuple[int, int]


def playoff_findings(event: Data) -> Iterator[Finding]:
    """Yield what is wrong with byes, seeds, matches, places and points."""
    yield from _seeds(event)
    yield from _bracket(event)
    winners: dict[Slot, int | None] = {}
    lost: dict[int, int] = {}
    yield from _matches(event, winners, lost)
    yield from _places(event, lost)
    yield from _identities(event)
    yield from _points(event)


def _seeds(event: Data) -> Iterator[Finding]:
    is_open = bool(event["undecided"]) or any(place["qualifies"] is None for place in event["standings"])
    if is_open:
        yield Finding("unfinished", "The order of the qualifiers is still open.")
    qualified = [place["entrant"] for place in event["standings"] if place["qualifies"]]
    expected = qualified if not is_open and len(qualified) > 1 else event["seeds"]
    for number in twice(event["seeds"]):
        yield Finding("entrant twice", f"Entrant {number} is seeded twice.")
    for seed, (right, said) in enumerate(zip(expected, event["seeds"], strict=False), start=1):
        if right != said:
            yield Finding("seed", f"Seed {seed} is {said}; by the standings it is {right}.")
    if len(expected) != len(event["seeds"]):
        yield Finding("seed", f"{len(event['seeds'])} are seeded; {len(expected)} qualify.")


def _bracket(event: Data) -> Iterator[Finding]:
    qualifiers, entrants, edition = event["qualifiers"], len(counting(event)), event["edition"]
    size = next(size for size in (2**power for power in range(31)) if size >= max(qualifiers, 2)) if qualifiers else 0
    if event["bracket_size"] != size:
        yield Finding("byes", f"A bracket of {event['bracket_size']}; the next full one for {qualifiers} has {size}.")
    if event["byes"] != size - qualifiers:
        yield Finding(
            "byes", f"{event['byes']} byes; {size} places less {qualifiers} are {size - qualifiers} (13.2.d)."
        )
    is_approved = (
        size in APPROVED_CHARTS
        and size >= MIN_CHART.get(edition, size + 1)
        and MIN_ENTRANTS_ON_A_CHART[edition] <= entrants <= MAX_ENTRANTS_ON_A_CHART
    )
    if event["approved_chart"] != is_approved:
        yield Finding("chart", f"{'A' if is_approved else 'No'} chart is printed for this field (13.2.c).")
    seeds = event["seeds"]
    expected = []
    if len(seeds) > 1:
        size = 2
        while size < len(seeds):
            size *= 2
        expected = [tuple(seeds[seed - 1] if seed <= len(seeds) else None for seed in pair) for pair in _chart(size)]
    said = [(match["upper"], match["lower"]) for match in event["first_round"]]
    for slot, (right, drawn) in enumerate(zip(expected, said, strict=False), start=1):
        if right != drawn:
            kind = "byes" if None in (*right, *drawn) else "chart"
            yield Finding(kind, f"Match {slot}: {_versus(*drawn)}; by the chart {_versus(*right)} (13.2.c, 13.2.d).")
    if len(expected) != len(said):
        yield Finding("chart", f"The first round has {len(said)} matches, by the chart {len(expected)}.")


def _chart(size: int) -> list[tuple[int, int]]:
    """Return the printed chart; beyond it the same pattern: the last two seeds of each quarter change places."""
    printed = APPROVED_CHARTS.get(size)
    if printed is not None or size == 2:
        return list(printed or ((1, 2),))
    pairs = []
    before = _chart(size // 2)
    for place, pair in enumerate(before):
        is_last = (place + 1) % (len(before) // 4) == 0
        pairs += [(seed, size + 1 - seed) for seed in (reversed(pair) if is_last else pair)]
    return pairs


def _versus(upper: int | None, lower: int | None) -> str:
    return f"{upper or 'a bye'} against {lower or 'a bye'}"


def _matches(event: Data, winners: dict[Slot, int | None], lost: dict[int, int]) -> Iterator[Finding]:
    """Play the bracket through; ``winners`` and ``lost`` (the round, by entrant) are filled in."""
    played = {(match["round"], match["slot"]): match for match in event["matches"]}
    if len(played) < len(event["matches"]):
        yield Finding("match", "A match appears twice.")
    sides = {(1, match["slot"]): (match["upper"], match["lower"]) for match in event["first_round"]}
    number = 1
    while sides:
        for slot, (upper, lower) in sides.items():
            match = played.pop(slot, None)
            if number == 1 and lower is None:
                winners[slot] = upper
            elif match is None:
                winners[slot] = None
                if event["format"] == "qualifying-playoff":
                    yield Finding("unfinished", f"Round {number}, match {slot[1]} has no result.")
            else:
                yield from _match(match, upper, lower)
                winners[slot] = match["winner"]
                if match["winner"] in (upper, lower) and None not in (upper, lower):
                    lost[lower if match["winner"] == upper else upper] = number
        if len(sides) == 1:
            lost.update({winner: number + 1 for slot in sides if (winner := winners[slot]) is not None})
            break
        number += 1
        sides = {
            (number, place): (winners.get((number - 1, 2 * place - 1)), winners.get((number - 1, 2 * place)))
            for place in range(1, len(sides) // 2 + 1)
        }
    for round_number, place in played:
        yield Finding("match", f"Round {round_number} has no match {place}.")


def _match(match: Data, upper: int | None, lower: int | None) -> Iterator[Finding]:
    where = f"Round {match['round']}, match {match['slot']}"
    if (match["upper"], match["lower"]) != (upper, lower):
        said = _versus(match["upper"], match["lower"])
        yield Finding("match", f"{where}: {said}; by the results before it is {_versus(upper, lower)}.")
    needed = match["best_of"] // 2 + 1
    games = match["games"]
    if max(games) > needed or min(games) >= needed or match["best_of"] % 2 == 0:
        yield Finding("match", f"{where}: {games[0]} to {games[1]} is no result of best of {match['best_of']}.")
    winner = (match["upper"], match["lower"])[games.index(needed)] if needed in games else None
    if match["winner"] != winner:
        yield Finding("match", f"{where}: {games[0]} to {games[1]}, but {match['winner']} moves on.")


def _places(event: Data, lost: dict[int, int]) -> Iterator[Finding]:
    """Champion, runner-up, then by the round lost, then by seed."""
    seeds = {entrant: seed for seed, entrant in enumerate(event["seeds"], start=1)}
    if [(placing["seed"], placing["entrant"]) for placing in event["placings"]] != [
        (seed, entrant) for entrant, seed in seeds.items()
    ]:
        yield Finding("place", "The placings are not the seeds in their order.")
    order = sorted((entrant for entrant in seeds if entrant in lost), key=lambda one: (-lost[one], seeds[one]))
    has_playoffs = event["format"] == "qualifying-playoff"
    if has_playoffs and len(order) < len(seeds):
        return  # said already: a match has no result
    places = {entrant: place for place, entrant in enumerate(order, start=1)}
    for placing in event["placings"] if has_playoffs else ():
        own = placing["entrant"]
        if placing["place"] != places.get(own):
            yield Finding("place", f"Place {placing['place']} for {own}; by the bracket it is {places.get(own)}.")
        if placing["round_lost"] != lost.get(own):
            text = f"{own} lost in round {placing['round_lost']}; by the bracket in {lost.get(own)}."
            yield Finding("place", text)


def _identities(event: Data) -> Iterator[Finding]:
    """Yield where a placing has another name, number or card than the entrant."""
    people = {one["number"]: one for one in event["entrants"]}
    cards = {place["entrant"]: place for place in event["standings"]}
    for placing in event["placings"]:
        own, card = people.get(placing["entrant"], {}), cards.get(placing["entrant"])
        for key in ("last_name", "first_name", "acc_number", "city", "state"):
            if placing[key] != own.get(key):
                text = (
                    f"Placing of {placing['entrant']}: {key.replace('_', ' ')} {placing[key]!r}, not {own.get(key)!r}."
                )
                yield Finding("name", text)
        if card is not None:
            notation = f"{card['game_points']}/{card['games_won']} {card['net']:+d}"
            if placing["card"] != notation:
                yield Finding("card total", f"Placing of {placing['entrant']}: card {placing['card']}, not {notation}.")


def _points(event: Data) -> Iterator[Finding]:
    schedule = SCHEDULES.get(event["kind"])
    minimum = schedule.minimum.get(event["games_each"]) if schedule and event["scoring"] == "acc" else None
    if (minimum is None) != (event["rating_points"]["no_schedule"] is not None):
        text = f"A {event['kind']} event of {event['games_each']} games has {'no' if minimum is None else 'a'} row."
        yield Finding("points", f"{text} The report says otherwise.")
    game_points = {place["entrant"]: place["game_points"] for place in event["standings"]}
    top = (len(event["placings"]) + 1) // 2
    for index, placing in enumerate(event["placings"]):
        own, lost = placing["entrant"], placing["round_lost"]
        qualifying = playoff = None
        if schedule is not None and minimum is not None:
            above = game_points.get(own, 0) - minimum + 1
            qualifying = schedule.each_game_point * above if index < top and above > 0 else schedule.lower_half
            playoff = None if lost is None else schedule.playoff * lost * (lost + 1) // 2
        computed = None if qualifying is None or playoff is None else qualifying + playoff
        for key, right in (("qualifying_points", qualifying), ("playoff_points", playoff), ("computed", computed)):
            if placing[key] != right:
                text = f"{key.replace('_', ' ').capitalize()} of {own}: {placing[key]}; by the table {right}."
                yield Finding("points", text)
        if placing["points"] != placing["computed"] and not placing["reason"].strip():
            text = f"{own} has {placing['points']} points in place of {placing['computed']}, without a reason."
            yield Finding("override", text)
