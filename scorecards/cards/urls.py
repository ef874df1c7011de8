"""Addresses of entering scorecards."""

from django.urls import path

from scorecards.cards.views import cards, find, slips, totals

urlpatterns = [
    path("t/<slug:slug>/cards/", cards.cards, name="cards"),
    path("t/<slug:slug>/find/", find.find, name="find"),
    path("t/<slug:slug>/cards/open/", find.find),  # as before there was a box that finds anything
    path("t/<slug:slug>/cards/totals/", totals.totals, name="totals"),
    path("t/<slug:slug>/cards/slips/", slips.slips, name="slips"),
    path("t/<slug:slug>/cards/slips/take-back/", slips.undo, name="undo-slip"),
    path("t/<slug:slug>/cards/<int:number>/", cards.card, name="card"),
    path("t/<slug:slug>/cards/<int:number>/presence/", cards.presence, name="presence"),
]
