"""Every address, by app."""

from django.urls import include, path

from config.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("", include("tournaments.urls")),
    path("", include("scorecards.urls")),
    path("", include("brackets.urls")),
    path("", include("judging.urls")),
]

handler400 = "config.errors.bad_request"
handler500 = "config.busy.server_error"
