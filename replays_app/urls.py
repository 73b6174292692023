"""Addresses of battles: the API, and the pages."""

from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("replays_app.api.urls")),
]
