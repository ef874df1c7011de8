"""Addresses of standings and ties."""

from django.urls import path

from scorecards.ranking.views import evidence, ranking

urlpatterns = [
    path("t/<slug:slug>/ranking/", ranking.ranking, name="ranking"),
    path("t/<slug:slug>/ranking/tie-games/", ranking.tie_game, name="tie-game"),
    path("t/<slug:slug>/ranking/tie-games/<int:number>/end/", ranking.undo_tie_game, name="undo-tie-game"),
    path("t/<slug:slug>/ranking/tie-orders/", ranking.tie_order, name="tie-order"),
    path("t/<slug:slug>/ranking/tie-orders/<int:number>/end/", ranking.undo_tie_order, name="undo-tie-order"),
    path("t/<slug:slug>/ranking/exemption/", ranking.exemption, name="exemption"),
    path("t/<slug:slug>/ranking/evidence/", evidence.evidence, name="evidence"),
    path("t/<slug:slug>/ranking/evidence/<int:number>/", evidence.notice, name="notice"),
]
