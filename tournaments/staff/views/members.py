"""Who works at the event."""

from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.htmx import EventRequest
from tournaments.models import Invitation, Role, StaffMember, Tournament
from tournaments.page_cache.cache import is_fragment
from tournaments.qr_codes import address_for_others, code_to_scan
from tournaments.sign_in.confirming import must_confirm, to_confirm
from tournaments.staff.access import staff_page
from tournaments.staff.forms import DirectorForm, InvitationForm
from tournaments.staff.selectors import STAFF_SORTS, open_link_of, staff_found
from tournaments.staff.services import invitations

# The secret of a new invitation travels to the page that shows it once, and never into the database.
NEW_INVITATION = "new-invitation"
NEW_INVITATION_SECONDS = 120


@require_safe
@never_cache
@staff_page()
def staff(request: EventRequest) -> HttpResponse:
    if is_fragment(request, "people"):
        return render(request, "tournaments/staff/_people.html", _people_asked_for(request))
    secret = request.get_signed_cookie(NEW_INVITATION, default="", max_age=NEW_INVITATION_SECONDS)
    response = _staff_page(request, link=_link(request, secret) if secret else None)
    if secret:
        response.delete_cookie(NEW_INVITATION, path=request.path)
    return response


def _staff_page(
    request: EventRequest,
    *,
    link: dict[str, str | bool] | None = None,
    invitation_form: InvitationForm | None = None,
    director_form: DirectorForm | None = None,
    **_: object,
) -> HttpResponse:
    is_refused = invitation_form is not None or director_form is not None
    context = {
        **_people_asked_for(request),
        "invitations": request.event.invitations.select_related("member").annotate(people=Count("members")),
        "link": link,
        "invitation_form": invitation_form or InvitationForm(request.event),
        "director_form": director_form or DirectorForm(),
        "open_link": open_link_of(request.event, request.GET.get("ended", "")),
    }
    return render(request, "tournaments/staff/staff.html", context, status=422 if is_refused else 200)


def _people_asked_for(request: EventRequest) -> dict[str, Any]:
    sort = request.GET.get("sort", "")
    sort = sort if sort in STAFF_SORTS else "role"
    find = request.GET.get("find", "").strip()
    everybody = request.event.staff.select_related("invitation", "user", "entrant")
    people = staff_found(everybody, find=find, sort=sort)
    return {"people": people, "total": len(everybody), "find": find, "sort": sort}


def _link(request: HttpRequest, secret: str) -> dict[str, str | bool]:
    """Return an invitation's link as others in the hall reach it, and the code to scan for it."""
    address, is_reachable = address_for_others(request, reverse("tournaments:join", args=[secret]))
    return {"address": address, "code": code_to_scan(address), "is_reachable": is_reachable}


@require_POST
@staff_page()
def make_invitation(request: EventRequest) -> HttpResponse:
    form = InvitationForm(request.event, request.POST)
    if not form.is_valid():
        return _staff_page(request, invitation_form=form)
    if form.cleaned_data["role"] == Role.DIRECTOR and must_confirm(request):
        return to_confirm(_page_of(request.event))
    return _show_once(request, invitations.invite(request.event, request.me, **form.cleaned_data))


@require_POST
@staff_page(shows=_staff_page)
def new_code(request: EventRequest, number: int) -> HttpResponse:
    """Make a link that lets one person back in, once."""
    member = get_object_or_404(StaffMember, pk=number, tournament=request.event)
    secret = invitations.invite_back(request.event, request.me, member=member)
    return _show_once(request, secret)


def _show_once(request: EventRequest, secret: str) -> HttpResponse:
    """Lead to the page that shows a new link, and keep the link no longer than that takes."""
    response = _back(request.event)
    response.set_signed_cookie(
        NEW_INVITATION,
        secret,
        max_age=NEW_INVITATION_SECONDS,
        path=_page_of(request.event),
        secure=request.is_secure(),
        httponly=True,
        samesite="Strict",
    )
    return response


@require_POST
@staff_page()
def close_invitation(request: EventRequest, number: int) -> HttpResponse:
    invitation = get_object_or_404(Invitation, pk=number, tournament=request.event)
    invitations.end_invitation(request.event, request.me, invitation=invitation)
    messages.success(request, f"The invitation for a {invitation.role} is closed. All who came by it have no access.")
    return _back(request.event)


@require_POST
@staff_page(shows=_staff_page)
def reopen(request: EventRequest, number: int) -> HttpResponse:
    invitation = get_object_or_404(Invitation, pk=number, tournament=request.event)
    if invitation.role == Role.DIRECTOR and must_confirm(request):
        return to_confirm(_page_of(request.event))
    invitations.reopen_invitation(request.event, request.me, invitation=invitation)
    messages.success(request, f"The invitation for a {invitation.role} is open again. All who came by it have access.")
    return _back(request.event)


@require_POST
@staff_page()
def make_director(request: EventRequest) -> HttpResponse:
    form = DirectorForm(request.POST)
    if must_confirm(request):
        return to_confirm(_page_of(request.event))
    if form.is_valid():
        with form.refusals("username"):
            member = invitations.appoint_director(request.event, request.me, username=form.cleaned_data["username"])
            messages.success(request, f"{member.name} directs this event too.")
            return _back(request.event)
    return _staff_page(request, director_form=form)


@require_POST
@staff_page(shows=_staff_page)
def remove_access(request: EventRequest, number: int) -> HttpResponse:
    member = get_object_or_404(StaffMember, pk=number, tournament=request.event)
    if member.is_director and must_confirm(request):
        return to_confirm(_page_of(request.event))
    invitations.end_access(request.event, request.me, member=member)
    if member.pk == request.me.pk:
        messages.success(request, "Your access is removed.")
        return redirect("tournaments:account")
    stays_out = "" if member.invitation_id is None else " This name and browser stay out until you restore access."
    messages.success(request, f"Access of {member.name} removed.{stays_out}")
    # The page says that the link still works, with a button: a message cannot carry one.
    is_asked = "" if member.invitation_id is None else f"?ended={member.pk}"
    return redirect(_page_of(request.event) + is_asked)


@require_POST
@staff_page(shows=_staff_page)
def restore(request: EventRequest, number: int) -> HttpResponse:
    member = get_object_or_404(StaffMember.objects.select_related("invitation"), pk=number, tournament=request.event)
    if member.is_director and must_confirm(request):
        return to_confirm(_page_of(request.event))
    invitations.restore_access(request.event, request.me, member=member)
    member.refresh_from_db(fields=["ended_at"])
    needs_link = "" if member.may_work(timezone.now()) else " Their invitation is over. Create a new one."
    messages.success(request, f"Access of {member.name} restored.{needs_link}")
    return _back(request.event)


def _page_of(tournament: Tournament) -> str:
    return reverse("tournaments:staff", args=[tournament.slug])


def _back(tournament: Tournament) -> HttpResponse:
    return redirect("tournaments:staff", tournament.slug)
