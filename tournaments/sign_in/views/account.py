"""A user's own page: events, password, names, where they are signed in, and the second step of signing in."""

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.models import SecondStep, SignIn, StaffMember
from tournaments.qr_codes import code_to_scan
from tournaments.sign_in.confirming import note_password
from tournaments.sign_in.forms import CodeForm, ConfirmForm, NameForm, PasswordForm, SecondStepForm
from tournaments.sign_in.second_step import (
    WrongCode,
    address_for_app,
    new_secret_of_app,
    renew_recovery_codes,
    turn_off,
    turn_on,
)
from tournaments.sign_in.selectors import deleted_events_of, directs_any, events_of
from tournaments.sign_in.services import follow_session, note_browser, rename_user, sign_out_everywhere, sign_out_of
from tournaments.sign_in.views.sign_in import signed_in_user, where_to

APP_TO_COME = "app-to-come"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    user = signed_in_user(request)
    form = NameForm(user, request.POST if request.method == "POST" else None, initial=names_of(user))
    if form.is_bound and form.is_valid():
        rename_user(user=user, **form.cleaned_data)
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
        "names": names or NameForm(user, initial=names_of(user)),
        "passwords": passwords or PasswordForm(request, user),
        "events": events_of(user),
        "directs": directs_any(user),
        "deleted": deleted_events_of(user),
    }
    is_refused = any(form is not None and form.is_bound for form in (names, passwords))
    return render(request, "tournaments/sign_in/account.html", context, status=422 if is_refused else 200)


def names_of(user: User) -> dict[str, str]:
    staff = StaffMember.objects.filter(user=user).exclude(name=user.get_username()).order_by("-pk")
    initials = staff.values_list("initials", flat=True).first() or ""
    return {"username": user.get_username(), "name": user.get_full_name(), "initials": initials}


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest) -> HttpResponse:
    """Ask for the password again, and lead back."""
    user = signed_in_user(request)
    form = ConfirmForm(request, user, request.POST if request.method == "POST" else None)
    form.fields["current"].widget.attrs["autofocus"] = True
    if form.is_bound and form.is_valid():
        note_password(request)
        messages.success(request, "Password confirmed. Now repeat what you wanted to do.")
        return redirect(where_to(request))
    context = {"form": form, "next": where_to(request)}
    return render(request, "tournaments/sign_in/confirm.html", context, status=422 if form.is_bound else 200)


@never_cache
@require_POST
def sign_out_there(request: HttpRequest, number: int) -> HttpResponse:
    """Sign out of another browser of one's own."""
    found = sign_out_of(user=signed_in_user(request), number=number)
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
    form = SecondStepForm(request, user, request.POST if request.method == "POST" else None)
    # The app scans the secret of one page; what is sent back is a code for the same.
    secret = request.session.setdefault(APP_TO_COME, new_secret_of_app())
    if form.is_bound and form.is_valid():
        with form.refusals():
            codes = turn_on(user=user, secret=secret, code=form.cleaned_data["code"])
            del request.session[APP_TO_COME]
            return _recovery_codes(request, codes)
    picture = code_to_scan(address_for_app(user, secret))
    context = {"form": form, "picture": picture, "secret": " ".join(secret[at : at + 4] for at in range(0, 32, 4))}
    return render(request, "tournaments/sign_in/second_step.html", context, status=422 if form.is_bound else 200)


def _change_second_step(request: HttpRequest, user: User) -> HttpResponse:
    form = CodeForm(request.POST if request.method == "POST" else None)
    status = 422 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        try:
            if "renew" in request.POST:
                return _recovery_codes(request, renew_recovery_codes(user=user, code=form.cleaned_data["code"]))
            turn_off(user=user, code=form.cleaned_data["code"])
        except WrongCode as wrong:
            form.refuse(wrong)
            status = wrong.status
        else:
            messages.success(request, "The second step is off.")
            return redirect("tournaments:account")
    context = {"form": form, "second_step": SecondStep.objects.filter(user=user).first()}
    return render(request, "tournaments/sign_in/second_step.html", context, status=status)


def _recovery_codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    return render(request, "tournaments/sign_in/recovery_codes.html", {"codes": codes})
