"""The Django app of members."""

from django.apps import AppConfig


class MembersConfig(AppConfig):
    """Names the app; its one table is the members."""

    name = "darkseas.members"
    label = "members"
    verbose_name = "Members"
    default_auto_field = "django.db.models.BigAutoField"
