"""Practice: an invented day of 24 players, hidden from the public, begun at any of its stations or thrown away."""

from dataclasses import replace
from functools import cache
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from brackets.demo.event import Station, make_event, up_to
from brackets.demo.store import store_tournament
from tournaments.events.lifecycle import throw_away
from tournaments.htmx import EventRequest
from tournaments.models import Entrant, Pairing, Role, Tournament
from tournaments.rules.types import EventFile, FootTotals, Line
from tournaments.sign_in.views import signed_in_user
from tournaments.staff.access import staff_page


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """Offer the stations of an invented day, and begin one."""
    user = signed_in_user(request)
    if request.method == "POST":
        if (station := request.POST.get("station")) not in STATIONS:
            return HttpResponseBadRequest()
        return redirect("brackets:dashboard", start_practice(user, Station(station)).slug)
    begun = practice_of(user)
    stations = [(station, what, begun.get(station)) for station, what in STATIONS.items()]
    return render(request, "brackets/demo/practice.html", {"stations": stations})


@require_safe
@staff_page(Role.CHECKER)
def pile(request: EventRequest) -> HttpResponse:
    """Show the cards that lie on the table, as written, to practice entering them; those of an event lie there."""
    if not request.event.practice:
        return redirect("scorecards:cards", request.event.slug)
    return render(request, "brackets/demo/pile.html", {"cards": pile_of(request.event)})


@require_POST
@staff_page()
def end(request: EventRequest) -> HttpResponse:
    """Throw a day of practice away; an event is deleted under its settings, with its name typed."""
    if not request.event.practice:
        messages.error(request, "This is no practice. Delete an event here, with its name.")
        return redirect("tournaments:delete", request.event.slug)
    throw_away(request.event)
    messages.success(request, f"{request.event.name} is thrown away.")
    return redirect("brackets:practice")


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
