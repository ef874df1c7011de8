"""Addresses of brackets, by chapter."""

from django.urls import include, path

app_name = "brackets"
urlpatterns = [
    path("", include("brackets.demo.urls")),
    path("", include("brackets.public.urls")),
    path("", include("brackets.dashboard.urls")),
    path("", include("brackets.posting.urls")),
    path("", include("brackets.playoffs.urls")),
    path("", include("brackets.results.urls")),
    path("", include("brackets.payouts.urls")),
    path("", include("brackets.seasons.urls")),
    path("", include("brackets.acc_report.urls")),
    path("", include("brackets.published.urls")),
]
