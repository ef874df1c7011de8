"""Addresses of keying cards and of the ranking."""

from django.urls import path

from scorecards import views, views_evidence, views_ranking, views_slips, views_totals

app_name = "scorecards"
urlpatterns = [
    path("t/<slug:slug>/cards/", views.cards, name="cards"),
    path("t/<slug:slug>/cards/totals/", views_totals.totals, name="totals"),
    path("t/<slug:slug>/cards/slips/", views_slips.slips, name="slips"),
    path("t/<slug:slug>/cards/slips/take-back/", views_slips.take_back, name="take-back"),
    path("t/<slug:slug>/cards/<int:number>/", views.card, name="card"),
    path("t/<slug:slug>/cards/<int:number>/presence/", views.presence, name="presence"),
    path("t/<slug:slug>/ranking/", views_ranking.ranking, name="ranking"),
    path("t/<slug:slug>/ranking/tie-games/", views_ranking.tie_game, name="tie-game"),
    path(
        "t/<slug:slug>/ranking/tie-games/<int:number>/end/", views_ranking.end_tie_game, name="end-tie-game"
    ),
    path("t/<slug:slug>/ranking/tie-orders/", views_ranking.tie_order, name="tie-order"),
    path(
        "t/<slug:slug>/ranking/tie-orders/<int:number>/end/",
        views_ranking.end_tie_order,
        name="end-tie-order",
    ),
    path("t/<slug:slug>/ranking/exemption/", views_ranking.exemption, name="exemption"),
    path("t/<slug:slug>/ranking/evidence/", views_evidence.evidence, name="evidence"),
    path("t/<slug:slug>/ranking/evidence/<int:number>/", views_evidence.notice, name="notice"),
]
