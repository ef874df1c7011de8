"""Addresses of standings and ties."""

from django.urls import path

from scorecards.ranking import views

urlpatterns = [
    path("t/<slug:slug>/ranking/", views.ranking, name="ranking"),
    path("t/<slug:slug>/ranking/tie-games/", views.tie_game, name="tie-game"),
    path("t/<slug:slug>/ranking/tie-games/<int:number>/end/", views.undo_tie_game, name="undo-tie-game"),
    path("t/<slug:slug>/ranking/tie-orders/", views.tie_order, name="tie-order"),
    path("t/<slug:slug>/ranking/tie-orders/<int:number>/end/", views.undo_tie_order, name="undo-tie-order"),
    path("t/<slug:slug>/ranking/exemption/", views.exemption, name="exemption"),
    path("t/<slug:slug>/ranking/evidence/", views.evidence, name="evidence"),
    path("t/<slug:slug>/ranking/evidence/<int:number>/", views.notice, name="notice"),
]
