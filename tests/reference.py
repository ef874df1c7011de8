"""A second, slow working of the cross-check report, straight from the rules and without a thought for speed.

It shares nothing with the engines: everything is worked out from scratch in each round of the dead-zone loop,
over every two entrants and every game. Tests compare its report with that of the engines. Free texts
(``reason``, ``note``) are left out.
"""

from itertools import combinations
from typing import Any

from tests.reference_rulings import (
    Written,
    cite,
    claim,
    points_for,
    read_as_a_win,
    ruling_for,
    with_arithmetic_put_right,
)
from tournaments.rules.types import CardRecord, EventFile

Key = tuple[int, int]  # entrant, game


def without_free_text(report: dict[str, Any]) -> dict[str, Any]:
    """Return a report without the texts that are free: reasons and notes."""
    return {
        **report,
        "arithmetic": [{**error, "note": None} for error in report["arithmetic"]],
        "undecided": [{**found, "reason": None} for found in report["undecided"]],
    }


def add_up(lines: list[Written]) -> dict[str, int]:
    plus = sum(line[1] or 0 for line in lines)
    minus = sum(line[2] or 0 for line in lines)
    return {
        "game_points": sum(line[0] or 0 for line in lines),
        "games_won": sum(1 for line in lines if line[0]),
        "net": plus - minus,
        "plus": plus,
    }


KEYS = {"game_points": "game points", "games_won": "games won", "net": "net spread", "plus": "plus points"}


def standing(total: dict[str, int]) -> list[int]:
    return [total[key] for key in KEYS]


class Reference:
    """One event, worked out."""

    def __init__(self, event_file: EventFile) -> None:
        self.file = event_file
        self.edition = event_file.event.edition
        self.left = {one.number: one.withdrawn_after_game for one in event_file.entrants}
        self.house_players = {one.number for one in event_file.entrants if one.house_player}
        self.ranked = sorted(
            one.number for one in event_file.entrants if not one.house_player and one.withdrawn_after_game != 0
        )
        own_number = event_file.event.qualifiers
        self.places = min(own_number or (len(self.ranked) + 3) // 4, len(self.ranked))
        self.opponents: dict[Key, int | None] = {}
        self.originals: dict[Key, Written] = {}
        self.arithmetic: list[dict[str, Any]] = []
        for card in sorted(event_file.scorecards, key=lambda card: card.entrant):
            self.read(card)
        self.decided: set[tuple[int, int, int]] = set()
        self.decided_lines: set[Key] = set()
        for decision in event_file.decisions:
            one, two = decision.entrants
            for line in decision.lines:
                key = (line.entrant, decision.game)
                self.opponents[key] = two if line.entrant == one else one
                self.originals[key] = with_arithmetic_put_right((line.points, line.plus, line.minus))
                self.decided_lines.add(key)
            self.decided.add((decision.game, min(one, two), max(one, two)))

    def read(self, card: CardRecord) -> None:
        right = []
        for line in sorted(card.lines, key=lambda line: line.game):
            written = (line.points, line.plus, line.minus)
            right.append(with_arithmetic_put_right(written))
            self.opponents[card.entrant, line.game] = line.opponent
            self.originals[card.entrant, line.game] = right[-1]
            if line.points is not None and right[-1][0] != line.points:
                self.complain(card.entrant, line.game, "points", line.points, right[-1][0])
        has_lines = {line.game for line in card.lines}
        owed = {game for game in self.games() if not self.sits_out(card.entrant, game)}
        if card.recorded is not None and owed <= has_lines:
            total = add_up(right)
            total["minus"] = total["plus"] - total["net"]
            for field in ("game_points", "games_won", "plus", "minus"):
                written_total = getattr(card.recorded, field)
                if written_total is not None and written_total != total[field]:
                    self.complain(card.entrant, None, field, written_total, total[field])

    def games(self) -> range:
        return range(1, self.file.event.games + 1)

    def sits_out(self, entrant: int, game: int) -> bool:
        """The schedule has the game without this entrant, and some other game with them."""
        is_scheduled = is_in_it = is_in_another = False
        for scheduled in self.file.schedule:
            for pair in [(), *scheduled.pairs]:
                if scheduled.game == game:
                    is_scheduled = True
                    is_in_it = is_in_it or entrant in pair
                else:
                    is_in_another = is_in_another or entrant in pair
        if entrant in self.house_players and any(scheduled.pairs for scheduled in self.file.schedule):
            return not is_in_it and (is_scheduled or not is_in_another)
        return is_scheduled and not is_in_it and is_in_another

    def complain(self, entrant: int, game: int | None, field: str, recorded: int, computed: int | None) -> None:
        self.arithmetic.append(
            {"entrant": entrant, "game": game, "field": field, "recorded": recorded, "computed": computed}
        )

    def totals(self, lines: dict[Key, Written]) -> dict[int, dict[str, int]]:
        return {
            entrant: add_up([written for (owner, _), written in lines.items() if owner == entrant])
            for entrant in self.ranked
        }

    def top(self, totals: dict[int, dict[str, int]]) -> set[int]:
        if not self.places:
            return set()
        last = sorted((standing(total) for total in totals.values()), reverse=True)[self.places - 1]
        return {entrant for entrant, total in totals.items() if standing(total) >= last}

    def dead_zone(self, lines: dict[Key, Written]) -> set[int]:
        """Who would be level with the last of the places, or ahead, by lines read as well as they can be."""
        if not self.places:
            return set()
        as_it_stands = self.totals(lines)
        last = sorted((standing(total) for total in as_it_stands.values()), reverse=True)[self.places - 1]
        favorable = self.totals({key: self.favorable(key, lines) for key in lines})
        return {entrant for entrant in self.ranked if standing(favorable[entrant]) >= last}

    def favorable(self, key: Key, lines: dict[Key, Written]) -> Written:
        entrant, game = key
        written = lines[key]
        if key in self.decided_lines or written != self.originals[key]:
            return written
        opponent = self.opponent_of(entrant, game)
        if self.is_against_a_leaver(entrant, game):
            by_ten = (points_for(10), 10, None)
            return max(written, by_ten, key=lambda one: standing(add_up([one])))
        is_named = opponent is not None and self.opponent_of(opponent, game) == entrant
        theirs = lines.get((opponent, game)) if opponent is not None and is_named else None
        return read_as_a_win(written, theirs)

    def is_against_a_leaver(self, entrant: int, game: int) -> bool:
        """The line names somebody who had gone by then, and whose card has nothing about that game."""
        opponent = self.opponent_of(entrant, game)
        if opponent is None or (opponent, game) in self.originals or (entrant, game) in self.decided_lines:
            return False
        last = self.left[opponent]
        return last is not None and last < game

    def check_line_against_a_leaver(self, game: int, one: int, flags: set[int], found: dict[str, Any]) -> None:
        if (one, game) not in self.originals or not self.is_against_a_leaver(one, game):
            return
        if self.named_by(game, one) or self.originals[one, game] == (points_for(10), 10, None):
            return
        both = sorted([one, self.opponent_of(one, game) or 0])
        found["undecided" if one in flags else "unchecked"].append({"game": game, "entrants": both})

    def check(self) -> dict[str, Any]:
        flags: set[int] = set()
        while True:
            result = self.check_with(flags)
            newly = (self.top(self.totals(result["lines"])) | self.dead_zone(result["lines"])) - flags
            if not newly:
                return {**result, "checked": sorted(flags)}
            flags |= newly

    def check_with(self, flags: set[int]) -> dict[str, Any]:
        lines = dict(self.originals)
        found: dict[str, Any] = {"rulings": [], "undecided": [], "unchecked": [], "lines": lines}
        everybody = sorted({entrant for entrant, _ in self.originals})
        for game in range(1, self.file.event.games + 1):
            for number, one in enumerate(everybody):
                self.check_nameless(game, one, flags, found)
                self.check_line_against_a_leaver(game, one, flags, found)
                for two in everybody[number + 1 :]:
                    self.check_game(game, one, two, flags, found)
        for kind in ("undecided", "unchecked"):
            found[kind].sort(key=lambda one: (one["game"], one["entrants"]))
        return found

    def named_by(self, game: int, entrant: int) -> list[int]:
        return [other for (other, played), name in self.opponents.items() if played == game and name == entrant]

    def opponent_of(self, entrant: int, game: int) -> int | None:
        """Whom the card names; where it names nobody, whoever alone names it."""
        if (entrant, game) not in self.originals:
            return None
        name = self.opponents[entrant, game]
        named_by = self.named_by(game, entrant)
        return named_by[0] if name is None and len(named_by) == 1 else name

    def check_nameless(self, game: int, one: int, flags: set[int], found: dict[str, Any]) -> None:
        """A card that names nobody, and that nobody names: there is nothing to compare it with."""
        if (one, game) in self.originals and self.opponents[one, game] is None and not self.named_by(game, one):
            found["undecided" if one in flags else "unchecked"].append({"game": game, "entrants": [one]})

    def check_game(self, game: int, one: int, two: int, flags: set[int], found: dict[str, Any]) -> None:
        if (one, game) not in self.originals or (two, game) not in self.originals:
            return
        names = [self.opponents[one, game], self.opponents[two, game]]
        if (names[0] != two and names[1] != one) or (game, one, two) in self.decided:
            return
        names = [self.opponent_of(one, game), self.opponent_of(two, game)]
        line_one, line_two = self.originals[one, game], self.originals[two, game]
        who = {"game": game, "entrants": [one, two]}
        ruled = None
        if names == [two, one]:
            ruled = ruling_for(line_one, line_two, one in flags, two in flags, self.edition)
            if ruled is not None and not ruled[0]:
                return
        if not {one, two} & flags:
            found["unchecked"].append(who)
        elif ruled is None:
            found["undecided"].append(who)
        else:
            letters, new_one, new_two = ruled
            found["lines"][one, game], found["lines"][two, game] = new_one, new_two
            changes = [
                {"entrant": entrant, "before": as_data(before), "after": as_data(after)}
                for entrant, before, after in ((one, line_one, new_one), (two, line_two, new_two))
                if before != after
            ]
            rules = [cite(letter, self.edition) for letter in letters]
            found["rulings"].append({**who, "rules": rules, "changes": changes})

    # Ranking.

    def winner(self, lines: dict[Key, Written], game: int, one: int, two: int) -> int | None:
        if self.opponent_of(one, game) != two or self.opponent_of(two, game) != one:
            return None
        claims = claim(lines[one, game]), claim(lines[two, game])
        return {("win", "loss"): one, ("loss", "win"): two}.get(claims)

    def split_by_head_to_head(self, group: list[int], lines: dict[Key, Written]) -> list[list[int]]:
        if len(group) < 2 or self.edition == "acc-2010":
            return [group]
        won = dict.fromkeys(group, 0)
        for one, two in combinations(group, 2):
            winners = [self.winner(lines, game, one, two) for game in range(1, self.file.event.games + 1)]
            if not any(winners):
                return [group]
            for winner in winners:
                if winner is not None:
                    won[winner] += 1
        parts = [
            [entrant for entrant in group if won[entrant] == wins] for wins in sorted(set(won.values()), reverse=True)
        ]
        return (
            [group] if len(parts) == 1 else [end for part in parts for end in self.split_by_head_to_head(part, lines)]
        )

    def split_by_record(self, group: list[int]) -> tuple[str, list[list[int]]]:
        if len(group) == 2 and self.edition == "acc-2020":
            for game in self.file.tie_games:
                if sorted((game.winner, game.loser)) == group:
                    return "tie game", [[game.winner], [game.loser]]
        for order in self.file.tie_orders:
            if len(group) > 1 and sorted(order.order) == group:
                return "tie order", [[entrant] for entrant in order.order]
        return "", [group]

    def ordered(self, totals: dict[int, dict[str, int]], lines: dict[Key, Written]) -> list[tuple[str, list[int]]]:
        """Return, best first, those who share a place, with what set them apart from the place above."""
        result: list[tuple[str, list[int]]] = []
        for level in sorted({tuple(standing(total)) for total in totals.values()}, reverse=True):
            group = sorted(entrant for entrant in totals if standing(totals[entrant]) == list(level))
            apart = ""
            if result:
                above = totals[result[-1][1][0]]
                apart = next(name for key, name in KEYS.items() if above[key] != totals[group[0]][key])
            for part in self.split_by_head_to_head(group, lines):
                how, ends = self.split_by_record(part)
                for end in ends:
                    result.append((apart, end))
                    apart = how
                apart = "head-to-head"
        return result

    def report(self) -> dict[str, Any]:
        check = self.check()
        totals = self.totals(check["lines"])
        complete = all(
            (entrant.number, game) in self.originals
            for entrant in self.file.entrants
            for game in self.games()
            if entrant.withdrawn_after_game is None or game <= entrant.withdrawn_after_game
            if not self.sits_out(entrant.number, game)
        )
        standings: list[dict[str, Any]] = []
        tie_games, tie_orders, alone_at = [], [], {}
        for apart, group in self.ordered(totals, check["lines"]):
            first, last = len(standings) + 1, len(standings) + len(group)
            if len(group) == 1:
                alone_at[first] = group[0]
            elif first <= self.places:
                (tie_games if len(group) == 2 and self.edition == "acc-2020" else tie_orders).append(group)
            sure = (first <= self.places) == (last <= self.places)
            standings += [
                {
                    "rank": first,
                    "entrant": entrant,
                    **totals[entrant],
                    "qualifies": last <= self.places if sure else None,
                    "decided_by": "tied" if entrant != group[0] else apart or None,
                }
                for entrant in group
            ]
        size = 2
        while size < self.places:
            size *= 2
        is_open = bool(check["undecided"] or tie_games or tie_orders) or not complete
        return {
            "event": self.file.event.name,
            "edition": self.edition,
            "complete": complete,
            "entrants": len(self.ranked),
            "qualifiers": self.places,
            "bracket_size": size if self.places else 0,
            "byes": size - self.places if self.places else 0,
            "approved_chart": size in PRINTED[self.edition] and len(self.ranked) in FIELDS_PRINTED[self.edition],
            "arithmetic": self.arithmetic,
            "rulings": check["rulings"],
            "undecided": check["undecided"],
            "unchecked": check["unchecked"],
            "checked": check["checked"],
            "standings": standings,
            "high_nonqualifier": alone_at.get(self.places + 1),
            "tie_games_needed": tie_games,
            "tie_orders_needed": tie_orders,
            "first_round": [] if is_open else drawn([place["entrant"] for place in standings][: self.places]),
        }


def as_data(written: Written) -> dict[str, int | None]:
    return {"points": written[0], "plus": written[1], "minus": written[2]}


# Places of the printed charts, and for how many players (entrants) they are printed.
PRINTED = {"acc-2020": (4, 8, 16, 32, 64), "acc-2010": (8, 16, 32, 64)}
FIELDS_PRINTED = {"acc-2020": range(12, 257), "acc-2010": range(257)}
SMALL_CHARTS = {2: [1, 2], 4: [1, 4, 2, 3], 8: [1, 8, 4, 5, 3, 6, 2, 7]}


def drawn(seeded: list[int]) -> list[dict[str, Any]]:
    """Draw up to eight."""
    if len(seeded) < 2:
        return []
    seeds = SMALL_CHARTS[2 if len(seeded) == 2 else 4 if len(seeded) <= 4 else 8]
    sides = [{"seed": seed, "entrant": seeded[seed - 1]} if seed <= len(seeded) else None for seed in seeds]
    return [
        {"slot": slot, "upper": upper, "lower": lower}
        for slot, (upper, lower) in enumerate(zip(sides[::2], sides[1::2], strict=True), start=1)
    ]
