"""The page of backups: how old they are, and where else they go."""

from __future__ import annotations

from ipaddress import ip_address

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.views.decorators.http import require_http_methods

from tournaments.backups.copies import BackupFailed, copies_in
from tournaments.backups.forms import OTHER, SecondPlaceForm
from tournaments.backups.places import is_on_the_same_disk, use_second_place
from tournaments.backups.services import database_file
from tournaments.backups.state import backups, folder_of_backups, second_place
from tournaments.models import StaffMember, Tournament
from tournaments.staff.access import staff_page
from tournaments.staff.selectors import events_of_others

SHOWN = 5


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def backups_page(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Show the backups. Who directs everything chooses the second place, at the computer whose folders it names."""
    database = database_file()
    others = events_of_others(me)[:SHOWN] if database is not None else []
    may_choose = database is not None and not others and is_at_this_computer(request) and not settings.BACKUP_TO
    place = second_place()
    form = SecondPlaceForm(request.POST or None, chosen=place)
    if request.method == "POST":
        if not may_choose or database is None:
            return HttpResponseForbidden("Choose the second place at the computer that serves the event.")
        if form.is_valid():
            try:
                use_second_place(database, form.place)
            except BackupFailed as failure:
                form.add_error("folder" if form.cleaned_data["drive"] == OTHER else "drive", capfirst(f"{failure}."))
            else:
                where = f"Every backup is copied to {form.place} too" if form.place else "There is no second place now"
                messages.success(request, f"{where}. A backup was made just now.")
                return redirect("tournaments:backups", tournament.slug)
    context = {
        "tournament": tournament,
        "me": me,
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
        "form": form,
    }
    return render(request, "tournaments/backups/page.html", context, status=422 if form.errors else 200)


def is_at_this_computer(request: HttpRequest) -> bool:
    """Tell whether somebody sits at the computer that serves: not behind a proxy, where everybody comes from it."""
    try:
        return ip_address(request.META["REMOTE_ADDR"]).is_loopback and not (settings.HTTPS or settings.PROXIES)
    except (KeyError, ValueError):
        return False
