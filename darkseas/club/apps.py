"""The Django app of clubs."""

from django.apps import AppConfig


class ClubConfig(AppConfig):
    """Names the app; its tables are clubs, their players, results and tournaments."""

    name = "darkseas.club"
    label = "club"
    verbose_name = "Clubs"
    default_auto_field = "django.db.models.BigAutoField"
