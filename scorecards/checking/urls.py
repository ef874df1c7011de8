"""Addresses of cross-checking."""

from django.urls import path

from scorecards.checking.views import decision, item, queue

urlpatterns = [
    path("t/<slug:slug>/check/", queue.queue, name="check"),
    path("t/<slug:slug>/check/tables/", queue.tables, name="check-tables"),
    path("t/<slug:slug>/check/own-card/", queue.own_card, name="own-card"),
    path("t/<slug:slug>/check/own-card/<int:number>/", queue.own_card_of, name="own-card-of"),
    path("t/<slug:slug>/check/print/", queue.check_sheets, name="check-sheets"),
    path("t/<slug:slug>/check/game/", decision.find_game, name="find-game"),
    path("t/<slug:slug>/check/<slug:key>/", item.item, name="check-item"),
    path("t/<slug:slug>/check/<slug:key>/as-written/", item.confirm, name="as-written"),
    path("t/<slug:slug>/check/<slug:key>/lines/<int:number>/", item.rekey, name="rekey"),
    path("t/<slug:slug>/check/<slug:key>/initials/", item.initial, name="initials"),
    path("t/<slug:slug>/check/<slug:key>/initials/take-back/", item.take_back, name="take-back-initials"),
    path("t/<slug:slug>/check/<slug:key>/decision/", decision.decide, name="decide"),
    path(
        "t/<slug:slug>/check/<slug:key>/decision/take-back/",
        decision.take_back_decided,
        name="take-back-decision",
    ),
]
