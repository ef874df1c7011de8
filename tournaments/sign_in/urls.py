"""Addresses of signing in and of one's own account."""

from django.urls import path

from tournaments.sign_in.views import account, sign_in

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
]
