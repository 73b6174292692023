"""Addresses of the pages and of the API about ships."""

from django.urls import path

from . import ship_api, ship_views

urlpatterns = [
    path("ships/", ship_views.all_ships, name="ships"),
    path("ships/<slug:key>/", ship_views.ship_class, name="ship-class"),
    path("ships/<slug:key>/<slug:slug>/", ship_views.ship, name="ship"),
    path("api/v1/ships/", ship_api.tell_ships, name="api-ships"),
    path("api/v1/ships/classes/<slug:key>/", ship_api.tell_class, name="api-ship-class"),
]
