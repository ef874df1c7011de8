"""Addresses of what concerns the hall and its laptops."""

from django.urls import path

from tournaments.hall_check.second_laptop import second_laptop
from tournaments.hall_check.views import hall_check

urlpatterns = [
    path("t/<slug:slug>/hall/", hall_check, name="hall-check"),
    path("t/<slug:slug>/hall/second-laptop/", second_laptop, name="second-laptop"),
]
