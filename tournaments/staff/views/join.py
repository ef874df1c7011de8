"""Join an event by an invitation."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.models import Invitation, Role, StaffMember
from tournaments.pages import page_url
from tournaments.refused import Refused
from tournaments.sign_in.forms import NewDirectorForm
from tournaments.sign_in.services import follow_session, sign_in_here
from tournaments.sign_in.views.sign_in import signed_in_user
from tournaments.staff.access import SESSION_KEY
from tournaments.staff.forms import MAX_INVITATION, JoinForm
from tournaments.staff.selectors import invitation_by, members_by, removed_among
from tournaments.staff.services.invitations import accept_directorship, come_back, full_in_words, join, removed_in_words

# Who joined in this browser: a shared laptop in a hall sees a few people a day.
MEMBERS_HERE = "worked-here"
MAX_MEMBERS_HERE = 50


@login_not_required
@never_cache
@sensitive_post_parameters("password", "again")
@require_http_methods(["GET", "HEAD", "POST"])
def join_event(request: HttpRequest, secret: str) -> HttpResponse:
    """Accept somebody with an invitation: by name, by an account of their own, or as the member whose link it is."""
    invitation = invitation_by(secret)
    if invitation is None:
        return render(request, "tournaments/staff/join.html", {}, status=404)
    if not invitation.is_open(timezone.now()):
        return render(request, "tournaments/staff/join.html", {"invitation": invitation}, status=410)
    members = members_by(invitation.tournament, keys=_members_here(request), user=request.user)
    if (gone := removed_among(members)) is not None and gone.user_id is None:
        context = {"invitation": invitation, "is_open": True, "refused": removed_in_words(gone)}
        return render(request, "tournaments/staff/join.html", context, status=403)
    known = [member.pk for member in members]
    join_as = _come_back if invitation.member_id else _direct if invitation.role == Role.DIRECTOR else _join
    return join_as(request, invitation, known)


def _join(request: HttpRequest, invitation: Invitation, known: list[int]) -> HttpResponse:
    form = JoinForm(invitation.tournament, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        with form.refusals():
            member = join(invitation=invitation, known=known, **form.joining())
            return _remember(request, member, redirect(first_page(invitation)))
    now = timezone.now()
    kept = invitation.tournament.staff.filter(pk__in=request.session.get(SESSION_KEY, [])).order_by("-pk")
    at_work = [member for member in kept.select_related("invitation", "entrant") if member.may_work(now)]
    same_role = [member for member in at_work if member.role == invitation.role]
    if not same_role and invitation.is_full:
        context = {"invitation": invitation, "is_open": True, "refused": full_in_words(invitation)}
        return render(request, "tournaments/staff/join.html", context, status=403)
    context = {"form": form, "known": next(iter(same_role or at_work), None), "is_in": bool(same_role)}
    return _join_page(request, invitation, context, is_refused=form.is_bound)


def _come_back(request: HttpRequest, invitation: Invitation, known: list[int]) -> HttpResponse:
    if request.method != "POST":
        return _join_page(request, invitation, {"member": invitation.member})
    try:
        member = come_back(invitation=invitation, known=known)
    except Refused as refusal:
        return _join_page(request, invitation, {"refused": str(refusal)}, is_refused=True)
    return _remember(request, member, redirect(first_page(invitation)))


def _direct(request: HttpRequest, invitation: Invitation, known: list[int]) -> HttpResponse:
    form = NewDirectorForm(request.POST if request.method == "POST" and not request.user.is_authenticated else None)
    if request.method != "POST" or (form.is_bound and not form.is_valid()):
        return _join_page(request, invitation, {"account_form": form}, is_refused=form.is_bound)
    try:
        with transaction.atomic():
            user = make_user(form) if form.is_bound else signed_in_user(request)
            accept_directorship(invitation=invitation, user=user, known=known)
    except Refused as refusal:
        return _join_page(request, invitation, {"refused": str(refusal)}, is_refused=True)
    if form.is_bound:
        sign_in_here(request, user)
    messages.success(request, f"You direct {invitation.tournament.name} now.")
    return redirect(page_url("dashboard", invitation.tournament.slug))


def make_user(form: NewDirectorForm) -> User:
    """Create the account of a new director."""
    typed = form.cleaned_data
    return User.objects.create_user(typed["username"], password=typed["password"], first_name=typed["name"])


def _join_page(
    request: HttpRequest, invitation: Invitation, context: dict[str, Any], *, is_refused: bool = False
) -> HttpResponse:
    context = {"invitation": invitation, "is_open": True, "first_page": first_page(invitation), **context}
    return render(request, "tournaments/staff/join.html", context, status=422 if is_refused else 200)


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
