"""Addresses of entering scorecards."""

from django.urls import path

from scorecards.keying.views import cards, slips, totals

urlpatterns = [
    path("t/<slug:slug>/cards/", cards.cards, name="cards"),
    path("t/<slug:slug>/cards/open/", cards.open_by_seat, name="open-card"),
    path("t/<slug:slug>/cards/totals/", totals.totals, name="totals"),
    path("t/<slug:slug>/cards/slips/", slips.slips, name="slips"),
    path("t/<slug:slug>/cards/slips/take-back/", slips.undo, name="undo-slip"),
    path("t/<slug:slug>/cards/<int:number>/", cards.card, name="card"),
    path("t/<slug:slug>/cards/<int:number>/presence/", cards.presence, name="presence"),
]
