"""Addresses of judging, by chapter."""

from django.urls import include, path

app_name = "judging"
urlpatterns = [
    path("", include("judging.lookup.urls")),
    path("", include("judging.calls.urls")),
    path("", include("judging.judges.urls")),
    path("", include("judging.hands.urls")),
]
