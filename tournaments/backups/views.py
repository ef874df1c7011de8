"""The Backups page: how old the copies are, and the second place for them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from ipaddress import ip_address
from itertools import groupby
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.text import capfirst
from django.views.decorators.http import require_http_methods

from tournaments.backups.continuing import (
    TICK,
    ContinueRefused,
    clock_time,
    continue_event,
    folders_here,
    folders_with_event,
    own_folder,
    serve_from,
    steps_after,
    try_stick,
)
from tournaments.backups.copies import BackupFailed, copies_in
from tournaments.backups.copying import erase_stick, leave_event, sticks, take_new_key
from tournaments.backups.places import OTHER, SecondPlaceForm, is_on_the_same_disk, use_second_place
from tournaments.backups.services import database_file
from tournaments.backups.state import backups, folder_of_backups, offered, second_place
from tournaments.hooks import start_again
from tournaments.htmx import EventRequest
from tournaments.log.selectors import LogReader
from tournaments.models import AuditEntry, Tournament
from tournaments.staff.access import staff_page
from tournaments.staff.services import events_of_others
from tournaments.term import standing, take_term

SHOWN = 5


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def backups_page(request: EventRequest) -> HttpResponse:
    """Show the backups. Who directs everything chooses the second place, at the computer whose folders it names."""
    database = database_file()
    others = events_of_others(request.me)[:SHOWN] if database is not None else []
    may_choose = database is not None and not others and is_at_this_computer(request) and not settings.BACKUP_TO
    place = second_place()
    form = SecondPlaceForm(request.POST or None, chosen=place)
    if request.method == "POST":
        if not may_choose or database is None:
            return HttpResponseForbidden("Choose the second place at the computer that serves the event.")
        if request.POST.get("action") in {"erase", "lost"}:
            return _without_stick(request)
        if form.is_valid():
            try:
                use_second_place(database, form.place)
            except BackupFailed as failure:
                form.add_error("folder" if form.cleaned_data["drive"] == OTHER else "drive", capfirst(f"{failure}."))
            else:
                where = f"Every backup is copied to {form.place} too" if form.place else "There is no second place now"
                messages.success(request, f"{where}. A backup was made just now.")
                return redirect("tournaments:backups", request.event.slug)
    context = {
        "is_file": database is not None,
        "backups": backups(),
        "folder": folder_of_backups(),
        "copies": list(copies_in(folder_of_backups()).items())[:SHOWN],
        "second": place,
        "is_fixed": bool(settings.BACKUP_TO),
        "is_same_disk": place is not None and is_on_the_same_disk(place),
        "is_here": is_at_this_computer(request),
        "others": others,
        "may_choose": may_choose,
        "sticks": sticks() if may_choose else (),
        "form": form,
    }
    return render(request, "tournaments/backups/page.html", context, status=422 if form.errors else 200)


def _without_stick(request: EventRequest) -> HttpResponse:
    """Erase a stick, or make one that is lost useless, where somebody has ticked that they are sure."""
    is_lost = request.POST["action"] == "lost"
    place = next((one for one in sticks() if str(one) == request.POST.get("stick")), None)
    if request.POST.get("is_sure") != "on" or (place is None and not is_lost):
        messages.warning(request, "Nothing was done. Tick that you are sure.")
    elif is_lost:
        if take_new_key():
            start_again()
            messages.success(request, "The site has a new key and starts again. Everybody signs in again.")
        else:
            messages.warning(request, "The key was set by SECRET_KEY. Set another one, then start the site again.")
    else:
        assert place is not None
        try:
            erase_stick(place)
        except OSError as error:
            messages.warning(request, f"Not everything was erased from {place}: {error.strerror or error}.")
        else:
            messages.success(request, f"Everything of this site was erased from {place}.")
    return redirect("tournaments:backups", request.event.slug)


def is_at_this_computer(request: HttpRequest) -> bool:
    """Tell whether somebody sits at the computer that serves: not behind a proxy, where everybody comes from it."""
    try:
        return ip_address(request.META["REMOTE_ADDR"]).is_loopback and not (settings.HTTPS or settings.PROXIES)
    except (KeyError, ValueError):
        return False


def offers_at(request: HttpRequest) -> Sequence[Mapping[str, Any]]:
    """Return the events on sticks that this computer could continue: to who sits at it, and to nobody else."""
    return offered() if is_at_this_computer(request) else ()


def elsewhere_page(request: HttpRequest) -> HttpResponse:
    """Return the one sentence that this laptop still says while it must not serve, 503."""
    now = standing()
    context: dict[str, Any] = {"met": now.met, "is_tie": now.is_tie, "unsure": now.unsure, "at": _time_of(now.met)}
    context["is_here"] = is_at_this_computer(request)
    context["addresses"] = [f"http://{host}:{now.met['port']}/" for host in now.met.get("addresses", ())]
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    headers["Content-Security-Policy"] = "default-src 'self'; frame-ancestors 'none'"
    if not now.met or now.is_tie:
        headers["Refresh"] = "5"
    page = render_to_string("tournaments/backups/elsewhere.html", context)
    return HttpResponse(page, status=503, headers=headers)


def _time_of(known: Mapping[str, Any]) -> str:
    if not known.get("at"):
        return ""
    at = datetime.fromisoformat(known["at"]).astimezone(ZoneInfo(settings.MACHINE_TIME_ZONE))
    return f"{at:%a, %b} {at.day}, {at:%I:%M %p}".replace(", 0", ", ")


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def laptop(request: HttpRequest) -> HttpResponse:
    """At the laptop itself: may it serve, what did only this laptop save, which laptop continues?"""
    if not is_at_this_computer(request):
        return HttpResponseForbidden("Open this page on the computer that serves the event.")
    if database_file() is None:
        return render(request, "tournaments/backups/no_stick.html")
    now = standing()
    may_go_on = bool(now.met) and (now.is_tie or not now.met.get("has_copy", True))
    here, refusal, data = folders_here(own_folder()), "", own_folder()
    if request.method == "POST":
        asked, folder = request.POST.get("action"), request.POST.get("folder", "")
        try:
            if asked == "not-continued" and now.unsure and not now.met:
                take_term()
            elif asked == "here" and may_go_on:
                take_term(above=now.other.number)
            elif asked == "there" and now.is_tie:
                leave_event()
            elif asked == "serve" and folder in [one["folder"] for one in here] and request.POST.get("is_sure") == "on":
                serve_from(data, folder)
                start_again()
                return render(request, "tournaments/backups/laptop.html", {"starts_again": True})
            else:
                return HttpResponseForbidden("The state of this laptop has changed. Open the page again.")
        except OSError as error:
            refusal = f"Nothing was changed: {error.strerror or error}."
        else:
            return redirect("tournaments:laptop" if asked == "there" else "/")
    since = now.has_since(now.met.get("continued", {}))
    context = {
        "standing": now,
        "met": now.met,
        "at": _time_of(now.met),
        "may_go_on": may_go_on,
        "saved": saved_since(since) if since is not None else [],
        "knows_since": since is not None,
        "here": here,
        "refusal": refusal,
    }
    return render(request, "tournaments/backups/laptop.html", context, status=409 if refusal else 200)


def saved_since(last: int) -> list[tuple[Tournament, list[tuple[str, str, str]]]]:
    """Return what was saved after an entry of the log, by event: when, who, what. Five queries for each event."""
    rows = AuditEntry.objects.filter(pk__gt=last).select_related("tournament").order_by("tournament", "pk")
    found = []
    for tournament, own in groupby(rows, lambda row: row.tournament):
        read = LogReader(tournament).read
        says = [(row, f"{row.subject}: {row.action_in_words}. {read(row)[2]}") for row in own]
        found.append((tournament, [(clock_time(row.at, tournament.time_zone), row.who, what) for row, what in says]))
    return found


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def continue_page(request: HttpRequest) -> HttpResponse:
    """Show what is on a stick and whether it can be continued here; with a tick, continue it."""
    if not is_at_this_computer(request):
        return HttpResponseForbidden("Open this page on the computer that is to go on with the event.")
    if database_file() is None:
        return render(request, "tournaments/backups/no_stick.html")
    own, asked = own_folder(), request.POST if request.method == "POST" else request.GET
    given, chosen = asked.get("folder", "").strip(), asked.get("term", "")
    folders = folders_with_event(Path(given).expanduser() if given else None)
    context: dict[str, Any] = {
        "folders": folders,
        "given": given,
        "zone": settings.MACHINE_TIME_ZONE,
        "tick": TICK,
        "tries": "try" in request.GET,
        "chosen": chosen,
    }
    try:
        if len(folders) == 1:
            context["found"] = try_stick(folders[0], own, chosen)
            if request.method == "POST":
                is_off = request.POST.get("is_off") == "on"
                done = continue_event(folders[0], own, first_is_off=is_off, chosen=chosen)
                start_again()
                context |= {"done": done, "steps": steps_after(done.head)}
        elif given:
            context["refusal"] = "There is no event in this folder. Plug in the stick, or enter another folder."
    except ContinueRefused as refusal:
        choices = [(one.term.partition(":")[0], one.laptop, _time_of({"at": one.at})) for one in refusal.choices]
        context |= {"refusal": str(refusal), "choices": choices}
    status = 422 if request.method == "POST" and "done" not in context else 200
    return render(request, "tournaments/backups/continue.html", context, status=status)
