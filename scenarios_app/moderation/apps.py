"""The Django app of a room: reports and what moderators do about them."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """Lets Django find the room's templates and static files; it has no tables."""

    name = "scenarios_app.moderation"
    label = "scenarios_moderation"
    verbose_name = "Moderation"
