"""URLs of the ship pages and the ship API."""

from django.urls import path

from . import api, views

urlpatterns = [
    path("ships/", views.all_ships, name="ships"),
    path("ships/<slug:key>/", views.ship_class, name="ship-class"),
    path("ships/<slug:key>/<slug:slug>/", views.ship, name="ship"),
    path("api/v1/ships/", api.tell_ships, name="api-ships"),
    path("api/v1/ships/classes/<slug:key>/", api.tell_class, name="api-ship-class"),
]
