"""URLs of the map API and the map pages."""

from django.urls import include, path

from . import api as map_api
from . import views

api = [
    path("maps/", map_api.Maps.as_view(), name="maps"),
    path("maps/read-tiled/", map_api.ReadFile.as_view(), name="read"),
    path("maps/write-tiled/", map_api.WriteTiled.as_view(), name="write-tiled"),
    path("maps/from-coast/", map_api.FromCoast.as_view(), name="from-coast"),
    path("maps/<slug:key>/", map_api.OneMap.as_view(), name="map"),
    path("coasts/", map_api.Coasts.as_view(), name="coasts"),
]

urlpatterns = [
    path("api/v1/", include((api, "maps-api"))),
    path("maps/", views.maps, name="maps"),
    path("maps/new/", views.new_map, name="map-new"),
    path("maps/<slug:key>/", views.one_map, name="map"),
    path("maps/<slug:key>/edit/", views.edit_map, name="map-edit"),
    path("maps/<slug:key>/revisions/<int:number>/map.json", views.own_file, name="map-file"),
    path("maps/<slug:key>/revisions/<int:number>/map.tmj", views.tiled_file, name="map-tiled"),
]
