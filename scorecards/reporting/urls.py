"""Addresses of reports at the table. What lies below ``me/`` is opened by a card's code."""

from django.urls import path

from scorecards.reporting.views import board, handover, phone, practice

urlpatterns = [
    path("t/<slug:slug>/reports/", board.board, name="reports"),
    path("t/<slug:slug>/reports/call/", board.call_out, name="call-out"),
    path("t/<slug:slug>/reports/closing/", board.closing, name="closing"),
    path("t/<slug:slug>/reports/closing/undo/", board.reopening, name="reopening"),
    path("t/<slug:slug>/reports/unlocking/", board.unlock, name="unlock"),
    path("t/<slug:slug>/reports/handover/", handover.handover, name="handover"),
    path("t/<slug:slug>/reports/handover/picture/", handover.picture, name="handover-picture"),
    path("t/<slug:slug>/reports/codes/", board.codes, name="codes"),
    path("t/<slug:slug>/reports/codes/<int:number>/", board.replace, name="replace-code"),
    path("t/<slug:slug>/practice/", practice.practice, name="practice"),
    path("t/<slug:slug>/me/<str:code>/", phone.phone, name="phone"),
    path("t/<slug:slug>/me/<str:code>/now/", phone.now, name="phone-now"),
    path("t/<slug:slug>/me/<str:code>/worker.js", phone.worker, name="phone-worker"),
    path("t/<slug:slug>/me/<str:code>/device/", phone.device, name="phone-device"),
    path("t/<slug:slug>/me/<str:code>/signing/", phone.signing, name="phone-signing"),
    path("t/<slug:slug>/me/<str:code>/games/<int:game>/", phone.report, name="phone-report"),
    path("t/<slug:slug>/me/<str:code>/games/<int:game>/initials/", phone.initials, name="phone-initials"),
    path("t/<slug:slug>/me/<str:code>/games/<int:game>/denial/", phone.denial, name="phone-denial"),
    path("t/<slug:slug>/me/<str:code>/games/<int:game>/stranger/", phone.stranger, name="phone-stranger"),
    path("t/<slug:slug>/me/<str:code>/games/<int:game>/unlocking/", phone.unlocking, name="phone-unlocking"),
    path("t/<slug:slug>/me/<str:code>/games/<int:game>/judge/", phone.judge, name="phone-judge"),
]
