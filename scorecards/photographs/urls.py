"""Addresses of scorecards for photographs."""

from django.urls import path

from scorecards.photographs.views import printing

urlpatterns = [path("t/<slug:slug>/seating/print/photo-cards/", printing.print_cards, name="print-photo-cards")]
