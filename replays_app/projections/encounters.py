"""Battles that certain people have begun against each other, and who of them has given an order in them.

A tournament asks it when the time of a round is up. Nothing is told of what was ordered.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists

from darkseas.engine.events import UMPIRE
from replays_app.log.store import orders_of_seat
from replays_app.models import Battle, Holding, Seat


@dataclass(frozen=True, slots=True)
class Encounter:
    """A battle of two parties; ``moved`` says of each whether a seat of theirs has given an order."""

    battle: UUID
    begun_at: datetime
    moved: tuple[bool, bool]


def encounters(first: Collection[int], second: Collection[int], since: datetime) -> list[Encounter]:
    """Return the battles begun since a moment in which members of both parties sit against each other."""
    ordered = Exists(orders_of_seat())
    seats = Seat.objects.annotate(has_ordered=ordered).exclude(side=UMPIRE)
    recent = Battle.objects.filter(created_at__gte=since, broken_at=None, superseded_by=None)
    held = Holding.objects.filter(seat__in=seats, seat__battle__in=recent, member__in={*first, *second})
    found: dict[UUID, tuple[set[int], set[int]]] = {}
    begun: dict[UUID, datetime] = {}
    for battle, begun_at, seat, member in held.values_list(
        "seat__battle", "seat__battle__created_at", "seat", "member"
    ):
        begun[battle] = begun_at
        found.setdefault(battle, (set(), set()))[0 if member in first else 1].add(seat)
    moved = set(
        seats.filter(battle__in=list(found), has_ordered=True).values_list("pk", flat=True) if found else ()
    )
    return [
        Encounter(battle, begun[battle], (not own.isdisjoint(moved), not theirs.isdisjoint(moved)))
        for battle, (own, theirs) in found.items()
        if own - theirs and theirs - own
    ]
