"""Addresses of seats and schedule."""

from django.urls import path

from tournaments.seating.views import printouts, schedule, seats

urlpatterns = [
    path("t/<slug:slug>/seats/", seats.seat_list, name="seats"),
    path("t/<slug:slug>/seating/", seats.seating, name="seating"),
    path("t/<slug:slug>/seating/draw/", seats.draw_all, name="draw-seats"),
    path("t/<slug:slug>/seating/clear/", seats.clear_all, name="clear-seats"),
    path("t/<slug:slug>/seating/undo/<int:entry>/", seats.undo, name="undo-seating"),
    path("t/<slug:slug>/seating/seats/<int:number>/", seats.one_seat, name="assign-seat"),
    path("t/<slug:slug>/seating/schedule/", schedule.schedule, name="schedule"),
    path("t/<slug:slug>/seating/movements/", schedule.movements, name="movements"),
    path("t/<slug:slug>/seating/schedule/whole/", printouts.whole, name="whole-schedule"),
    path("t/<slug:slug>/seating/schedule/make/", schedule.make, name="make-schedule"),
    path("t/<slug:slug>/seating/schedule/robin/", seats.make_robin, name="make-round-robin"),
    path("t/<slug:slug>/seating/pools/", seats.pools, name="pools"),
    path("t/<slug:slug>/seating/print/days/", printouts.days, name="print-days"),
    path("t/<slug:slug>/seating/print/boards/", printouts.boards, name="print-boards"),
    path("t/<slug:slug>/seating/schedule/more/", schedule.more, name="add-games"),
    path("t/<slug:slug>/seating/schedule/games/<int:number>/", schedule.game, name="scheduled-game"),
    path("t/<slug:slug>/seating/schedule/latecomer/", schedule.change, {"what": "latecomer"}, name="pair-latecomer"),
    path("t/<slug:slug>/seating/schedule/chair/", schedule.change, {"what": "chair"}, name="take-over-seat"),
    path("t/<slug:slug>/seating/schedule/table/", schedule.change, {"what": "table"}, name="move-table"),
    path("t/<slug:slug>/seating/schedule/out/", schedule.change, {"what": "out"}, name="remove-from-schedule"),
    path("t/<slug:slug>/seating/schedule/schedule.csv", schedule.as_csv, name="schedule-csv"),
    path("t/<slug:slug>/seating/schedule/import/", schedule.preview, name="import-schedule"),
    path("t/<slug:slug>/seating/schedule/import/store/", schedule.store, name="store-schedule"),
    path("t/<slug:slug>/seating/print/seats/", printouts.seats, name="print-seats"),
    path("t/<slug:slug>/seating/print/cards/", printouts.cards, name="print-cards"),
    path("t/<slug:slug>/seating/print/caller/", printouts.caller, name="print-caller"),
    path("t/<slug:slug>/seating/print/movement/", printouts.movement, name="print-movement"),
    path("t/<slug:slug>/seating/print/tables/", printouts.tables, name="print-tables"),
]
