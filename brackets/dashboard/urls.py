"""Address of the dashboard."""

from django.urls import path

from brackets.dashboard import views

urlpatterns = [path("t/<slug:slug>/desk/", views.dashboard, name="dashboard")]
