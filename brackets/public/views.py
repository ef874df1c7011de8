"""What is posted of a tournament: the event, its standings, each card, the bracket; the hall screen; announcements."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from brackets.models import Announcement, Posting
from brackets.public.forms import AnnouncementForm
from brackets.public.selectors.announcements import announcements_of, next_game_text, standing_call
from brackets.public.selectors.figures import field_figure, player_figures
from brackets.public.selectors.player import PlayerView, player_view, search_seats
from brackets.public.selectors.printed_bracket import printed_sheets
from brackets.public.selectors.screen import standings_pages
from brackets.public.services import call_player, post_announcement, withdraw_announcement
from brackets.standings.bracket import bracket_paths, seed_changes
from brackets.standings.outcome import (
    SORTS,
    EventOutcome,
    Phase,
    StandingRow,
    phase_before_posting,
    phase_of,
    search_rows,
    sorted_rows,
)
from brackets.standings.postings import PublicView, posted_card, posted_outcome, postings_of
from scorecards.club_matches.selectors import has_games_without_skunks, public_matches
from scorecards.records.facts import CardToCome, cards_to_come, is_begun
from scorecards.records.ruled_cards import ruled_card_of
from scorecards.rules.pools import by_pool
from scorecards.rules.ruled_cards import RuledCard
from tournaments.forms import posted
from tournaments.htmx import EventRequest
from tournaments.models import Entrant, Tournament
from tournaments.page_cache.cache import is_fragment, public_page
from tournaments.qr_codes import page_code
from tournaments.records.entrants import display_name
from tournaments.refused import Refused
from tournaments.rules.text import whole_number
from tournaments.seating.selectors.seats import chairs_of, seats_by_name
from tournaments.staff.access import back_to, staff_page


@public_page(choices={"name": ()}, fragment="found")
def event(request: EventRequest) -> HttpResponse:
    public = PublicView(request.event)
    wanted = request.GET.get("name", "").strip()
    template = "brackets/public/_search_results.html" if is_fragment(request, "found") else "brackets/public/event.html"
    if public.is_hidden:
        night = night_view(request.event, None)
        chairs = chairs_of(request.event)
        found = search_seats(chairs, wanted)
        seated = any(chair.seat for chair in chairs.values())
        more = {
            "entered": sum(chair.counts for chair in chairs.values()),
            "seated": seated,
            "wanted": wanted,
            "found": found,
            "player": _found_alone(request, public, found),
            **_for_everybody(request),
        }
        return unposted_page(request, template, night, awaits_seats=not seated, **more)
    outcome, drawn = public.outcome, public.bracket
    night, rows = night_view(request.event, outcome), search_rows(outcome, wanted)
    is_seated = outcome is not None and any(row.seat for row in outcome.rows)
    context = {
        "outcome": outcome,
        "posting": public.posting,
        "bracket": drawn,
        "phase": MATCH_NIGHT if night else phase_of(request.event, outcome, drawn, awaits_seats=not is_seated),
        "night": night,
        "beyond_skunks": has_games_without_skunks(night),
        "wanted": wanted,
        "found": rows,
        "player": _found_alone(request, public, rows),
        "to_come": [] if public.posting else missing_cards(request.event, outcome),
        **_for_everybody(request),
    }
    return render(request, template, context)


def _found_alone(
    request: EventRequest, public: PublicView, found: Sequence[Entrant | StandingRow]
) -> PlayerView | None:
    """Return the only one whom a search found, for the whole page: without script it leads to the seat too."""
    if len(found) != 1 or is_fragment(request, "found"):
        return None
    drawn = public.bracket if request.event.has_playoffs else None
    return player_view(request.event, public, drawn, found[0].number)


def _for_everybody(request: EventRequest) -> dict[str, Any]:
    """Return what the event page shows in every phase. One query."""
    code = page_code(request, request.event.get_absolute_url())
    return {"announcements": announcements_of(request.event), "code": code}


@public_page(choices={"sort": SORTS, "name": ()}, fragment="standings")
def standings(request: EventRequest) -> HttpResponse:
    public = PublicView(request.event)
    if public.is_hidden:
        return unposted_page(request, "brackets/public/standings_unposted.html")
    return _standings(request, public.outcome, public.posting)


def _standings(request: EventRequest, outcome: EventOutcome | None, posting: Posting | None) -> HttpResponse:
    wanted = request.GET.get("name", "").strip()
    sort = request.GET.get("sort", "")
    sort = sort if sort in SORTS else "place"
    rows = sorted_rows(outcome, sort=sort, wanted=wanted)
    is_latest = posting is None or posting.number == request.event.latest_posting
    context: dict[str, Any] = {
        "outcome": outcome,
        "posting": posting,
        "is_latest": is_latest,
        "base": request.path,
        "cards": reverse("brackets:standings", args=[request.event.slug]) if is_latest else f"{request.path}cards/",
        "rows": rows,
        "pools": by_pool(rows),
        "sort": sort,
        "wanted": wanted,
        # The line is drawn where everybody stands in order of place.
        "has_line": sort == "place" and not wanted,
        "to_come": [] if posting else missing_cards(request.event, outcome),
    }
    if is_fragment(request, "standings"):
        return render(request, "brackets/public/_standings.html", context)
    context["figure"] = field_figure(posting, outcome)
    return render(request, "brackets/public/standings.html", context)


@public_page()
def postings(request: EventRequest) -> HttpResponse:
    context = {"postings": postings_of(request.event)}
    return render(request, "brackets/public/postings.html", context)


@public_page(choices={"sort": SORTS, "name": ()}, fragment="standings")
def posting(request: EventRequest, number: int) -> HttpResponse:
    found = get_object_or_404(Posting, tournament=request.event, number=number)
    return _standings(request, posted_outcome(request.event, found), found)


@public_page()
def posting_card(request: EventRequest, posting: int, number: int) -> HttpResponse:
    found = get_object_or_404(Posting, tournament=request.event, number=posting)
    return _posted_card(request, found, posted_outcome(request.event, found), number)


@public_page()
def card(request: EventRequest, number: int) -> HttpResponse:
    public = PublicView(request.event)
    if public.posting is not None:
        return _posted_card(request, public.posting, public.outcome, number)
    entrant = Entrant.objects.filter(tournament=request.event, number=number).select_related("scorecard").first()
    if entrant is None:
        raise Http404("no such entrant")
    if public.is_hidden:
        return unposted_page(request, "brackets/public/card_unposted.html")
    people = public.outcome.people if public.outcome is not None else None
    return _card(request, entrant, ruled_card_of(request.event, entrant, people), public.outcome)


def _posted_card(request: EventRequest, posted: Posting, outcome: EventOutcome | None, number: int) -> HttpResponse:
    ruled_card = posted_card(posted, number)
    if ruled_card is None or outcome is None:
        raise Http404("no such entrant in this posting")
    return _card(request, outcome.people[number], ruled_card, outcome, posted)


def _card(
    request: EventRequest,
    entrant: Entrant | Mapping[str, Any],
    ruled_card: RuledCard,
    outcome: EventOutcome | None,
    posted: Posting | None = None,
) -> HttpResponse:
    number = entrant.number if isinstance(entrant, Entrant) else entrant["number"]
    context = {
        "entrant": entrant,
        "name": entrant.shown_name if isinstance(entrant, Entrant) else display_name(entrant),
        "card": ruled_card,
        "adjusted": outcome.adjusted_games if outcome else None,
        "place": next((row for row in outcome.rows if row.number == number), None) if outcome else None,
        "outcome": outcome,
        "posting": posted,
    }
    return render(request, "brackets/public/card.html", context)


@public_page(choices={"name": ()})
def bracket(request: EventRequest) -> HttpResponse:
    public = PublicView(request.event)
    if public.is_hidden:
        return unposted_page(request, "brackets/public/bracket_unposted.html")
    drawn = public.bracket
    wanted = request.GET.get("name", "").strip()
    paths = bracket_paths(drawn, wanted) if drawn is not None else []
    # How the standings that the public sees differ from a bracket that was drawn before.
    seen = public.outcome if drawn is not None and drawn.is_drawn else None
    changes = seed_changes(seen.report, drawn.seeded, seen.people) if drawn and seen else None
    context = {
        "outcome": public.outcome,
        "posting": public.posting,
        "bracket": drawn,
        "other_seeds": changes,
        "sheets": printed_sheets(drawn),
        "wanted": wanted,
        "paths": paths,
        "marked": {path.number for path in paths},
        "to_come": [] if public.posting else missing_cards(request.event, public.outcome),
    }
    return render(request, "brackets/public/bracket.html", context)


def unposted_page(
    request: EventRequest,
    template: str,
    night: Mapping[str, Any] | None = None,
    *,
    awaits_seats: bool = False,
    **more: Any,
) -> HttpResponse:
    """Render a page that says what it will contain, and when, without anything from the cards."""
    context = {
        "phase": MATCH_NIGHT if night else phase_before_posting(request.event, awaits_seats=awaits_seats),
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


@public_page(fragment="your-card")
def player(request: EventRequest, number: int) -> HttpResponse:
    public = PublicView(request.event)
    drawn = public.bracket if request.event.has_playoffs else None
    shown = player_view(request.event, public, drawn, number)
    if shown is None:
        raise Http404("no such player")
    context: dict[str, Any] = {"player": shown, "outcome": public.outcome, "posting": public.posting}
    if is_fragment(request, "your-card"):
        return render(request, "brackets/public/_your_card.html", context)
    context["figures"] = player_figures(public.posting, public.outcome, shown.place)
    return render(request, "brackets/public/player.html", context)


SECONDS = ("8", "12", "20", "30")
DEFAULT_SECONDS = "12"
ROUNDS_SIDE_BY_SIDE = 3
"""From the quarter-finals on, the bracket stands on one sheet in letters for the whole hall."""


@public_page(choices={"seconds": SECONDS})
def screen(request: EventRequest) -> HttpResponse:
    """Show what the phase calls for; ``seconds`` for each page.

    Seats until the qualifying round is settled, standings and qualifiers until the bracket is drawn, then called
    tables first and the bracket.
    """
    public = PublicView(request.event)
    outcome, drawn = public.outcome, public.bracket
    seconds = request.GET.get("seconds", "")
    night = night_view(request.event, outcome)
    is_playing = request.event.has_playoffs and drawn is not None and drawn.is_drawn
    is_settled = outcome is not None and outcome.has_cards and outcome.is_settled
    seats = [] if is_playing or is_settled else seats_by_name(request.event)
    if public.is_hidden:
        phase = phase_before_posting(request.event, awaits_seats=not seats)
    else:
        phase = phase_of(request.event, outcome, drawn, awaits_seats=not seats)
    announcements = announcements_of(request.event)
    to_play = drawn.rounds[drawn.current_round - 1 :] if drawn and request.event.has_playoffs else []
    is_tree = bool(to_play) and len(to_play) <= ROUNDS_SIDE_BY_SIDE
    context = {
        "outcome": outcome,
        "posting": public.posting,
        "phase": MATCH_NIGHT if night else phase,
        "night": night,
        "announcements": announcements,
        "code": page_code(request, request.event.get_absolute_url()),
        "standings_pages": [] if is_playing else standings_pages(outcome),
        "bracket": drawn,
        "timers": [one for one in announcements if one.timer_until][:1],
        "final": drawn.rounds[-1].matches[0] if drawn else None,
        "drawn": to_play if is_tree else [],
        "rounds": drawn.rounds_to_play if drawn and to_play and not is_tree else [],
        "seats": seats,
        "seconds": seconds if seconds in SECONDS else DEFAULT_SECONDS,
    }
    return render(request, "brackets/public/screen.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def announcements(request: EventRequest, number: int | None = None) -> HttpResponse:
    """Post an announcement, or edit the one of this number."""
    edited = get_object_or_404(Announcement, tournament=request.event, pk=number) if number is not None else None
    game = None if edited else whole_number(request.GET.get("game", ""))
    initial = {} if game is None else {"text": next_game_text(request.event, game)}
    form = AnnouncementForm(posted(request), instance=edited, initial=initial)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        status = 409
        with form.refusals():
            post_announcement(request.event, request.me, edits=number, **form.cleaned_data)
            said = "Announcement edited." if edited else "Announcement posted. Everybody sees it now."
            messages.success(request, said)
            return redirect("brackets:announcements", request.event.slug)
    past = request.event.announcements.exclude(revoked_at=None)
    context = {
        "form": form,
        "edited": edited,
        "announcements": announcements_of(request.event),
        "past": past.select_related("replaced_by", "entrant").order_by("-pk"),
        "games": request.event.scheduled_games.values_list("game", flat=True),
    }
    return render(request, "brackets/public/announcements.html", context, status=status)


@require_POST
@staff_page(shows=back_to("brackets:announcements", messages.ERROR))
def withdraw(request: EventRequest, number: int) -> HttpResponse:
    withdraw_announcement(request.event, request.me, number)
    messages.success(request, "Announcement withdrawn.")
    return redirect("brackets:announcements", request.event.slug)


@require_POST
@staff_page()
def call(request: EventRequest, number: int) -> HttpResponse:
    """Call an entrant to their board, or with ``what=undo`` take the call back."""
    entrant = get_object_or_404(Entrant, tournament=request.event, number=number)
    standing = standing_call(entrant)
    try:
        if request.POST.get("what") != "undo":
            text = call_player(request.event, request.me, entrant)
            messages.success(request, f"{entrant.shown_name} is called: {text}.")
        elif standing is not None:
            withdraw_announcement(request.event, request.me, standing.pk)
            messages.success(request, "Call undone.")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("tournaments:entrant", request.event.slug, number)


MATCH_NIGHT = Phase("Matches", "See Matches for every finished match, game by game.")


def night_view(tournament: Tournament, outcome: EventOutcome | None) -> Mapping[str, Any] | None:
    """Return the finished matches that everybody may see; ``None`` where there are none, or cards are in.

    ``outcome`` is what is shown of the cards, ``None`` where that is held back. Five queries or fewer, none where the
    event is no club event.
    """
    if tournament.kind != "club" or (is_begun(tournament) if outcome is None else outcome.has_cards):
        return None
    shown = public_matches(tournament).shown
    return shown if shown is not None and shown["matches"] else None
