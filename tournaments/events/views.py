"""The list of events, a new event, and settings."""

from functools import partial

from django.conf import settings as django_settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.events import lifecycle, services
from tournaments.events.copying import copy_event
from tournaments.events.forms import OF_GAMES_55_PLUS, CopyForm, DeleteForm, EventForm
from tournaments.events.selectors import list_tournaments
from tournaments.events.time_zones import OTHER_ZONES, USUAL_TIME_ZONE, label_of, zone_labels
from tournaments.models import DAYS_TO_RESTORE, StaffMember, Tournament
from tournaments.page_cache import cache
from tournaments.pages import page_url
from tournaments.records.progress import has_cards
from tournaments.rules.currency import money_in
from tournaments.sign_in.selectors import deleted_events_of, events_of
from tournaments.sign_in.views.sign_in import signed_in_user
from tournaments.staff.access import staff_page

FRAGMENT = "tournaments"


@login_not_required
@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    version = cache.version_of_all_events()
    name = request.GET.get("name", "").strip()
    tournaments = list_tournaments(timezone.localdate(), name=name)
    template = "_list.html" if cache.is_fragment(request, FRAGMENT) else "list.html"
    context = {"tournaments": tournaments, "wanted": name}
    response = render(request, f"tournaments/events/{template}", context)
    # What anybody may ask for in other words is not kept: it would crowd out what everybody asks for.
    is_cacheable = not request.META.get("QUERY_STRING") and cache.fragment_asked_for(request) in ("", FRAGMENT)
    return cache.with_version(response, cache.PageVersion(slug=None, version=version, is_cacheable=is_cacheable))


MOVEMENT_SETTINGS = {"games", "games_per_opponent", "odd_field", "table_length", "rooms"}


@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: HttpRequest) -> HttpResponse:
    user = signed_in_user(request)
    is_of_pairs = request.GET.get("start") == "pairs"
    usual = {"time_zone": usual_time_zone(user), **(OF_GAMES_55_PLUS if is_of_pairs else {})}
    form = EventForm(request.POST if request.method == "POST" else None, initial=usual)
    if form.is_bound and form.is_valid():
        tournament = services.create_event_once(settings=form.settings(), user=user)
        messages.success(request, f"{tournament.name} is created. Add entrants next, or invite staff.")
        return redirect(page_url("desk", tournament.slug))
    context = {"form": form, "time_zones": zone_labels(), "is_of_pairs": is_of_pairs}
    return render(request, "tournaments/events/new.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def settings(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    form = EventForm(request.POST if request.method == "POST" else None, tournament=tournament)
    if form.is_bound and form.is_valid():
        try:
            changed = services.change_settings(
                tournament=tournament, actor=me, settings=form.settings(), seen=form.cleaned_data["seen"]
            )
        except services.SettingsChangedMeanwhile as change:
            return _conflict(request, change.tournament, me, form)
        except services.SettingsRefused as refusal:
            for field, reason in refusal.reasons.items():
                form.add_error(field, reason)
        else:
            _say_what_follows(request, tournament, set(changed))
            return redirect("tournaments:settings", tournament.slug)
    context = {"tournament": tournament, "me": me, "form": form, "time_zones": zone_labels()}
    return render(request, "tournaments/events/settings.html", context, status=422 if form.is_bound else 200)


def _conflict(request: HttpRequest, now: Tournament, me: StaffMember, typed: EventForm) -> HttpResponse:
    """Show the settings as somebody else saved them beside what was entered; saving again keeps what was entered."""
    posted = request.POST.copy()
    posted["seen"] = services.digest_of_settings(now)
    context = {
        "tournament": now,
        "me": me,
        "form": EventForm(posted, tournament=now),
        "time_zones": zone_labels(),
        "differences": typed.differences(now),
    }
    return render(request, "tournaments/events/settings.html", context, status=409)


def _say_what_follows(request: HttpRequest, tournament: Tournament, changed: set[str]) -> None:
    messages.success(request, "Settings saved." if changed else "No changes.")
    length_before = tournament.table_length
    tournament.refresh_from_db()
    if "entry_fee" in changed and (message := _fees_in_words(tournament)):
        messages.info(request, message)
    if changed & MOVEMENT_SETTINGS and (message := _movement_in_words(tournament, changed, length_before)):
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


def usual_time_zone(user: User) -> str:
    """Return the time zone of the user's latest event that has one, else that of this machine."""
    zones = [event.time_zone for event in events_of(user)] + [django_settings.MACHINE_TIME_ZONE]
    places = (zone for zone in zones if "/" in zone and not zone.startswith(OTHER_ZONES))
    return label_of(next(places, USUAL_TIME_ZONE))


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def copy(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Create an event like this one."""
    initial = {"name": tournament.name, "start_time": tournament.start_time, "venue": tournament.venue}
    form = CopyForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_bound and form.is_valid():
        made = copy_event(tournament=tournament, actor=me, settings=form.settings())
        messages.success(request, f"{made.name} is created as a copy of {tournament.name}. Check its settings.")
        return redirect("tournaments:settings", made.slug)
    context = {"tournament": tournament, "me": me, "form": form}
    return render(request, "tournaments/events/copy.html", context, status=422 if form.is_bound else 200)


VISIBILITY = {
    "hide": (partial(lifecycle.set_hidden, hidden=True), "is hidden. Only staff see it."),
    "show": (partial(lifecycle.set_hidden, hidden=False), "is public again."),
    "archive": (partial(lifecycle.set_archived, archived=True), "is archived."),
    "unarchive": (partial(lifecycle.set_archived, archived=False), "is back in the lists."),
}


@require_POST
@staff_page()
def visibility(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Hide or show the event, archive it or return it to the lists."""
    change, said = VISIBILITY.get(request.POST.get("act", ""), (None, ""))
    if change is None:
        return HttpResponseBadRequest()
    change(tournament=tournament, actor=me)
    messages.success(request, f"{tournament.name} {said}")
    return redirect("tournaments:settings", tournament.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def delete(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Delete the event, once its name is typed."""
    form = DeleteForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            lifecycle.delete_event(tournament=tournament, actor=me, typed_name=form.cleaned_data["name"])
        except lifecycle.NameDiffers:
            form.add_error("name", f'"{form.cleaned_data["name"]}" is not its name. Enter "{tournament.name}".')
        else:
            messages.success(request, f"{tournament.name} is deleted. You can restore it for {DAYS_TO_RESTORE} days.")
            return redirect("tournaments:account")
    context = {"tournament": tournament, "me": me, "form": form, "days": DAYS_TO_RESTORE}
    return render(request, "tournaments/events/delete.html", context, status=422 if form.is_bound else 200)


@require_POST
def restore(request: HttpRequest, number: int) -> HttpResponse:
    """Restore a deleted event that the user directs."""
    user = signed_in_user(request)
    tournament = next((event for event in deleted_events_of(user) if event.pk == number), None)
    if tournament is None:
        messages.error(request, "You have no such deleted event.")
        return redirect("tournaments:account")
    lifecycle.restore_event(tournament=tournament, user=user)
    messages.success(request, f"{tournament.name} is restored.")
    return redirect(page_url("desk", tournament.slug))
