"""Addresses of the playoffs."""

from django.urls import path

from brackets.playoffs.views import draw, matches, page, rounds

urlpatterns = [
    path("t/<slug:slug>/playoffs/", page.playoffs, name="playoffs"),
    path("t/<slug:slug>/playoffs/draw/", draw.draw, name="draw"),
    path("t/<slug:slug>/playoffs/draw/removal/", draw.undo_draw, name="undo-draw"),
    path("t/<slug:slug>/playoffs/left/", draw.departures, name="departures"),
    path("t/<slug:slug>/playoffs/quick/", matches.quick, name="quick-result"),
    path("t/<slug:slug>/playoffs/<int:round_number>/start/", rounds.start, name="round-start"),
    path("t/<slug:slug>/playoffs/<int:round_number>/tables/", rounds.tables, name="round-tables"),
    path("t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/result/", matches.result, name="result"),
    path("t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/take-back/", matches.undo_result, name="undo-result"),
    path("t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/forfeit/", matches.forfeit, name="forfeit"),
    path("t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/give/", matches.award_match, name="award-match"),
    path("t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/absence/", rounds.absence, name="absence"),
    path("t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/table/", rounds.table, name="table"),
]
