"""Whether the rows made from a log say what it says: somebody may have changed them past the site.

Nothing here makes rows anew; who has found a difference does (`projections.project`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Model

from darkseas.engine.events import Entry
from darkseas.engine.play.replay import known_to
from replays_app.models import Battle, DiceTally, Listing, ShipRecord, Summary
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import battle_access

from . import dice_tally, listing, ship_records, summary, whose_turn
from .source import Source, source_of


@dataclass(frozen=True, slots=True)
class Comparison:
    """What rows say otherwise than a log, a sentence each, and whether they are of an earlier length of it.

    A process that dies behind an append leaves such rows: they are no change of anybody's.
    """

    differences: tuple[str, ...]
    are_behind: bool = False


def compare(context: BattleContext, entries: Sequence[Entry]) -> Comparison:
    """Compare the rows of a sound battle with its whole log."""
    battle = context.battle
    kept = Summary.objects.filter(pk=battle.pk).values().first()
    if kept is None:
        return Comparison(("Its summary is gone.",))
    counted, known = kept["entries"], entries if battle.is_over else known_to(None, entries)
    are_behind = counted < len(known)
    if are_behind and battle.is_over:  # they were made while it was running
        known = known_to(None, entries)
    if counted > len(known):
        return Comparison((f"Its summary is of {counted} entries; the log has {len(known)} for it.",))
    source = source_of(context, known[:counted])
    return Comparison(tuple(_differences(context, source, kept, are_behind)), are_behind)


def _differences(
    context: BattleContext, source: Source, kept: Mapping[str, Any], are_behind: bool
) -> Iterator[str]:
    yield from _of_summary(source, kept, are_behind)
    yield from _of_many(source, DiceTally, dice_tally.COLUMNS, dice_tally.rows_of(source), "tally of dice")
    fates = ship_records.rows_of(source)
    yield from _of_many(source, ShipRecord, ship_records.COLUMNS, fates, "fates of ships")
    yield from whose_turn.differences(context)


def _of_summary(source: Source, kept: Mapping[str, Any], are_behind: bool) -> Iterator[str]:
    battle, now = source.battle, summary.row_of(source)
    if odd := _odd(kept, now):
        yield f"Its summary says otherwise than the log: {odd}."
    row = Listing.objects.filter(pk=battle.pk).values().first()
    is_finished = battle.status == Battle.Status.FINISHED and not are_behind
    if row is None:
        yield "Its row in lists is gone."
    elif odd := _odd(row, listing.row_of(battle, now if is_finished else None)):
        yield f"Its row in lists says otherwise than the log: {odd}."
    elif not (are_behind and battle.is_over) and not battle_access.is_listed_as_found(battle.pk):
        yield "Its row in lists says otherwise who finds it than battle and scenario do."


def _odd(kept: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Return the columns that differ, in words."""
    return ", ".join(name.removesuffix("_id") for name, value in now.items() if kept[name] != value)


def _of_many(
    source: Source, kind: type[Model], columns: Sequence[str], now: Sequence[tuple[Any, ...]], what: str
) -> Iterator[str]:
    kept = kind._default_manager.filter(battle=source.battle).values_list(*columns)
    if sorted(kept) != sorted(now):
        yield f"Its {what} says otherwise than the log."
