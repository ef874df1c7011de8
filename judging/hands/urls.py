"""Addresses of the scorers of play and hands, and the high hands."""

from django.urls import path

from judging.hands import views

urlpatterns = [
    path("t/<slug:slug>/calls/play/", views.play, name="play"),
    path("t/<slug:slug>/calls/hand/", views.hand, name="hand"),
    path("t/<slug:slug>/calls/high-hands/", views.high_hands, name="high-hands"),
    path("t/<slug:slug>/calls/high-hands/<int:hand>/removal/", views.high_hand_removal, name="strike-high-hand"),
]
