"""How the games of an event are scored: one object for each scoring, which all code asks.

To add one whose cards have spreads, add it to :data:`SCORINGS`: pages, forms, exports, phones and event files follow.
Cards with other columns need columns in :class:`tournaments.rules.types.Line` and the database, and what counts and
ranks them (:mod:`scorecards.rules.scoring_systems.registry`).
"""

from dataclasses import dataclass
from functools import cached_property

from tournaments.rules.constants import DOUBLE_SKUNK, MAX_SPREAD, MIN_SPREAD, SKUNK, TRIPLE_SKUNK

GAME_HOLE = 121
"""The hole that ends a game: what the winner has pegged, and what a loser who never left the start has left."""
SKUNKS = {SKUNK: "a skunk", DOUBLE_SKUNK: "a double skunk", TRIPLE_SKUNK: "a triple skunk"}
_FOOT = ("game_points", "games_won", "plus", "minus")


@dataclass(frozen=True, eq=False)
class CardColumns:
    """One kind of card: its columns, and the words for them.

    ``line`` and ``foot`` are the columns in the order in which they are written, by their names in the event file, in
    :class:`tournaments.rules.types.Line` and :class:`tournaments.rules.types.FootTotals`, and in the database.
    ``is_of_sheets`` tells that the card is a game sheet, which states both sides' points or what was left, and no game
    points and spreads: an event of such cards has a setting for entrants who drop out, and knows no tie game.

    ``printed`` are the headings on paper, ``rule`` and ``board_rule`` say there what to write. On slips ``result``
    heads the column of results, ``result_before`` is a word before one, ``theirs`` and ``others`` are the values of two
    sides and ``won`` what a winner has. ``forfeited`` says what a game counts that is forfeited.
    """

    line: tuple[str, ...]
    printed: tuple[str, str, str]
    rule: str
    board_rule: str
    result: str
    result_before: str
    foot: tuple[str, ...] = (*_FOOT, "total")
    is_of_sheets: bool = True
    total: str = ""
    theirs: str = ""
    others: str = ""
    won: int = GAME_HOLE
    forfeited: str = ""


_BOTH_AGREE = (
    "The winner has 121, the loser writes what was pegged, 0 to 120. Both sides agree before they leave the table."
)
SPREADS = CardColumns(
    ("points", "plus", "minus"),
    printed=("Pts", "+", "−"),
    rule="Write spreads with two digits: 09. The opponent initials each line.",
    board_rule=_BOTH_AGREE,
    result="By",
    result_before="by",
    foot=_FOOT,
    is_of_sheets=False,
)
PEGGED = CardColumns(
    ("own", "theirs"),
    printed=("Ours", "Theirs", "Won"),
    rule="Winner: 121. Loser: 0 to 120.",
    board_rule=_BOTH_AGREE,
    result="Loser’s points",
    result_before="121 to",
    total="Total points",
    theirs="Their points",
    others="The others’ points",
    forfeited="121 to 0 for the other side",
)
LEFT = CardColumns(
    ("left",),
    printed=("Left", "Won", ""),
    rule="Winner: 0. Loser: points left to 121.",
    board_rule="The winner writes 0, the loser what was missing to 121.",
    result="Loser had left",
    result_before="left",
    total="Points left",
    theirs="They had left",
    others="The others had left",
    won=0,
    forfeited="the other side has nothing left, they have 121",
)
LINE_COLUMNS = (*SPREADS.line, *PEGGED.line, *LEFT.line)
FOOT_COLUMNS = PEGGED.foot
"""Every column that a line, or the foot, has on any card."""


@dataclass(frozen=True, eq=False)
class Scoring:
    """What differs between scorings but how cards are counted. No code asks which scoring an event has.

    ``name`` is stored, ``label`` is for people. ``wins`` are the game points of a win: (from this spread on, points),
    empty where a game has none. ``in_matches`` are the words for match points of a club match, blank where none are
    scored so. ``is_of_pairs``: two partners hold a card together, and are held to age and province. Directors of other
    events choose among those that are offered.
    """

    name: str
    label: str
    columns: CardColumns = SPREADS
    wins: tuple[tuple[int, int], ...] = ()
    in_matches: str = ""
    is_of_pairs: bool = False
    is_offered: bool = True

    @property
    def is_of_sheets(self) -> bool:
        """Whether cards are game sheets: see :class:`CardColumns`."""
        return self.columns.is_of_sheets

    @cached_property
    def by_spread(self) -> tuple[int, ...]:
        """The game points for a win by each spread, index 0 unused; empty where a game has no game points."""
        spreads = range(MIN_SPREAD, MAX_SPREAD + 1) if self.wins else ()
        wins = [max(points for start, points in self.wins if spread >= start) for spread in spreads]
        return (0, *wins) if wins else ()

    @cached_property
    def points(self) -> tuple[int, ...]:
        """The game points that a line may carry, ascending; empty where a game has none."""
        return tuple(sorted({0, *self.by_spread})) if self.wins else ()

    @property
    def max_points(self) -> int | None:
        """The most game points that one game is worth; ``None`` where it has none."""
        return max(self.by_spread, default=None)

    @property
    def skunks(self) -> list[tuple[int, str]]:
        """The spreads from which a win is worth more, the widest first, with what such a win is called."""
        return [(spread, SKUNKS[spread]) for spread, _ in reversed(self.wins) if spread in SKUNKS]

    def skunk_of(self, spread: int) -> str:
        """Return what a win by this spread is called; nothing for an ordinary win."""
        return next((words for start, words in self.skunks if spread >= start), "")


ACC = Scoring("acc", "2 points for a win, 3 for a skunk", wins=((MIN_SPREAD, 2), (SKUNK, 3)), in_matches="2 and 3")
"""The scoring of the rulebooks (rule 1.6). Others with game points are of clubs, those without of the 55+ Games."""

SCORINGS = {
    scoring.name: scoring
    for scoring in (
        ACC,
        Scoring(
            "double-skunk",
            "2 points for a win, 3 for a skunk, 4 for a double skunk",
            wins=((MIN_SPREAD, 2), (SKUNK, 3), (DOUBLE_SKUNK, 4)),
            in_matches="2, 3 and 4",
        ),
        Scoring(
            "free-play",
            "1 point for a win, 2 for a skunk, 4 for a double skunk",
            wins=((MIN_SPREAD, 1), (SKUNK, 2), (DOUBLE_SKUNK, 4)),
            in_matches="1, 2 and 4",
        ),
        Scoring("total-points", "Points pegged over all games", PEGGED, is_of_pairs=True),
        Scoring("points-left", "Points left to 121, fewest first", LEFT),
    )
}
