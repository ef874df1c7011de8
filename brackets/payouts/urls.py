"""Addresses of payouts."""

from django.urls import path

from brackets.payouts import views

urlpatterns = [
    path("t/<slug:slug>/money/", views.payouts, name="payouts"),
    path("t/<slug:slug>/money/fund/", views.fund, name="fund"),
    path("t/<slug:slug>/money/payout/", views.payout, name="payout"),
    path("t/<slug:slug>/money/templates/", views.templates, name="payout-templates"),
    path("t/<slug:slug>/money/payments/", views.pay, name="pay"),
    path("t/<slug:slug>/money/payments/<int:number>/removal/", views.undo_payment, name="undo-payment"),
    path("t/<slug:slug>/money/pools/", views.pools, name="pools"),
    path("t/<slug:slug>/money/pools/<int:number>/", views.pool, name="pool"),
    path("t/<slug:slug>/money/pools/<int:number>/removal/", views.close_pool, name="close-pool"),
    path("t/<slug:slug>/money/money.csv", views.as_csv, name="payouts-csv"),
    path("t/<slug:slug>/money/money.xlsx", views.as_excel, name="payouts-excel"),
]
