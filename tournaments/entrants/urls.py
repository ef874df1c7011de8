"""Addresses of registration."""

from django.urls import path

from tournaments.entrants.imports import views as imports_views
from tournaments.entrants.views import check_in, entrant, entrant_list

urlpatterns = [
    path("t/<slug:slug>/entrants/", entrant_list.entrants, name="entrants"),
    path("t/<slug:slug>/entrants/check-in/", check_in.check_in, name="check-in"),
    path("t/<slug:slug>/entrants/did-not-come/", entrant.did_not_come, name="did-not-come"),
    path("t/<slug:slug>/entrants/known/", entrant_list.known, name="known-players"),
    path("t/<slug:slug>/entrants/undo/<int:entry>/", entrant_list.undo, name="undo-entrants"),
    path("t/<slug:slug>/entrants/entrants.csv", entrant_list.as_csv, name="entrants-csv"),
    path("t/<slug:slug>/entrants/entrants.xlsx", entrant_list.as_excel, name="entrants-excel"),
    path("t/<slug:slug>/entrants/import/", imports_views.preview, name="import-entrants"),
    path("t/<slug:slug>/entrants/import/store/", imports_views.store, name="store-entrants"),
    path("t/<slug:slug>/entrants/<int:number>/", entrant.entrant, name="entrant"),
    path("t/<slug:slug>/entrants/<int:number>/check-in/", entrant_list.check_in_one, name="check-in-one"),
    path("t/<slug:slug>/entrants/<int:number>/fee/", entrant_list.take_fee_of, name="record-fee"),
    path("t/<slug:slug>/entrants/<int:number>/name/", entrant_list.set_name, name="name-parts"),
    path("t/<slug:slug>/entrants/<int:number>/merge/", entrant.merge, name="merge-players"),
    path("t/<slug:slug>/entrants/<int:number>/withdrawal/", entrant.withdrawal, name="withdraw-entrant"),
    path("t/<slug:slug>/entrants/<int:number>/reinstatement/", entrant.reinstatement, name="reinstate-entrant"),
    path("t/<slug:slug>/entrants/<int:number>/substitutes/", entrant.substitute, name="add-substitute"),
    path(
        "t/<slug:slug>/entrants/<int:number>/substitutes/<int:substitution>/removal/",
        entrant.remove_substitution,
        name="remove-substitute",
    ),
    path("t/<slug:slug>/entrants/<int:number>/removal/", entrant.removal, name="remove-entrant"),
]
