"""Battles between given people: the people who have moved, and those who are to move.

Tournaments use this when the time of a round is up. It reveals no orders.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db.models import Min

from darkseas.engine.events import UMPIRE
from replays_app.log.heads import broken_off, has_ordered
from replays_app.models import Battle, Call, Holding, Seat


@dataclass(frozen=True, slots=True)
class Encounter:
    """A battle of two parties. ``moved`` says for each party whether one of its seats has submitted an order.

    ``called_since`` says for each party since when it has orders due, None if it has none. If a battle was
    abandoned while it waited for a party, that party had orders due until then. ``is_over`` is true for a
    finished battle, and for one abandoned after both parties had moved.
    """

    battle: UUID
    system: str
    scenario: int
    revision: int
    is_over: bool
    moved: tuple[bool, bool]
    called_since: tuple[datetime | None, datetime | None]


def encounters(first: Collection[int], second: Collection[int], since: datetime) -> list[Encounter]:
    """Return the battles begun since a time in which members of both parties play each other."""
    recent = Battle.objects.filter(created_at__gte=since, broken_at=None)
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
    """Return a battle as an encounter, even if one party has no account any longer or never took a seat.

    That party gets the seats that the other party never held, and was to move from the start.
    """
    known = Battle.objects.select_related("revision").get(pk=battle)
    held = Holding.objects.filter(seat__battle=battle).exclude(seat__side=UMPIRE)
    own, theirs = (
        set(held.filter(member__in=party).values_list("seat", flat=True)) for party in (first, second)
    )
    rest = set(held.values_list("seat", flat=True)) - own - theirs
    found = _encounter(known, own or rest, theirs or rest)
    since = [
        called if party else known.created_at
        for party, called in zip((own, theirs), found.called_since, strict=True)
    ]
    return replace(found, called_since=(since[0], since[1]))


def _encounter(battle: Battle, *parties: Collection[int]) -> Encounter:
    """Return a battle of two parties, given by their seats."""
    seats = Seat.objects.filter(battle=battle).select_related("battle").in_bulk()
    moved = [any(has_ordered(seats[one]) for one in party) for party in parties]
    is_broken_off = battle.status == Battle.Status.BROKEN_OFF
    since = _waited_for(battle, parties) if is_broken_off else [_called(party) for party in parties]
    is_over = battle.status == Battle.Status.FINISHED or (is_broken_off and all(moved))
    return Encounter(
        battle.pk,
        battle.system,
        battle.revision.scenario_id,
        battle.revision_id,
        is_over,
        (moved[0], moved[1]),
        (since[0], since[1]),
    )


def _called(party: Collection[int]) -> datetime | None:
    calls = Call.objects.filter(is_called=True, seat__in=party)
    since: datetime | None = calls.aggregate(since=Min("since"))["since"]
    return since


def _waited_for(battle: Battle, parties: Sequence[Collection[int]]) -> list[datetime | None]:
    """Return since when an abandoned battle had waited for each party; None if it did not wait for it."""
    found = broken_off(battle.pk)
    if found is None:
        return [None for _ in parties]
    waited_for = Seat.objects.filter(battle=battle, side__in=found.sides)
    return [found.since if waited_for.filter(pk__in=party).exists() else None for party in parties]
