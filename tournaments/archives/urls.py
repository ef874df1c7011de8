"""Addresses of archives of events."""

from django.urls import path

from tournaments.archives import views

urlpatterns = [
    path("t/<slug:slug>/settings/archive/", views.archive, name="archive"),
    path("account/everything/", views.everything, name="everything"),
    path("new/restore/", views.restore, name="restore-archive"),
]
