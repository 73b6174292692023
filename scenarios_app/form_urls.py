"""Addresses of the form descriptions and of the schema."""

from django.urls import path

from . import form_api

urlpatterns = [
    path("api/v1/systems/", form_api.tell_systems, name="api-systems"),
    path("api/v1/systems/<slug:key>/form/", form_api.tell_form, name="api-form"),
    path("schema/scenario.json", form_api.tell_schema, name="scenario-schema"),
]
