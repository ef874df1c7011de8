"""Every address of judging, by chapter."""

from django.urls import path

from judging.calls import views as calls
from judging.hands import views as hands
from judging.judges import views as judges
from judging.lookup import views as lookup

app_name = "judging"
urlpatterns = [
    path("t/<slug:slug>/rules/", lookup.event_rules, name="event-rules"),
    path("rules/", lookup.rules, name="rules"),
    path("rules/changes/", lookup.changes, name="rule-changes"),
    path("rules/<str:edition>/", lookup.rule_index, name="rule-index"),
    path("rules/<str:edition>/<str:number>/", lookup.rule, name="rule"),
    path("t/<slug:slug>/calls/", calls.calls, name="calls"),
    path("t/<slug:slug>/calls/new/", calls.new_call, name="new-call"),
    path("t/<slug:slug>/calls/<int:number>/", calls.call, name="call"),
    path("t/<slug:slug>/calls/<int:number>/ruling/", calls.ruling, name="rule-on-call"),
    path("t/<slug:slug>/calls/<int:number>/signatures/", calls.signatures, name="sign-call"),
    path(
        "t/<slug:slug>/calls/<int:number>/signatures/<int:place>/removal/",
        calls.signature_removal,
        name="take-off-call",
    ),
    path("t/<slug:slug>/calls/<int:number>/disagreement/", calls.disagreement, name="disagree"),
    path("t/<slug:slug>/calls/<int:number>/disagreement/removal/", calls.disagreement_removal, name="agree"),
    path("t/<slug:slug>/calls/<int:number>/closing/", calls.closing, name="close-call"),
    path("t/<slug:slug>/calls/<int:number>/players/", calls.players, name="call-players"),
    path("t/<slug:slug>/calls/log/", calls.log, name="call-log"),
    path("t/<slug:slug>/calls/log/csv/", calls.log_csv, name="call-log-csv"),
    path("t/<slug:slug>/calls/judges/", judges.whereabouts, name="whereabouts"),
    path("t/<slug:slug>/calls/judges/head/", judges.head_judge, name="head-judge"),
    path("t/<slug:slug>/calls/relations/", judges.relations, name="relations"),
    path("t/<slug:slug>/calls/relations/<int:relation>/removal/", judges.relation_removal, name="end-relation"),
    path("t/<slug:slug>/calls/play/", hands.play, name="play"),
    path("t/<slug:slug>/calls/hand/", hands.hand, name="hand"),
    path("t/<slug:slug>/calls/high-hands/", hands.high_hands, name="high-hands"),
    path("t/<slug:slug>/calls/high-hands/<int:hand>/removal/", hands.high_hand_removal, name="strike-high-hand"),
]
