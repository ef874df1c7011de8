"""Addresses of signing in and of staff."""

from django.urls import path

from tournaments.staff.views import account, members, sign_in

urlpatterns = [
    path("sign-in/", sign_in.sign_in, name="sign-in"),
    path("sign-in/code/", sign_in.sign_in_code, name="sign-in-code"),
    path("sign-in/<str:secret>/", sign_in.sign_in_link, name="sign-in-link"),
    path("sign-out/", sign_in.sign_out, name="sign-out"),
    path("account/", account.account, name="account"),
    path("account/password/", account.set_password, name="set-password"),
    path("account/confirm/", account.confirm, name="confirm"),
    path("account/sign-ins/<int:number>/end/", account.sign_out_there, name="sign-out-there"),
    path("account/sign-ins/end/", account.sign_out_of_all, name="sign-out-of-all"),
    path("account/second-step/", account.second_step, name="second-step"),
    path("join/<str:secret>/", sign_in.join_event, name="join"),
    path("t/<slug:slug>/staff/", members.staff, name="staff"),
    path("t/<slug:slug>/staff/invitations/", members.make_invitation, name="invite"),
    path("t/<slug:slug>/staff/invitations/<int:number>/end/", members.close_invitation, name="close-invitation"),
    path("t/<slug:slug>/staff/invitations/<int:number>/reopen/", members.reopen, name="reopen-invitation"),
    path("t/<slug:slug>/staff/<int:number>/code/", members.new_code, name="new-code"),
    path("t/<slug:slug>/staff/directors/", members.make_director, name="add-director"),
    path("t/<slug:slug>/staff/<int:number>/end/", members.remove_access, name="remove-access"),
    path("t/<slug:slug>/staff/<int:number>/restore/", members.restore, name="restore-access"),
]
