"""Addresses of what is posted, of announcements, and of the hall screen."""

from django.urls import path

from brackets.public.views import announcements, event, player, screen

urlpatterns = [
    path("t/<slug:slug>/", event.event, name="event"),
    path("t/<slug:slug>/standings/", event.standings, name="standings"),
    path("t/<slug:slug>/standings/<int:number>/", event.card, name="card"),
    path("t/<slug:slug>/p/<int:number>/", player.player, name="player"),
    path("t/<slug:slug>/postings/", event.postings, name="postings"),
    path("t/<slug:slug>/postings/<int:number>/", event.posting, name="posting"),
    path("t/<slug:slug>/postings/<int:posting>/cards/<int:number>/", event.posting_card, name="posting-card"),
    path("t/<slug:slug>/bracket/", event.bracket, name="bracket"),
    path("t/<slug:slug>/announcements/", announcements.announcements, name="announcements"),
    path("t/<slug:slug>/announcements/<int:number>/", announcements.announcements, name="announcement"),
    path("t/<slug:slug>/entrants/<int:number>/call/", announcements.call, name="call-player"),
    path("t/<slug:slug>/announcements/<int:number>/withdrawal/", announcements.withdraw, name="withdraw-announcement"),
    path("t/<slug:slug>/screen/", screen.screen, name="screen"),
]
