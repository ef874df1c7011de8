"""Practice: an invented day of 24 players, to be begun at any of its stations, hidden from the public."""

from dataclasses import replace
from functools import cache
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from brackets.demo.event import Station, make_event, up_to
from brackets.demo.store import store_tournament
from tournaments.models import Entrant, Pairing, Tournament
from tournaments.rules.types import EventFile, FootTotals, Line

PLAYERS, GAMES = 24, 9
SEED, SLIPS = 5, 3
"""The day of this seed has three discrepancies, and two level in everything on either side of the qualifying line."""
NAME = "Practice"
STATIONS = {
    Station.DOOR: "24 players are entered. Check them in, draw seats and make the schedule.",
    Station.PLAY: "Everybody sits. Follow the games, announce, start the timer, call a judge.",
    Station.CARDS: "Half of the scorecards are in. Enter the other half: they can be printed, or read beside the form.",
    Station.CHECK: "All scorecards are in. Settle three discrepancies and a tie for the last place, then post.",
    Station.PLAYOFFS: "The qualifiers are posted and the bracket is drawn. Enter results until somebody has won.",
}
"""What there is to do at each."""


class WrittenCard(NamedTuple):
    """A card on the table: whose it is, each line with whom it names, and the totals."""

    holder: Entrant
    lines: list[tuple[Line, Entrant | None]]
    totals: FootTotals | None


@cache
def day(station: Station) -> EventFile:
    """Return the invented day as it is at a station."""
    is_settled = station is Station.PLAYOFFS
    made = make_event(players=PLAYERS, games=GAMES, seed=SEED, name=NAME, slips=SLIPS, level=True, settled=is_settled)
    return up_to(station, made)


def start_practice(user: User, station: Station) -> Tournament:
    """Begin a day at a station, or continue the one that this user began there: a press sent twice counts once."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # the second press waits until the first is stored
        if (earlier := practice_of(user).get(station)) is not None:
            return earlier
        made = day(station)
        facts = replace(made.event, name=f"{NAME}: {station.value}")
        return store_tournament(replace(made, event=facts), station, director=user)


def practice_of(user: User) -> dict[Station, Tournament]:
    """Return the days that a user has begun, by where."""
    return {Station(event.practice): event for event in Tournament.objects.worked_at_by(user) if event.practice}


def pile_of(event: Tournament) -> list[WrittenCard]:
    """Return the invented cards of practice that nobody has entered yet, as written; none where others play."""
    if event.practice not in (Station.PLAY, Station.CARDS):
        return []
    made = day(Station.CHECK)
    pairs = Pairing.objects.filter(scheduled_game__tournament=event)
    stored = set(pairs.values_list("scheduled_game__game", "first__number", "second__number"))
    if stored != {(scheduled.game, *pair) for scheduled in made.schedule for pair in scheduled.pairs}:
        return []
    people = {entrant.number: entrant for entrant in event.entrants.select_related("scorecard")}
    return [
        WrittenCard(holder, [(line, people.get(line.opponent or 0)) for line in card.lines], card.recorded)
        for card in made.scorecards
        if (holder := people.get(card.entrant)) is not None and not hasattr(holder, "scorecard")
    ]
