"""Addresses of scorecards for photographs."""

from django.urls import path

from scorecards.photographs import views

urlpatterns = [path("t/<slug:slug>/seating/print/photo-cards/", views.print_cards, name="print-photo-cards")]
