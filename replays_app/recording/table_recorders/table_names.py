"""Names of the players at a table. The person who opened it can correct each name until that side has signed.

A name is not in the log; it only pre-fills the signature. Corrections are stored with it.
"""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from darkseas.engine.events import UMPIRE
from replays_app.models import Battle, Challenge, Holding, TableRecord
from replays_app.seats.viewer_seat import Holder, held_by

from . import signatures


def has_opened(person: Holder, battle: Battle) -> bool:
    """Return whether a person opened the table, either alone or with the challenge from which the battle
    started.
    """
    if not person.is_somebody:
        return False
    offered = Challenge.objects.filter(battle=battle)
    if offered.exists():
        return offered.filter(held_by(person)).exists()
    first = Holding.objects.filter(seat__battle=battle, from_entry=0).exclude(seat__side=UMPIRE)
    return first.filter(held_by(person)).exists()


def may_correct(battle: Battle) -> tuple[str, ...]:
    """Return the sides that have not signed, whose names may still be corrected."""
    signed = set(battle.signatures.values_list("side", flat=True))
    return tuple(side for side in signatures.sides_of(battle) if side not in signed)


def correct(battle: Battle, names: Mapping[str, str]) -> tuple[str, ...]:
    """Store corrected names by side, "" for none; return the sides whose name changed.

    Sides that have signed keep their names.
    """
    with transaction.atomic():
        record = TableRecord.objects.select_for_update().get(battle=battle)
        before = {side: record.names.get(side, "") for side in may_correct(battle)}
        changed = tuple(side for side in before if names.get(side, before[side]) != before[side])
        now = timezone.now().isoformat(timespec="seconds")
        for side in changed:
            record.corrections.append({"side": side, "before": before[side], "after": names[side], "at": now})
            record.names[side] = names[side]
        record.names = {side: name for side, name in record.names.items() if name}
        record.save(update_fields=["names", "corrections"])
    return changed
