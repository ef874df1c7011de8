"""What is posted of a tournament: the event, its standings, each card, the bracket."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from brackets.models import Posting
from brackets.public.selectors.drop_outs import counted_otherwise
from brackets.public.selectors.match_nights import NIGHT, night_shown
from brackets.public.selectors.printed_bracket import sheets_on_paper
from brackets.standings.bracket import ways_of
from brackets.standings.posted import latest_posting, outcome_posted, posted_card, postings_of, public_view
from brackets.standings.table import (
    SORTS,
    Outcome,
    find_people,
    outcome_of,
    phase_before_posting,
    phase_of,
    sorted_rows,
)
from scorecards.records.facts import CardToCome, cards_to_come
from scorecards.records.ruled_cards import ruled_card_of
from scorecards.rules.pools import by_pool
from scorecards.rules.ruled_cards import RuledCard
from tournaments.models import Audience, Entrant, Tournament
from tournaments.pagecache.cache import is_fragment, posted_page


@posted_page(choices={"name": ()}, fragment="found")
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what the event is and how far it has come, and find a name."""
    shown = public_view(tournament)
    if shown.is_held_back:
        night = night_shown(tournament, None)
        return not_posted(request, tournament, "brackets/public/event.html", night)
    outcome, drawn = shown.outcome, shown.bracket(tournament)
    night = night_shown(tournament, outcome)
    wanted = request.GET.get("name", "").strip()
    context = {
        "tournament": tournament,
        "outcome": outcome,
        "posting": shown.posting,
        "bracket": drawn,
        "phase": NIGHT if night else phase_of(tournament, outcome, drawn),
        "night": night,
        "wanted": wanted,
        "found": find_people(outcome, wanted),
        "to_come": [] if shown.posting else still_to_come(tournament, outcome),
    }
    template = (
        "brackets/public/_found.html" if is_fragment(request, "found") else "brackets/public/event.html"
    )
    return render(request, template, context)


@posted_page(choices={"sort": SORTS, "name": ()}, fragment="standings")
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the standings with the line at the cut and what decided each place."""
    shown = public_view(tournament)
    if shown.is_held_back:
        return not_posted(request, tournament, "brackets/public/standings_to_come.html")
    return _standings(request, tournament, shown.outcome, shown.posting)


def _standings(
    request: HttpRequest, tournament: Tournament, outcome: Outcome | None, posting: Posting | None
) -> HttpResponse:
    wanted = request.GET.get("name", "").strip()
    sort = request.GET.get("sort", "")
    sort = sort if sort in SORTS else "place"
    rows = sorted_rows(outcome, sort=sort, wanted=wanted)
    context = {
        "tournament": tournament,
        "outcome": outcome,
        "posting": posting,
        "is_latest": posting is None or posting.number == tournament.latest_posting,
        "base": request.path,
        "rows": rows,
        "pools": by_pool(rows),
        "sort": sort,
        "wanted": wanted,
        # The line is drawn where everybody stands in order of place.
        "has_line": sort == "place" and not wanted,
        "to_come": [] if posting else still_to_come(tournament, outcome),
    }
    template = (
        "brackets/public/_standings.html"
        if is_fragment(request, "standings")
        else "brackets/public/standings.html"
    )
    return render(request, template, context)


@posted_page()
def postings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List everything that was posted, with what changed from one posting to the next and why."""
    context = {"tournament": tournament, "postings": postings_of(tournament)}
    return render(request, "brackets/public/postings.html", context)


@posted_page(choices={"sort": SORTS, "name": ()}, fragment="standings")
def posting(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the standings as one posting froze them."""
    found = get_object_or_404(Posting, tournament=tournament, number=number)
    return _standings(request, tournament, outcome_posted(found), found)


@posted_page()
def posting_card(request: HttpRequest, tournament: Tournament, posting: int, number: int) -> HttpResponse:
    """Show one card as a posting froze it."""
    return _posted_card(
        request, tournament, get_object_or_404(Posting, tournament=tournament, number=posting), number
    )


@posted_page()
def card(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show one entrant's card: lines as written, lines in force, each ruling with its rule."""
    posted = latest_posting(tournament)
    if posted is not None:
        return _posted_card(request, tournament, posted, number)
    entrant = Entrant.objects.filter(tournament=tournament, number=number).select_related("scorecard").first()
    if entrant is None:
        raise Http404("no such entrant")
    if is_held_back(tournament):
        return not_posted(request, tournament, "brackets/public/card_to_come.html")
    outcome = outcome_of(tournament)
    people = outcome.people if outcome is not None else None
    shown = ruled_card_of(tournament, entrant, people)
    return _card(request, tournament, entrant, shown, outcome)


def _posted_card(request: HttpRequest, tournament: Tournament, posted: Posting, number: int) -> HttpResponse:
    outcome, shown = outcome_posted(posted), posted_card(posted, number)
    if shown is None:
        raise Http404("no such entrant in this posting")
    return _card(request, tournament, outcome.people[number], shown, outcome, posted)


def _card(
    request: HttpRequest,
    tournament: Tournament,
    entrant: Entrant | Mapping[str, Any],
    shown: RuledCard,
    outcome: Outcome | None,
    posted: Posting | None = None,
) -> HttpResponse:
    number = entrant.number if isinstance(entrant, Entrant) else entrant["number"]
    context = {
        "tournament": tournament,
        "entrant": entrant,
        "card": shown,
        "otherwise": counted_otherwise(outcome) if outcome else None,
        "place": next((row for row in outcome.rows if row.number == number), None) if outcome else None,
        "outcome": outcome,
        "posting": posted,
    }
    return render(request, "brackets/public/card.html", context)


@posted_page(choices={"name": ()})
def bracket(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the bracket as drawn, or say what has to happen before it can be."""
    shown = public_view(tournament)
    if shown.is_held_back:
        return not_posted(request, tournament, "brackets/public/bracket_to_come.html")
    drawn = shown.bracket(tournament)
    wanted = request.GET.get("name", "").strip()
    ways = ways_of(drawn, wanted) if drawn is not None else []
    context = {
        "tournament": tournament,
        "outcome": shown.outcome,
        "posting": shown.posting,
        "bracket": drawn,
        "sheets": sheets_on_paper(drawn),
        "wanted": wanted,
        "ways": ways,
        "marked": {way.number for way in ways},
        "to_come": [] if shown.posting else still_to_come(tournament, shown.outcome),
    }
    return render(request, "brackets/public/bracket.html", context)


def is_held_back(tournament: Tournament) -> bool:
    """Tell whether nobody may see yet what the cards come to."""
    return not tournament.latest_posting and tournament.standings_shown == Audience.NOBODY


def not_posted(
    request: HttpRequest, tournament: Tournament, template: str, night: Mapping[str, Any] | None = None
) -> HttpResponse:
    """Show what will stand on a page, and when, without a word of what is on the cards."""
    context = {
        "tournament": tournament,
        "phase": NIGHT if night else phase_before_posting(tournament),
        "night": night,
        "entered": tournament.entrants.filter(house_player=False).count(),
    }
    return render(request, template, context)


def still_to_come(tournament: Tournament, outcome: Outcome | None) -> list[CardToCome]:
    """Return the cards that are not complete, once there is anything on any card."""
    if outcome is None or not outcome.has_cards or outcome.report.complete:
        return []
    return cards_to_come(tournament)
