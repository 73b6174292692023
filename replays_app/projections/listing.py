"""Listings: the columns by which battle lists filter and sort, and whether a listing is public."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from replays_app.models import Battle, Listing, Summary
from replays_app.seats.battle_access import refresh_listings

from .source import Source

#: Columns copied from the summary.
OF_SUMMARY = ("winner", "how", "turns", "margin")
#: Classes of battle length: the fewest and the most turns.
LENGTHS = {"short": (0, 4), "middle": (5, 8), "long": (9, 10_000)}


def project(source: Source) -> None:
    """Replace the listing of a battle, after its summary."""
    battle = source.battle
    is_finished = battle.status == Battle.Status.FINISHED
    known = Summary.objects.values(*OF_SUMMARY).get(pk=battle.pk) if is_finished else None
    Listing.objects.update_or_create(battle=battle, defaults=row_of(battle, known))
    refresh_listings(Q(pk=battle.pk))


def row_of(battle: Battle, known: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the columns of a listing, except those about visibility.

    ``known`` is the summary of a finished battle; other battles have no ending.
    """
    ending: dict[str, Any] = {"winner": None, "how": "", "length": "", "turns": None, "margin": None}
    if known is not None:
        ending = {name: known[name] for name in OF_SUMMARY} | {"length": _length(known["turns"])}
    return {
        "scenario_id": battle.revision.scenario_id,
        "system": battle.system,
        "begun_at": battle.created_at,
        **ending,
    }


def _length(turns: int) -> str:
    return next((key for key, (fewest, most) in LENGTHS.items() if fewest <= turns <= most), "long")
