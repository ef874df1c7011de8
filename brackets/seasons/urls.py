"""Addresses of club seasons."""

from django.urls import path

from brackets.seasons import views

urlpatterns = [
    path("t/<slug:slug>/season/", views.season, name="season"),
    path("t/<slug:slug>/season/season.csv", views.as_csv, name="season-csv"),
    path("t/<slug:slug>/season.json", views.as_json, name="season-json"),
    path("t/<slug:slug>/matches/matches.csv", views.matches_as_csv, name="matches-csv"),
    path("t/<slug:slug>/matches.json", views.matches_as_json, name="matches-json"),
    path("t/<slug:slug>/season/edit/", views.edit, name="season-edit"),
    path("t/<slug:slug>/season/joining/", views.joining, name="season-joining"),
    path("t/<slug:slug>/season/leaving/", views.leaving, name="season-leaving"),
]
