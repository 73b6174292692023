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
    is_over: bool
    moved: tuple[bool, bool]


def encounters(first: Collection[int], second: Collection[int], since: datetime) -> list[Encounter]:
    """Return the battles begun since a moment in which members of both parties sit against each other."""
    ordered = Exists(orders_of_seat())
    seats = Seat.objects.annotate(has_ordered=ordered).exclude(side=UMPIRE)
    recent = Battle.objects.filter(created_at__gte=since, broken_at=None, superseded_by=None)
    held = Holding.objects.filter(seat__in=seats, seat__battle__in=recent, member__in={*first, *second})
    found: dict[UUID, tuple[set[int], set[int]]] = {}
    known: dict[UUID, tuple[datetime, bool]] = {}
    columns = ("seat__battle", "seat__battle__created_at", "seat__battle__status", "seat", "member")
    for battle, begun_at, status, seat, member in held.values_list(*columns):
        known[battle] = (begun_at, status != Battle.Status.RUNNING)
        found.setdefault(battle, (set(), set()))[0 if member in first else 1].add(seat)
    moved = set(
        seats.filter(battle__in=list(found), has_ordered=True).values_list("pk", flat=True) if found else ()
    )
    return [
        Encounter(battle, *known[battle], (not own.isdisjoint(moved), not theirs.isdisjoint(moved)))
        for battle, (own, theirs) in found.items()
        if own - theirs and theirs - own
    ]


def in_battle(battle: UUID, first: Collection[int], second: Collection[int]) -> Encounter:
    """Return a battle as one of two parties, though of one nobody may be on the site any more."""
    known = Battle.objects.get(pk=battle)
    seats = Seat.objects.annotate(has_ordered=Exists(orders_of_seat())).filter(
        battle=battle, has_ordered=True
    )
    held = Holding.objects.filter(seat__in=seats.exclude(side=UMPIRE))
    moved = [held.filter(member__in=party).exists() for party in (first, second)]
    is_over = known.status != Battle.Status.RUNNING
    return Encounter(battle, known.created_at, is_over, (moved[0], moved[1]))
