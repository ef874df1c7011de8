"""The list of events, a new event, and settings."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.events import lifecycle
from tournaments.events.creating import copy_event, create_event_once
from tournaments.events.forms import CopyForm, DeleteForm, EditConflict, EventForm, digest
from tournaments.events.time_zones import today_in, usual_time_zone, zone_labels
from tournaments.forms import posted
from tournaments.hooks import has_cards
from tournaments.htmx import EventRequest
from tournaments.models import DAYS_TO_RESTORE, USUAL_BEST_OF, Tournament, in_all_rounds, who_counts
from tournaments.page_cache import cache
from tournaments.pages import page_url
from tournaments.rules.constants import GAMES_55PLUS
from tournaments.rules.currency import money_in
from tournaments.rules.formats import DOUBLE_ROUND_ROBIN
from tournaments.sign_in.views import signed_in_user
from tournaments.staff.access import back_to, staff_page

FRAGMENT = "tournaments"
MOVEMENT_SETTINGS = {"games", "games_per_opponent", "odd_field", "table_length", "rooms"}
# What a new event of the 55+ Games begins with; a board is a table of its own.
OF_GAMES_55_PLUS = {"scoring": "total-points", "format": DOUBLE_ROUND_ROBIN, "table_length": 2, "edition": GAMES_55PLUS}


@login_not_required
@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    version = cache.version_of_all_events()
    wanted = request.GET.get("name", "").strip()
    every = listed_events()
    found = [event for event in every if all(word in event.name.casefold() for word in wanted.casefold().split())]
    parts = parts_of_list(found, today_in())
    context = {"parts": parts, "wanted": wanted, "found": len(found), "total": len(every)}
    template = "_list.html" if cache.is_fragment(request, FRAGMENT) else "list.html"
    response = render(request, f"tournaments/events/{template}", context)
    # What anybody may ask for in other words is not kept: it would crowd out what everybody else asks for.
    is_cacheable = not request.META.get("QUERY_STRING") and cache.fragment_asked_for(request) in ("", FRAGMENT)
    return cache.with_version(response, cache.PageVersion(slug=None, version=version, is_cacheable=is_cacheable))


def listed_events() -> list[Tournament]:
    """Return the public events, latest first, with how many entrants each has, and how many of them are two."""
    counts = {
        "entrant_count": Count("entrants", filter=who_counts("entrants__")),
        "pair_count": Count("entrants", filter=~Q(entrants__partner="")),
    }
    # Where rows are counted the model's own order does not hold.
    return list(Tournament.objects.public().annotate(**counts).order_by("-starts_on", "-pk"))


def parts_of_list(events: list[Tournament], today: date) -> dict[str, list[Tournament]]:
    """Sort events, latest first, into the parts of the list."""
    parts: dict[str, list[Tournament]] = {"now": [], "coming": [], "past": [], "archived": []}
    for event in events:
        parts[event.part_of_list(today)].append(event)
    # The next first, those without a date last.
    parts["coming"].sort(key=lambda event: (event.starts_on is None, event.starts_on or today))
    return parts


@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: HttpRequest) -> HttpResponse:
    user, is_of_pairs = signed_in_user(request), request.GET.get("start") == "pairs"
    zone = usual_time_zone([event.time_zone for event in Tournament.objects.worked_at_by(user)])
    usual = Tournament(
        starts_on=today_in(zone),
        time_zone=zone,
        games=22,
        best_of=in_all_rounds([USUAL_BEST_OF]),
        **(OF_GAMES_55_PLUS if is_of_pairs else {}),
    )
    form = EventForm(posted(request), instance=usual)
    if form.is_valid():
        tournament = create_event_once(form.instance, user)
        messages.success(request, f"{tournament.name} is created. Add entrants next, or invite staff.")
        return redirect(page_url("dashboard", tournament.slug))
    context = {"form": form, "time_zones": zone_labels(), "is_of_pairs": is_of_pairs}
    return render(request, "tournaments/events/new.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def settings(request: EventRequest) -> HttpResponse:
    form = EventForm(posted(request), instance=request.event)
    context: dict[str, Any] = {"time_zones": zone_labels()}
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            changed = form.save(request.me)
        except ValidationError as refused:
            form.add_error(None, refused)
        except EditConflict as conflict:
            # Shown beside what was entered; saving again keeps what was entered.
            [stored] = conflict.args
            context |= {"tournament": stored, "differences": form.differences(stored)}
            form = EventForm(request.POST.dict() | {"seen": digest(stored)}, instance=stored)
            status = 409
        else:
            _say_what_follows(request, set(changed))
            return redirect("tournaments:settings", request.event.slug)
    return render(request, "tournaments/events/settings.html", context | {"form": form}, status=status)


def _say_what_follows(request: EventRequest, changed: set[str]) -> None:
    messages.success(request, "Settings saved." if changed else "No changes.")
    length_before = request.event.table_length
    request.event.refresh_from_db()
    if "entry_fee" in changed and (message := _fees_in_words(request.event)):
        messages.info(request, message)
    if changed & MOVEMENT_SETTINGS and (message := _movement_in_words(request.event, changed, length_before)):
        messages.warning(request, message)


def _movement_in_words(tournament: Tournament, changed: set[str], length_before: int) -> str:
    """Say what becomes of seats and schedule; nothing where there are none."""
    scheduled, keyed = tournament.scheduled_games.count(), has_cards(tournament)
    if scheduled and keyed and scheduled < tournament.games:
        return f"The schedule has {scheduled} of {tournament.games} games. Add the new games under Seating."
    if scheduled and keyed:
        return "Scorecards are entered by this schedule. It stays as it is."
    if "rooms" in changed and not keyed and tournament.entrants.exclude(seat="").exists():
        return "Seats are drawn for other tables. Draw them again under Seating."
    if "table_length" in changed and not keyed and tournament.entrants.exclude(seat="").exists():
        message = f"Seats are drawn for tables of {length_before}."
        return f"{message} Draw them again under Seating, or set {length_before} again."
    if scheduled:
        return "The schedule was made with the earlier settings. Make a new one under Seating if needed."
    return ""


def _fees_in_words(tournament: Tournament) -> str:
    """Say how many owe the entry fee, and how many another amount; nothing where nobody is entered."""
    amounts = list(tournament.entrants.counting().values_list("fee_owed", flat=True))
    if not amounts:
        return ""
    same = amounts.count(tournament.entry_fee)
    others = len(amounts) - same
    fee = money_in(tournament.entry_fee, tournament.currency)
    message = f"{same} {'entrant owes' if same == 1 else 'entrants owe'} {fee} now."
    if not others:
        return message
    return f"{message} {others} {'owes' if others == 1 else 'owe'} another amount, as before."


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def copy(request: EventRequest) -> HttpResponse:
    """Create an event like this one."""
    initial = {"name": request.event.name, "start_time": request.event.start_time, "venue": request.event.venue}
    form = CopyForm(posted(request), initial=initial | {"starts_on": today_in(request.event.time_zone)})
    if form.is_valid():
        made = copy_event(request.event, request.me, **form.cleaned_data)
        messages.success(request, f"{made.name} is created as a copy of {request.event.name}. Check its settings.")
        return redirect("tournaments:settings", made.slug)
    context = {"form": form}
    return render(request, "tournaments/events/copy.html", context, status=422 if form.is_bound else 200)


@require_POST
@staff_page(shows=back_to("tournaments:settings"))
def visibility(request: EventRequest) -> HttpResponse:
    """Hide or show the event, archive it or return it to the lists."""
    act = request.POST.get("act")
    if act not in lifecycle.ACTS:
        return HttpResponseBadRequest()
    lifecycle.change_visibility(request.event, request.me, act)
    messages.success(request, f"{request.event.name} {lifecycle.ACTS[act][-1]}")
    return redirect("tournaments:settings", request.event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def delete(request: EventRequest) -> HttpResponse:
    """Delete the event, once its name is typed."""
    form = DeleteForm(posted(request))
    if form.is_valid():
        try:
            lifecycle.delete_event(request.event, request.me, form.cleaned_data["name"])
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(
                request, f"{request.event.name} is deleted. You can restore it for {DAYS_TO_RESTORE} days."
            )
            return redirect("tournaments:account")
    context = {"form": form, "days": DAYS_TO_RESTORE}
    return render(request, "tournaments/events/delete.html", context, status=422 if form.is_bound else 200)


@require_POST
def restore(request: HttpRequest, number: int) -> HttpResponse:
    """Restore a deleted event that the user directs."""
    user = signed_in_user(request)
    tournament = Tournament.objects.restorable_by(user).filter(pk=number).first()
    if tournament is None:
        messages.error(request, "You have no such deleted event.")
        return redirect("tournaments:account")
    lifecycle.restore_event(tournament, user)
    messages.success(request, f"{tournament.name} is restored.")
    return redirect(page_url("dashboard", tournament.slug))
