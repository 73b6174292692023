"""Projections: rows built from the whole log of one battle. They can be deleted and rebuilt."""

from collections.abc import Callable

from django.db import transaction

from replays_app.log import store as log_store
from replays_app.models import Seat
from replays_app.replay.battle_context import BattleContext
from replays_app.seats.taking_seats import keep_from_acting

from . import dice_tally, listing, ship_records, summary, whose_turn
from .source import Source, read_source

#: Every projection: a function that replaces the rows of one battle.
PROJECTIONS: tuple[Callable[[Source], None], ...] = (
    summary.project,
    listing.project,
    dice_tally.project,
    ship_records.project,
)


def make_anew(context: BattleContext) -> None:
    """Rebuild all projections of a battle, and delete start times of turns that match no entry."""
    whose_turn.forget_forged(context.battle)
    project(context)


def project(context: BattleContext, giver: Seat | None = None) -> whose_turn.Views:
    """Rebuild all projections of a battle after an order of ``giver``; return the seats' current views."""
    while not _project(context):
        context.battle.refresh_from_db(fields=["status"])
    return whose_turn.project(context, giver)


def _project(context: BattleContext) -> bool:
    """Rebuild the rows; return False if the log has grown since it was read.

    Otherwise a slow process would overwrite the rows of a faster process with newer data.
    """
    length = log_store.length(context.battle.pk)
    source = read_source(context)
    with transaction.atomic():
        keep_from_acting(context.battle.pk)
        if log_store.length(context.battle.pk) != length:
            return False
        for projection in PROJECTIONS:
            projection(source)
    return True
