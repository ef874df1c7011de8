"""Sign in by name and password or by a link that works once; sign out; a user's own page and second step."""

import math
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
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

from tournaments.forms import posted
from tournaments.htmx import htmx_of, page_of, refused_in_place, typed_in
from tournaments.models import SecondStep, SignIn, Tournament
from tournaments.qr_codes import code_to_scan
from tournaments.sign_in.forms import CodeForm, ConfirmForm, NameForm, PasswordForm, SecondStepForm, SignInForm
from tournaments.sign_in.limits import remember_browser, wait_in_words
from tournaments.sign_in.links import UsedLink, open_sign_in_links, use_sign_in_link
from tournaments.sign_in.second_step import (
    address_for_app,
    check_code,
    new_secret_of_app,
    renew_recovery_codes,
    turn_off,
    turn_on,
)
from tournaments.sign_in.services import (
    end_sessions,
    follow_session,
    note_browser,
    note_password,
    sign_in_here,
    sign_out_everywhere,
)

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
    form = SignInForm(request, data=posted(request))
    if form.is_valid():
        return _after_password(request, form.get_user(), where_to(request))
    if request.user.is_authenticated and not form.is_bound:
        return redirect(where_to(request))
    context = {"form": form, "next": where_to(request)}
    return render(request, "tournaments/sign_in/sign_in.html", context, status=form.status)


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
    form = CodeForm(posted(request))
    if form.is_valid():
        with form.refusals():
            check_code(user=user, code=form.cleaned_data["code"])
            del request.session[WAITING_FOR_CODE]
            sign_in_here(request, user)
            return remember_browser(request, redirect(waiting["next"]), user)
    form.fields["code"].widget.attrs["autofocus"] = True
    return render(request, "tournaments/sign_in/sign_in_code.html", {"form": form}, status=form.status)


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
    # Only for who sent it from a page of ours: nobody else puts words on this one. Forms of accounts have more secrets.
    is_ours = page_of(request).netloc == request.get_host() and request.path.startswith("/t/")
    return render(request, "403_csrf.html", {"typed": typed_in(request) if is_ours else []}, status=403)


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
    is_open = open_sign_in_links(secret).exists()
    status = 200 if is_open else 410
    return render(request, "tournaments/sign_in/sign_in_link.html", {"is_open": is_open}, status=status)


@login_not_required
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    SignIn.objects.filter(session_key=request.session.session_key).delete()
    logout(request)
    messages.success(request, "You are signed out.")
    return redirect("tournaments:sign-in")


APP_TO_COME = "app-to-come"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    user = signed_in_user(request)
    form = NameForm(user, posted(request))
    if form.is_valid():
        form.save()
        messages.success(request, "Names saved.")
        return redirect(where_to(request))
    return _account_page(request, user, names=form)


@never_cache
@sensitive_post_parameters()
@require_POST
def set_password(request: HttpRequest) -> HttpResponse:
    """Set the user's password; other places where they are signed in are signed out."""
    user = signed_in_user(request)
    form = PasswordForm(request, user, request.POST)
    if not form.is_valid():
        return _account_page(request, user, passwords=form)
    user.set_password(form.cleaned_data["password"])
    user.save(update_fields=["password"])
    before = request.session.session_key
    update_session_auth_hash(request, user)
    follow_session(request, before)
    note_password(request)
    sign_out_everywhere(user=user, but=request.session.session_key)
    messages.success(request, "Password saved.")
    return redirect("tournaments:account")


def _account_page(
    request: HttpRequest, user: User, *, names: NameForm | None = None, passwords: PasswordForm | None = None
) -> HttpResponse:
    note_browser(request, user)
    context = {
        "sign_ins": SignIn.objects.filter(user=user),
        "here": request.session.session_key,
        "second_step": SecondStep.objects.filter(user=user).first(),
        "names": names or NameForm(user),
        "passwords": passwords or PasswordForm(request, user),
        "events": Tournament.objects.worked_at_by(user),
        "directs": Tournament.objects.present().directed_by(user.pk).exists(),
        "deleted": Tournament.objects.restorable_by(user),
    }
    is_refused = any(form is not None and form.is_bound for form in (names, passwords))
    return render(request, "tournaments/sign_in/account.html", context, status=422 if is_refused else 200)


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest) -> HttpResponse:
    """Ask for the password again, and lead back."""
    user = signed_in_user(request)
    form = ConfirmForm(request, user, posted(request))
    form.fields["current"].widget.attrs["autofocus"] = True
    if form.is_valid():
        note_password(request)
        messages.success(request, "Password confirmed. Now repeat what you wanted to do.")
        return redirect(where_to(request))
    context = {"form": form, "next": where_to(request)}
    return render(request, "tournaments/sign_in/confirm.html", context, status=form.status)


@never_cache
@require_POST
def sign_out_there(request: HttpRequest, number: int) -> HttpResponse:
    """Sign out of another browser of one's own."""
    found = SignIn.objects.filter(user=signed_in_user(request), pk=number).first()
    if found is not None:
        end_sessions([found.session_key])
    if found is not None and found.session_key == request.session.session_key:
        logout(request)
        return redirect("tournaments:sign-in")
    messages.success(request, f"Signed out of {found}." if found else "Already signed out.")
    return redirect("tournaments:account")


@never_cache
@require_POST
def sign_out_of_all(request: HttpRequest) -> HttpResponse:
    """Sign out of every browser, this one too."""
    sign_out_everywhere(user=signed_in_user(request))
    logout(request)
    messages.success(request, "You are signed out everywhere.")
    return redirect("tournaments:sign-in")


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def second_step(request: HttpRequest) -> HttpResponse:
    """Turn the second step on, off, or make new recovery codes."""
    user = signed_in_user(request)
    if SecondStep.objects.filter(user=user).exists():
        return _change_second_step(request, user)
    if not user.has_usable_password():
        messages.error(request, "Set a password first.")
        return redirect("tournaments:account")
    form = SecondStepForm(request, user, posted(request))
    # The app scans the secret of one page; what is sent back is a code for the same.
    secret = request.session.setdefault(APP_TO_COME, new_secret_of_app())
    if form.is_valid():
        with form.refusals():
            codes = turn_on(user=user, secret=secret, code=form.cleaned_data["code"])
            del request.session[APP_TO_COME]
            return _recovery_codes(request, codes)
    picture = code_to_scan(address_for_app(user, secret))
    context = {"form": form, "picture": picture, "secret": " ".join(secret[at : at + 4] for at in range(0, 32, 4))}
    return render(request, "tournaments/sign_in/second_step.html", context, status=form.status)


def _change_second_step(request: HttpRequest, user: User) -> HttpResponse:
    form = CodeForm(posted(request))
    if form.is_valid():
        with form.refusals():
            if "renew" in request.POST:
                return _recovery_codes(request, renew_recovery_codes(user=user, code=form.cleaned_data["code"]))
            turn_off(user=user, code=form.cleaned_data["code"])
            messages.success(request, "The second step is off.")
            return redirect("tournaments:account")
    context = {"form": form, "second_step": SecondStep.objects.filter(user=user).first()}
    return render(request, "tournaments/sign_in/second_step.html", context, status=form.status)


def _recovery_codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    return render(request, "tournaments/sign_in/recovery_codes.html", {"codes": codes})
