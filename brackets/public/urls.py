"""Addresses of what is posted."""

from django.urls import path

from brackets.public.views import event, player

urlpatterns = [
    path("t/<slug:slug>/", event.event, name="event"),
    path("t/<slug:slug>/standings/", event.standings, name="standings"),
    path("t/<slug:slug>/standings/<int:number>/", event.card, name="card"),
    path("t/<slug:slug>/p/<int:number>/", player.player, name="player"),
    path("t/<slug:slug>/postings/", event.postings, name="postings"),
    path("t/<slug:slug>/postings/<int:number>/", event.posting, name="posting"),
    path("t/<slug:slug>/postings/<int:posting>/cards/<int:number>/", event.posting_card, name="posting-card"),
    path("t/<slug:slug>/bracket/", event.bracket, name="bracket"),
]
