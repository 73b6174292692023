"""URLs of the scenario pages."""

from django.urls import include, path

from scenarios_app.library import scenario_views

urlpatterns = [
    path("", scenario_views.home, name="home"),
    path("about/", scenario_views.about, name="about"),
    path("", include("scenarios_app.library.urls")),
    path("", include("scenarios_app.drafts.urls")),
    path("", include("scenarios_app.moderation.urls")),
    path("", include("scenarios_app.ships.urls")),
    path("", include("scenarios_app.file_format.urls")),
    path("", include("scenarios_app.printing.urls")),
    path("", include("scenarios_app.maps.urls")),
]
