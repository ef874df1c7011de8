"""What is posted of a tournament: the event, its standings, each card, the bracket."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from brackets.announcements.selectors import announcements_of
from brackets.models import Posting
from brackets.public.selectors.drop_outs import adjusted_games
from brackets.public.selectors.match_nights import MATCH_NIGHT, night_view
from brackets.public.selectors.player import search_seats
from brackets.public.selectors.printed_bracket import printed_sheets
from brackets.standings.bracket import BracketView, SeedChanges, bracket_paths, seed_changes
from brackets.standings.outcome import (
    SORTS,
    EventOutcome,
    outcome_of,
    phase_before_posting,
    phase_of,
    search_rows,
    sorted_rows,
)
from brackets.standings.postings import latest_posting, posted_card, posted_outcome, postings_of, public_view
from scorecards.club_matches.selectors import has_games_without_skunks
from scorecards.records.facts import CardToCome, cards_to_come
from scorecards.records.ruled_cards import ruled_card_of
from scorecards.rules.pools import by_pool
from scorecards.rules.ruled_cards import RuledCard
from tournaments.models import Audience, Entrant, Tournament
from tournaments.page_cache.cache import is_fragment, public_page
from tournaments.qr_codes import page_code
from tournaments.records.entrants import display_name
from tournaments.seating.selectors.seats import chairs_of


@public_page(choices={"name": ()}, fragment="found")
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    public = public_view(tournament)
    wanted = request.GET.get("name", "").strip()
    template = "brackets/public/_search_results.html" if is_fragment(request, "found") else "brackets/public/event.html"
    if public.is_hidden:
        night = night_view(tournament, None)
        chairs = chairs_of(tournament)
        more = {
            "entered": sum(chair.counts for chair in chairs.values()),
            "seated": any(chair.seat for chair in chairs.values()),
            "wanted": wanted,
            "found": search_seats(chairs, wanted),
            **_for_everybody(request, tournament),
        }
        return unposted_page(request, tournament, template, night, **more)
    outcome, drawn = public.outcome, public.bracket(tournament)
    night = night_view(tournament, outcome)
    context = {
        "tournament": tournament,
        "outcome": outcome,
        "posting": public.posting,
        "bracket": drawn,
        "phase": MATCH_NIGHT if night else phase_of(tournament, outcome, drawn),
        "night": night,
        "beyond_skunks": has_games_without_skunks(night),
        "wanted": wanted,
        "found": search_rows(outcome, wanted),
        "to_come": [] if public.posting else missing_cards(tournament, outcome),
        **_for_everybody(request, tournament),
    }
    return render(request, template, context)


def _for_everybody(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return what the event page shows in every phase. One query."""
    code = page_code(request, tournament.get_absolute_url())
    return {"announcements": announcements_of(tournament), "code": code}


@public_page(choices={"sort": SORTS, "name": ()}, fragment="standings")
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    public = public_view(tournament)
    if public.is_hidden:
        return unposted_page(request, tournament, "brackets/public/standings_unposted.html")
    return _standings(request, tournament, public.outcome, public.posting)


def _standings(
    request: HttpRequest, tournament: Tournament, outcome: EventOutcome | None, posting: Posting | None
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
        "to_come": [] if posting else missing_cards(tournament, outcome),
    }
    template = (
        "brackets/public/_standings.html" if is_fragment(request, "standings") else "brackets/public/standings.html"
    )
    return render(request, template, context)


@public_page()
def postings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament, "postings": postings_of(tournament)}
    return render(request, "brackets/public/postings.html", context)


@public_page(choices={"sort": SORTS, "name": ()}, fragment="standings")
def posting(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    found = get_object_or_404(Posting, tournament=tournament, number=number)
    return _standings(request, tournament, posted_outcome(tournament, found), found)


@public_page()
def posting_card(request: HttpRequest, tournament: Tournament, posting: int, number: int) -> HttpResponse:
    return _posted_card(request, tournament, get_object_or_404(Posting, tournament=tournament, number=posting), number)


@public_page()
def card(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    posted = latest_posting(tournament)
    if posted is not None:
        return _posted_card(request, tournament, posted, number)
    entrant = Entrant.objects.filter(tournament=tournament, number=number).select_related("scorecard").first()
    if entrant is None:
        raise Http404("no such entrant")
    if is_hidden(tournament):
        return unposted_page(request, tournament, "brackets/public/card_unposted.html")
    outcome = outcome_of(tournament)
    people = outcome.people if outcome is not None else None
    ruled_card = ruled_card_of(tournament, entrant, people)
    return _card(request, tournament, entrant, ruled_card, outcome)


def _posted_card(request: HttpRequest, tournament: Tournament, posted: Posting, number: int) -> HttpResponse:
    outcome, ruled_card = posted_outcome(tournament, posted), posted_card(posted, number)
    if ruled_card is None:
        raise Http404("no such entrant in this posting")
    return _card(request, tournament, outcome.people[number], ruled_card, outcome, posted)


def _card(
    request: HttpRequest,
    tournament: Tournament,
    entrant: Entrant | Mapping[str, Any],
    ruled_card: RuledCard,
    outcome: EventOutcome | None,
    posted: Posting | None = None,
) -> HttpResponse:
    number = entrant.number if isinstance(entrant, Entrant) else entrant["number"]
    context = {
        "tournament": tournament,
        "entrant": entrant,
        "name": entrant.shown_name if isinstance(entrant, Entrant) else display_name(entrant),
        "card": ruled_card,
        "adjusted": adjusted_games(outcome) if outcome else None,
        "place": next((row for row in outcome.rows if row.number == number), None) if outcome else None,
        "outcome": outcome,
        "posting": posted,
    }
    return render(request, "brackets/public/card.html", context)


@public_page(choices={"name": ()})
def bracket(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    public = public_view(tournament)
    if public.is_hidden:
        return unposted_page(request, tournament, "brackets/public/bracket_unposted.html")
    drawn = public.bracket(tournament)
    wanted = request.GET.get("name", "").strip()
    paths = bracket_paths(drawn, wanted) if drawn is not None else []
    context = {
        "tournament": tournament,
        "outcome": public.outcome,
        "posting": public.posting,
        "bracket": drawn,
        "other_seeds": _other_seeds(public.outcome, drawn),
        "sheets": printed_sheets(drawn),
        "wanted": wanted,
        "paths": paths,
        "marked": {path.number for path in paths},
        "to_come": [] if public.posting else missing_cards(tournament, public.outcome),
    }
    return render(request, "brackets/public/bracket.html", context)


def _other_seeds(outcome: EventOutcome | None, drawn: BracketView | None) -> SeedChanges | None:
    """Return how the standings that the public sees differ from a bracket that was drawn before."""
    if outcome is None or drawn is None or not drawn.is_drawn:
        return None
    return seed_changes(outcome.report, drawn.seeded, outcome.people)


def is_hidden(tournament: Tournament) -> bool:
    """Return whether the standings are not public yet."""
    return not tournament.latest_posting and tournament.standings_shown == Audience.NOBODY


def unposted_page(
    request: HttpRequest, tournament: Tournament, template: str, night: Mapping[str, Any] | None = None, **more: Any
) -> HttpResponse:
    """Render a page that says what it will contain, and when, without anything from the cards."""
    context = {
        "tournament": tournament,
        "phase": MATCH_NIGHT if night else phase_before_posting(tournament),
        "night": night,
        "beyond_skunks": has_games_without_skunks(night),
        **more,
    }
    return render(request, template, context)


def missing_cards(tournament: Tournament, outcome: EventOutcome | None) -> list[CardToCome]:
    """Return the cards that are not complete, once there is anything on any card."""
    if outcome is None or not outcome.has_cards or outcome.report.complete:
        return []
    return cards_to_come(tournament)
