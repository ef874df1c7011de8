"""Club matches: a staff page with a form for each game, and a public page with the finished ones."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scorecards.cards.selectors.stack import card_holders, seat_plan
from scorecards.club_matches.forms import GameForm, MatchForm
from scorecards.club_matches.selectors import (
    has_games_without_skunks,
    latest_match_posting,
    match_data,
    matches_of,
    posting_data,
    public_matches,
    standings_data,
)
from scorecards.club_matches.services import (
    MatchChanged,
    begin_match,
    post_matches,
    record_game,
    revoke_game,
    revoke_match,
)
from scorecards.models import ClubMatch
from scorecards.rules.clubs.match_points import GameError
from tournaments.htmx import EventRequest
from tournaments.models import Tournament
from tournaments.page_cache.cache import public_page
from tournaments.rules.text import whole_number
from tournaments.staff.access import back_to, staff_page
from tournaments.term import seen_in


@public_page()
def public(request: EventRequest) -> HttpResponse:
    """Show the finished matches and who is ahead over all of them."""
    found = public_matches(request.event)
    context = {"shown": found.shown, "posting": found.posting, "beyond_skunks": has_games_without_skunks(found.shown)}
    return render(request, "scorecards/club_matches/public.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker")
def matches(request: EventRequest) -> HttpResponse:
    """Show every match as it stands, and begin another."""
    if request.method != "POST":
        return _list(request)
    form = MatchForm(request.POST, plan=seat_plan(card_holders(request.event)))
    if form.is_valid():
        with form.refusals():
            match = begin_match(request.event, request.me, terms=form.terms, sides=form.cleaned_data["sides"])
            return redirect("scorecards:club-match", request.event.slug, match.number)
    return _list(request, form, status=422)


def _list(request: EventRequest, form: MatchForm | None = None, status: int = 200) -> HttpResponse:
    found = matches_of(request.event)
    posting = latest_match_posting(request.event)
    context = {
        "form": form or MatchForm(plan=seat_plan(card_holders(request.event))),
        "matches": [match_data(match) for match in found],
        "standings": standings_data(found),
        "posting": posting,
        "is_posted": posting is not None and posting.shown == posting_data(found),
        "beyond_skunks": True,
    }
    return render(request, "scorecards/club_matches/matches.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker")
def match(request: EventRequest, number: int) -> HttpResponse:
    """Show a match game by game, and take the next game."""
    found = _found(request.event, number)
    names = [side.name for side in found.sides]
    if request.method != "POST":
        return _match(request, found, GameForm(found.terms, names))
    form = GameForm(found.terms, names, request.POST)
    if form.is_valid():
        try:
            record_game(
                request.event,
                request.me,
                number=number,
                game=_whole(request.POST.get("game", "")),
                played=form.cleaned_data["played"],
            )
        except GameError as wrong:
            form.add_game_errors(wrong.errors)
        except MatchChanged:
            return _match(request, _found(request.event, number), form, status=409)
        else:
            return redirect("scorecards:club-match", request.event.slug, number)
    return _match(request, found, form, status=422)


def _match(request: EventRequest, found: ClubMatch, form: GameForm, status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {
        "match": match_data(found),
        "next_game": found.next_game,
        "last_game": found.next_game - 1,
        "first_dealer": found.first_dealer,
        "form": form,
        "is_stale": status == 409,
        "beyond_skunks": True,
    }
    return render(request, "scorecards/club_matches/match.html", context, status=status)


def _found(tournament: Tournament, number: int) -> ClubMatch:
    for one in matches_of(tournament):
        if one.number == number:
            return one
    raise Http404("no such match")


def _whole(text: str) -> int:
    return whole_number(text) or 0


def _moved(request: EventRequest, number: int) -> HttpResponse:
    messages.warning(request, str(request.refusal))
    return redirect("scorecards:club-match", request.event.slug, number)


@require_POST
@staff_page("checker", shows=_moved)
def undo_game(request: EventRequest, number: int) -> HttpResponse:
    """Undo the last game of a match."""
    game = _whole(request.POST.get("game", ""))
    revoke_game(request.event, request.me, number=number, game=game)
    messages.success(request, f"Game {game} is undone.")
    return redirect("scorecards:club-match", request.event.slug, number)


@require_POST
@staff_page("checker", shows=back_to("scorecards:club-matches"))
def undo_match(request: EventRequest, number: int) -> HttpResponse:
    """Undo a match."""
    revoke_match(request.event, request.me, number=number, why=request.POST.get("why", "").strip()[:300])
    messages.success(request, f"Match {number} is undone.")
    return redirect("scorecards:club-matches", request.event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page(shows=_list)
def posting(request: EventRequest) -> HttpResponse:
    """Post finished matches. A GET redirects to the list of matches."""
    if request.method == "POST":
        made = post_matches(request.event, request.me, seen=seen_in(request.POST))
        messages.success(request, f"Posting {made.number} of the matches is public.")
    return redirect("scorecards:club-matches", request.event.slug)
