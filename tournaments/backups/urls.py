"""The address of the page of backups."""

from django.urls import path

from tournaments.backups.views import backups_page

urlpatterns = [path("t/<slug:slug>/hall/backups/", backups_page, name="backups")]
