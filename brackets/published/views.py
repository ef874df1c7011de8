"""The published site: what is published and where, for the director."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from brackets.models import Publication, PublishTarget
from brackets.published.forms import FolderForm, GitForm, HostForm, PublishForm, SftpForm
from brackets.published.services import add_target, publish_event, remove_target, target_states, unpublish_event
from brackets.published.site import as_zip, make_site, one_page
from brackets.published.targets import is_installed
from tournaments.backups.views import is_at_this_computer
from tournaments.htmx import EventRequest
from tournaments.refused import Refused
from tournaments.rules.text import whole_number
from tournaments.spreadsheets.responses import download
from tournaments.staff.access import staff_page
from tournaments.staff.services import events_of_others

HOSTS: dict[str, type[HostForm]] = {"sftp": SftpForm, "git": GitForm}
"""The form of each target that has a password."""


def _page(
    request: EventRequest,
    *,
    form: PublishForm | None = None,
    folder: FolderForm | None = None,
    host: HostForm | None = None,
    status: int = 200,
) -> HttpResponse:
    own = Publication.objects.filter(tournament=request.event).first()
    initial = {"by_itself": own.by_itself, "is_indexed": own.is_indexed} if own else {}
    context = {
        "publication": own,
        "form": form or PublishForm(initial=initial),
        "targets": target_states(request.event),
        "may_choose": not events_of_others(request.me),
        "is_here": is_at_this_computer(request),
        "folder": folder or FolderForm(),
        "hosts": [host if isinstance(host, kind) else _host_form(kind) for kind in HOSTS.values()],
        "is_installed": is_installed(),
        "may_enter_secrets": _may_enter_secrets(request),
    }
    return render(request, "brackets/published/publish.html", context, status=status)


def _host_form(kind: type[HostForm], *told: Any) -> HostForm:
    return kind(*told, auto_id=f"{kind.kind}-%s")


def _may_enter_secrets(request: EventRequest) -> bool:
    """Tell whether nobody in the hall's network can read along."""
    return is_at_this_computer(request) or request.is_secure()


def _shown(request: EventRequest, **_: object) -> HttpResponse:
    return _page(request)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page(shows=_shown)
def publish(request: EventRequest) -> HttpResponse:
    """Show what is published; publish the event now, or unpublish it."""
    if request.method != "POST":
        return _page(request)
    if request.POST.get("action") == "unpublish":
        unpublish_event(request.event, request.me)
        messages.success(request, "Unpublished. Its files are deleted at each target as soon as that answers.")
        return redirect("brackets:publish", request.event.slug)
    form = PublishForm(request.POST)
    if not form.is_valid():
        return _page(request, form=form, status=422)
    publish_event(request.event, request.me, **form.cleaned_data)
    where = PublishTarget.objects.exists()
    messages.success(request, "Publishing now." if where else "Published. Choose below where to send it.")
    return redirect("brackets:publish", request.event.slug)


@require_POST
@staff_page(shows=_shown)
def targets(request: EventRequest) -> HttpResponse:
    """Add a target, which is tried first, or remove one: by who directs everything."""
    if events_of_others(request.me):
        raise Refused(
            "Events of other directors are on this site. Only a director of all of them chooses where it goes."
        )
    back = partial(redirect, "brackets:publish", request.event.slug)
    if (number := whole_number(request.POST.get("remove", ""), digits=18)) is not None:
        remove_target(request.event, request.me, number)
        messages.success(request, "Nothing more is sent there. What is there stays until somebody deletes it.")
        return back()
    if kind := HOSTS.get(request.POST.get("add", "")):
        if not _may_enter_secrets(request):
            raise Refused(
                "Enter passwords at the computer that serves the event: others could read along in the network."
            )
        host = _host_form(kind, request.POST, request.FILES)
        if not host.is_valid() or host.fingerprint:
            return _page(request, host=host, status=422)
        _add(request, **{name: host.cleaned_data[name] for name in ("kind", "place", "host_key", "secrets")})
        return back()
    if not is_at_this_computer(request):
        raise Refused("Choose a folder at the computer that serves the event.")
    form = FolderForm(request.POST)
    if not form.is_valid():
        return _page(request, folder=form, status=422)
    _add(request, kind=form.cleaned_data["kind"], place=form.cleaned_data["place"])
    return back()


def _add(request: EventRequest, **told: Any) -> None:
    target = add_target(request.event, request.me, **told)
    if not Publication.objects.filter(tournament=request.event).exists():
        publish_event(request.event, request.me, by_itself=False, is_indexed=False)
    messages.success(request, f"It can be written to. Publishing to {target.place} now.")


@require_safe
@staff_page()
def as_zip_file(request: EventRequest) -> HttpResponse:
    """Download the published pages of this event in one ZIP."""
    _refuse_hidden(request)
    files = make_site([request.event]).files
    return download(as_zip(files), "application/zip", f"{request.event.slug}-site.zip")


@require_safe
@staff_page()
def as_one_page(request: EventRequest) -> HttpResponse:
    """Download the event as one page to mail."""
    _refuse_hidden(request)
    return download(one_page(request.event), "text/html; charset=utf-8", f"{request.event.slug}.html")


def _refuse_hidden(request: EventRequest) -> None:
    if not request.event.is_public:
        raise Http404("hidden from the public")
