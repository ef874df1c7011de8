"""Every address, by app."""

from django.urls import include, path

from config.health import healthz

handler400 = "config.errors.bad_request"
handler500 = "config.errors.server_error"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("", include("tournaments.urls")),
    path("", include("scorecards.urls")),
    path("", include("brackets.urls")),
    path("", include("judging.urls")),
]
