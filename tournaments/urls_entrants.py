"""Addresses of registration."""

from django.urls import path

from tournaments import views_entrants as many
from tournaments import views_entrants_import as lists
from tournaments import views_entrants_one as one

HERE = "t/<slug:slug>/entrants/"
ENTRANT = f"{HERE}<int:number>/"

urlpatterns = [
    path(HERE, many.entrants, name="entrants"),
    path(f"{HERE}known/", many.known, name="known-players"),
    path(f"{HERE}undo/<int:entry>/", many.undo, name="undo-entrants"),
    path(f"{HERE}entrants.csv", many.as_csv, name="entrants-csv"),
    path(f"{HERE}entrants.xlsx", many.as_excel, name="entrants-excel"),
    path(f"{HERE}import/", lists.preview, name="import-entrants"),
    path(f"{HERE}import/store/", lists.store, name="store-entrants"),
    path(ENTRANT, one.entrant, name="entrant"),
    path(f"{ENTRANT}check-in/", many.check_in_one, name="check-in"),
    path(f"{ENTRANT}fee/", many.take_fee_of, name="take-fee"),
    path(f"{ENTRANT}withdrawal/", one.withdrawal, name="withdraw-entrant"),
    path(f"{ENTRANT}reinstatement/", one.reinstatement, name="reinstate-entrant"),
    path(f"{ENTRANT}substitutes/", one.substitute, name="add-substitute"),
    path(f"{ENTRANT}substitutes/<int:substitution>/removal/", one.no_substitute, name="remove-substitute"),
    path(f"{ENTRANT}removal/", one.removal, name="remove-entrant"),
]
