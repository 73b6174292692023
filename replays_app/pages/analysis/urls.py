"""URLs of the analysis page."""

from django.urls import path

from . import views

urlpatterns = [
    path("battles/<uuid:battle_id>/analysis/", views.analysis, name="battle-analysis"),
    path("battles/<uuid:battle_id>/analysis/start/", views.start, name="battle-analysis-start"),
    path("battles/<uuid:battle_id>/analysis/cancel/", views.cancel, name="battle-analysis-cancel"),
]
