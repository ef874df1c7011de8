"""Addresses of backups, and of the questions asked on the laptop itself."""

from django.urls import path

from tournaments.backups.views import backups_page, continue_page, laptop

urlpatterns = [
    path("laptop/", laptop, name="laptop"),
    path("laptop/continue/", continue_page, name="continue"),
    path("t/<slug:slug>/hall/backups/", backups_page, name="backups"),
]
