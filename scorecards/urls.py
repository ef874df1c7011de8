"""Addresses of scorecards, by chapter."""

from django.urls import include, path

app_name = "scorecards"
urlpatterns = [
    path("", include("scorecards.cards.urls")),
    path("", include("scorecards.ranking.urls")),
    path("", include("scorecards.checking.urls")),
    path("", include("scorecards.club_matches.urls")),
    path("", include("scorecards.reporting.urls")),
    path("", include("scorecards.photographs.urls")),
]
