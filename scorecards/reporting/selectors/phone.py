"""A player's card on a phone: each game with its board and opponent, where it stands, and what comes next."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scorecards.models import CardCode, LeaverLine, Line, SignedCard
from scorecards.records.reports import closing_of, reports_around
from scorecards.rules.discrepancies import won_by_forfeit
from scorecards.rules.table_reports import GameState, How, Report, Stage, focus_of, foot_of, result_in_words
from tournaments.models import Entrant, Tournament
from tournaments.rules.due_lines import NOTHING, games_due, sat_out_in
from tournaments.rules.movement.boards import SlipRow, slips
from tournaments.rules.movement.setup import MovementError
from tournaments.rules.scorings import Scoring
from tournaments.rules.types import Line as LineRecord
from tournaments.rules.types import ScheduledGame
from tournaments.seating.selectors.seats import Seating, seating_of
from tournaments.term import in_term


@lru_cache(maxsize=8)
def _slips(
    schedule: tuple[ScheduledGame, ...], seats: tuple[tuple[int, str], ...]
) -> Mapping[int, tuple[SlipRow, ...]]:
    """Return everybody's rows: the same for all cards of an event, and a tenth of a second's work for a large one."""
    try:
        return slips(schedule, dict(seats))
    except MovementError:
        return {}


def scheduled_opponent(entrant: Entrant, game: int) -> int:
    """Return the number of whom the schedule gives somebody in a game, 0 where it does not say."""
    row = plan_of(entrant.tournament.pk, entrant.tournament.version).of(entrant.number).get(game)
    return (row.opponent or 0) if row is not None else 0


def rows_by_entrant(seating: Seating) -> Mapping[int, tuple[SlipRow, ...]]:
    """Return where everybody sits in each game, and whom they meet; nothing where somebody is twice in a game."""
    seats = {number: chair.seat for number, chair in seating.chairs.items()}
    return _slips(seating.schedule, tuple(seats.items()))


FOR_GOOD = 10_000
"""After which game those leave who stay."""


class Plan:
    """Who may meet whom where, which all cards of an event share: everybody by name, each one's rows, and the byes.

    ``left`` tells after which game those left who did, ``wins`` over whom each card has a ``LeaverLine``, by game.
    """

    def __init__(self, tournament: int) -> None:
        seating = seating_of(Tournament.objects.get(pk=tournament))
        chairs = sorted(seating.chairs.values(), key=lambda chair: chair.shown_name)
        self.people = {chair.number: chair for chair in chairs}
        self.rows, self.sat_out, self.left = rows_by_entrant(seating), sat_out_in(seating.schedule), seating.left
        self.wins: defaultdict[int, dict[int, int]] = defaultdict(dict)
        stored = LeaverLine.objects.active().filter(entrant__tournament=tournament)
        for number, game, opponent in stored.values_list("entrant__number", "game", "opponent__number"):
            self.wins[number][game] = opponent

    def others(self, number: int) -> list[Entrant]:
        """Return everybody but one, by name."""
        return [person for person in self.people.values() if person.number != number]

    def of(self, number: int) -> dict[int, SlipRow]:
        """Return where somebody sits and whom they meet, by game."""
        return {row.game: row for row in self.rows.get(number, ())}

    def wins_over_leavers(self, number: int, scheme: Scoring) -> dict[int, LineRecord]:
        """Return the lines that nobody is asked for, by game. Closing or signing writes them on the scorecard."""
        return {
            game: won_by_forfeit(LineRecord(game, opponent, None, None, None), scheme)
            for game, opponent in self.wins.get(number, {}).items()
        }


@lru_cache(maxsize=8)
def plan_of(tournament: int, version: int) -> Plan:
    """Return the plan of an event, by primary key, at a version of it. Reports do not raise it: pages read it once."""
    return Plan(tournament)


@dataclass(frozen=True, slots=True)
class PhoneGame:
    """One game on the phone. ``seat`` is the board, blank where the schedule does not say.

    ``opponent`` is who was reported, or is scheduled. ``own`` and ``theirs`` say the result in words, from the owner's
    side. ``stranger`` is who reported this game with the owner, unlike the schedule: perhaps by mistake. ``line`` is
    what stands on the scorecard already; ``reason`` why the game was unlocked; ``scheduled`` the number of the opponent
    by the schedule, 0 where it does not say.
    """

    state: GameState
    seat: str
    opponent: Entrant | None
    is_due: bool
    own: str = ""
    theirs: str = ""
    line: str = ""
    reason: str = ""
    scheduled: int = 0
    stranger: Entrant | None = None
    has_opponent_left: bool = False

    @property
    def own_spread(self) -> int:
        """What the owner reported as one number: below 0 where it was lost, 0 where nothing is reported."""
        own = self.state.own
        return 0 if own is None else own.spread if own.won else -own.spread

    @property
    def game(self) -> int:
        return self.state.game

    @property
    def is_done(self) -> bool:
        """Whether players have nothing to do about it any more."""
        return bool(self.line) or self.state.stage is Stage.LOCKED

    @property
    def theirs_claim(self) -> str:
        """What the opponent reported, as the owner would say it of a mistake."""
        return self.theirs.removeprefix("you ")

    @property
    def is_led_to(self) -> GameState:
        """The state by which the player is led on: who is named by mistake in a later game is not led there."""
        return GameState(self.game, Stage.EMPTY) if self.stranger is not None and self.scheduled else self.state

    @property
    def is_kept(self) -> bool:
        """Whether the owner said, of two reports that differ, that this one is right."""
        return self.state.own is not None and self.state.own.how is How.KEPT

    @property
    def is_kept_by_opponent(self) -> bool:
        return self.state.theirs is not None and self.state.theirs.how is How.KEPT

    @property
    def is_kept_by_both(self) -> bool:
        return self.is_kept and self.is_kept_by_opponent

    @property
    def is_disowned(self) -> bool:
        """Whether the one whom the owner named said that the two did not meet."""
        return self.state.stage is Stage.ELSEWHERE and self.state.theirs is None

    @property
    def suggested(self) -> Entrant | None:
        """The opponent whom the form offers first: not one who did not play this game."""
        return None if self.is_disowned else self.opponent

    @property
    def stage(self) -> str:
        """The name of the stage, for templates."""
        return "written" if self.line else self.state.stage.name.lower()


BLANK = PhoneGame(GameState(0, Stage.EMPTY), "", None, is_due=True)
"""What the page makes the next game from while the server is away."""


class PhoneCard:
    """The card that a code opens, on a phone: its owner, its games, and the sums of what is reported.

    Three queries, whatever the size of the event, and one for a card on paper.
    """

    def __init__(self, code: CardCode) -> None:
        entrant = code.entrant
        tournament: Tournament = entrant.tournament
        plan = plan_of(tournament.pk, tournament.version)
        people, planned = plan.people, plan.of(entrant.number)
        reported, scheme = reports_around(entrant), tournament.scored
        written = _written(entrant)
        wins = plan.wins_over_leavers(entrant.number, scheme)
        due = games_due(
            tournament.games,
            withdrawn_after_game=entrant.withdrawn_after_game,
            sat_out=plan.sat_out.get(entrant.number, NOTHING),
        )
        self.games = []
        for game in range(1, tournament.games + 1):
            row = planned.get(game, SlipRow(game))
            state = reported.state(entrant.number, game, row.opponent or 0)
            stranger = _stranger_in(state, row)
            self.games.append(
                PhoneGame(
                    state,
                    row.seat,
                    people.get((row.opponent if state.own is None else state.own.opponent) or 0),
                    game in due,
                    own=_said(state.own, scheme, flip=False),
                    theirs=_said(state.theirs, scheme, flip=True) if state.stage is not Stage.ELSEWHERE else "",
                    line=_line_in_words(written.get(game) or (wins.get(game) if state.own is None else None), scheme),
                    has_opponent_left=game in wins and state.own is None,
                    reason=reported.reasons.get((entrant.number, game), "") if state.stage is not Stage.LOCKED else "",
                    scheduled=row.opponent or 0,
                    stranger=people.get(stranger),
                )
            )
        lines = wins | {line.game: line for line in reported.lines(entrant.number, scheme)} | written
        self.owner, self.people = people[entrant.number], plan.others(entrant.number)
        self.sums = foot_of(lines.values())
        self.signed: SignedCard | None = getattr(entrant, "signed_card", None)
        self.closing = closing_of(tournament)
        self.version = version_of(code)

    def find(self, game: int) -> PhoneGame | None:
        return next((one for one in self.games if one.game == game), None)

    @property
    def focus(self) -> PhoneGame | None:
        """The game that the player is led to; ``None`` where nothing is left to do."""
        return self.find(focus_of([one.is_led_to for one in self.games if one.is_due and not one.line]))

    @property
    def next_game(self) -> PhoneGame | None:
        """The first game that the owner has not reported."""
        return next((one for one in self.games if one.is_due and not one.is_done and one.state.own is None), None)

    @property
    def locked(self) -> int:
        return sum(one.is_done for one in self.games if one.is_due)

    @property
    def due(self) -> int:
        return sum(one.is_due for one in self.games)

    @property
    def is_ready_to_sign(self) -> bool:
        """Whether every game is locked and the card can be signed."""
        return self.due > 0 and self.locked == self.due and self.signed is None and self.closing is None

    @property
    def net(self) -> str:
        """The net spread so far, with its sign."""
        return f"{(self.sums.plus or 0) - (self.sums.minus or 0):+d}"

    @property
    def last_locked(self) -> PhoneGame | None:
        """The last game that both players agreed on, which the page confirms."""
        found = [one for one in self.games if one.state.stage is Stage.LOCKED]
        return max(found, key=lambda one: max(report.number for report in _both(one.state)), default=None)


def _both(state: GameState) -> list[Report]:
    return [report for report in (state.own, state.theirs) if report is not None]


def has_phone(tournament: Tournament, number: int) -> bool:
    """Whether somebody opened the code of a card, so that its owner can agree there. One query."""
    opened = CardCode.objects.active().exclude(device="")
    return opened.filter(entrant__tournament=tournament, entrant__number=number).exists()


def _stranger_in(state: GameState, row: SlipRow) -> int:
    """Return who names the owner of a game, unlike the schedule; 0 where nobody does."""
    is_named = state.own is None and state.theirs is not None and state.theirs.entrant != row.opponent
    return state.theirs.entrant if is_named and state.theirs is not None else 0


def _said(report: Report | None, scheme: Scoring, *, flip: bool) -> str:
    if report is None:
        return ""
    return f"you {result_in_words(won=report.won != flip, spread=report.spread, scheme=scheme)}"


def _line_in_words(line: LineRecord | None, scheme: Scoring) -> str:
    if line is None:
        return ""
    if line.points and line.plus is not None and line.minus is None:
        return f"you {result_in_words(won=True, spread=line.plus, scheme=scheme)}"
    if line.points == 0 and line.minus is not None and line.plus is None:
        return f"you {result_in_words(won=False, spread=line.minus, scheme=scheme)}"
    return "as on your paper card"


def _written(entrant: Entrant) -> dict[int, LineRecord]:
    """Return what stands on the scorecard, by game. One query; none before it is entered."""
    card = getattr(entrant, "scorecard", None)
    lines = Line.objects.filter(scorecard=card).values_list("game", "points", "plus", "minus") if card else ()
    return {game: LineRecord(game, None, *said) for game, *said in lines}


def version_of(code: CardCode) -> str:
    """Return what tells one state of a card's page from another. One query at most, for the card on paper."""
    card = getattr(code.entrant, "scorecard", None)
    number = card.version if card is not None else 0
    return in_term(version_in_words(code.version, number, code.entrant.tournament.reporting))


def version_in_words(version: int, card: int, reporting: str) -> str:
    """Return the version of a page: that of its code, that of the scorecard, and whether the event takes reports."""
    return f"{version}.{card} {reporting}"
