"""Sign in by name and password or by a link that works once; sign out."""

import math
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.htmx import htmx_of, refused_in_place
from tournaments.models import SecondStep, SignIn
from tournaments.sign_in.forms import CodeForm, SignInForm
from tournaments.sign_in.known_browsers import remember_browser
from tournaments.sign_in.limits import wait_in_words
from tournaments.sign_in.links import UsedLink, is_unused_sign_in_link, use_sign_in_link
from tournaments.sign_in.second_step import WrongCode, check_code
from tournaments.sign_in.services import sign_in_here

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
        return render(
            request, "tournaments/sign_in/sign_in.html", {"form": form, "next": where_to(request)}, status=422
        )
    if request.user.is_authenticated:
        return redirect(where_to(request))
    context = {"form": SignInForm(request), "next": where_to(request)}
    return render(request, "tournaments/sign_in/sign_in.html", context)


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
    status = 422 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        try:
            check_code(user=user, code=form.cleaned_data["code"])
        except WrongCode as wrong:
            form.refuse(wrong)
            status = wrong.status
        else:
            del request.session[WAITING_FOR_CODE]
            sign_in_here(request, user)
            return remember_browser(request, redirect(waiting["next"]), user)
    form.fields["code"].widget.attrs["autofocus"] = True
    return render(request, "tournaments/sign_in/sign_in_code.html", {"form": form}, status=status)


def locked_out(
    request: HttpRequest, response: HttpResponse | None = None, credentials: dict[str, Any] | None = None
) -> HttpResponse:
    """Say how long to wait after too many wrong passwords. django-axes calls this."""
    wait = max(timedelta(seconds=1), getattr(request, "sign_in_wait", timedelta(0)))
    context = {"form": SignInForm(request), "next": where_to(request), "wait": wait_in_words(wait)}
    refusal = render(request, "tournaments/sign_in/sign_in.html", context, status=429)
    refusal["Retry-After"] = str(math.ceil(wait.total_seconds()))
    return refusal


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
            return render(request, "tournaments/sign_in/sign_in_link.html", {"is_open": False}, status=410)
        sign_in_here(request, user)
        what = "Set a password" if user.get_full_name() else "Enter your name and initials, and set a password"
        messages.success(request, f"You are signed in. {what} now. The link does not work again.")
        return redirect("tournaments:account")
    is_open = is_unused_sign_in_link(secret)
    return render(
        request, "tournaments/sign_in/sign_in_link.html", {"is_open": is_open}, status=200 if is_open else 410
    )


@login_not_required
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    SignIn.objects.filter(session_key=request.session.session_key).delete()
    logout(request)
    messages.success(request, "You are signed out.")
    return redirect("tournaments:sign-in")
