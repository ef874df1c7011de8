"""Sign in by name and password, by a link that works once, or by an invitation; sign out."""

from __future__ import annotations

import math
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.htmx import htmx_of
from tournaments.models import Invitation, Role, SecondStep, SignIn, StaffMember
from tournaments.pages import page_url
from tournaments.staff.access import SESSION_KEY, refused_in_place
from tournaments.staff.forms import MAX_INVITATION, CodeForm, JoinForm, NewDirectorForm, SignInForm
from tournaments.staff.known_browsers import remember_browser
from tournaments.staff.selectors import invitation_by, is_unused_sign_in_link, members_by, removed_among
from tournaments.staff.services.invitations import (
    NotLetIn,
    accept_directorship,
    come_back,
    full_in_words,
    join,
    removed_in_words,
)
from tournaments.staff.services.second_step import WrongCode, check_code
from tournaments.staff.services.sign_in_links import UsedLink, use_sign_in_link
from tournaments.staff.services.sign_ins import follow_session, sign_in_here

# Who joined in this browser: a shared laptop in a hall sees a few people a day.
MEMBERS_HERE = "worked-here"
MAX_MEMBERS_HERE = 50
WAITING_FOR_CODE = "waiting-for-code"
SECONDS_FOR_CODE = 300


def signed_in_user(request: HttpRequest) -> User:
    """Return who has signed in: pages that strangers cannot open have such a user."""
    assert isinstance(request.user, User)
    return request.user


def where_to(request: HttpRequest) -> str:
    """Return the page that somebody wanted when asked to sign in: one of this site, or their own page."""
    wanted = request.POST.get("next", request.GET.get("next", ""))
    is_ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if is_ours and wanted.startswith("/") else reverse("tournaments:account")


@login_not_required
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        form = SignInForm(request, data=request.POST)
        if form.is_valid():
            return _after_password(request, form.get_user(), where_to(request))
        return render(request, "tournaments/staff/sign_in.html", {"form": form, "next": where_to(request)}, status=422)
    if request.user.is_authenticated:
        return redirect(where_to(request))
    context = {"form": SignInForm(request), "next": where_to(request)}
    return render(request, "tournaments/staff/sign_in.html", context)


def _after_password(request: HttpRequest, user: User, wanted: str) -> HttpResponse:
    """Sign somebody in whose password was right, or ask for the code first."""
    if not SecondStep.objects.filter(user=user).exists():
        sign_in_here(request, user)
        return remember_browser(request, redirect(wanted), user)
    request.session[WAITING_FOR_CODE] = {"user": user.pk, "since": timezone.now().timestamp(), "next": wanted}
    request.session.cycle_key()
    return redirect("tournaments:sign-in-code")


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code of somebody whose password was right a few minutes ago."""
    waiting = request.session.get(WAITING_FOR_CODE, {})
    is_recent = waiting and timezone.now().timestamp() - waiting["since"] < SECONDS_FOR_CODE
    user = User.objects.filter(pk=waiting["user"], is_active=True).first() if is_recent else None
    if user is None or not SecondStep.objects.filter(user=user).exists():
        return redirect("tournaments:sign-in")
    form = CodeForm(request.POST if request.method == "POST" else None)
    status = 200
    if form.is_bound and form.is_valid():
        try:
            check_code(user=user, code=form.cleaned_data["code"])
        except WrongCode as wrong:
            form.add_error("code", wrong_code_in_words(wrong))
            status = 429 if wrong.wait else 422
        else:
            del request.session[WAITING_FOR_CODE]
            sign_in_here(request, user)
            return remember_browser(request, redirect(waiting["next"]), user)
    elif form.is_bound:
        status = 422
    form.fields["code"].widget.attrs["autofocus"] = True
    return render(request, "tournaments/staff/sign_in_code.html", {"form": form}, status=status)


def wrong_code_in_words(wrong: WrongCode) -> str:
    """Say that a code was wrong, and how long no other is looked at."""
    if not wrong.wait:
        return "This code is not right. Each code works once: wait for the next one."
    return f"Too many wrong codes. Wait {_in_words(math.ceil(wrong.wait.total_seconds()))}, then try again."


def locked_out(
    request: HttpRequest, response: HttpResponse | None = None, credentials: dict[str, Any] | None = None
) -> HttpResponse:
    """Say how long to wait after too many wrong passwords. django-axes calls this."""
    seconds = max(1, math.ceil(getattr(request, "sign_in_wait", timedelta(0)).total_seconds()))
    context = {"form": SignInForm(request), "next": where_to(request), "wait": _in_words(seconds)}
    refusal = render(request, "tournaments/staff/sign_in.html", context, status=429)
    refusal["Retry-After"] = str(seconds)
    return refusal


def _in_words(seconds: int) -> str:
    count, unit = (seconds, "second") if seconds < 60 else (math.ceil(seconds / 60), "minute")
    return f"{count} {unit}{'' if count == 1 else 's'}"


@login_not_required
def stale_page(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form that was opened before somebody signed in or out in the same browser. Django calls this."""
    if htmx_of(request):
        words = "Not saved. Somebody signed in or out in this browser. Reload the page and try again."
        return refused_in_place(request, words)
    return render(request, "403_csrf.html", status=403)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Sign in once by a link: opening it shows a button, so that no preview of the link uses it up."""
    if request.method == "POST":
        try:
            user = use_sign_in_link(secret=secret)
        except UsedLink:
            return render(request, "tournaments/staff/sign_in_link.html", {"is_open": False}, status=410)
        sign_in_here(request, user)
        messages.success(request, "You are signed in. Set a password now. The link does not work again.")
        return redirect("tournaments:account")
    is_open = is_unused_sign_in_link(secret)
    return render(request, "tournaments/staff/sign_in_link.html", {"is_open": is_open}, status=200 if is_open else 410)


@login_not_required
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    SignIn.objects.filter(session_key=request.session.session_key).delete()
    logout(request)
    messages.success(request, "You are signed out.")
    return redirect("tournaments:sign-in")


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
        try:
            member = join(invitation=invitation, known=known, **form.joining())
        except NotLetIn as refusal:
            form.add_error(refusal.field, str(refusal))
        else:
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
    except NotLetIn as refusal:
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
    except NotLetIn as refusal:
        return _join_page(request, invitation, {"refused": str(refusal)}, is_refused=True)
    if form.is_bound:
        sign_in_here(request, user)
    messages.success(request, f"You direct {invitation.tournament.name} now.")
    return redirect(page_url("desk", invitation.tournament.slug))


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
    return page_url("calls", slug) if invitation.role == Role.JUDGE else page_url("desk", slug)
