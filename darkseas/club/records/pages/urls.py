"""URLs of a club's records."""

from django.urls import path

from . import player_views, record_views, ship_views

urlpatterns = [
    path("", record_views.records, name="club-records"),
    path("players/<int:number>/", player_views.player_record, name="club-player-record"),
    path("ships/", ship_views.ships, name="club-ships"),
    path("ships/<path:name>/", ship_views.ship, name="club-ship"),
]
