"""Addresses of the published site, for staff."""

from django.urls import path

from brackets.published import views

urlpatterns = [
    path("t/<slug:slug>/publish/", views.publish, name="publish"),
    path("t/<slug:slug>/publish/targets/", views.targets, name="publish-targets"),
    path("t/<slug:slug>/publish/site.zip", views.as_zip_file, name="publish-zip"),
    path("t/<slug:slug>/publish/page.html", views.as_one_page, name="publish-page"),
]
