"""The season of a club: its public page, the directors' page, and downloads, those of matches among them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import conditional_page, require_http_methods, require_POST, require_safe

from brackets.seasons.exports import matches_json, matches_table, season_json
from brackets.seasons.forms import SeasonForm
from brackets.seasons.season import SeasonView, possible_doubles, season_of, season_table, seasons_to_join
from brackets.seasons.services import change_season, join_season, leave_season, make_season
from scorecards.club_matches.selectors import public_matches
from tournaments.htmx import EventRequest
from tournaments.models import Tournament
from tournaments.page_cache.cache import public_page
from tournaments.rules.text import whole_number
from tournaments.spreadsheets.csv import write_csv
from tournaments.spreadsheets.responses import CSV, READABLE, download
from tournaments.staff.access import back_to, staff_page


# Not cached like other public pages: it rests on more events than its own.
@login_not_required
@require_safe
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what the posted events of the season add up to."""
    tournament = get_object_or_404(Tournament.objects.public(), slug=slug)
    found = season_of(tournament)
    view = SeasonView(found) if found is not None else None
    return render(request, "brackets/seasons/season.html", {"tournament": tournament, "view": view})


@login_not_required
@require_safe
def as_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the season as CSV; empty if the event belongs to no season."""
    found = season_of(get_object_or_404(Tournament.objects.public(), slug=slug))
    table = season_table(SeasonView(found)) if found is not None else None
    text = write_csv(table.header, table.rows) if table is not None else write_csv((), ())
    return download(text.encode(), CSV, f"{slug}-season.csv")


# The tag of a page that is not cached comes from its content: asking again saves sending the answer, not making it.
@login_not_required
@require_safe
@conditional_page
def as_json(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the season as JSON."""
    found = season_of(get_object_or_404(Tournament.objects.public(), slug=slug))
    view = SeasonView(found) if found is not None else None
    return JsonResponse(season_json(view), json_dumps_params=READABLE)


def _edit(request: EventRequest, form: SeasonForm | None = None, status: int = 200) -> HttpResponse:
    found = season_of(request.event)
    if form is None:
        form = SeasonForm(instance=found, initial={} if found is not None else {"club": _club_of(request.event)})
    context = {
        "season": found,
        "view": SeasonView(found) if found is not None else None,
        "doubles": possible_doubles(found, request.me) if found is not None else [],
        "to_join": [] if found is not None else seasons_to_join(request.me),
        "form": form,
    }
    return render(request, "brackets/seasons/season_edit.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def edit(request: EventRequest) -> HttpResponse:
    """Make the season that this event belongs to, or change it."""
    found = season_of(request.event)
    if request.method != "POST":
        return _edit(request)
    form = SeasonForm(request.POST, instance=found)
    if form.is_valid():
        save = make_season if found is None else change_season
        with form.refusals():
            save(request.event, request.me, season=form.instance)
            messages.success(request, "The season is saved.")
            return redirect("brackets:season-edit", request.event.slug)
    return _edit(request, form, status=422)


def _club_of(tournament: Tournament) -> str:
    """Return the club of most of the entrants, as a first guess. One query."""
    clubs = tournament.entrants.exclude(club="").order_by("pk").values_list("club", flat=True)
    counted = list(clubs)
    return max(counted, key=counted.count, default="")


@require_POST
@staff_page(shows=_edit)
def joining(request: EventRequest) -> HttpResponse:
    """Add this event to an existing season."""
    found = join_season(request.event, request.me, season=whole_number(request.POST.get("season", "")) or 0)
    messages.success(request, f"This event is part of {found} now.")
    return redirect("brackets:season-edit", request.event.slug)


@require_POST
@staff_page(shows=back_to("brackets:season-edit"))
def leaving(request: EventRequest) -> HttpResponse:
    """Remove this event from its season."""
    leave_season(request.event, request.me)
    messages.success(request, "This event is out of the season.")
    return redirect("brackets:season-edit", request.event.slug)


@public_page()
def matches_as_csv(request: EventRequest) -> HttpResponse:
    """Download the standings of the matches as CSV; only the header while they are not public."""
    table = matches_table(public_matches(request.event))
    return download(write_csv(table.header, table.rows).encode(), CSV, f"{request.event.slug}-matches.csv")


@public_page()
def matches_as_json(request: EventRequest) -> HttpResponse:
    """Return the finished matches and their standings as JSON."""
    return JsonResponse(matches_json(request.event, public_matches(request.event)), json_dumps_params=READABLE)
