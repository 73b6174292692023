"""Addresses of the pages about scenarios."""

from django.urls import path

from . import views

urlpatterns = [
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("library/", views.library, name="library"),
    path("library/<slug:key>/", views.scenario, name="scenario"),
]
