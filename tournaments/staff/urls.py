"""Addresses of staff."""

from django.urls import path

from tournaments.staff.views import join, members

urlpatterns = [
    path("join/<str:secret>/", join.join_event, name="join"),
    path("t/<slug:slug>/staff/", members.staff, name="staff"),
    path("t/<slug:slug>/staff/invitations/", members.make_invitation, name="invite"),
    path("t/<slug:slug>/staff/invitations/<int:number>/end/", members.close_invitation, name="close-invitation"),
    path("t/<slug:slug>/staff/invitations/<int:number>/reopen/", members.reopen, name="reopen-invitation"),
    path("t/<slug:slug>/staff/<int:number>/code/", members.new_code, name="new-code"),
    path("t/<slug:slug>/staff/directors/", members.make_director, name="add-director"),
    path("t/<slug:slug>/staff/<int:number>/end/", members.remove_access, name="remove-access"),
    path("t/<slug:slug>/staff/<int:number>/restore/", members.restore, name="restore-access"),
]
