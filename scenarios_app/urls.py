"""Addresses of the pages about scenarios."""

from django.urls import include, path

from scenarios_app.library import scenario_views
from scenarios_app.library import views as library_views

urlpatterns = [
    path("", scenario_views.home, name="home"),
    path("about/", scenario_views.about, name="about"),
    path("library/", library_views.library, name="library"),
    path("library/<slug:key>/", scenario_views.scenario, name="scenario"),
    path("", include("scenarios_app.drafts.urls")),
    path("", include("scenarios_app.ships.urls")),
    path("", include("scenarios_app.file_format.urls")),
    path("", include("scenarios_app.printing.urls")),
    path("", include("scenarios_app.maps.urls")),
]
