"""Addresses of the rules companion."""

from django.urls import path

from . import views

urlpatterns = [
    path("rules/", views.all_systems, name="rules"),
    path("rules/words/", views.words, name="words"),
    path("rules/<slug:system>/", views.system_rules, name="rules-of"),
    path("rules/<slug:system>/notes-<slug:digest>.json", views.notes, name="rule-notes"),
    path("rules/<slug:system>/<slug:rule>/", views.rule, name="rule"),
]
