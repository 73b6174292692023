"""Addresses of battles: the API, and the pages."""

from django.urls import include, path

from . import views

urlpatterns = [
    path("api/v1/", include("replays_app.api.urls")),
    path("battles/", views.battles, name="battles"),
    path("battles/<uuid:battle>/", views.replay, name="replay"),
    path("battles/<uuid:battle>/embed/", views.embed, name="embed"),
    path("battles/<uuid:battle>/prose/", views.prose, name="prose"),
    path("battles/<uuid:battle>/report.md", views.report, name="report-of-battle"),
]
