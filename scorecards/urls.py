"""Addresses of keying cards and of the ranking."""

from django.urls import path

from scorecards import (
    views,
    views_check,
    views_check_decide,
    views_check_item,
    views_evidence,
    views_matches,
    views_ranking,
    views_slips,
    views_totals,
)

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
    path("t/<slug:slug>/check/", views_check.queue, name="check"),
    path("t/<slug:slug>/check/tables/", views_check.tables, name="check-tables"),
    path("t/<slug:slug>/check/own-card/", views_check.own_card, name="own-card"),
    path("t/<slug:slug>/check/own-card/<int:number>/", views_check.own_card_of, name="own-card-of"),
    path("t/<slug:slug>/check/print/", views_check.check_sheets, name="check-sheets"),
    path("t/<slug:slug>/check/game/", views_check_decide.find_game, name="find-game"),
    path("t/<slug:slug>/check/<slug:key>/", views_check_item.item, name="check-item"),
    path("t/<slug:slug>/check/<slug:key>/as-written/", views_check_item.confirm, name="as-written"),
    path("t/<slug:slug>/check/<slug:key>/lines/<int:number>/", views_check_item.rekey, name="rekey"),
    path("t/<slug:slug>/check/<slug:key>/initials/", views_check_item.initial, name="initials"),
    path(
        "t/<slug:slug>/check/<slug:key>/initials/take-back/",
        views_check_item.take_back,
        name="take-back-initials",
    ),
    path("t/<slug:slug>/check/<slug:key>/decision/", views_check_decide.decide, name="decide"),
    path(
        "t/<slug:slug>/check/<slug:key>/decision/take-back/",
        views_check_decide.take_back_decided,
        name="take-back-decision",
    ),
    path("t/<slug:slug>/matches/", views_matches.public, name="matches"),
    path("t/<slug:slug>/club-matches/", views_matches.matches, name="club-matches"),
    path("t/<slug:slug>/club-matches/posting/", views_matches.posting, name="post-matches"),
    path("t/<slug:slug>/club-matches/<int:number>/", views_matches.match, name="club-match"),
    path("t/<slug:slug>/club-matches/<int:number>/undo/", views_matches.undo, name="undo-club-game"),
    path("t/<slug:slug>/club-matches/<int:number>/removal/", views_matches.removal, name="remove-club-match"),
]
