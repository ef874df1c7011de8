"""Addresses of Help."""

from django.urls import path

from tournaments.help import views

urlpatterns = [
    path("help/", views.contents, name="help"),
    path("help/booklet/", views.booklet, name="help-booklet"),
    path("help/<str:name>/", views.chapter, name="help-chapter"),
]
