"""Reading the working standings: places, the line, what separates those near it, and the ties that matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Any

from scorecards.margins import is_near, margin
from scorecards.models import STANDS, TieGame, TieOrder
from scorecards.scoring import SCHEMES, Standing
from scorecards.selectors_card import CardShown, cards_shown
from scorecards.selectors_check import Holder
from scorecards.selectors_reckoning import Outcome, reckoning_of
from tournaments.eventfile import Line
from tournaments.models import Tournament
from tournaments.selectors import display_name, people_of


@dataclass(frozen=True, slots=True)
class RankedRow:
    """One row of the working standings. ``position`` counts rows, ``rank`` may be shared.

    ``before`` is the rank by the cards before any ruling, ``None`` where nobody was ranked then. ``separation`` says
    what separates a card near the line from the line, and is blank for the others.
    """

    position: int
    rank: int
    holder: Holder
    card: str
    plus: int
    decided_by: str
    qualifies: bool | None
    is_shared: bool
    is_checked: bool
    is_high_nonqualifier: bool
    is_above_line: bool
    before: int | None
    separation: str

    @property
    def moved(self) -> int:
        """How many places the rulings moved this card: up above 0, down below."""
        return 0 if self.before is None else self.before - self.rank


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game between two who are tied: what both cards have in force. ``winner`` is ``None`` where nobody won."""

    game: int
    first: Holder
    second: Holder
    first_line: Line | None
    second_line: Line | None
    winner: Holder | None


@dataclass(frozen=True, slots=True)
class TieShown:
    """Entrants who are level on everything that cards say, with their games against each other.

    ``is_open`` tells that somebody has to settle it, ``needs_game`` that a tie game does. ``settled_by`` says what
    settled it. ``unmet`` are pairs without a decided game, for which head-to-head does not apply.
    """

    members: Sequence[Holder]
    card: str
    rank: int
    meetings: Sequence[Meeting]
    unmet: Sequence[tuple[Holder, Holder]]
    is_open: bool
    needs_game: bool
    settled_by: str

    @property
    def key(self) -> str:
        """What the tie is called in addresses: its members' numbers."""
        return "-".join(str(member.number) for member in self.members)


@dataclass(frozen=True, slots=True)
class WorkingRanking:
    """The standings as staff see them. ``tie_games`` and ``tie_orders`` are what was entered and still stands."""

    outcome: Outcome | None
    rows: Sequence[RankedRow]
    ties: Sequence[TieShown]
    tie_games: Sequence[TieGame]
    tie_orders: Sequence[TieOrder]

    @property
    def open_ties(self) -> list[TieShown]:
        """The ties that somebody has to settle."""
        return [tie for tie in self.ties if tie.is_open]

    def find(self, wanted: str) -> list[RankedRow]:
        """Return the rows whose name or seat holds what is asked for; all where nothing is."""
        text = wanted.strip().casefold()
        return [
            row
            for row in self.rows
            if text in row.holder.name.casefold() or row.holder.seat.casefold().startswith(text)
        ]


def working_ranking(tournament: Tournament) -> WorkingRanking:
    """Return the standings as they stand. Five queries, and six more where a tie has to be shown."""
    tie_games = list(TieGame.objects.filter(STANDS, tournament=tournament).select_related("winner", "loser"))
    orders = TieOrder.objects.filter(STANDS, tournament=tournament).prefetch_related("places__entrant")
    tie_orders = list(orders)
    outcome = reckoning_of(tournament)
    if outcome is None:
        return WorkingRanking(None, [], [], tie_games, tie_orders)
    people = people_of(tournament)
    holders = {
        number: Holder(number, person["seat"], display_name(person)) for number, person in people.items()
    }
    rows = _rows(tournament, outcome, holders)
    ties = _ties(tournament, outcome, holders)
    return WorkingRanking(outcome, rows, ties, tie_games, tie_orders)


def _standing(place: Mapping[str, Any]) -> Standing:
    return (place["game_points"], place["games_won"], place["net"], place["plus"])


def _card(place: Mapping[str, Any]) -> str:
    return f"{place['game_points']}/{place['games_won']} {place['net']:+d}"


def _rows(tournament: Tournament, outcome: Outcome, holders: Mapping[int, Holder]) -> list[RankedRow]:
    report = outcome.report
    places, qualifiers = report["standings"], report["qualifiers"]
    sharing = Counter(place["rank"] for place in places)
    before = {place["entrant"]: place["rank"] for place in outcome.before}
    checked = set(report["checked"])
    return [
        RankedRow(
            position=position,
            rank=place["rank"],
            holder=holders[place["entrant"]],
            card=_card(place),
            plus=place["plus"],
            decided_by=place["decided_by"] or "",
            qualifies=place["qualifies"],
            is_shared=sharing[place["rank"]] > 1,
            is_checked=place["entrant"] in checked,
            is_high_nonqualifier=place["entrant"] == report["high_nonqualifier"],
            is_above_line=position == qualifiers,
            before=before.get(place["entrant"]),
            separation=_separation(tournament, places, qualifiers, position, holders),
        )
        for position, place in enumerate(places, start=1)
    ]


def _separation(
    tournament: Tournament,
    places: Sequence[Mapping[str, Any]],
    qualifiers: int,
    position: int,
    holders: Mapping[int, Holder],
) -> str:
    """Say what separates a card near the line from the first card on the other side of it."""
    if not 0 < qualifiers < len(places):
        return ""
    last, first_below = places[qualifiers - 1], places[qualifiers]
    own = places[position - 1]
    other = first_below if position <= qualifiers else last
    if not is_near(_standing(own), _standing(last), max(SCHEMES[tournament.scoring].by_spread)):
        return ""
    apart = margin(_standing(own), _standing(other))
    where = holders[other["entrant"]].place
    return (
        f"level with {where}"
        if apart.key is None
        else f"{apart.in_words()} of {where}".replace("behind of", "behind")
    )


def _ties(tournament: Tournament, outcome: Outcome, holders: Mapping[int, Holder]) -> list[TieShown]:
    """Return every group level on all four tiebreakers that touches the qualifying places."""
    report = outcome.report
    groups = [list(group) for _, group in groupby(report["standings"], key=_standing)]
    position, touching = 0, []
    for group in groups:
        if len(group) > 1 and position < report["qualifiers"]:
            touching.append(group)
        position += len(group)
    if not touching:
        return []
    cards = cards_shown(tournament)
    games = [set(pair) for pair in report["tie_games_needed"]]
    orders = [set(order) for order in report["tie_orders_needed"]]
    shown = []
    for group in touching:
        numbers = [place["entrant"] for place in group]
        open_parts = [part for part in (*games, *orders) if part <= set(numbers)]
        parts = open_parts or [set(numbers)]
        for part in parts:
            members = [number for number in numbers if number in part]
            steps = {place["decided_by"] for place in group[1:] if place["entrant"] in part}
            shown.append(
                TieShown(
                    members=[holders[number] for number in members],
                    card=_card(group[0]),
                    rank=min(place["rank"] for place in group if place["entrant"] in part),
                    meetings=_meetings(members, cards, holders),
                    unmet=_unmet(members, cards, holders),
                    is_open=bool(open_parts),
                    needs_game=part in games,
                    settled_by="" if open_parts else ", ".join(sorted(steps - {None, "tied"})),
                )
            )
    return shown


def _meetings(
    members: Sequence[int], cards: Mapping[int, CardShown], holders: Mapping[int, Holder]
) -> list[Meeting]:
    found = []
    for first, second in combinations(members, 2):
        theirs = {line.game: line for line in cards[second].lines}
        for line in cards[first].lines:
            if line.opponent_in_force is None or line.opponent_in_force.number != second:
                continue
            mine, other = line.in_force, theirs[line.game].in_force
            found.append(
                Meeting(
                    line.game,
                    holders[first],
                    holders[second],
                    mine,
                    other,
                    _winner(mine, other, holders, (first, second)),
                )
            )
    return sorted(found, key=lambda meeting: meeting.game)


def _winner(
    mine: Line | None, other: Line | None, holders: Mapping[int, Holder], numbers: tuple[int, int]
) -> Holder | None:
    if mine is None or other is None:
        return None
    if mine.points and other.points == 0:
        return holders[numbers[0]]
    return holders[numbers[1]] if other.points and mine.points == 0 else None


def _unmet(
    members: Sequence[int], cards: Mapping[int, CardShown], holders: Mapping[int, Holder]
) -> list[tuple[Holder, Holder]]:
    decided = {
        frozenset((meeting.first.number, meeting.second.number))
        for meeting in _meetings(members, cards, holders)
        if meeting.winner is not None
    }
    return [
        (holders[first], holders[second])
        for first, second in combinations(members, 2)
        if frozenset((first, second)) not in decided
    ]
