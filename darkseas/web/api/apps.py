"""The Django app of a room: the description of the API, and its page."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Lets Django find the room's templates and commands; it has no tables."""

    name = "darkseas.web.api"
    label = "api"
    verbose_name = "The API"
