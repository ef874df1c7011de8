"""Addresses of tournaments, by chapter."""

from django.urls import include, path

app_name = "tournaments"
urlpatterns = [
    path("", include("tournaments.events.urls")),
    path("", include("tournaments.archives.urls")),
    path("", include("tournaments.page_cache.urls")),
    path("", include("tournaments.sign_in.urls")),
    path("", include("tournaments.staff.urls")),
    path("", include("tournaments.log.urls")),
    path("", include("tournaments.hall_check.urls")),
    path("", include("tournaments.help.urls")),
    path("", include("tournaments.backups.urls")),
    path("", include("tournaments.entrants.urls")),
    path("", include("tournaments.seating.urls")),
]
