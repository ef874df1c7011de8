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
    path("t/<slug:slug>/check/<slug:key>/as-written/", item.confirm, name="confirm-lines"),
    path("t/<slug:slug>/check/<slug:key>/lines/<int:number>/", item.reenter, name="reenter-line"),
    path("t/<slug:slug>/check/<slug:key>/lines/<int:number>/undo/", item.undo_line, name="undo-reentry"),
    path("t/<slug:slug>/check/<slug:key>/initials/", item.initial, name="initials"),
    path("t/<slug:slug>/check/<slug:key>/initials/take-back/", item.undo, name="undo-initials"),
    path("t/<slug:slug>/check/<slug:key>/decision/", decision.decide, name="decide-game"),
    path("t/<slug:slug>/check/<slug:key>/decision/take-back/", decision.undo, name="undo-decision"),
]
