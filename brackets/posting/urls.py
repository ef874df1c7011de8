"""Addresses of posting."""

from django.urls import path

from brackets.posting import views

urlpatterns = [
    path("t/<slug:slug>/post/", views.post, name="post"),
    path("t/<slug:slug>/post/closing/", views.close_and_post, name="close-and-post"),
    path("t/<slug:slug>/post/reveal/", views.reveal, name="reveal"),
    path("t/<slug:slug>/post/hold/removal/", views.undo_hold, name="undo-hold"),
    path("t/<slug:slug>/post/waivers/", views.waive, name="waive"),
    path("t/<slug:slug>/post/waivers/<slug:item>/removal/", views.undo_waiver, name="undo-waiver"),
]
