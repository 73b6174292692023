"""Rows made from the log of one battle, whole each time: they may be thrown away and made again."""

from collections.abc import Callable

from django.db import transaction

from replays_app.models import Seat
from replays_app.replay.battle_context import BattleContext

from . import calls, dice_tally, listing, ship_records, summary
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
    calls.forget_forged(context.battle)
    project(context)


def project(context: BattleContext, giver: Seat | None = None) -> None:
    """Make all rows of a battle anew; ``giver`` is who has just given an order."""
    source = read_source(context)
    with transaction.atomic():
        for projection in PROJECTIONS:
            projection(source)
    calls.project(context, giver)
