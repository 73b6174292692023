"""URLs of live updates."""

from django.urls import include, path

from .chat.views import Chat
from .stream.views import lead_on

urlpatterns = [
    path("api/v1/battles/<battle:battle_id>/stream", lead_on, name="stream"),
    path("api/v1/battles/<battle:battle_id>/chat", Chat.as_view(), name="chat"),
    path("", include("replays_app.live.notifications.urls")),
]
