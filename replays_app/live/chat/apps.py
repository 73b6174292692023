"""Django app of chat and notes."""

from django.apps import AppConfig


class ChatConfig(AppConfig):
    """Registers templates and static files; has no tables."""

    name = "replays_app.live.chat"
    label = "replays_chat"
    verbose_name = "Chat"
