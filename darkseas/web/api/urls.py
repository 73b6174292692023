"""URLs of the OpenAPI schema and the documentation page."""

from django.urls import path

from . import views

urlpatterns = [
    path("api/", views.api_page, name="api-page"),
    path("api/schema/", views.schema, name="api-schema"),
]
