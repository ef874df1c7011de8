"""The address that pages poll."""

from django.urls import path

from tournaments.page_cache import views

urlpatterns = [path("t/<slug:slug>/now/", views.now, name="now")]
