"""The games on which two cards do not agree, and the lines that no second card can confirm."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from scorecards.rules.discrepancies import NotCovered, Resolution, agree, won_by_forfeit
from tournaments.rules.scorings import Scoring
from tournaments.rules.types import DecisionRecord, Line

LinesByGame = dict[int, dict[int, Line]]


@dataclass(slots=True)
class Discrepancy:
    """Two lines of one game that do not agree; ``theirs`` is ``None`` where the opponent is unknown or had left.

    ``cards`` are the entrants who have a line: the game waits for the director where one of them is flagged.
    """

    game: int
    entrants: tuple[int, ...]
    mine: Line
    theirs: Line | None
    not_covered: str | None
    ruled: Resolution | None = None
    cards: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.cards = self.cards or self.entrants


def fill_in_blank_opponents(lines: LinesByGame, blank: Set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Fill in a blank opponent where exactly one card names the line's entrant for that game.

    ``blank`` are such lines by (game, entrant). Return those that several cards claim: they cannot all be right.
    """
    named_by: dict[tuple[int, int], list[int]] = {}
    for entrant, own in lines.items():
        for game, line in own.items():
            if line.opponent is not None and (game, line.opponent) in blank:
                named_by.setdefault((game, line.opponent), []).append(entrant)
    for (game, entrant), opponents in named_by.items():
        if len(opponents) == 1:
            lines[entrant][game] = replace(lines[entrant][game], opponent=opponents[0])
    return {key for key, opponents in named_by.items() if len(opponents) > 1}


def find_discrepancies(lines: LinesByGame, decisions: Sequence[DecisionRecord]) -> list[Discrepancy]:
    """Return every game on which two cards do not agree, by game and entrants, flagged or not."""
    suspects = _lines_to_look_at(lines)
    claimed_by_several: Set[tuple[int, int]] = set()
    if blank := {(line.game, entrant) for entrant, line in suspects if line.opponent is None}:
        claimed_by_several = fill_in_blank_opponents(lines, blank)
        suspects = _lines_to_look_at(lines)
    decided = {(decision.game, *sorted(decision.entrants)) for decision in decisions}
    found: dict[tuple[int, ...], Discrepancy] = {}
    for entrant, line in suspects:
        game, opponent = line.game, line.opponent
        if opponent is None:
            if (game, entrant) not in claimed_by_several:
                found[game, entrant] = Discrepancy(game, (entrant,), line, None, NotCovered.NO_OPPONENT.value)
            continue
        theirs = lines[opponent][game]
        pair = (entrant, opponent) if entrant < opponent else (opponent, entrant)
        if (game, *pair) not in decided:
            mine, other = (line, theirs) if entrant < opponent else (theirs, line)
            is_mutual = theirs.opponent == entrant
            not_covered = None if is_mutual else NotCovered.DIFFERENT_OPPONENTS.value
            found[game, *pair] = Discrepancy(game, pair, mine, other, not_covered)
    return list(found.values())


def lines_against_leavers(
    lines: LinesByGame, last_games: Mapping[int, int], decisions: Sequence[DecisionRecord]
) -> dict[tuple[int, int], Line]:
    """Return the lines, by entrant and game, against somebody who had left before and has no line of it.

    No second card can contradict one of these. What the director decided is not among them.
    """
    decided = {(line.entrant, decision.game) for decision in decisions for line in decision.lines}
    return {
        (entrant, game): line
        for entrant, own in lines.items()
        for game, line in own.items()
        if (last := last_games.get(line.opponent or 0)) is not None
        and game > last
        and game not in lines.get(line.opponent or 0, {})
        and (entrant, game) not in decided
    }


def discrepancies_of_leavers(
    lines: LinesByGame, unanswered: Mapping[tuple[int, int], Line], scheme: Scoring
) -> Iterable[Discrepancy]:
    """Yield the lines against leavers that are no win by ten, but where a third card names their entrant.

    That card and this one name different opponents, which is listed already.
    """
    for (entrant, game), line in unanswered.items():
        is_named = any(game in own and own[game].opponent == entrant for own in lines.values())
        if line != won_by_forfeit(line, scheme) and not is_named and line.opponent is not None:
            pair = (min(entrant, line.opponent), max(entrant, line.opponent))
            yield Discrepancy(game, pair, line, None, NotCovered.OPPONENT_LEFT.value, cards=(entrant,))


def _lines_to_look_at(lines: LinesByGame) -> list[tuple[int, Line]]:
    """Return the lines to look at: not those that agree with the opponent's (nearly all), nor the unanswered.

    Each game is looked at from the lower number. An entrant with more lines than were met that way has named
    somebody of a lower number who does not answer, and is looked at line by line.
    """
    suspects: list[tuple[int, Line]] = []
    met = dict.fromkeys(lines, 0)
    for entrant, own in lines.items():
        done = 0
        for game, line in own.items():
            opponent = line.opponent
            if opponent is None:
                suspects.append((entrant, line))
            elif opponent < entrant:
                continue
            else:
                try:
                    theirs = lines[opponent][game]
                except KeyError:  # not keyed yet, or withdrawn: the game is left alone
                    pass
                else:
                    if theirs.opponent == entrant:
                        met[opponent] += 1
                        if not agree(line, theirs):
                            suspects.append((entrant, line))
                    else:
                        suspects.append((entrant, line))
            done += 1
        met[entrant] += done
    for entrant, own in lines.items():
        if met[entrant] < len(own):
            suspects += [(entrant, line) for line in own.values() if _is_unanswered(entrant, line, lines)]
    return suspects


def _is_unanswered(entrant: int, line: Line, lines: LinesByGame) -> bool:
    """Tell whether the line names somebody of a lower number whose own line names somebody else, or nobody."""
    if line.opponent is None or line.opponent > entrant:
        return False
    theirs = lines.get(line.opponent, {}).get(line.game)
    return theirs is not None and theirs.opponent != entrant
