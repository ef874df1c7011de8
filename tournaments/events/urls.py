"""Addresses of the list of events, a new event and settings."""

from django.urls import path

from tournaments.events import views

urlpatterns = [
    path("", views.tournament_list, name="list"),
    path("new/", views.new_event, name="new"),
    path("t/<slug:slug>/settings/", views.settings, name="settings"),
    path("t/<slug:slug>/settings/copy/", views.copy, name="copy"),
    path("t/<slug:slug>/settings/visibility/", views.visibility, name="visibility"),
    path("t/<slug:slug>/settings/delete/", views.delete, name="delete"),
    path("account/events/<int:number>/restore/", views.restore, name="restore-event"),
]
