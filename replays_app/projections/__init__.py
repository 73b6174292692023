"""Rows made from the log of one battle, whole each time: they may be thrown away and made again."""

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
    """Make all rows of a battle anew, also what goes on from call to call, where no entry bears it out."""
    whose_turn.forget_forged(context.battle)
    project(context)


def project(context: BattleContext, giver: Seat | None = None) -> whose_turn.Views:
    """Rebuild all projections of a battle after an order of ``giver``; return what its seats know now."""
    while not _project(context):
        context.battle.refresh_from_db(fields=["status"])
    return whose_turn.project(context, giver)


def _project(context: BattleContext) -> bool:
    """Make rows of all that there is; False where the log has gone on since it was read.

    Else who was slow to read would write over the rows of whoever came behind and was quicker.
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
