"""Addresses of this app, each subject in a module of its own."""

from django.urls import path

from tournaments import urls_entrants, urls_seating, urls_staff, views

app_name = "tournaments"
urlpatterns = [
    path("", views.tournament_list, name="list"),
    path("t/<slug:slug>/now/", views.now, name="now"),
    *urls_staff.urlpatterns,
    *urls_entrants.urlpatterns,
    *urls_seating.urlpatterns,
]
