"""Addresses of results and awards."""

from django.urls import path

from brackets.results.views import awards, results

urlpatterns = [
    path("t/<slug:slug>/results/", results.results, name="results"),
    path("t/<slug:slug>/results/standings.csv", results.standings_csv, name="standings-csv"),
    path("t/<slug:slug>/results/bracket.csv", results.bracket_csv, name="bracket-csv"),
    path("t/<slug:slug>/results/awards.csv", results.awards_csv, name="awards-csv"),
    path("t/<slug:slug>/results/results.xlsx", results.as_excel, name="results-excel"),
    path("t/<slug:slug>/standings.json", results.as_standings_json, name="standings-json"),
    path("t/<slug:slug>/bracket.json", results.as_bracket_json, name="bracket-json"),
    path("t/<slug:slug>/results.json", results.as_results_json, name="results-json"),
    path("t/<slug:slug>/event-file/", results.event_file, name="event-file"),
    path("t/<slug:slug>/awards/", awards.awards, name="awards"),
    path("t/<slug:slug>/awards/points/<int:number>/", awards.points, name="points"),
    path("t/<slug:slug>/awards/points/<int:number>/removal/", awards.undo_points, name="undo-points"),
    path("t/<slug:slug>/awards/hands/", awards.hands, name="hands"),
    path("t/<slug:slug>/awards/hands/<int:number>/removal/", awards.undo_hand, name="undo-hand"),
    path("t/<slug:slug>/side-events/", awards.side_events, name="side-events"),
]
