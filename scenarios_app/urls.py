"""Addresses of the pages about scenarios."""

from django.urls import include, path

from . import library_views, views

urlpatterns = [
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("library/", library_views.library, name="library"),
    path("library/<slug:key>/", views.scenario, name="scenario"),
    path("", include("scenarios_app.draft_urls")),
    path("", include("scenarios_app.ship_urls")),
    path("", include("scenarios_app.form_urls")),
    path("", include("scenarios_app.print_urls")),
    path("", include("scenarios_app.map_urls")),
]
