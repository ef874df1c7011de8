"""Addresses of the activity log."""

from django.urls import path

from tournaments.log import views

urlpatterns = [
    path("t/<slug:slug>/log/", views.log, name="log"),
    path("t/<slug:slug>/log/csv/", views.log_csv, name="log-csv"),
]
