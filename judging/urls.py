"""Addresses of the rule index and of calls."""

from django.urls import path

from judging import views_call_log, views_calls, views_hands, views_judges, views_rules

app_name = "judging"
urlpatterns = [
    path("rules/", views_rules.rules, name="rules"),
    path("rules/changes/", views_rules.changes, name="rule-changes"),
    path("rules/<str:edition>/", views_rules.rule_index, name="rule-index"),
    path("rules/<str:edition>/<str:number>/", views_rules.rule, name="rule"),
    path("t/<slug:slug>/calls/", views_calls.calls, name="calls"),
    path("t/<slug:slug>/calls/new/", views_calls.new_call, name="new-call"),
    path("t/<slug:slug>/calls/<int:number>/", views_calls.call, name="call"),
    path("t/<slug:slug>/calls/<int:number>/ruling/", views_calls.ruling, name="rule-on-call"),
    path("t/<slug:slug>/calls/<int:number>/signatures/", views_calls.signatures, name="sign-call"),
    path(
        "t/<slug:slug>/calls/<int:number>/signatures/<int:place>/removal/",
        views_calls.signature_removal,
        name="take-off-call",
    ),
    path("t/<slug:slug>/calls/<int:number>/disagreement/", views_calls.disagreement, name="disagree"),
    path(
        "t/<slug:slug>/calls/<int:number>/disagreement/removal/",
        views_calls.disagreement_removal,
        name="agree",
    ),
    path("t/<slug:slug>/calls/<int:number>/closing/", views_calls.closing, name="close-call"),
    path("t/<slug:slug>/calls/<int:number>/players/", views_calls.players, name="call-players"),
    path("t/<slug:slug>/calls/judges/", views_judges.whereabouts, name="whereabouts"),
    path("t/<slug:slug>/calls/judges/head/", views_judges.head_judge, name="head-judge"),
    path("t/<slug:slug>/calls/relations/", views_judges.relations, name="relations"),
    path(
        "t/<slug:slug>/calls/relations/<int:relation>/removal/",
        views_judges.relation_removal,
        name="end-relation",
    ),
    path("t/<slug:slug>/calls/log/", views_call_log.log, name="call-log"),
    path("t/<slug:slug>/calls/log/csv/", views_call_log.log_csv, name="call-log-csv"),
    path("t/<slug:slug>/calls/hand/", views_hands.hand, name="hand"),
    path("t/<slug:slug>/calls/high-hands/", views_hands.high_hands, name="high-hands"),
    path(
        "t/<slug:slug>/calls/high-hands/<int:hand>/removal/",
        views_hands.high_hand_removal,
        name="strike-high-hand",
    ),
]
