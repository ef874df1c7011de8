"""Addresses of signing in and of one's own account."""

from django.urls import path

from tournaments.sign_in import views

urlpatterns = [
    path("sign-in/", views.sign_in, name="sign-in"),
    path("sign-in/code/", views.sign_in_code, name="sign-in-code"),
    path("sign-in/<str:secret>/", views.sign_in_link, name="sign-in-link"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("account/", views.account, name="account"),
    path("account/password/", views.set_password, name="set-password"),
    path("account/confirm/", views.confirm, name="confirm"),
    path("account/sign-ins/<int:number>/end/", views.sign_out_there, name="sign-out-there"),
    path("account/sign-ins/end/", views.sign_out_of_all, name="sign-out-of-all"),
    path("account/second-step/", views.second_step, name="second-step"),
]
