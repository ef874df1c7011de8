"""Addresses of judges and their relations."""

from django.urls import path

from judging.judges import views

urlpatterns = [
    path("t/<slug:slug>/calls/judges/", views.whereabouts, name="whereabouts"),
    path("t/<slug:slug>/calls/judges/head/", views.head_judge, name="head-judge"),
    path("t/<slug:slug>/calls/relations/", views.relations, name="relations"),
    path("t/<slug:slug>/calls/relations/<int:relation>/removal/", views.relation_removal, name="end-relation"),
]
