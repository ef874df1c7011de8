"""The second step of signing in: a code that changes every half minute (TOTP, RFC 6238), or a recovery code."""

import hashlib
import secrets
from datetime import timedelta
from hmac import compare_digest

import pyotp
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournaments.models import SecondStep
from tournaments.refused import Refused
from tournaments.sign_in.limits import Limit, wait_in_words

LIMIT = Limit(5, timedelta(seconds=30), timedelta(minutes=15))
RECOVERY_CODES = 10
RECOVERY_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
RECOVERY_LENGTH = 12
ISSUER = "Cribbage tournaments"


class WrongCode(Refused):
    """The code is not the current one, or was used already; ``wait`` is how long no code is looked at."""

    def __init__(self, wait: timedelta = timedelta(0)) -> None:
        again = f"Too many wrong codes. Wait {wait_in_words(wait)}, then try again."
        wrong = "This code is not right. Each code works once: wait for the next one."
        super().__init__(again if wait else wrong, "code", status=429 if wait else 422)
        self.wait = wait


def new_secret_of_app() -> str:
    """Return a secret that an app keeps."""
    return pyotp.random_base32()


def address_for_app(user: User, secret: str) -> str:
    """Return what an app scans."""
    return pyotp.TOTP(secret).provisioning_uri(name=user.get_username(), issuer_name=ISSUER)


def turn_on(*, user: User, secret: str, code: str) -> list[str]:
    """Ask a user for a second step from now on, if the app shows the right code, and return the recovery codes.

    They are shown once: only their digests are kept.
    """
    step = _matching_step(secret, code, 0)
    if step is None:
        raise WrongCode
    codes = _new_codes()
    fresh = {"secret": secret, "last_step": step, "recovery": _digests(codes), "failures": 0, "failed_at": None}
    SecondStep.objects.update_or_create(user=user, defaults=fresh)
    return codes


def check_code(*, user: User, code: str) -> None:
    """Return if a code is right, which then works no more.

    Raises:
        WrongCode: it is not, or too many were wrong just now.
    """
    with transaction.atomic():
        found = SecondStep.objects.select_for_update().get(user=user)
        now = timezone.now()
        wait = _wait(found)
        is_right = not wait and _use(found, code)
        if is_right:
            found.failures, found.failed_at = 0, None
        elif not wait:
            found.failures, found.failed_at = found.failures + 1, now
            wait = _wait(found)
        found.save(update_fields=["last_step", "recovery", "failures", "failed_at"])
    if not is_right:
        raise WrongCode(wait)


def renew_recovery_codes(*, user: User, code: str) -> list[str]:
    """Return new recovery codes, which replace the old ones; WrongCode where the code is wrong."""
    check_code(user=user, code=code)
    codes = _new_codes()
    SecondStep.objects.filter(user=user).update(recovery=_digests(codes))
    return codes


def turn_off(*, user: User, code: str) -> None:
    """Ask a user for the password alone again; WrongCode where the code is wrong."""
    check_code(user=user, code=code)
    SecondStep.objects.filter(user=user).delete()


def _wait(found: SecondStep) -> timedelta:
    if found.failed_at is None:
        return timedelta(0)
    return max(timedelta(0), found.failed_at + LIMIT.wait(found.failures) - timezone.now())


def _use(found: SecondStep, code: str) -> bool:
    typed = "".join(sign for sign in code[:40].lower() if sign.isalnum())
    step = _matching_step(found.secret, typed, found.last_step)
    if step is not None:
        found.last_step = step
        return True
    digest = _digest(typed)
    if digest in found.recovery:
        found.recovery = [kept for kept in found.recovery if kept != digest]
        return True
    return False


def _matching_step(secret: str, code: str, after: int) -> int | None:
    """Return the step of time, later than ``after``, for which a code is right; clocks may differ by half a minute."""
    app, typed = pyotp.TOTP(secret), "".join(sign for sign in code[:40] if sign.isalnum())
    now = app.timecode(timezone.now())
    steps = (step for step in (now - 1, now, now + 1) if step > after)
    return next((step for step in steps if compare_digest(app.generate_otp(step).encode(), typed.encode())), None)


def _new_codes() -> list[str]:
    signs = ["".join(secrets.choice(RECOVERY_SIGNS) for _ in range(RECOVERY_LENGTH)) for _ in range(RECOVERY_CODES)]
    return ["-".join(code[at : at + 4] for at in range(0, RECOVERY_LENGTH, 4)) for code in signs]


def _digests(codes: list[str]) -> list[str]:
    return [_digest(code.replace("-", "")) for code in codes]


def _digest(code: str) -> str:
    """Return what is kept of a recovery code. It is random, so that a plain digest is enough."""
    return hashlib.sha256(code.encode()).hexdigest()
