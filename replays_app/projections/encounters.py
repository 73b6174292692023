"""Battles that certain people have begun against each other; who of them has given an order, or is called.

A tournament asks it when the time of a round is up. Nothing is told of what was ordered.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, Min

from darkseas.engine.events import UMPIRE
from replays_app.log.store import orders_of_seat
from replays_app.models import Battle, Call, Holding, Seat


@dataclass(frozen=True, slots=True)
class Encounter:
    """A battle of two parties; ``moved`` says of each whether a seat of theirs has given an order.

    ``called_since`` says of each since when a seat of theirs is called for one; None for who is not.
    """

    battle: UUID
    system: str
    scenario: int
    is_over: bool
    moved: tuple[bool, bool]
    called_since: tuple[datetime | None, datetime | None]


def encounters(first: Collection[int], second: Collection[int], since: datetime) -> list[Encounter]:
    """Return the battles begun since a moment in which members of both parties sit against each other."""
    recent = Battle.objects.filter(created_at__gte=since, broken_at=None, superseded_by=None)
    held = Holding.objects.filter(seat__battle__in=recent, member__in={*first, *second})
    found: dict[UUID, tuple[set[int], set[int]]] = {}
    for battle, seat, member in held.exclude(seat__side=UMPIRE).values_list("seat__battle", "seat", "member"):
        found.setdefault(battle, (set(), set()))[0 if member in first else 1].add(seat)
    battles = Battle.objects.select_related("revision").in_bulk(list(found)) if found else {}
    return [
        _encounter(battles[battle], own, theirs)
        for battle, (own, theirs) in found.items()
        if own - theirs and theirs - own
    ]


def in_battle(battle: UUID, first: Collection[int], second: Collection[int]) -> Encounter:
    """Return a battle as one of two parties, though of one nobody may be on the site any more.

    That one has been called since it began.
    """
    known = Battle.objects.select_related("revision").get(pk=battle)
    held = Holding.objects.filter(seat__battle=battle).exclude(seat__side=UMPIRE)
    own, theirs = (
        set(held.filter(member__in=party).values_list("seat", flat=True)) for party in (first, second)
    )
    found = _encounter(known, own, theirs)
    since = [
        called if party else known.created_at
        for party, called in zip((first, second), found.called_since, strict=True)
    ]
    return replace(found, called_since=(since[0], since[1]))


def _encounter(battle: Battle, *parties: Collection[int]) -> Encounter:
    """Return a battle as one of two parties, by their seats."""
    seats = Seat.objects.filter(battle=battle).annotate(has_ordered=Exists(orders_of_seat()))
    moved = [seats.filter(pk__in=party, has_ordered=True).exists() for party in parties]
    calls = Call.objects.filter(is_called=True)
    since = [calls.filter(seat__in=party).aggregate(since=Min("since"))["since"] for party in parties]
    is_over = battle.status != Battle.Status.RUNNING
    scenario = battle.revision.scenario_id
    return Encounter(battle.pk, battle.system, scenario, is_over, (moved[0], moved[1]), (since[0], since[1]))
