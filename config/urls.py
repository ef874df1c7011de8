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

handler500 = "config.busy.server_error"
