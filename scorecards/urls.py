"""Addresses of keying cards."""

from django.urls import path

from scorecards import views, views_slips, views_totals

app_name = "scorecards"
urlpatterns = [
    path("t/<slug:slug>/cards/", views.cards, name="cards"),
    path("t/<slug:slug>/cards/totals/", views_totals.totals, name="totals"),
    path("t/<slug:slug>/cards/slips/", views_slips.slips, name="slips"),
    path("t/<slug:slug>/cards/slips/take-back/", views_slips.take_back, name="take-back"),
    path("t/<slug:slug>/cards/<int:number>/", views.card, name="card"),
    path("t/<slug:slug>/cards/<int:number>/presence/", views.presence, name="presence"),
]
