"""Addresses of the report to the ACC."""

from django.urls import path

from brackets.acc_report import views

urlpatterns = [
    path("t/<slug:slug>/acc-report/", views.report, name="acc-report"),
    path("t/<slug:slug>/acc-report/facts/", views.facts, name="acc-report-facts"),
    path("t/<slug:slug>/acc-report/numbers/", views.numbers, name="acc-report-numbers"),
    path("t/<slug:slug>/acc-report/members/", views.members, name="acc-report-members"),
    path("t/<slug:slug>/acc-report/members/removal/", views.remove_members, name="acc-report-members-removal"),
    path("t/<slug:slug>/acc-report/report.json", views.as_json, name="acc-report-json"),
    path("t/<slug:slug>/acc-report/report.csv", views.as_csv, name="acc-report-csv"),
    path("t/<slug:slug>/acc-report/report.xlsx", views.as_excel, name="acc-report-excel"),
]
