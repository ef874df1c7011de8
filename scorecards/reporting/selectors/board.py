"""The director's board: which games are outstanding at which table, what differs, and how cards come in."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum
from typing import NamedTuple

from django.db.models import Min
from django.utils import timezone

from scorecards.checking.check_queue import CheckQueue
from scorecards.models import CardCode, GameReport, Line, RoundClosing, Scorecard, SignedCard
from scorecards.records.facts import CardToCome, cards_to_come
from scorecards.records.reports import closing_of, entrants_by_phone, reports_of
from scorecards.reporting.selectors.phone import FOR_GOOD, plan_of, rows_by_entrant
from scorecards.rules.table_reports import GameState, How, Report, Stage, report_of, result_in_words
from tournaments.models import Entrant, Tournament
from tournaments.rules.seating import seat_key
from tournaments.rules.text import first_of, number_of
from tournaments.rules.types import CardRecord
from tournaments.rules.types import Line as LineRecord
from tournaments.seating.selectors.seats import seating_of

OLD = timedelta(minutes=2)
LATE = timedelta(minutes=10)
"""How long after the first report of a game its players are waited for at the tables of the game before."""
SLOWEST = 5
MOST_NAMED = 8
MOST_CALLED, MOST_LETTERS = 20, 450
"""Boards of one game, and letters in all, that are called out at once: more is for paper."""


class Need(Enum):
    """What a game needs, the most urgent first."""

    DIFFERS = "with different reports"
    NOT_ACCEPTED = "not accepted"
    NOT_REPORTED = "not reported"


class OpenGame(NamedTuple):
    """A game that is not locked. ``said`` has what each player reported; ``since`` the later of the reports.

    ``late_since`` is when somebody reported the game after it, long ago; ``None`` where nobody waits for this one.
    """

    game: int
    seat: str
    players: Sequence[Entrant]
    need: Need
    said: Sequence[str]
    since: datetime | None
    is_old: bool
    late_since: datetime | None = None

    @property
    def table(self) -> str:
        return self.seat.partition("-")[0]


class LateReport(NamedTuple):
    """What a phone reported after the round was closed: no card has it."""

    game: int
    player: Entrant
    opponent: Entrant
    said: str
    at: datetime


class Board:
    """The state of the reports of an event. ``game`` is the last game that anybody reported, 0 before the first.

    ``late`` are the reports that came after the round was closed, ``one_phone`` the locked games of which one phone
    reported both sides, by its two players: a friend's, or somebody who agreed for both.

    ``to_come`` is how many games nobody has reported or entered yet. ``short`` are the cards that lack a line when the
    round is closed, ``to_check`` how many items of the cross-check are open: both are looked for only where no game is
    open, ``to_check`` only where no card is short. ``unsigned`` are the cards that closing completes from reports:
    their foot totals stay blank.

    A dozen queries, whatever the size of the event, and those of the cross-check at the end.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.tournament, self.scheme = tournament, tournament.scored
        self.seating, self.reported = seating_of(tournament), reports_of(tournament)
        reports = self.reported.current
        codes = CardCode.objects.active().filter(entrant__tournament=tournament).exclude(device="")
        self.phones = entrants_by_phone(tournament) | set(codes.values_list("entrant__number", flat=True))
        self.entered = _entered(tournament)
        self.game = max((game for _, game in reports), default=0)
        self.plan = plan_of(tournament.pk, tournament.version)
        games = self._open_games()
        self.games = sorted(games, key=lambda one: (list(Need).index(one.need), one.game, seat_key(one.seat)))
        cards = SignedCard.objects.filter(entrant__tournament=tournament).values_list("entrant__number", flat=True)
        signed = set(cards)
        self.closing = closing_of(tournament)
        by_closing = {int(number) for number in self.closing.written} if self.closing is not None else set()
        self.locked = sum(self.reported.state(*key).stage is Stage.LOCKED for key in reports) // 2
        self.by_phone, self.signed, self.cards = len(self.phones), len(signed), len(self.seating.chairs)
        self.on_paper = len({number for number, _ in self.entered} - signed - by_closing)
        self.to_come = tournament.games - max(self.game, *(game for _, game in self.entered), 0)
        self.unsigned = len({number for number, game in reports if (number, game) not in self.entered})
        is_over = tournament.has_phones and self.closing is None and self.game > 0 and not games
        self.short = self._short() if is_over else []
        self.to_check = len(CheckQueue(tournament).open) if is_over and not self.short else 0
        self.late = self._late(self.closing) if self.closing is not None else []
        self.one_phone = self._on_one_phone()

    @property
    def is_whole(self) -> bool:
        """Whether nothing stands in the way of closing the round and posting at once, as far as reports tell."""
        return self.closing is None and not self.in_the_way

    @property
    def in_the_way(self) -> str:
        """Say what has to be settled before the round is closed and posted in one step; blank where nothing has."""
        if not self.game:
            return "nothing is reported yet"
        if self.games:
            return self.what_is_open
        if self.short and self.to_come:
            return f"{number_of(self.to_come, 'game')} still to come"
        if self.short:
            named = first_of([card.seat or str(card.number) for card in self.short], MOST_NAMED)
            return f"{number_of(len(self.short), 'paper card')} not entered: {named}"
        return f"{number_of(self.to_check, 'item')} of the cross-check open" if self.to_check else ""

    @property
    def call(self) -> str:
        """The open games as they are called out, blank where there are none: ``game 5 at B-3, C-1``."""
        places: dict[int, list[str]] = {}
        for one in sorted(self.games, key=lambda one: (one.game, seat_key(one.seat))):
            places.setdefault(one.game, []).append(
                one.seat or " and ".join(person.shown_name for person in one.players)
            )
        said = [f"game {game} at {first_of(seats, MOST_CALLED)}" for game, seats in places.items()]
        while len("; ".join(said)) > MOST_LETTERS:
            said.pop()
        return f"Please report: {'; '.join(said)}." if said else ""

    def of(self, need: Need) -> list[OpenGame]:
        return [one for one in self.games if one.need is need]

    @property
    def old_differences(self) -> list[OpenGame]:
        """The differences that are older than two minutes: somebody should go there."""
        return [one for one in self.of(Need.DIFFERS) if one.is_old]

    @property
    def slowest(self) -> list[tuple[str, str]]:
        """The tables with the most open games, each with how many."""
        tables = Counter(one.table for one in self.games if one.table)
        ordered = sorted(tables.items(), key=lambda item: (-item[1], seat_key(item[0])))
        return [(table, number_of(count, "game")) for table, count in ordered[:SLOWEST]]

    @property
    def what_is_open(self) -> str:
        """Say what closing the round leaves open; blank where every game is locked."""
        parts = [(need, len(self.of(need))) for need in Need]
        return ", ".join(f"{number_of(count, 'game')} {need.value}" for need, count in parts if count)

    def _open_games(self) -> list[OpenGame]:
        pairs = self._open_pairs()
        keys = [(number, game) for game, pair in pairs for number in pair]
        numbers = [self.reported.current[key].number for key in keys if key in self.reported.current]
        moments = dict(GameReport.objects.filter(pk__in=numbers).values_list("pk", "at"))
        rows, late = rows_by_entrant(self.seating), _late_since(self.tournament) if pairs else {}
        games = []
        for game, pair in pairs:
            states = [self.reported.state(number, game) for number in pair]
            people = [self.seating.chairs[number] for number in pair]
            on_cards = [self.entered.get((number, game)) for number in pair]
            # Blank where the schedule does not say where they meet.
            seats = (row.seat for number in pair for row in rows.get(number, ()) if row.game == game and row.seat)
            need = _need(states, is_on_paper=any((number, game) in self.entered for number in pair))
            said = [_said(self.tournament, *one) for one in zip(people, states, on_cards, strict=True)]
            since = max((moments[state.own.number] for state in states if state.own is not None), default=None)
            is_old = since is not None and timezone.now() - since > OLD
            games.append(OpenGame(game, next(seats, ""), people, need, said, since, is_old, late.get(game)))
        return games

    def _open_pairs(self) -> list[Pair]:
        """Return the games up to the last that is reported that are not locked, with their two players.

        A game of two who use paper is not waited for, nor one that is settled on both cards or whose players have left.
        """
        found: dict[tuple[int, frozenset[int]], Pair] = {}
        busy: set[tuple[int, int]] = set()
        for (number, game), report in sorted(self.reported.current.items(), key=lambda item: (item[0][1], item[0][0])):
            busy |= {(number, game)}
            key = (game, frozenset((number, report.opponent)))
            if self.reported.state(number, game).stage is not Stage.LOCKED:
                found.setdefault(key, (game, (number, report.opponent)))
        for scheduled in self.seating.schedule:
            for pair in scheduled.pairs if scheduled.game <= self.game else ():
                is_reported = any((number, scheduled.game) in busy for number in pair)
                has_left = any(self.plan.left.get(number, FOR_GOOD) < scheduled.game for number in pair)
                if not is_reported and not has_left and not self.phones.isdisjoint(pair):
                    found[scheduled.game, frozenset(pair)] = (scheduled.game, pair)
        return [
            (game, pair) for game, pair in found.values() if not all(self._is_settled(number, game) for number in pair)
        ]

    def _is_settled(self, number: int, game: int) -> bool:
        """Whether nothing is left to do for a game of a card: it is entered, locked, or as on the opponent's paper."""
        if (number, game) in self.entered:
            return True
        state = self.reported.state(number, game)
        on_paper = self.entered.get((state.own.opponent, game)) if state.own is not None else None
        return state.stage is Stage.LOCKED or (
            on_paper is not None and state.own is not None and state.own.agrees_with(on_paper)
        )

    def _short(self) -> list[CardToCome]:
        """Return the cards with a due game that is not settled, by table. Two queries, or four."""
        known: defaultdict[int, list[LineRecord]] = defaultdict(list)
        settled = {key for key in self.reported.current if self._is_settled(*key)}
        # Closing writes the wins over those who left on the cards of those who report.
        for number in {number for number, _ in self.reported.current}:
            settled |= {(number, game) for game in self.plan.wins_over_leavers(number, self.scheme)}
        for number, game in self.entered.keys() | settled:
            known[number].append(LineRecord(game, None, None, None, None))
        return cards_to_come(
            self.tournament, cards=[CardRecord(number, tuple(lines)) for number, lines in known.items()]
        )

    def _late(self, closing: RoundClosing) -> list[LateReport]:
        """Return the reports that are on no card, or on one that nobody changed since closing wrote another line.

        Closing wrote every report that it knew; no clock is asked. Two queries, or none.
        """
        beside = {
            key: report
            for key, report in self.reported.current.items()
            if (line := self.entered.get(key)) is None or not report.says_the_same_as(line)
        }
        if not beside:
            return []
        cards = Scorecard.objects.filter(
            entrant__tournament=self.tournament, entrant__number__in={key[0] for key in beside}
        )
        versions = dict(cards.values_list("entrant__number", "version"))
        as_closed = {
            (number, game)
            for number, version in versions.items()
            if (made := closing.written.get(str(number))) is not None and made["version"] == version
            for game in made["games"]
        }
        late = [report for key, report in beside.items() if key not in self.entered or key in as_closed]
        moments = dict(GameReport.objects.filter(pk__in=[report.number for report in late]).values_list("pk", "at"))
        return [
            LateReport(
                report.game,
                self.seating.chairs[report.entrant],
                self.seating.chairs[report.opponent],
                result_in_words(won=report.won, spread=report.spread, scheme=self.scheme),
                moments[report.number],
            )
            for report in sorted(late, key=lambda report: report.number)
        ]

    def _on_one_phone(self) -> list[tuple[Sequence[Entrant], Sequence[int]]]:
        """Return the players of each pair whose locked games one phone reported for both, and those games. One query.

        What was initialed is not meant: it is on the reporter's phone by its nature, and carries the other's initials.
        """
        reports = (
            GameReport.objects.filter(entrant__tournament=self.tournament).exclude(device="").exclude(how=How.INITIALED)
        )
        devices = dict(reports.order_by().values_list("pk", "device"))
        found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for (number, game), report in self.reported.current.items():
            state = self.reported.state(number, game)
            if number < report.opponent and state.stage is Stage.LOCKED and state.theirs is not None:
                device = devices.get(report.number)
                if device is not None and device == devices.get(state.theirs.number):
                    found[number, report.opponent].append(game)
        return [
            ([self.seating.chairs[number] for number in pair], sorted(games)) for pair, games in sorted(found.items())
        ]


def waiting_games(tournament: Tournament) -> list[OpenGame]:
    """Return the games of an open round whose reports differ, and those of late tables.

    Three queries where there are none, four where somebody is a game ahead; none on paper.
    """
    if not tournament.has_phones or closing_of(tournament) is not None:
        return []
    reported = reports_of(tournament)
    differ = {Stage.DIFFERS, Stage.ELSEWHERE} & {reported.state(*key).stage for key in reported.current}
    games = Counter(game for _, game in reported.current)
    # Who plays is not asked yet: a game that fewer reported than another may have a table that is late.
    fewer = {game for game, count in games.items() if count < max(games.values())}
    if not differ and not (fewer and fewer & _late_since(tournament).keys()):
        return []
    return [one for one in Board(tournament).games if one.need is Need.DIFFERS or one.late_since]


def _late_since(tournament: Tournament) -> Mapping[int, datetime]:
    """Return since when tables that still play a game are late: the next one was first reported. One query."""
    rows = GameReport.objects.filter(entrant__tournament=tournament).order_by().values_list("game")
    begun = dict(rows.annotate(first=Min("at")))
    until = timezone.now() - LATE
    return {game - 1: at for game, at in begun.items() if game > 1 and at < until}


Entered = Mapping[tuple[int, int], Report | None]
"""What stands on scorecards, by entrant and game, as its owner would report it; ``None`` where that is no result."""


def _entered(tournament: Tournament) -> Entered:
    """Return every line that is entered. One query."""
    scheme = tournament.scored
    lines = Line.objects.filter(scorecard__entrant__tournament=tournament).order_by()
    rows = lines.values_list("scorecard__entrant__number", "game", "opponent__number", "points", "plus", "minus")
    return {(number, game): report_of(LineRecord(game, *said), number, scheme) for number, game, *said in rows}


Pair = tuple[int, tuple[int, int]]


def _need(states: Sequence[GameState], *, is_on_paper: bool) -> Need:
    """Return what an open game needs; one that is reported and on the other's paper card is open as they differ."""
    stages = {state.stage for state in states}
    if stages & {Stage.DIFFERS, Stage.ELSEWHERE} or (is_on_paper and any(state.own for state in states)):
        return Need.DIFFERS
    return Need.NOT_ACCEPTED if Stage.WAITING in stages else Need.NOT_REPORTED


def _said(tournament: Tournament, person: Entrant, state: GameState, on_paper: Report | None) -> str:
    scheme = tournament.scored
    if state.own is None and on_paper is not None:
        words = result_in_words(won=on_paper.won, spread=on_paper.spread, scheme=scheme)
        return f"{person.seat or person.shown_name} {words} on the paper card"
    if state.own is None:
        done = "accepted" if state.stage is Stage.ASKED else "reported"
        return f"{person.seat or person.shown_name} has not {done}"
    words = result_in_words(won=state.own.won, spread=state.own.spread, scheme=scheme)
    elsewhere = ", other opponent" if state.stage is Stage.ELSEWHERE else ""
    return f"{person.seat or person.shown_name} {words}{elsewhere}"
