"""What is posted of a tournament: the event, its standings, each card, the bracket."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from brackets.selectors_bracket import bracket_shown
from brackets.selectors_standings import (
    Outcome,
    find_people,
    outcome_of,
    phase_before_posting,
    phase_of,
    sorted_rows,
)
from scorecards.selectors import CardToCome, cards_to_come
from scorecards.selectors_card import card_shown
from tournaments.models import Audience, Entrant, Tournament
from tournaments.posted import is_fragment, posted_page

SORTS = ("place", "name", "seat")


@posted_page(choices={"name": ()}, fragment="found")
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what the event is and how far it has come, and find a name."""
    if is_held_back(tournament):
        return not_posted(request, tournament, "brackets/event.html")
    outcome = outcome_of(tournament)
    drawn = bracket_shown(tournament, outcome.report, outcome.people) if outcome else None
    wanted = request.GET.get("name", "").strip()
    context = {
        "tournament": tournament,
        "outcome": outcome,
        "bracket": drawn,
        "phase": phase_of(tournament, outcome, drawn),
        "wanted": wanted,
        "found": find_people(outcome, wanted),
        "to_come": still_to_come(tournament, outcome),
    }
    template = "brackets/_found.html" if is_fragment(request, "found") else "brackets/event.html"
    return render(request, template, context)


@posted_page(choices={"sort": SORTS, "name": ()}, fragment="standings")
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the standings with the line at the cut and what decided each place."""
    if is_held_back(tournament):
        return not_posted(request, tournament, "brackets/standings_to_come.html")
    outcome = outcome_of(tournament)
    wanted = request.GET.get("name", "").strip()
    sort = request.GET.get("sort", "")
    sort = sort if sort in SORTS else "place"
    context = {
        "tournament": tournament,
        "outcome": outcome,
        "rows": sorted_rows(outcome, sort=sort, wanted=wanted),
        "sort": sort,
        "wanted": wanted,
        # The line is drawn where everybody stands in order of place.
        "has_line": sort == "place" and not wanted,
        "to_come": still_to_come(tournament, outcome),
    }
    template = "brackets/_standings.html" if is_fragment(request, "standings") else "brackets/standings.html"
    return render(request, template, context)


@posted_page()
def card(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show one entrant's card: lines as written, lines in force, each ruling with its rule."""
    entrant = Entrant.objects.filter(tournament=tournament, number=number).select_related("scorecard").first()
    if entrant is None:
        raise Http404("no such entrant")
    if is_held_back(tournament):
        return not_posted(request, tournament, "brackets/card_to_come.html")
    outcome = outcome_of(tournament)
    context = {
        "tournament": tournament,
        "entrant": entrant,
        "card": card_shown(tournament, entrant),
        "place": next((row for row in outcome.rows if row.number == number), None) if outcome else None,
        "outcome": outcome,
    }
    return render(request, "brackets/card.html", context)


@posted_page()
def bracket(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the bracket as drawn, or say what has to happen before it can be."""
    if is_held_back(tournament):
        return not_posted(request, tournament, "brackets/bracket_to_come.html")
    outcome = outcome_of(tournament)
    context = {
        "tournament": tournament,
        "outcome": outcome,
        "bracket": bracket_shown(tournament, outcome.report, outcome.people) if outcome else None,
        "to_come": still_to_come(tournament, outcome),
    }
    return render(request, "brackets/bracket.html", context)


def is_held_back(tournament: Tournament) -> bool:
    """Tell whether nobody may see yet what the cards come to."""
    return tournament.standings_shown == Audience.NOBODY


def not_posted(request: HttpRequest, tournament: Tournament, template: str) -> HttpResponse:
    """Show what will stand on a page, and when, without a word of what is on the cards."""
    context = {
        "tournament": tournament,
        "phase": phase_before_posting(tournament),
        "entered": tournament.entrants.filter(house_player=False).count(),
    }
    return render(request, template, context)


def still_to_come(tournament: Tournament, outcome: Outcome | None) -> list[CardToCome]:
    """Return the cards that are not complete, once there is anything on any card."""
    if outcome is None or not outcome.has_cards or outcome.report["complete"]:
        return []
    return cards_to_come(tournament)
