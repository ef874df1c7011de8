"""Address of the hall screen."""

from django.urls import path

from brackets.hall_screen import views

urlpatterns = [path("t/<slug:slug>/screen/", views.screen, name="screen")]
