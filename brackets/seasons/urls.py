"""Addresses of club seasons."""

from django.urls import path

from brackets.seasons.views import matches, season

urlpatterns = [
    path("t/<slug:slug>/season/", season.season, name="season"),
    path("t/<slug:slug>/season/season.csv", season.as_csv, name="season-csv"),
    path("t/<slug:slug>/season.json", season.as_json, name="season-json"),
    path("t/<slug:slug>/matches/matches.csv", matches.as_csv, name="matches-csv"),
    path("t/<slug:slug>/matches.json", matches.as_json, name="matches-json"),
    path("t/<slug:slug>/season/edit/", season.edit, name="season-edit"),
    path("t/<slug:slug>/season/joining/", season.joining, name="season-joining"),
    path("t/<slug:slug>/season/leaving/", season.leaving, name="season-leaving"),
]
