"""URLs of the API, version 1."""

from django.urls import path, register_converter
from django.urls.converters import UUIDConverter

from .at_table import Confirmations, NextThrow, Rulings
from .battles import Battles, tell_battle
from .captain_suggestion import tell_suggestion
from .entries import tell_entries
from .export import export_battle
from .orders import Orders, tell_forms
from .own_battles import tell_own_battles
from .playtest_battles import Cancel, Jobs, TrialBattles
from .preview import OrderPreview
from .replay import tell_analysis, tell_counterpart, tell_lines, tell_outline, tell_reel, tell_step
from .seat_extras.clock import tell_clock
from .seat_extras.standing_orders import StandingAnswers
from .seat_extras.unsent_orders import Unsent


class BattleId(UUIDConverter):
    """A battle's id in a URL: 32 hex digits, with or without hyphens; our own URLs have hyphens."""

    regex = "[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}"


register_converter(BattleId, "battle")

app_name = "battles-api"

urlpatterns = [
    path("battles", Battles.as_view(), name="battles"),
    path("me/battles", tell_own_battles, name="own-battles"),
    path("battles/<battle:battle_id>", tell_battle, name="battle"),
    path("battles/<battle:battle_id>/forms", tell_forms, name="forms"),
    path("battles/<battle:battle_id>/suggestion", tell_suggestion, name="suggestion"),
    path("battles/<battle:battle_id>/preview", OrderPreview.as_view(), name="preview"),
    path("battles/<battle:battle_id>/orders", Orders.as_view(), name="orders"),
    path("battles/<battle:battle_id>/next-throw", NextThrow.as_view(), name="next-throw"),
    path("battles/<battle:battle_id>/confirmations", Confirmations.as_view(), name="confirmations"),
    path("battles/<battle:battle_id>/rulings", Rulings.as_view(), name="rulings"),
    path("battles/<battle:battle_id>/unsent", Unsent.as_view(), name="unsent"),
    path("battles/<battle:battle_id>/clock", tell_clock, name="clock"),
    path("battles/<battle:battle_id>/standing-answers", StandingAnswers.as_view(), name="answers"),
    path("battles/<battle:battle_id>/events", tell_entries, name="events"),
    path("battles/<battle:battle_id>/outline", tell_outline, name="outline"),
    path("battles/<battle:battle_id>/lines", tell_lines, name="lines"),
    path("battles/<battle:battle_id>/steps/<int:number>", tell_step, name="step"),
    path("battles/<battle:battle_id>/counterparts/<int:number>", tell_counterpart, name="counterpart"),
    path("battles/<battle:battle_id>/reels/<str:mark>/<str:perspective>", tell_reel, name="reel"),
    path("battles/<battle:battle_id>/analysis", tell_analysis, name="analysis"),
    path("battles/<battle:battle_id>/export", export_battle, name="export"),
    path("drafts/<uuid:draft_id>/fight/", TrialBattles.as_view(), name="fight"),
    path("jobs/<battle:job_id>/", Jobs.as_view(), name="job"),
    path("jobs/<battle:job_id>/cancel/", Cancel.as_view(), name="cancel"),
]
