"""Addresses of the desk, of posting, and of what is posted of a tournament."""

from django.urls import path

from brackets import (
    views,
    views_awards,
    views_desk,
    views_money,
    views_playoffs,
    views_results,
    views_rounds,
    views_screen,
)

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
    path("t/<slug:slug>/results/", views_results.results, name="results"),
    path("t/<slug:slug>/results/standings.csv", views_results.standings_csv, name="standings-csv"),
    path("t/<slug:slug>/results/bracket.csv", views_results.bracket_csv, name="bracket-csv"),
    path("t/<slug:slug>/results/awards.csv", views_results.awards_csv, name="awards-csv"),
    path("t/<slug:slug>/results/results.xlsx", views_results.as_excel, name="results-excel"),
    path("t/<slug:slug>/standings.json", views_results.as_standings_json, name="standings-json"),
    path("t/<slug:slug>/bracket.json", views_results.as_bracket_json, name="bracket-json"),
    path("t/<slug:slug>/results.json", views_results.as_results_json, name="results-json"),
    path("t/<slug:slug>/event-file/", views_results.event_file, name="event-file"),
    path("t/<slug:slug>/awards/", views_awards.awards, name="awards"),
    path("t/<slug:slug>/awards/points/<int:number>/", views_awards.points, name="points"),
    path("t/<slug:slug>/awards/points/<int:number>/removal/", views_awards.points_back, name="points-back"),
    path("t/<slug:slug>/awards/hands/", views_awards.hands, name="hands"),
    path("t/<slug:slug>/awards/hands/<int:number>/removal/", views_awards.hand_back, name="hand-back"),
    path("t/<slug:slug>/side-events/", views_awards.side_events, name="side-events"),
    path("t/<slug:slug>/money/", views_money.money, name="money"),
    path("t/<slug:slug>/money/fund/", views_money.fund, name="fund"),
    path("t/<slug:slug>/money/payout/", views_money.payout, name="payout"),
    path("t/<slug:slug>/money/payments/", views_money.pay, name="pay"),
    path("t/<slug:slug>/money/payments/<int:number>/removal/", views_money.unpay, name="unpay"),
    path("t/<slug:slug>/money/pools/", views_money.pools, name="pools"),
    path("t/<slug:slug>/money/pools/<int:number>/", views_money.pool, name="pool"),
    path("t/<slug:slug>/money/pools/<int:number>/removal/", views_money.close_pool, name="close-pool"),
    path("t/<slug:slug>/money/money.csv", views_money.as_csv, name="money-csv"),
    path("t/<slug:slug>/money/money.xlsx", views_money.as_excel, name="money-excel"),
    path("t/<slug:slug>/screen/", views_screen.screen, name="screen"),
]
