"""The Django app of a room: chat and notes beside a battle."""

from django.apps import AppConfig


class ChatConfig(AppConfig):
    """Lets Django find the room's templates and static files; it has no tables."""

    name = "replays_app.live.chat"
    label = "replays_chat"
    verbose_name = "Chat"
