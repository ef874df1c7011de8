"""Cards, order, and who qualifies: worked out again from the lines as written (rules 1.6, 12.2, 13.2, appendix)."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, groupby
from typing import Any, NamedTuple

from brackets.acc_check.shape import Data

SKUNK = 31
KEYS = {"game_points": "game points", "games_won": "games won", "net": "net spread", "plus": "plus points"}


class Finding(NamedTuple):
    """One fault: its ``kind`` in a word or two, and a sentence that says where."""

    kind: str
    text: str


class Line(NamedTuple):
    """A line: whom against, and its three columns, each may be blank."""

    opponent: int | None
    points: int | None
    plus: int | None
    minus: int | None

    @property
    def has_won(self) -> bool | None:
        """What the card claims by points, and where they are blank by the column that is filled."""
        if self.points is not None:
            return self.points > 0
        if (self.plus is None) == (self.minus is None):
            return None
        return self.plus is not None

    @property
    def right(self) -> "Line":
        """The line with the points that its spread asks for; one with both columns filled stays."""
        if self.plus is not None and self.minus is not None:
            return self
        if self.has_won and self.plus is not None:
            points = 3 if self.plus >= SKUNK else 2
        elif self.has_won is False:
            points = 0
        else:
            return self
        return self if self.points == points else self._replace(points=points)

    @property
    def figures(self) -> tuple[int | None, int | None, int | None]:
        return (self.points, self.plus, self.minus)

    @property
    def shown(self) -> str:
        points, plus, minus = ("blank" if one is None else one for one in self.figures)
        return f"{points}, +{plus}, −{minus}"


Lines = dict[tuple[int, int], Line]


def _line(data: Data, opponent: int | None) -> Line:
    return Line(opponent, data["points"], data["plus"], data["minus"])


def counting(event: Data) -> list[Data]:
    """Return who counts: no house players, and nobody who never came."""
    return [one for one in event["entrants"] if not one["house_player"] and one["withdrawn_after_game"] != 0]


def twice(values: list[Any]) -> list[Any]:
    """Return what occurs more than once."""
    return [value for value, times in Counter(values).items() if times > 1]


def card_findings(event: Data) -> Iterator[Finding]:
    """Yield what is wrong with cards, rulings and decisions, and with the totals that follow."""
    yield from _lists_of_entrants(event)
    lines, written = {}, {}
    for card in event["scorecards"]:
        own = card["entrant"]
        for one in card["lines"]:
            key = (own, one["game"])
            if key in written:
                yield Finding("line twice", f"Card of {own}: game {one['game']} appears twice.")
            if one["game"] > event["games"]:
                yield Finding("line twice", f"Card of {own}: there is no game {one['game']}.")
            if one["opponent"] == own:
                yield Finding("opponent", f"Card of {own}, game {one['game']}: they played themselves.")
            written[key] = _line(one, one["opponent"])
            lines[key] = written[key].right
    yield from _opponents(event, lines)
    yield from _arithmetic(event, written, lines)
    yield from _decisions(event, lines)
    yield from _rulings(event, lines)
    yield from _totals(event, lines)
    yield from order_findings(event, lines)


def _lists_of_entrants(event: Data) -> Iterator[Finding]:
    numbers = [one["number"] for one in event["entrants"]]
    for number in twice(numbers):
        yield Finding("entrant twice", f"Two entrants have the number {number}.")
    for number in twice([card["entrant"] for card in event["scorecards"]]):
        yield Finding("entrant twice", f"Entrant {number} has two scorecards.")
    for what in ("standings", "placings"):
        for number in twice([place["entrant"] for place in event[what]]):
            yield Finding("entrant twice", f"Entrant {number} appears twice in the {what}.")
    acc_numbers = [folded(one["acc_number"]) for one in event["entrants"] if one["acc_number"]]
    for acc_number in twice(acc_numbers):
        yield Finding("number twice", f"Two entrants have the ACC number {acc_number}.")
    counted, ranked = {one["number"] for one in counting(event)}, {place["entrant"] for place in event["standings"]}
    for number in sorted(counted ^ ranked):
        which = "is not in the standings" if number in counted else "is in the standings, and does not count"
        yield Finding("entrants", f"Entrant {number} {which}.")
    if event["number_of_entrants"] != len(counted):
        yield Finding("entrants", f"{event['number_of_entrants']} entrants are reported; {len(counted)} count.")


def folded(acc_number: str) -> str:
    """Return an ACC number without what people write differently."""
    return "".join(filter(str.isalnum, acc_number)).upper()


def _opponents(event: Data, lines: Lines) -> Iterator[Finding]:
    numbers = {one["number"] for one in event["entrants"]}
    for (own, game), line in lines.items():
        if own not in numbers or (line.opponent is not None and line.opponent not in numbers):
            yield Finding(
                "opponent", f"Card of {own}, game {game}: against {line.opponent}, but there is no such entrant."
            )


def _arithmetic(event: Data, written: Lines, right: Lines) -> Iterator[Finding]:
    listed = {
        (one["entrant"], one["game"], one["field"]): (one["recorded"], one["computed"]) for one in event["arithmetic"]
    }
    found: dict[tuple[int, int | None, str], tuple[int, int | None]] = {
        (own, game, "points"): (line.points, right[own, game].points)
        for (own, game), line in written.items()
        if line.points is not None and line.points != right[own, game].points
    }
    own_lines = _by_card(right)
    for card in event["scorecards"]:
        own = card["entrant"]
        sums = _sums(own_lines.get(own, []))
        is_whole = len({one["game"] for one in card["lines"]}) >= event["games"]
        for field, foot in (card["recorded"] or {}).items():
            if foot is not None and foot != sums[field] and (is_whole or (own, None, field) in listed):
                found[own, None, field] = (foot, sums[field])
    for own, game, field in sorted(found.keys() | listed.keys(), key=str):
        is_of_line = game is not None
        where = f"Card of {own}, " + (f"game {game}" if is_of_line else f"{field.replace('_', ' ')} at the foot")
        said, real = listed.get((own, game, field)), found.get((own, game, field))
        if said != real:
            wrong = f"{real[0]} should be {real[1]}" if real else "nothing is wrong there"
            says = f"{said[0]} should be {said[1]}" if said else "nothing"
            kind = "line arithmetic" if is_of_line else "foot total"
            yield Finding(kind, f"{where}: {wrong}; the report says {says}.")


def _by_card(lines: Lines) -> dict[int, list[Line]]:
    found: dict[int, list[Line]] = {}
    for (own, _), line in lines.items():
        found.setdefault(own, []).append(line)
    return found


def _sums(lines: list[Line]) -> dict[str, int]:
    game_points = games_won = plus = minus = 0
    for line in lines:
        game_points += line.points or 0
        games_won += 1 if line.points else 0
        plus += line.plus or 0
        minus += line.minus or 0
    return {"game_points": game_points, "games_won": games_won, "plus": plus, "minus": minus, "net": plus - minus}


def _decisions(event: Data, lines: Lines) -> Iterator[Finding]:
    for one in event["decisions"]:
        where = f"Decision of game {one['game']} ({' and '.join(map(str, one['entrants']))})"
        if not one["reason"].strip():
            yield Finding("decision", f"{where}: it has no reason.")
        for line in one["lines"]:
            others = [number for number in one["entrants"] if number != line["entrant"]]
            if line["entrant"] not in one["entrants"] or not others:
                yield Finding("decision", f"{where}: it sets a line of {line['entrant']}, who did not play it.")
            else:
                lines[line["entrant"], one["game"]] = _line(line, others[0]).right


def _rulings(event: Data, lines: Lines) -> Iterator[Finding]:
    for one in event["rulings"]:
        game = one["game"]
        where = f"Ruling of game {game} ({' and '.join(map(str, one['entrants']))})"
        known = [lines[number, game] for number in one["entrants"] if (number, game) in lines]
        spreads = {spread for line in known for spread in (line.plus, line.minus)}
        if not one["rules"]:
            yield Finding("ruling", f"{where}: it cites no rule.")
        for change in one["changes"]:
            own = change["entrant"]
            before, after = (_line(change[when], None) for when in ("before", "after"))
            now = lines.get((own, game))
            if own not in one["entrants"] or now is None:
                yield Finding("ruling", f"{where}: it changes a line of {own} that is not there.")
                continue
            if now.figures != before.figures:
                yield Finding("ruling", f"{where}: the card of {own} says {now.shown}, the ruling {before.shown}.")
            if after.right.figures != after.figures or not {after.plus, after.minus} <= spreads:
                yield Finding("ruling", f"{where}: {after.shown} for {own} follows from neither card.")
            lines[own, game] = after._replace(opponent=now.opponent)


def _totals(event: Data, lines: Lines) -> Iterator[Finding]:
    own_lines = _by_card(lines)
    for place in event["standings"]:
        sums = _sums(own_lines.get(place["entrant"], []))
        for key, words in KEYS.items():
            if place[key] != sums[key]:
                text = f"Card of {place['entrant']}: {words} {place[key]}; its lines come to {sums[key]}."
                yield Finding("card total", text)


def order_findings(event: Data, lines: Lines) -> Iterator[Finding]:
    """Yield what is wrong with the order and the qualifiers (appendix 7, rule 13.2.b)."""
    totals = {place["entrant"]: tuple(place[key] for key in KEYS) for place in event["standings"]}
    expected = list(_ordered(event, totals, lines))
    for (rank, entrant, decided_by), place in zip(expected, event["standings"], strict=False):
        if (rank, entrant) != (place["rank"], place["entrant"]):
            yield Finding(
                "order", f"Place {rank} is {entrant}'s; the report has {place['entrant']} as {place['rank']}."
            )
        elif decided_by != place["decided_by"]:
            text = f"Place {rank} of {entrant} was decided by {decided_by}; the report says {place['decided_by']}."
            yield Finding("tie", text)
    yield from _qualifiers(event, [(rank, entrant) for rank, entrant, _ in expected])


def _ordered(event: Data, totals: dict[int, tuple[int, ...]], lines: Lines) -> Iterator[tuple[int, int, str | None]]:
    rank, above = 1, None
    words = list(KEYS.values())
    for level in sorted(set(totals.values()), reverse=True):
        by: str | None = (
            None if above is None else words[[a == b for a, b in zip(above, level, strict=True)].index(False)]
        )
        above = level
        group = sorted(entrant for entrant, own in totals.items() if own == level)
        for part in _by_games(event, group, lines):
            for how, shared in _by_record(event, part):
                by = how or by
                for entrant in shared:
                    yield rank, entrant, by
                    by = "tied"
                rank += len(shared)
            by = "head-to-head"


def _by_games(event: Data, group: list[int], lines: Lines) -> list[list[int]]:
    if len(group) == 1 or event["edition"] == "acc-2010":
        return [group]
    wins = dict.fromkeys(group, 0)
    for one, two in combinations(group, 2):
        results = [
            line.has_won
            for (own, game), line in lines.items()
            if own == one and line.opponent == two
            for other in [lines.get((two, game))]
            if other and other.opponent == one and {line.has_won, other.has_won} == {True, False}
        ]
        if not results:
            return [group]
        wins[one] += results.count(True)
        wins[two] += results.count(False)
    parts = [list(part) for _, part in groupby(sorted(group, key=lambda one: (-wins[one], one)), key=wins.__getitem__)]
    return [group] if len(parts) == 1 else [end for part in parts for end in _by_games(event, part, lines)]


def _by_record(event: Data, group: list[int]) -> list[tuple[str | None, list[int]]]:
    if len(group) == 2 and event["edition"] != "acc-2010":
        for game in event["tie_games"]:
            if sorted((game["winner"], game["loser"])) == group:
                return [(None, [game["winner"]]), ("tie game", [game["loser"]])]
    for order in event["tie_orders"]:
        if len(group) > 1 and sorted(order["order"]) == group:
            return [("tie order" if index else None, [entrant]) for index, entrant in enumerate(order["order"])]
    return [(None, group)]


def _qualifiers(event: Data, ranks: list[tuple[int, int]]) -> Iterator[Finding]:
    entrants, exemption = len(counting(event)), event["exemption"]
    number = -(-entrants // 4)
    if exemption is not None:
        if not exemption["reason"].strip():
            yield Finding("exemption", f"{exemption['qualifiers']} qualify by an exemption without a reason (13.2.b).")
        number = min(exemption["qualifiers"], entrants)
    last_of = Counter(rank for rank, _ in ranks)
    is_in = {
        entrant: True if rank + last_of[rank] - 1 <= number else False if rank > number else None
        for rank, entrant in ranks
    }
    for gone in event["replaced"]:
        if is_in.get(gone):
            is_in[gone] = False
            below = [entrant for _, entrant in ranks if is_in[entrant] is False and entrant not in event["replaced"]]
            number -= 0 if below else 1
            is_in.update(dict.fromkeys(below[:1], True))
    if event["qualifiers"] != number:
        why = "by the exemption" if exemption else f"of {entrants}, one in four,"
        yield Finding("one in four", f"{event['qualifiers']} qualifiers; {why} {number} qualify (13.2.b).")
    for place in event["standings"]:
        if place["qualifies"] is not is_in.get(place["entrant"]):
            said = {True: "qualifies", False: "does not qualify", None: "is in an open tie"}
            text = f"Entrant {place['entrant']} {said[is_in.get(place['entrant'])]}; the report says otherwise."
            yield Finding("one in four", text)
