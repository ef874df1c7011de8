"""Addresses of staff."""

from django.urls import path

from tournaments.staff import views

urlpatterns = [
    path("join/<str:secret>/", views.join_event, name="join"),
    path("t/<slug:slug>/staff/", views.staff, name="staff"),
    path("t/<slug:slug>/staff/invitations/", views.make_invitation, name="invite"),
    path("t/<slug:slug>/staff/invitations/<int:number>/end/", views.close_invitation, name="close-invitation"),
    path("t/<slug:slug>/staff/invitations/<int:number>/reopen/", views.reopen, name="reopen-invitation"),
    path("t/<slug:slug>/staff/<int:number>/code/", views.new_code, name="new-code"),
    path("t/<slug:slug>/staff/directors/", views.make_director, name="add-director"),
    path("t/<slug:slug>/staff/<int:number>/end/", views.remove_access, name="remove-access"),
    path("t/<slug:slug>/staff/<int:number>/restore/", views.restore, name="restore-access"),
]
