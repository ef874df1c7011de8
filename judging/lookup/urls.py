"""Addresses of the rule index."""

from django.urls import path

from judging.lookup import views

urlpatterns = [
    path("t/<slug:slug>/rules/", views.event_rules, name="event-rules"),
    path("rules/", views.rules, name="rules"),
    path("rules/changes/", views.changes, name="rule-changes"),
    path("rules/<str:edition>/", views.rule_index, name="rule-index"),
    path("rules/<str:edition>/<str:number>/", views.rule, name="rule"),
]
