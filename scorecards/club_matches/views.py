"""Club matches: a page for staff with a form for each game, and one for everybody with what is finished."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scorecards.club_matches.forms import GameForm, MatchForm
from scorecards.club_matches.selectors import (
    ClubMatchView,
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
    MatchesChanged,
    MatchRefused,
    begin_match,
    post_matches,
    record_game,
    revoke_game,
    revoke_match,
)
from scorecards.keying.selectors.stack import card_holders, seat_plan
from scorecards.rules.clubs.match_points import GameError
from tournaments.models import StaffMember, Tournament
from tournaments.page_cache.cache import public_page
from tournaments.rules.text import whole_number
from tournaments.staff.access import staff_page
from tournaments.term import seen_in

MOVED = "Not saved. Another person changed this match. Check it again."


@public_page()
def public(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the finished matches and who is ahead over all of them."""
    found = public_matches(tournament)
    context = {
        "tournament": tournament,
        "shown": found.shown,
        "posting": found.posting,
        "beyond_skunks": has_games_without_skunks(found.shown),
    }
    return render(request, "scorecards/club_matches/public.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker")
def matches(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Show every match as it stands, and begin another."""
    plan = seat_plan(card_holders(tournament))
    if request.method != "POST":
        return _list(request, tournament, me, MatchForm(plan=plan))
    form = MatchForm(request.POST, plan=plan)
    if form.is_valid():
        try:
            match = begin_match(tournament=tournament, actor=me, terms=form.terms, sides=form.cleaned_data["sides"])
        except MatchRefused as refused:
            form.add_error(None if refused.side is None else f"side-{refused.side}", str(refused))
        else:
            return redirect("scorecards:club-match", tournament.slug, match.number)
    return _list(request, tournament, me, form, status=422)


def _list(
    request: HttpRequest,
    tournament: Tournament,
    me: StaffMember,
    form: MatchForm,
    *,
    status: int = 200,
    refusal: str = "",
) -> HttpResponse:
    found = matches_of(tournament)
    posting = latest_match_posting(tournament)
    context = {
        "tournament": tournament,
        "me": me,
        "form": form,
        "matches": [match_data(match) for match in found],
        "standings": standings_data(found),
        "posting": posting,
        "is_posted": posting is not None and posting.shown == posting_data(found),
        "refusal": refusal,
        "beyond_skunks": True,
    }
    return render(request, "scorecards/club_matches/matches.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker")
def match(request: HttpRequest, tournament: Tournament, me: StaffMember, number: int) -> HttpResponse:
    """Show a match game by game, and take the next game."""
    found = _found(tournament, number)
    names = [side.name for side in found.sides]
    if request.method != "POST":
        return _match(request, tournament, me, found, GameForm(found.terms, names))
    form = GameForm(found.terms, names, request.POST)
    if form.is_valid():
        try:
            record_game(
                tournament=tournament,
                actor=me,
                number=number,
                game=_whole(request.POST.get("game", "")),
                played=form.cleaned_data["played"],
            )
        except GameError as wrong:
            form.add_game_errors(wrong.errors)
        except MatchChanged:
            return _match(request, tournament, me, _found(tournament, number), form, status=409)
        else:
            return redirect("scorecards:club-match", tournament.slug, number)
    return _match(request, tournament, me, found, form, status=422)


def _match(
    request: HttpRequest,
    tournament: Tournament,
    me: StaffMember,
    found: ClubMatchView,
    form: GameForm,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "tournament": tournament,
        "me": me,
        "match": match_data(found),
        "next_game": found.next_game,
        "last_game": found.next_game - 1,
        "first_dealer": found.first_dealer,
        "form": form,
        "is_stale": status == 409,
        "beyond_skunks": True,
    }
    return render(request, "scorecards/club_matches/match.html", context, status=status)


def _found(tournament: Tournament, number: int) -> ClubMatchView:
    for one in matches_of(tournament):
        if one.number == number:
            return one
    raise Http404("no such match")


def _whole(text: str) -> int:
    return whole_number(text) or 0


@require_POST
@staff_page("checker")
def undo_game(request: HttpRequest, tournament: Tournament, me: StaffMember, number: int) -> HttpResponse:
    """Undo the last game of a match."""
    game = _whole(request.POST.get("game", ""))
    try:
        revoke_game(tournament=tournament, actor=me, number=number, game=game)
    except MatchChanged:
        messages.warning(request, MOVED)
    else:
        messages.success(request, f"Game {game} is undone.")
    return redirect("scorecards:club-match", tournament.slug, number)


@require_POST
@staff_page("checker")
def undo_match(request: HttpRequest, tournament: Tournament, me: StaffMember, number: int) -> HttpResponse:
    """Undo a match."""
    try:
        revoke_match(tournament=tournament, actor=me, number=number, why=request.POST.get("why", "").strip()[:300])
    except MatchChanged:
        messages.warning(request, MOVED)
    else:
        messages.success(request, f"Match {number} is undone.")
    return redirect("scorecards:club-matches", tournament.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def posting(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Post finished matches. A GET redirects to the list of matches."""
    if request.method == "POST":
        try:
            made = post_matches(tournament=tournament, actor=me, seen=seen_in(request.POST))
        except MatchRefused as refused:
            form = MatchForm(plan=seat_plan(card_holders(tournament)))
            status = 409 if isinstance(refused, MatchesChanged) else 422
            return _list(request, tournament, me, form, status=status, refusal=str(refused))
        messages.success(request, f"Posting {made.number} of the matches is public.")
    return redirect("scorecards:club-matches", tournament.slug)
