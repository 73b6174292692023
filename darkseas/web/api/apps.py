"""Django app for the API documentation."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Registers templates and commands; the app has no tables."""

    name = "darkseas.web.api"
    label = "api"
    verbose_name = "The API"
