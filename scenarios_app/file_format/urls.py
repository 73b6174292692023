"""URLs of the form descriptions and the JSON Schema."""

from django.urls import path

from . import api

urlpatterns = [
    path("api/v1/systems/", api.tell_systems, name="api-systems"),
    path("api/v1/systems/<slug:key>/form/", api.tell_form, name="api-form"),
    path("schema/scenario.json", api.tell_schema, name="scenario-schema"),
]
