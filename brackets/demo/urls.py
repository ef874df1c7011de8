"""Addresses of practice."""

from django.urls import path

from brackets.demo import views

urlpatterns = [
    path("practice/", views.practice, name="practice"),
    path("t/<slug:slug>/practice/cards/", views.pile, name="practice-pile"),
    path("t/<slug:slug>/practice/end/", views.end, name="end-practice"),
]
