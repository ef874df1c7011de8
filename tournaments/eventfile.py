"""The event file's records, and how they are written.

One event file holds one tournament (format ``cribbage-event/1``). The records below are what a reader
returns and what a writer takes; they are also the plain data that the engines of the other apps work on.
Reading and checking a file is in :mod:`tournaments.eventfile_reading`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from tournaments.cardcolumns import COLUMNS, CardColumns

FORMAT = "cribbage-event/1"

KINDS = ("main", "consolation", "satellite", "club")
EDITIONS = ("acc-2020", "acc-2010")
QUALIFYING_PLAYOFF = "qualifying-playoff"
DOUBLE_ROUND_ROBIN = "double-round-robin"
FORMATS = (QUALIFYING_PLAYOFF, "qualifying", DOUBLE_ROUND_ROBIN)
SCORINGS = ("acc", "double-skunk", "free-play", "total-points", "points-left")

LOWEST_SPREAD = 1
HIGHEST_SPREAD = 121
BEST_OF_CHOICES = (1, 3, 5, 7)
DROP_OUTS = ("stand", "dropped", "forfeits")
"""What becomes of the results of an entrant who drops out of an event of game sheets (:mod:`scorecards.dropouts`)."""

# Game points of a win by scoring: (from this spread on, points). Rule 1.6 for a skunk; the others are club rules.
SKUNK = 31
DOUBLE_SKUNK = 61
WIN_POINTS = {
    "acc": ((LOWEST_SPREAD, 2), (SKUNK, 3)),
    "double-skunk": ((LOWEST_SPREAD, 2), (SKUNK, 3), (DOUBLE_SKUNK, 4)),
    "free-play": ((LOWEST_SPREAD, 1), (SKUNK, 2), (DOUBLE_SKUNK, 4)),
}


def points_for_win(scoring: str, spread: int) -> int:
    """Return the game points for a win by ``spread``, 1 to 121, under a scoring of :data:`WIN_POINTS`."""
    return max(points for from_spread, points in WIN_POINTS[scoring] if spread >= from_spread)


MAX_MISTAKES = 50

OF_PAIRS = ("province", "pool", "ages_confirmed")
"""The keys of an entrant that are left out while they are blank."""


@dataclass(frozen=True, slots=True)
class EventFacts:
    """What the event is: its name, the rulebook that governs it, and its settings.

    ``games`` is the number of games on every card. ``qualifiers`` is the director's own number of
    qualifiers (an exemption from rule 13.2.b), or ``None`` for one in four. ``drop_outs`` is one of
    :data:`DROP_OUTS`; where cards are no game sheets it is always ``stand``.
    """

    name: str
    games: int
    starts_on: date | None = None
    kind: str = "main"
    edition: str = "acc-2020"
    format: str = QUALIFYING_PLAYOFF
    scoring: str = "acc"
    muggins: bool = False
    qualifiers: int | None = None
    qualifiers_reason: str = ""
    drop_outs: str = "stand"

    @property
    def has_playoffs(self) -> bool:
        """Whether those who qualify play on."""
        return self.format == QUALIFYING_PLAYOFF


@dataclass(frozen=True, slots=True)
class EntrantRecord:
    """Whoever holds a card. ``withdrawn_after_game`` is 0 to the number of games, or ``None``.

    The last three are of pairs and pools: an event has them whose cards are game sheets, or that is a double round
    robin. They are written only where they say something, so that other files stay as they were.
    """

    number: int
    name: str
    partner: str = ""
    acc_number: str = ""
    club: str = ""
    city: str = ""
    seat: str = ""
    house_player: bool = False
    withdrawn_after_game: int | None = None
    province: str = ""
    pool: str = ""
    ages_confirmed: bool = False


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """Who is to meet whom in one game of the qualifying round; pairs of entrant numbers."""

    game: int
    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class FootTotals:
    """The totals at the foot of a card as written; each may be blank.

    ``total`` stands on game sheets only: the sum of what was pegged, or of what was left.
    """

    game_points: int | None = None
    games_won: int | None = None
    plus: int | None = None
    minus: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a card: game number, opponent, and the columns of its scoring, each may be blank.

    A line as written may contradict itself. Game points and spreads (1 to 121) stand on ordinary cards; on game sheets
    both sides' points, ``own`` and ``theirs``, or what this side had ``left`` (0 to 121 each).
    """

    game: int
    opponent: int | None = None
    points: int | None = None
    plus: int | None = None
    minus: int | None = None
    own: int | None = None
    theirs: int | None = None
    left: int | None = None


@dataclass(frozen=True, slots=True)
class CardRecord:
    """One entrant's card as written: lines in the order they were entered, and the foot totals."""

    entrant: int
    lines: tuple[Line, ...]
    recorded: FootTotals | None = None


@dataclass(frozen=True, slots=True)
class DecidedLine:
    """One side of a game as the director decided it, in the columns of :class:`Line`."""

    entrant: int
    points: int | None = None
    plus: int | None = None
    minus: int | None = None
    own: int | None = None
    theirs: int | None = None
    left: int | None = None


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """A decision of one game: both lines, the rule it cites (14.1 where none fits), the reason, and who decided.

    ``decided_by`` is a name, under 14.1 the head judge's; blank where nobody noted it.
    """

    game: int
    entrants: tuple[int, int]
    lines: tuple[DecidedLine, DecidedLine]
    rule: str = "14.1"
    reason: str = ""
    decided_by: str = ""


@dataclass(frozen=True, slots=True)
class TieGameRecord:
    """A one-game playoff between two entrants who were level on everything else."""

    winner: int
    loser: int


@dataclass(frozen=True, slots=True)
class TieOrderRecord:
    """The order the director entered for entrants who were level on everything else, best first."""

    order: tuple[int, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A playoff result: games won by the upper and the lower side of a slot, slots counted from the top from 1."""

    round: int
    slot: int
    games: tuple[int, int]
    forfeits: int = 0


@dataclass(frozen=True, slots=True)
class PlayoffRecord:
    """Best-of for each round, first round first, and the results so far. Byes have no entry."""

    best_of: tuple[int, ...] = ()
    matches: tuple[MatchRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class ClubGameRecord:
    """A game of a club match: points pegged by side, and which sides went out next, counted from 1."""

    pegged: tuple[int, ...]
    out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ClubMatchRecord:
    """A match by match points: its sides as entrants' numbers, to how many points, and its games.

    ``scheme`` is a scoring of :data:`WIN_POINTS`, blank at tables of three and five.
    """

    form: str
    scheme: str
    target: int
    sides: tuple[tuple[int, ...], ...]
    games: tuple[ClubGameRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class EventFile:
    """A whole tournament. Lists keep the order of the file, so that what was read is written back unchanged."""

    event: EventFacts
    entrants: tuple[EntrantRecord, ...] = ()
    schedule: tuple[ScheduledGame, ...] = ()
    scorecards: tuple[CardRecord, ...] = ()
    decisions: tuple[DecisionRecord, ...] = ()
    tie_games: tuple[TieGameRecord, ...] = ()
    tie_orders: tuple[TieOrderRecord, ...] = ()
    playoff: PlayoffRecord | None = None
    club_matches: tuple[ClubMatchRecord, ...] = ()


class EventFileError(Exception):
    """The file is refused. ``mistakes`` holds ``path: what is wrong`` for each mistake, or for the first 50."""

    def __init__(self, mistakes: Sequence[str]) -> None:
        super().__init__(f"{len(mistakes)} mistakes in the event file")
        self.mistakes = list(mistakes[:MAX_MISTAKES])


def write_event_file(event_file: EventFile) -> str:
    """Return the file in its canonical form: every key, in the order of the specification, one space of indent.

    Reading the result gives an equal :class:`EventFile`, and writing that gives the same text.
    """
    return json.dumps(as_plain_data(event_file), indent=1, ensure_ascii=False) + "\n"


def as_plain_data(event_file: EventFile) -> dict[str, Any]:
    """Return the file as dictionaries and lists in canonical key order."""
    event = event_file.event
    playoff = event_file.playoff
    columns = COLUMNS[event.scoring]
    return {
        "format": FORMAT,
        "event": {
            "name": event.name,
            "starts_on": event.starts_on.isoformat() if event.starts_on else None,
            "kind": event.kind,
            "edition": event.edition,
            "format": event.format,
            "scoring": event.scoring,
            "games": event.games,
            "muggins": event.muggins,
            "qualifiers": event.qualifiers,
            "qualifiers_reason": event.qualifiers_reason,
            **({"drop_outs": event.drop_outs} if columns.is_of_sheets else {}),
        },
        "entrants": [_entrant_data(entrant) for entrant in event_file.entrants],
        "schedule": [
            {"game": scheduled.game, "pairs": [list(pair) for pair in scheduled.pairs]}
            for scheduled in event_file.schedule
        ],
        "scorecards": [_card_data(card, columns) for card in event_file.scorecards],
        "decisions": [_decision_data(decision, columns) for decision in event_file.decisions],
        "tie_games": [{"winner": tie.winner, "loser": tie.loser} for tie in event_file.tie_games],
        "tie_orders": [{"order": list(tie.order), "reason": tie.reason} for tie in event_file.tie_orders],
        "playoff": None
        if playoff is None
        else {
            "best_of": list(playoff.best_of),
            "matches": [
                {
                    "round": match.round,
                    "slot": match.slot,
                    "games": list(match.games),
                    "forfeits": match.forfeits,
                }
                for match in playoff.matches
            ],
        },
        **({"club_matches": _club_matches_data(event_file.club_matches)} if event_file.club_matches else {}),
    }


def _entrant_data(entrant: EntrantRecord) -> dict[str, Any]:
    return {
        "number": entrant.number,
        "name": entrant.name,
        "partner": entrant.partner,
        "acc_number": entrant.acc_number,
        "club": entrant.club,
        "city": entrant.city,
        "seat": entrant.seat,
        "house_player": entrant.house_player,
        "withdrawn_after_game": entrant.withdrawn_after_game,
        **{name: value for name in OF_PAIRS if (value := getattr(entrant, name))},
    }


def _card_data(card: CardRecord, columns: CardColumns) -> dict[str, Any]:
    recorded = card.recorded
    return {
        "entrant": card.entrant,
        "recorded": None if recorded is None else {name: getattr(recorded, name) for name in columns.foot},
        "lines": [
            {
                "game": line.game,
                "opponent": line.opponent,
                **{name: getattr(line, name) for name in columns.line},
            }
            for line in card.lines
        ],
    }


def _decision_data(decision: DecisionRecord, columns: CardColumns) -> dict[str, Any]:
    data = {
        "game": decision.game,
        "entrants": list(decision.entrants),
        "lines": [
            {"entrant": line.entrant, **{name: getattr(line, name) for name in columns.line}}
            for line in decision.lines
        ],
        "rule": decision.rule,
        "reason": decision.reason,
    }
    # Left out where it is blank: files from before it was kept stay the same byte for byte.
    return data | {"decided_by": decision.decided_by} if decision.decided_by else data


def _club_matches_data(matches: tuple[ClubMatchRecord, ...]) -> list[dict[str, Any]]:
    return [
        {
            "form": match.form,
            "scheme": match.scheme or None,
            "to": match.target,
            "sides": [list(side) for side in match.sides],
            "games": [{"pegged": list(game.pegged), "out": list(game.out)} for game in match.games],
        }
        for match in matches
    ]
