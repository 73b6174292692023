"""URLs of clubs."""

from django.urls import include, path

from .records.pages import scenario_rating_views

urlpatterns = [
    path("", include("darkseas.club.feeds.pages.urls")),
    path("clubs/<slug:slug>/results/", include("darkseas.club.results.pages.urls")),
    path("clubs/<slug:slug>/records/", include("darkseas.club.records.pages.urls")),
    path("clubs/<slug:slug>/tournaments/", include("darkseas.club.tournaments.pages.urls")),
    path("clubs/", include("darkseas.club.membership.urls")),
    path("library/<slug:key>/opinion/", scenario_rating_views.opinion, name="club-opinion"),
]
