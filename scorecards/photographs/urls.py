"""Addresses of photographed scorecards: printing, sending, what came of it."""

from django.urls import path

from scorecards.photographs.views import confirming, printing, receiving

PHOTOGRAPHS = "t/<slug:slug>/cards/photographs/"

urlpatterns = [
    path("t/<slug:slug>/seating/print/photo-cards/", printing.print_cards, name="print-photo-cards"),
    path(PHOTOGRAPHS, receiving.pictures, name="photographs"),
    path(f"{PHOTOGRAPHS}send/", receiving.send, name="send-photographs"),
    path(f"{PHOTOGRAPHS}set-aside/", receiving.aside, name="photographs-set-aside"),
    path(f"{PHOTOGRAPHS}settings/", receiving.settings, name="photograph-settings"),
    path(f"{PHOTOGRAPHS}settings/boxes.zip", receiving.boxes, name="photograph-boxes"),
    path(f"{PHOTOGRAPHS}<int:pk>/image/", receiving.image, name="photograph-image"),
    path(f"{PHOTOGRAPHS}<int:pk>/original/", receiving.original, name="photograph-original"),
    path(f"{PHOTOGRAPHS}confirm/", confirming.confirm_next, name="confirm-photographs"),
    path(f"{PHOTOGRAPHS}<int:pk>/", confirming.photograph, name="photograph"),
    path(f"{PHOTOGRAPHS}<int:pk>/presence/", confirming.presence, name="photograph-presence"),
    path(f"{PHOTOGRAPHS}<int:pk>/whose/", confirming.whose, name="whose-photograph"),
    path(f"{PHOTOGRAPHS}<int:pk>/set-aside/", confirming.put_aside, name="set-photograph-aside"),
]
