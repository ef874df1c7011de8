"""Addresses of what is posted of a tournament."""

from django.urls import path

from brackets import views, views_screen

app_name = "brackets"
urlpatterns = [
    path("t/<slug:slug>/", views.event, name="event"),
    path("t/<slug:slug>/standings/", views.standings, name="standings"),
    path("t/<slug:slug>/standings/<int:number>/", views.card, name="card"),
    path("t/<slug:slug>/bracket/", views.bracket, name="bracket"),
    path("t/<slug:slug>/screen/", views_screen.screen, name="screen"),
]
