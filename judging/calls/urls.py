"""Addresses of calls."""

from django.urls import path

from judging.calls.views import calls, log

urlpatterns = [
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
    path("t/<slug:slug>/calls/log/", log.log, name="call-log"),
    path("t/<slug:slug>/calls/log/csv/", log.log_csv, name="call-log-csv"),
]
