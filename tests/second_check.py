"""A second opinion on who qualifies where players left, never came or wrote lines that contradict themselves.

Written from the design's description of the domain (sections 2 to 5) before its author had read the engines or
``tests/reference.py``, and shares no code with either. It reads an event file as plain JSON and works out the
parts of the report that say who counts, which games wait, and who is in: rulings with what they change, flags,
standings and ties. ACC scoring only.
"""

from collections.abc import Iterable, Iterator
from math import ceil
from typing import Any, NamedTuple


class Row(NamedTuple):
    """One line: game points, plus and minus, each ``None`` where nothing is written."""

    points: int | None
    plus: int | None
    minus: int | None

    @property
    def blank(self) -> bool:
        return self == (None, None, None)

    @property
    def won(self) -> bool | None:
        if self.points is not None:
            return self.points > 0
        return None if (self.plus is None) == (self.minus is None) else self.plus is not None

    @property
    def spread(self) -> int | None:
        return self.minus if self.plus is None else self.plus

    @property
    def whole(self) -> bool:
        """Return whether the line says a result with its spread in the column that goes with it."""
        return None not in {self.won, self.spread} and (self.plus if self.won else self.minus, self.other) == (
            self.spread,
            None,
        )

    @property
    def other(self) -> int | None:
        return self.minus if self.won else self.plus


#: What a win is worth from which spread on, the highest first, by the event's scoring.
WORTH = {"acc": ((31, 3), (1, 2)), "double-skunk": ((61, 4), (31, 3), (1, 2)), "free-play": ((61, 4), (31, 2), (1, 1))}


class Wins:
    """Wins under one scoring."""

    def __init__(self, scoring: str) -> None:
        self.steps = WORTH[scoring]

    def __call__(self, spread: int) -> Row:
        return Row(next(points for least, points in self.steps if spread >= least), spread, None)

    def put_right(self, row: Row) -> Row:
        """Return the line with the game points that its spread asks for (section 2, appendix 5)."""
        if row.points is None and row.won is False:
            return loss(row.minus or 0)
        return self(row.plus) if row.won and row.plus is not None and row.minus is None else row

    def worth(self, row: Row) -> tuple[int, int, int, int]:
        """Return what the line adds to game points, games won, net and plus."""
        plus, minus = row.plus or 0, row.minus or 0
        return row.points or 0, int(bool(row.points)), plus - minus, plus


def loss(spread: int) -> Row:
    return Row(0, None, spread)


class NotCovered(Exception):
    """No rule settles the game."""


def settle(
    rows: tuple[Row, Row], flagged: tuple[bool, bool], earlier: bool, win: Wins
) -> tuple[list[str], tuple[Row, Row]]:
    """Return the letters that apply and both lines after them (section 3, step 3)."""
    letters: set[str] = set()
    if any(None not in {row.plus, row.minus} for row in rows):
        raise NotCovered
    for at, row in enumerate(rows):
        if row.blank:
            seen = rows[1 - at]
            if not seen.whole:
                raise NotCovered
            mirror = loss(seen.spread or 0) if seen.won else win(seen.spread or 0)
            return ["c"], (mirror, seen) if at == 0 else (seen, mirror)
    spreads = [row.spread for row in rows]
    known = [spread for spread in spreads if spread is not None]
    if not known:
        raise NotCovered
    if rows[0].won == rows[1].won:
        return same_claim(rows, flagged, known, earlier, win)
    misplaced = [row for row in rows if row.spread is not None and not row.whole]
    if len(misplaced) == 2:
        raise NotCovered
    if misplaced:
        letters.add("e" if earlier else "f")
    if len(known) == 1:
        letters.add("c")
    full = [known[0] if spread is None else spread for spread in spreads]
    return with_spreads(letters, [bool(row.won) for row in rows], full, flagged, earlier, win)


def same_claim(
    rows: tuple[Row, Row], flagged: tuple[bool, bool], known: list[int], earlier: bool, win: Wins
) -> tuple[list[str], tuple[Row, Row]]:
    if earlier and rows[0].won:
        letters = ["d"] if len(known) == 2 else ["c", "d"]
        return letters, (loss(min(known)), loss(min(known)))
    if len(known) < 2:
        raise NotCovered
    if earlier:
        if any(mine and row.minus is None for row, mine in zip(rows, flagged, strict=True)):
            raise NotCovered
        return ["g"], rows
    if (rows[0].plus is None) == (rows[1].plus is None):
        return ["e"], (loss(known[0]), loss(known[1]))
    return with_spreads({"d"}, [row.plus is not None for row in rows], known, flagged, earlier, win)


def with_spreads(
    letters: set[str], wins: list[bool], spreads: list[int], flagged: tuple[bool, bool], earlier: bool, win: Wins
) -> tuple[list[str], tuple[Row, Row]]:
    """Give each flagged side the worse of two numbers that differ."""
    least, most = min(spreads), max(spreads)
    mine = [(least if won else most) if flag else n for n, won, flag in zip(spreads, wins, flagged, strict=True)]
    if mine != spreads:
        letters.add("b" if all(flagged) else "a")
    elif least != most:
        letters.add("g" if earlier else "h")
    first, second = (win(n) if won else loss(n) for n, won in zip(mine, wins, strict=True))
    return sorted(letters), (first, second)


class Event:
    """One event, worked out as a careful director would on paper."""

    def __init__(self, file: dict[str, Any]) -> None:
        about = file["event"]
        self.earlier = about.get("edition") == "acc-2010"
        self.win = Wins(about.get("scoring", "acc"))
        self.games: int = about["games"]
        self.left = {e["number"]: e.get("withdrawn_after_game") for e in file["entrants"]}
        self.counting = sorted(
            e["number"] for e in file["entrants"] if not e.get("house_player") and e.get("withdrawn_after_game") != 0
        )
        self.places: int = about.get("qualifiers") or ceil(len(self.counting) / 4)
        self.places = min(self.places, len(self.counting))
        self.recorded = {card["entrant"]: card.get("recorded") or {} for card in file.get("scorecards", [])}
        self.written: dict[tuple[int, int], Row] = {}
        self.against: dict[tuple[int, int], int | None] = {}
        for card in file.get("scorecards", []):
            for line in card["lines"]:
                where = card["entrant"], line["game"]
                self.written[where] = Row(line.get("points"), line.get("plus"), line.get("minus"))
                self.against[where] = line.get("opponent")
        self.start = {where: self.win.put_right(row) for where, row in self.written.items()}
        self.decided: set[tuple[int, int]] = set()
        for decision in file.get("decisions") or []:
            for line in decision["lines"]:
                where = line["entrant"], decision["game"]
                self.start[where] = self.win.put_right(Row(line["points"], line["plus"], line["minus"]))
                self.decided.add(where)
                self.against[where] = next((e for e in decision["entrants"] if e != line["entrant"]), None)

    # Who meets whom

    def alone(self, where: tuple[int, int]) -> bool:
        """Return whether nobody owes the other half of this line: the opponent had left and wrote none."""
        opponent = self.against[where]
        if opponent is None or (opponent, where[1]) in self.written:
            return False
        gone = self.left[opponent]
        return gone is not None and gone < where[1]

    def named_by(self, entrant: int, game: int) -> set[int]:
        return {writer for (writer, at), named in self.against.items() if named == entrant and at == game}

    def pairs(self) -> Iterator[tuple[int, int, int]]:
        """Return each game with the two whom at least one card puts there, in ascending order."""
        found = {
            (game, *sorted((writer, opponent)))
            for (writer, game), opponent in self.against.items()
            if opponent is not None and (opponent, game) in self.against
        }
        return iter(sorted(found))  # type: ignore[arg-type]

    def agreed(self, game: int, one: int, other: int) -> bool:
        """Return whether both cards name each other, or one names nobody and only the other names its owner."""
        return all(
            self.against[writer, game] == named
            or (self.against[writer, game] is None and self.named_by(writer, game) == {named})
            for writer, named in ((one, other), (other, one))
        )

    # Flags

    def key(self, entrant: int, rows: dict[tuple[int, int], Row], kind: bool = False) -> tuple[int, ...]:
        total = [0, 0, 0, 0]
        for game in range(1, self.games + 1):
            row = rows.get((entrant, game))
            if row is None:
                continue
            worth = self.in_its_favor((entrant, game), row) if kind else self.win.worth(row)
            total = [sum(both) for both in zip(total, worth, strict=True)]
        return tuple(total)

    def in_its_favor(self, where: tuple[int, int], row: Row) -> tuple[int, int, int, int]:
        if where in self.decided:
            return self.win.worth(row)
        if self.alone(where):
            return max(self.win.worth(row), self.win.worth(self.win(10)))
        if row != self.start[where]:
            return self.win.worth(row)
        if row.points == 0 and row.plus is not None and row.minus is None:
            return self.win.worth(self.win(row.plus))
        if row.points and row.minus is not None and row.plus is None:
            return self.win.worth(self.win(row.minus))
        if row.blank:
            for writer in self.named_by(*where):
                seen = self.start[writer, where[1]]
                if self.agreed(where[1], where[0], writer) and seen.whole and not seen.won:
                    return self.win.worth(self.win(seen.minus or 0))
        return self.win.worth(row)

    def newly_flagged(self, rows: dict[tuple[int, int], Row]) -> set[int]:
        if not self.places:
            return set()
        line = sorted((self.key(entrant, rows) for entrant in self.counting), reverse=True)[self.places - 1]
        return {
            entrant
            for entrant in self.counting
            if max(self.key(entrant, rows), self.key(entrant, rows, kind=True)) >= line
        }

    # The whole

    def resolve(self, flags: set[int]) -> tuple[list[dict[str, Any]], list[Any], list[Any], dict[Any, Row]]:
        rulings: list[dict[str, Any]] = []
        open_games: set[tuple[int, ...]] = set()
        unchecked: set[tuple[int, ...]] = set()
        rows = dict(self.start)
        for game, one, other in self.pairs():
            if {(one, game), (other, game)} <= self.decided:
                continue
            waits = open_games if flags & {one, other} else unchecked
            mine, theirs = self.start[one, game], self.start[other, game]
            if not self.agreed(game, one, other):
                waits.add((game, one, other))
                continue
            try:
                letters, after = settle((mine, theirs), (one in flags, other in flags), self.earlier, self.win)
            except NotCovered:
                waits.add((game, one, other))
                continue
            if not letters:
                continue
            if not flags & {one, other}:
                unchecked.add((game, one, other))
                continue
            book = "guideline 11." if self.earlier else "12.2."
            changes = [
                (entrant, before, now)
                for entrant, before, now in zip((one, other), (mine, theirs), after, strict=True)
                if before != now
            ]
            for entrant, _, now in changes:
                rows[entrant, game] = now
            rulings.append(
                {"game": game, "entrants": [one, other], "rules": [book + x for x in letters], "changes": changes}
            )
        for where, row in self.start.items():
            opponent = self.against[where]
            if where in self.decided or self.named_by(*where) - {opponent}:
                continue
            if opponent is None or (self.alone(where) and not (row.won and (row.plus, row.minus) == (10, None))):
                waits = open_games if where[0] in flags else unchecked
                waits.add((where[1], *sorted({where[0], opponent or where[0]})))
        return rulings, sorted(open_games), sorted(unchecked), rows

    def report(self) -> dict[str, Any]:
        flags: set[int] = set()
        rows = dict(self.start)
        while True:
            found = flags | self.newly_flagged(rows)
            if found == flags:
                break
            flags = found
            rulings, waiting, unchecked, rows = self.resolve(flags)
        if not flags:
            rulings, waiting, unchecked, rows = self.resolve(flags)
        standings = self.ranked(rows)
        return {
            "complete": self.complete(),
            "entrants": len(self.counting),
            "qualifiers": self.places,
            "arithmetic": self.arithmetic(),
            "rulings": rulings,
            "undecided": waiting,
            "unchecked": unchecked,
            "checked": sorted(flags),
            "standings": standings,
            "high_nonqualifier": self.high_nonqualifier(standings),
        }

    def complete(self) -> bool:
        return all(
            (entrant, game) in self.written or (gone is not None and gone < game)
            for entrant, gone in self.left.items()
            for game in range(1, self.games + 1)
        )

    def arithmetic(self) -> list[tuple[int, int | None, str, int, int]]:
        found: list[tuple[int, int | None, str, int, int]] = []
        for entrant in sorted({writer for writer, _ in self.written}):
            games = [game for game in range(1, self.games + 1) if (entrant, game) in self.written]
            right = {game: self.win.put_right(self.written[entrant, game]) for game in games}
            for game in games:
                before, now = self.written[entrant, game].points, right[game].points
                if before is not None and now is not None and before != now:
                    found.append((entrant, game, "points", before, now))
            if len(games) < self.games:
                continue
            worth = [self.win.worth(row) for row in right.values()]
            sums = {
                "game_points": sum(line[0] for line in worth),
                "games_won": sum(line[1] for line in worth),
                "plus": sum(row.plus or 0 for row in right.values()),
                "minus": sum(row.minus or 0 for row in right.values()),
            }
            for field, computed in sums.items():
                recorded = self.recorded.get(entrant, {}).get(field)
                if recorded is not None and recorded != computed:
                    found.append((entrant, None, field, recorded, computed))
        return found

    # Places

    def ranked(self, rows: dict[tuple[int, int], Row]) -> list[tuple[int, int, tuple[int, ...], bool | None]]:
        groups: dict[tuple[int, ...], list[int]] = {}
        for entrant in self.counting:
            groups.setdefault(self.key(entrant, rows), []).append(entrant)
        placed: list[tuple[int, int, tuple[int, ...], bool | None]] = []
        for key in sorted(groups, reverse=True):
            for level in self.split(groups[key], rows):
                rank, last = len(placed) + 1, len(placed) + len(level)
                inside = None if rank <= self.places < last else last <= self.places
                placed += [(rank, entrant, key, inside) for entrant in sorted(level)]
        return placed

    def split(self, level: list[int], rows: dict[tuple[int, int], Row]) -> list[list[int]]:
        """Part those who are level by the games they played against each other (edition 2020)."""
        if self.earlier or len(level) == 1:
            return [level]
        wins = dict.fromkeys(level, 0)
        for at, one in enumerate(level):
            for other in level[at + 1 :]:
                met = list(self.winners(one, other, rows))
                if not met:
                    return [level]
                for winner in met:
                    wins[winner] += 1
        tiers = [[e for e in level if wins[e] == n] for n in sorted(set(wins.values()), reverse=True)]
        return [level] if len(tiers) == 1 else [part for tier in tiers for part in self.split(tier, rows)]

    def winners(self, one: int, other: int, rows: dict[tuple[int, int], Row]) -> Iterable[int]:
        for game in range(1, self.games + 1):
            mine, theirs = rows.get((one, game)), rows.get((other, game))
            if mine is None or theirs is None:
                continue
            if (self.against[one, game], self.against[other, game]) != (other, one):
                continue
            if {mine.won, theirs.won} == {True, False}:
                yield one if mine.won else other

    def high_nonqualifier(self, placed: list[tuple[int, int, tuple[int, ...], bool | None]]) -> int | None:
        if any(inside is None for *_, inside in placed):
            return None
        at = [entrant for rank, entrant, *_ in placed if rank == self.places + 1]
        return at[0] if len(at) == 1 else None


def comparable(report: dict[str, Any]) -> dict[str, Any]:
    """Return the program's report with the parts, and in the form, of ``Event.report``."""

    def row(line: dict[str, Any]) -> Row:
        return Row(line["points"], line["plus"], line["minus"])

    return {
        "complete": report["complete"],
        "entrants": report["entrants"],
        "qualifiers": report["qualifiers"],
        "arithmetic": [
            (a["entrant"], a["game"], a["field"], a["recorded"], a["computed"]) for a in report["arithmetic"]
        ],
        "rulings": [
            {
                **ruling,
                "rules": sorted(ruling["rules"]),
                "changes": [(c["entrant"], row(c["before"]), row(c["after"])) for c in ruling["changes"]],
            }
            for ruling in report["rulings"]
        ],
        "undecided": [(found["game"], *found["entrants"]) for found in report["undecided"]],
        "unchecked": [(found["game"], *found["entrants"]) for found in report["unchecked"]],
        "checked": report["checked"],
        "standings": [
            (
                place["rank"],
                place["entrant"],
                (place["game_points"], place["games_won"], place["net"], place["plus"]),
                place["qualifies"],
            )
            for place in report["standings"]
        ],
        "high_nonqualifier": report["high_nonqualifier"],
    }


class SheetEvent:
    """An event of game sheets, points pegged or points left (section 8), with its setting for drop-outs."""

    def __init__(self, file: dict[str, Any]) -> None:
        about = file["event"]
        self.left_counts = about["scoring"] == "points-left"
        self.setting: str = about.get("drop_outs", "stand")
        self.games: int = about["games"]
        self.house = {e["number"] for e in file["entrants"] if e.get("house_player")}
        gone = {e["number"]: e.get("withdrawn_after_game") for e in file["entrants"]}
        self.gone = {number: after for number, after in gone.items() if after is not None}
        self.counting = sorted(set(gone) - self.house - {number for number, after in self.gone.items() if not after})
        self.out = {number for number in self.gone if number in self.counting and self.gone[number] < self.games}
        self.rows = {
            (card["entrant"], line["game"]): (
                line["opponent"],
                line.get("left") if self.left_counts else line.get("own"),
                None if self.left_counts else line.get("theirs"),
            )
            for card in file["scorecards"]
            for line in card["lines"]
        }

    def report(self) -> dict[str, Any]:
        totals = {entrant: self.totals(entrant) for entrant in self.counting}
        return {
            "entrants": len(self.counting),
            "undecided": self.undecided(),
            "totals": totals,
            "order": sorted((*self.place(entrant, *totals[entrant]), entrant) for entrant in self.counting),
        }

    def place(self, entrant: int, total: int, won: int) -> tuple[int, int, int]:
        behind = entrant in self.out and (self.setting == "dropped" or (self.left_counts and self.setting == "stand"))
        return (1, 0, 0) if behind else (0, total if self.left_counts else -total, -won)

    def undecided(self) -> list[tuple[int, ...]]:
        found: set[tuple[int, ...]] = set()
        for (entrant, game), (opponent, *mine) in self.rows.items():
            nobodys = self.house if self.setting == "stand" else self.house | self.out
            if {entrant, opponent} & nobodys or (opponent, game) not in self.rows:
                continue
            named, *theirs = self.rows[opponent, game]
            numbers = [*mine, *theirs[::-1]]
            if self.left_counts:
                settled = None not in {mine[0], theirs[0]} and (mine[0] == 0) != (theirs[0] == 0)
            else:
                settled = None not in numbers and mine == theirs[::-1] and (mine[0] == 121) != (mine[1] == 121)
            if named != entrant or not settled:
                found.add((game, *sorted((entrant, opponent))))
        return sorted(found)

    def totals(self, entrant: int) -> tuple[int, int]:
        """Return points and games won of one who counts."""
        if entrant in self.out and self.setting == "dropped":
            return 0, 0
        total = won = 0
        for (writer, _game), (opponent, own, theirs) in self.rows.items():
            if writer != entrant or opponent in self.house:
                continue
            if self.setting != "stand" and ({entrant, opponent} & self.out):
                if self.setting == "dropped":
                    continue
                own = 121 if entrant not in self.out else 0
                if self.left_counts:
                    own = 121 - own
                theirs = 121 - own
            total += own or 0
            won += (own == 0) if self.left_counts else (own == 121 and theirs != 121)
        return total, won


def comparable_sheets(report: dict[str, Any], left_counts: bool) -> dict[str, Any]:
    """Return the program's report of game sheets in the form of ``SheetEvent.report``."""
    column = "points_left" if left_counts else "total_points"
    return {
        "entrants": report["entrants"],
        "undecided": [(found["game"], *found["entrants"]) for found in report["undecided"]],
        "totals": {place["entrant"]: (place[column], place["games_won"]) for place in report["standings"]},
        "order": [place["entrant"] for place in report["standings"]],
    }
