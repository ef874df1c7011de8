"""Address of the hall check."""

from django.urls import path

from tournaments.hall_check.views import hall_check

urlpatterns = [path("t/<slug:slug>/hall/", hall_check, name="hall-check")]
