"""The event as plain data: entrants, schedule, cards, decisions, matches."""

from dataclasses import dataclass
from datetime import date

from tournaments.rules.attendance import counts
from tournaments.rules.formats import FORMATS, QUALIFYING_PLAYOFF


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
        return FORMATS[self.format].has_playoffs


@dataclass(frozen=True, slots=True)
class EntrantRecord:
    """The holder of a card. ``withdrawn_after_game`` is 0 (never came) to the number of games, or ``None``.

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

    @property
    def counts(self) -> bool:
        return counts(house_player=self.house_player, withdrawn_after_game=self.withdrawn_after_game)

    def has_left_before(self, game: int) -> bool:
        """Tell whether they were gone when this game was played, so that their card owes no line of it."""
        return self.withdrawn_after_game is not None and self.withdrawn_after_game < game


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """Who is to meet whom in one game of the qualifying round; pairs of entrant numbers."""

    game: int
    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class FootTotals:
    """The totals at the foot as written, each may be blank; ``total``, pegged or left, is on game sheets only."""

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

    There is one line, of the card that is there, where the other had left before that game. ``decided_by`` is a name,
    under 14.1 the head judge's; blank where nobody noted it.
    """

    game: int
    entrants: tuple[int, int]
    lines: tuple[DecidedLine, ...]
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

    ``scheme`` is a scoring with game points, or one that counts with a lurch; blank in every form but ``two``.
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
