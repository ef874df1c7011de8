"""Who works at the event, and joining it by an invitation."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms import posted
from tournaments.htmx import EventRequest
from tournaments.models import Invitation, Role, StaffMember, Tournament
from tournaments.page_cache.cache import is_fragment
from tournaments.pages import page_url
from tournaments.qr_codes import address_for_others, code_to_scan
from tournaments.refused import Refused
from tournaments.rules.text import whole_number
from tournaments.sign_in.forms import NewDirectorForm
from tournaments.sign_in.links import digest_of
from tournaments.sign_in.services import follow_session, must_confirm, sign_in_here, to_confirm
from tournaments.sign_in.views import signed_in_user
from tournaments.staff import services
from tournaments.staff.access import SESSION_KEY, staff_page
from tournaments.staff.forms import MAX_INVITATION, DirectorForm, InvitationForm, JoinForm

# The secret of a new invitation travels to the page that shows it once, and never into the database.
NEW_INVITATION = "new-invitation"
NEW_INVITATION_SECONDS = 120
STAFF_SORTS: Mapping[str, Callable[[StaffMember], Any]] = {
    "role": lambda one: (not one.is_in, list(Role).index(Role(one.role)), one.pk),
    "name": lambda one: (one.name.casefold(), one.pk),
    "seen": lambda one: (-one.last_seen_at.timestamp(), one.pk),
}


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
        "open_link": _open_link_of(request.event, request.GET.get("ended", "")),
    }
    return render(request, "tournaments/staff/staff.html", context, status=422 if is_refused else 200)


def _people_asked_for(request: EventRequest) -> dict[str, Any]:
    sort = request.GET.get("sort", "")
    sort = sort if sort in STAFF_SORTS else "role"
    find = request.GET.get("find", "").strip()
    everybody = request.event.staff.select_related("invitation", "user", "entrant")
    people = _found(everybody, find=find, sort=sort)
    return {"people": people, "total": len(everybody), "find": find, "sort": sort}


def _found(people: Iterable[StaffMember], *, find: str, sort: str) -> list[StaffMember]:
    """Return those of the people who are found by all words of name, initials, role or user name, sorted.

    ``sort`` is by role (who has no access last), by name or by who was seen last.
    """

    def words_of(one: StaffMember) -> str:
        return f"{one.name} {one.initials} {one.role} {one.way_in}".casefold()

    return sorted(
        (one for one in people if all(word in words_of(one) for word in find.casefold().split())), key=STAFF_SORTS[sort]
    )


def _open_link_of(tournament: Tournament, member: str) -> StaffMember | None:
    """Return a member (by key) whose access is removed while the link by which they came is still open to others."""
    if (number := whole_number(member, digits=18)) is None:
        return None
    gone = tournament.staff.filter(pk=number, ended_at__isnull=False)
    found = gone.exclude(invitation=None).select_related("invitation").first()
    return found if found and found.invitation and found.invitation.is_open_now else None


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
    return _show_once(request, services.invite(request.event, request.me, **form.cleaned_data))


@require_POST
@staff_page(shows=_staff_page)
def new_code(request: EventRequest, number: int) -> HttpResponse:
    """Make a link that lets one person back in, once."""
    member = get_object_or_404(StaffMember, pk=number, tournament=request.event)
    secret = services.invite_back(request.event, request.me, member=member)
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
    services.set_open(request.event, request.me, invitation=invitation, is_open=False)
    messages.success(request, f"The invitation for a {invitation.role} is closed. All who came by it have no access.")
    return _back(request.event)


@require_POST
@staff_page(shows=_staff_page)
def reopen(request: EventRequest, number: int) -> HttpResponse:
    invitation = get_object_or_404(Invitation, pk=number, tournament=request.event)
    if invitation.role == Role.DIRECTOR and must_confirm(request):
        return to_confirm(_page_of(request.event))
    services.set_open(request.event, request.me, invitation=invitation, is_open=True)
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
            member = services.appoint_director(request.event, request.me, username=form.cleaned_data["username"])
            messages.success(request, f"{member.name} directs this event too.")
            return _back(request.event)
    return _staff_page(request, director_form=form)


@require_POST
@staff_page(shows=_staff_page)
def remove_access(request: EventRequest, number: int) -> HttpResponse:
    member = get_object_or_404(StaffMember, pk=number, tournament=request.event)
    if member.is_director and must_confirm(request):
        return to_confirm(_page_of(request.event))
    services.set_access(request.event, request.me, member=member, may_work=False)
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
    services.set_access(request.event, request.me, member=member, may_work=True)
    member.refresh_from_db(fields=["ended_at"])
    needs_link = "" if member.may_work(timezone.now()) else " Their invitation is over. Create a new one."
    messages.success(request, f"Access of {member.name} restored.{needs_link}")
    return _back(request.event)


def _page_of(tournament: Tournament) -> str:
    return reverse("tournaments:staff", args=[tournament.slug])


def _back(tournament: Tournament) -> HttpResponse:
    return redirect("tournaments:staff", tournament.slug)


# Who joined in this browser: a shared laptop in a hall sees a few people a day.
MEMBERS_HERE = "worked-here"
MAX_MEMBERS_HERE = 50


@login_not_required
@never_cache
@sensitive_post_parameters("password", "again")
@require_http_methods(["GET", "HEAD", "POST"])
def join_event(request: HttpRequest, secret: str) -> HttpResponse:
    """Accept somebody with an invitation: by name, by an account of their own, or as the member whose link it is."""
    by_secret = Invitation.objects.filter(digest=digest_of(secret), tournament__deleted_at=None)
    invitation = by_secret.select_related("tournament").first()
    if invitation is None:
        return render(request, "tournaments/staff/join.html", {}, status=404)
    if not invitation.is_open(timezone.now()):
        return render(request, "tournaments/staff/join.html", {"invitation": invitation}, status=410)
    here = Q(pk__in=_members_here(request))
    if request.user.is_authenticated:
        here |= Q(user=request.user)
    members = invitation.tournament.staff.filter(here).select_related("invitation").order_by("pk")
    gone = [member for member in members if member.ended_at is not None]
    if gone and gone[-1].user_id is None:
        return _join_page(request, invitation, {"refused": services.removed_in_words(gone[-1])}, status=403)
    known = [member.pk for member in members]
    join_as = _come_back if invitation.member_id else _direct if invitation.role == Role.DIRECTOR else _join
    return join_as(request, invitation, known)


def _join(request: HttpRequest, invitation: Invitation, known: list[int]) -> HttpResponse:
    form = JoinForm(invitation.tournament, posted(request))
    if form.is_valid():
        with form.refusals():
            member = services.join(invitation=invitation, known=known, **form.joining())
            return _remember(request, member, redirect(first_page(invitation)))
    now = timezone.now()
    kept = invitation.tournament.staff.filter(pk__in=request.session.get(SESSION_KEY, [])).order_by("-pk")
    at_work = [member for member in kept.select_related("invitation", "entrant") if member.may_work(now)]
    same_role = [member for member in at_work if member.role == invitation.role]
    if not same_role and invitation.is_full:
        return _join_page(request, invitation, {"refused": services.full_in_words(invitation)}, status=403)
    context = {"form": form, "known": next(iter(same_role or at_work), None), "is_in": bool(same_role)}
    return _join_page(request, invitation, context, status=form.status)


def _come_back(request: HttpRequest, invitation: Invitation, known: list[int]) -> HttpResponse:
    if request.method != "POST":
        return _join_page(request, invitation, {"member": invitation.member})
    try:
        member = services.come_back(invitation=invitation, known=known)
    except Refused as refusal:
        return _join_page(request, invitation, {"refused": str(refusal)}, status=422)
    return _remember(request, member, redirect(first_page(invitation)))


def _direct(request: HttpRequest, invitation: Invitation, known: list[int]) -> HttpResponse:
    form = NewDirectorForm(request.POST if request.method == "POST" and not request.user.is_authenticated else None)
    if request.method != "POST" or (form.is_bound and not form.is_valid()):
        return _join_page(request, invitation, {"account_form": form}, status=form.status)
    try:
        with transaction.atomic():
            user = form.save() if form.is_bound else signed_in_user(request)
            services.accept_directorship(invitation=invitation, user=user, known=known)
    except Refused as refusal:
        return _join_page(request, invitation, {"refused": str(refusal)}, status=422)
    if form.is_bound:
        sign_in_here(request, user)
    messages.success(request, f"You direct {invitation.tournament.name} now.")
    return redirect(page_url("dashboard", invitation.tournament.slug))


def _join_page(
    request: HttpRequest, invitation: Invitation, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    context = {"invitation": invitation, "is_open": True, "first_page": first_page(invitation), **context}
    return render(request, "tournaments/staff/join.html", context, status=status)


def _remember(request: HttpRequest, member: StaffMember, response: HttpResponse) -> HttpResponse:
    """Keep who this is under a new session key, last in the list, and the browser in a cookie for invitations."""
    kept = [pk for pk in request.session.get(SESSION_KEY, []) if pk != member.pk]
    request.session[SESSION_KEY] = [*kept, member.pk]
    before = request.session.session_key
    request.session.cycle_key()
    follow_session(request, before)
    everybody = [*_members_here(request), member.pk][-MAX_MEMBERS_HERE:]
    response.set_signed_cookie(
        MEMBERS_HERE,
        ".".join(str(pk) for pk in dict.fromkeys(everybody)),
        max_age=MAX_INVITATION,
        path="/join/",
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


def _members_here(request: HttpRequest) -> list[int]:
    """Return every member who came by this browser, signed out or not."""
    kept = request.get_signed_cookie(MEMBERS_HERE, default="", max_age=MAX_INVITATION)
    return [*request.session.get(SESSION_KEY, []), *(int(pk) for pk in str(kept).split(".") if pk)]


def first_page(invitation: Invitation) -> str:
    """Return where somebody with this invitation begins."""
    slug = invitation.tournament.slug
    if invitation.role == Role.CHECKER:
        return page_url("cards", slug)
    return page_url("calls", slug) if invitation.role == Role.JUDGE else page_url("dashboard", slug)
