"""Addresses of club matches."""

from django.urls import path

from scorecards.club_matches import views

urlpatterns = [
    path("t/<slug:slug>/matches/", views.public, name="matches"),
    path("t/<slug:slug>/club-matches/", views.matches, name="club-matches"),
    path("t/<slug:slug>/club-matches/posting/", views.posting, name="post-matches"),
    path("t/<slug:slug>/club-matches/<int:number>/", views.match, name="club-match"),
    path("t/<slug:slug>/club-matches/<int:number>/undo/", views.undo_game, name="undo-club-game"),
    path("t/<slug:slug>/club-matches/<int:number>/removal/", views.undo_match, name="undo-club-match"),
]
