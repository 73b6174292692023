"""Addresses of battles: the API, and the pages."""

from uuid import UUID

from django.urls import include, path, register_converter
from django.urls.converters import UUIDConverter

from .export.fairness import views as fairness_views
from .pages import views
from .pages.battle_list import battles
from .pages.feed import battles_feed
from .pages.pictures import battle_picture


class HexId(UUIDConverter):
    """A battle's id as the API writes it: 32 hex digits without hyphens."""

    regex = "[0-9a-f]{32}"

    def to_url(self, value: UUID | str) -> str:
        return UUID(str(value)).hex


register_converter(HexId, "hex")

urlpatterns = [
    # Included first, because it registers the number converter that other API addresses use.
    path("api/v1/", include("replays_app.api.urls")),
    path("", include("replays_app.live.urls")),
    path("", include("replays_app.lobby.urls")),
    path("", include("replays_app.pages.analysis.urls")),
    path("", include("replays_app.pages.at_table.urls")),
    path("", include("replays_app.pages.play.urls")),
    path("battles/", battles, name="battles"),
    path("battles/new.atom", battles_feed, name="battles-feed"),
    path("battles/<uuid:battle_id>/picture.png", battle_picture, name="battle-picture"),
    path("battles/<uuid:battle_id>/", views.replay, name="replay"),
    path("battles/<hex:battle_id>/", views.replay_by_hex, name="replay-by-hex"),
    path("battles/<uuid:battle_id>/embed/", views.embed, name="embed"),
    path("battles/<uuid:battle_id>/dice/", fairness_views.battle_dice, name="battle-dice"),
    path("battles/<uuid:battle_id>/prose/", views.plain_text, name="prose"),
    path("battles/<uuid:battle_id>/report.md", views.report, name="report-of-battle"),
    path("fairness/", fairness_views.fairness, name="fairness"),
    path("fairness/register/", fairness_views.register_of_battles, name="fairness-register"),
]
