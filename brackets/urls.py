"""Addresses of the desk, of posting, and of what is posted of a tournament."""

from django.urls import path

from brackets import views, views_desk, views_playoffs, views_rounds, views_screen

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
    path("t/<slug:slug>/playoffs/", views_playoffs.playoffs, name="playoffs"),
    path("t/<slug:slug>/playoffs/draw/", views_playoffs.draw, name="draw"),
    path("t/<slug:slug>/playoffs/draw/removal/", views_playoffs.undo_draw, name="undo-draw"),
    path("t/<slug:slug>/playoffs/left/", views_playoffs.left, name="left"),
    path("t/<slug:slug>/playoffs/quick/", views_playoffs.quick, name="quick-result"),
    path("t/<slug:slug>/playoffs/<int:round_number>/start/", views_rounds.start, name="round-start"),
    path("t/<slug:slug>/playoffs/<int:round_number>/tables/", views_rounds.tables, name="round-tables"),
    path(
        "t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/result/", views_playoffs.result, name="result"
    ),
    path(
        "t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/take-back/",
        views_playoffs.take_back,
        name="take-back",
    ),
    path(
        "t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/forfeit/",
        views_playoffs.forfeit,
        name="forfeit",
    ),
    path("t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/give/", views_playoffs.give, name="give"),
    path(
        "t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/absence/", views_rounds.absence, name="absence"
    ),
    path("t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/table/", views_rounds.table, name="table"),
    path("t/<slug:slug>/bracket/", views.bracket, name="bracket"),
    path("t/<slug:slug>/screen/", views_screen.screen, name="screen"),
]
