"""Addresses of battles: the API, and the pages."""

from django.urls import include, path

from . import views

urlpatterns = [
    path("api/v1/", include("replays_app.api.urls")),
    path("battles/", views.battles, name="battles"),
    path("battles/<uuid:battle_id>/", views.replay, name="replay"),
    path("battles/<uuid:battle_id>/embed/", views.embed, name="embed"),
    path("battles/<uuid:battle_id>/prose/", views.plain_text, name="prose"),
    path("battles/<uuid:battle_id>/report.md", views.report, name="report-of-battle"),
]
