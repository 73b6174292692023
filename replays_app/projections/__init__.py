"""Rows made from the log of one battle, whole each time: they may be thrown away and made again."""

from collections.abc import Callable

from django.db import transaction

from replays_app.replay.battle_context import BattleContext

from . import dice_tally, ship_records, summary
from .source import Source, read_source

#: Every projection: a function that replaces the rows of one battle.
PROJECTIONS: tuple[Callable[[Source], None], ...] = (
    summary.project,
    dice_tally.project,
    ship_records.project,
)


def project(context: BattleContext) -> None:
    """Make all rows of a battle anew."""
    source = read_source(context)
    with transaction.atomic():
        for projection in PROJECTIONS:
            projection(source)
