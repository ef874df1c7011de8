"""Addresses of signing in, staff, settings and the log."""

from django.urls import path

from tournaments import views_staff as staff
from tournaments import views_staff_event as event
from tournaments import views_staff_log as log
from tournaments import views_staff_ways_in as ways_in

urlpatterns = [
    path("sign-in/", ways_in.sign_in, name="sign-in"),
    path("sign-in/<str:secret>/", ways_in.sign_in_link, name="sign-in-link"),
    path("sign-out/", ways_in.sign_out, name="sign-out"),
    path("account/", ways_in.account, name="account"),
    path("account/password/", ways_in.set_password, name="set-password"),
    path("join/<str:secret>/", ways_in.join_event, name="join"),
    path("new/", event.new_event, name="new"),
    path("t/<slug:slug>/staff/", staff.staff, name="staff"),
    path("t/<slug:slug>/staff/invitations/", staff.make_invitation, name="invite"),
    path("t/<slug:slug>/staff/invitations/<int:number>/end/", staff.stop_invitation, name="end-invitation"),
    path(
        "t/<slug:slug>/staff/invitations/<int:number>/reopen/",
        staff.open_invitation_again,
        name="reopen-invitation",
    ),
    path("t/<slug:slug>/staff/directors/", staff.make_director, name="add-director"),
    path("t/<slug:slug>/staff/<int:number>/end/", staff.stop_member, name="end-access"),
    path("t/<slug:slug>/staff/<int:number>/restore/", staff.readmit_member, name="restore-access"),
    path("t/<slug:slug>/log/", log.log, name="log"),
    path("t/<slug:slug>/log/csv/", log.log_csv, name="log-csv"),
    path("t/<slug:slug>/settings/", event.settings, name="settings"),
]
