"""Addresses of the library: its page, a scenario's page, its revisions and their files."""

from django.urls import path

from . import api, revision_views, scenario_views
from . import views as library_views

urlpatterns = [
    path("api/v1/scenarios/", api.tell_scenarios, name="api-scenarios"),
    path("library/", library_views.library, name="library"),
    path("library/<slug:key>/", scenario_views.scenario, name="scenario"),
    path("library/<slug:key>/difference/", revision_views.difference, name="difference"),
    path("library/<slug:key>/scenario.json", revision_views.download, name="scenario-file"),
    path("library/<slug:key>/revisions/<int:number>/", revision_views.revision, name="revision"),
    path(
        "library/<slug:key>/revisions/<int:number>/scenario.json",
        revision_views.download,
        name="revision-file",
    ),
]
