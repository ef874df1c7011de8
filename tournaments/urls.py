"""Addresses of tournaments, by chapter."""

from django.urls import include, path

from tournaments.page_cache.versions import now

app_name = "tournaments"
urlpatterns = [
    path("", include("tournaments.events.urls")),
    path("", include("tournaments.archives.urls")),
    path("t/<slug:slug>/now/", now, name="now"),
    path("", include("tournaments.sign_in.urls")),
    path("", include("tournaments.staff.urls")),
    path("", include("tournaments.log.urls")),
    path("", include("tournaments.hall_check.urls")),
    path("", include("tournaments.help.urls")),
    path("", include("tournaments.backups.urls")),
    path("", include("tournaments.entrants.urls")),
    path("", include("tournaments.seating.urls")),
]
