"""Addresses of seats and movement."""

from django.urls import path

from tournaments import views_seating as seats
from tournaments import views_seating_print as printed
from tournaments import views_seating_robin as robin
from tournaments import views_seating_schedule as schedule

HERE = "t/<slug:slug>/seating/"
SCHEDULE = f"{HERE}schedule/"

urlpatterns = [
    path("t/<slug:slug>/seats/", seats.seat_list, name="seats"),
    path(HERE, seats.seating, name="seating"),
    path(f"{HERE}draw/", seats.draw_all, name="draw-seats"),
    path(f"{HERE}clear/", seats.clear_all, name="clear-seats"),
    path(f"{HERE}undo/<int:entry>/", seats.undo, name="undo-seating"),
    path(f"{HERE}seats/<int:number>/", seats.one_seat, name="give-seat"),
    path(SCHEDULE, schedule.schedule, name="schedule"),
    path(f"{SCHEDULE}whole/", printed.whole, name="whole-schedule"),
    path(f"{SCHEDULE}make/", schedule.make, name="make-schedule"),
    path(f"{SCHEDULE}robin/", robin.make, name="make-round-robin"),
    path(f"{HERE}pools/", robin.pools, name="pools"),
    path(f"{HERE}print/days/", robin.days, name="print-days"),
    path(f"{HERE}print/boards/", robin.boards, name="print-boards"),
    path(f"{SCHEDULE}more/", schedule.more, name="schedule-more"),
    path(f"{SCHEDULE}games/<int:number>/", schedule.game, name="scheduled-game"),
    path(f"{SCHEDULE}latecomer/", schedule.latecomer, name="pair-latecomer"),
    path(f"{SCHEDULE}chair/", schedule.chair, name="take-over-chair"),
    path(f"{SCHEDULE}out/", schedule.out, name="take-out"),
    path(f"{SCHEDULE}schedule.csv", schedule.as_csv, name="schedule-csv"),
    path(f"{SCHEDULE}import/", schedule.preview, name="import-schedule"),
    path(f"{SCHEDULE}import/store/", schedule.store, name="store-schedule"),
    path(f"{HERE}print/seats/", printed.seats, name="print-seats"),
    path(f"{HERE}print/cards/", printed.cards, name="print-cards"),
    path(f"{HERE}print/tables/", printed.tables, name="print-tables"),
]
