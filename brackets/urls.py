"""Addresses of the desk, of posting, and of what is posted of a tournament."""

from django.urls import path

from brackets import views, views_desk, views_screen

app_name = "brackets"
urlpatterns = [
    path("t/<slug:slug>/", views.event, name="event"),
    path("t/<slug:slug>/standings/", views.standings, name="standings"),
    path("t/<slug:slug>/standings/<int:number>/", views.card, name="card"),
    path("t/<slug:slug>/postings/", views.postings, name="postings"),
    path("t/<slug:slug>/postings/<int:number>/", views.posting, name="posting"),
    path("t/<slug:slug>/postings/<int:posting>/cards/<int:number>/", views.posting_card, name="posting-card"),
    path("t/<slug:slug>/desk/", views_desk.desk, name="desk"),
    path("t/<slug:slug>/post/", views_desk.post, name="post"),
    path("t/<slug:slug>/post/waivers/", views_desk.waive, name="waive"),
    path("t/<slug:slug>/post/waivers/<slug:item>/removal/", views_desk.restore, name="take-back-waiver"),
    path("t/<slug:slug>/bracket/", views.bracket, name="bracket"),
    path("t/<slug:slug>/screen/", views_screen.screen, name="screen"),
]
