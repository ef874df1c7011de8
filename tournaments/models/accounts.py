"""What belongs to an account: where it is signed in, and the second step of signing in."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class SignIn(models.Model):
    """A browser in which a user is signed in, by the key of its session."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_ins")
    session_key = models.CharField(max_length=40, unique=True)
    device = models.CharField(max_length=80, help_text="In words, such as Firefox on Windows.")
    signed_in_at = models.DateTimeField(default=timezone.now)
    last_seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-last_seen_at", "-pk")

    def __str__(self) -> str:
        return self.device


class SecondStep(models.Model):
    """A code that a user's app shows, asked for after the password.

    ``last_step`` is the step of time of the code used last, which works no more; ``recovery`` are the digests of codes
    that work once each. ``failures`` counts wrong codes since the last right one.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_step")
    secret = models.CharField(max_length=64)
    last_step = models.BigIntegerField(default=0)
    recovery = models.JSONField(default=list)
    failures = models.PositiveIntegerField(default=0)
    failed_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"second step of {self.user_id}"
