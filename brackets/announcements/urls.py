"""Addresses of announcements."""

from django.urls import path

from brackets.announcements import views

urlpatterns = [
    path("t/<slug:slug>/announcements/", views.announcements, name="announcements"),
    path("t/<slug:slug>/announcements/<int:number>/", views.announcements, name="announcement"),
    path("t/<slug:slug>/entrants/<int:number>/call/", views.call, name="call-player"),
    path("t/<slug:slug>/announcements/<int:number>/withdrawal/", views.withdraw, name="withdraw-announcement"),
]
