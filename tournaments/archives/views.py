"""Download whole events, and restore one."""

from collections.abc import Callable
from tempfile import TemporaryFile
from typing import IO, Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.archives.container import ArchiveRefused
from tournaments.archives.export import name_of_archive, write_archive, write_everything
from tournaments.archives.restore import Restored, restore_archive
from tournaments.forms import SiteForm
from tournaments.hooks import differences_of
from tournaments.htmx import EventRequest
from tournaments.pages import page_url
from tournaments.sign_in.views import signed_in_user
from tournaments.staff.access import staff_page


class RestoreForm(SiteForm):
    """The archive of an event."""

    wide_fields = ("file",)

    file = forms.FileField(
        label="File of the event",
        help_text=f"A file that ends in .cribbage.zip, up to 8 MB. Larger ones: {settings.MANAGE} restore_archive.",
        error_messages={"required": "Choose a file.", "empty": "This file is empty. Choose another one."},
        widget=forms.FileInput({"accept": ".zip"}),
    )


MOST_UNPACKED = 256 * 1024**2
"""Bytes of text in an archive that is restored in a browser; commands restore larger ones."""
DIFFERENCES_SHOWN = 3


@require_safe
@staff_page()
def archive(request: EventRequest) -> HttpResponse:
    """Download an event whole."""
    return _zip(name_of_archive(request.event), lambda file: write_archive(request.event, file))


@never_cache
@require_safe
def everything(request: HttpRequest) -> HttpResponse:
    """Download every event that the user directs, each as its own archive."""
    user = signed_in_user(request)
    return _zip("all-events.zip", lambda file: write_everything(user, file))


def _zip(name: str, write: Callable[[IO[bytes]], None]) -> Any:
    file = TemporaryFile()  # noqa: SIM115 - the response closes it
    write(file)
    file.seek(0)
    response = FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")
    response["Content-Encoding"] = "identity"  # it is compressed already
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def restore(request: HttpRequest) -> HttpResponse:
    """Restore an event from its archive."""
    user = signed_in_user(request)
    form = RestoreForm(request.POST, request.FILES) if request.method == "POST" else RestoreForm()
    if form.is_bound and form.is_valid():
        by = user.get_full_name() or user.get_username()
        try:
            restored = restore_archive(form.cleaned_data["file"], user=user, by=by, most=MOST_UNPACKED)
        except ArchiveRefused as refusal:
            form.add_error("file", str(refusal))
        else:
            _say(request, restored)
            return redirect(page_url("dashboard", restored.tournament.slug))
    return render(request, "tournaments/archives/restore.html", {"form": form}, status=422 if form.is_bound else 200)


def _say(request: HttpRequest, restored: Restored) -> None:
    event = restored.tournament
    messages.success(request, f"{event.name} is restored. Only staff see it until you show it under Settings.")
    for other in restored.beside:
        messages.warning(
            request,
            f"{other.name} is here already, at {page_url('event', other.slug)}. This copy is at"
            f" {page_url('event', event.slug)}. Both keep their own records from here on.",
        )
    differences = differences_of(event)
    for difference in differences[:DIFFERENCES_SHOWN]:
        messages.warning(request, f"Check this: {difference}")
    if not differences:
        messages.info(request, "Checked: log, rulings, standings and bracket follow from the scorecards as written.")
