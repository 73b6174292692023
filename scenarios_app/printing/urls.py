"""URLs of the printable sheets."""

from django.urls import path

from . import views
from .map.png.views import scenario_picture

urlpatterns = [
    path("library/<slug:key>/picture.png", scenario_picture, name="scenario-picture"),
    path("library/<slug:key>/print/", views.choose, name="print"),
    path("library/<slug:key>/print/<slug:sheet>.pdf", views.sheet, name="print-sheet"),
    path("library/<slug:key>/revisions/<int:number>/print/", views.choose, name="revision-print"),
    path(
        "library/<slug:key>/revisions/<int:number>/print/<slug:sheet>.pdf",
        views.sheet,
        name="revision-print-sheet",
    ),
]
