"""Addresses of the rule index."""

from django.urls import path

from judging import views_rules

app_name = "judging"
urlpatterns = [
    path("rules/", views_rules.rules, name="rules"),
    path("rules/changes/", views_rules.changes, name="rule-changes"),
    path("rules/<str:edition>/", views_rules.rule_index, name="rule-index"),
    path("rules/<str:edition>/<str:number>/", views_rules.rule, name="rule"),
]
