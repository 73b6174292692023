"""Tabletop battles: how they begin, which people record them, and what recorders see.

A person who records both sides sees everything, because the pieces lie in front of them. If each player
records their own side, each sees only that side, as in any battle.
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any, Self

from darkseas.engine.events import UMPIRE, Fact, TableWitnessed
from replays_app.log import store as log_store
from replays_app.models import Battle, Holding, Seat, SigningLink, TableRecord
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.cursor import ReplayCursor
from replays_app.replay.perspectives import of_seat
from replays_app.seats.viewer_seat import Holder, held_by

from .dice_schemes import TABLE


@dataclass(frozen=True, slots=True)
class TableFacts:
    """Players and witnesses at the start; ``witnesses`` None means all sides.

    ``names`` maps sides to players' names; sides without a name are missing.
    """

    witnesses: tuple[str, ...] | None = None
    is_afterwards: bool = False
    fought_on: date | None = None
    place: str = ""
    began_at: time | None = None
    ended_at: time | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return JSON for the challenge, which stores it until the battle begins."""
        days = {name: getattr(self, name) for name in ("fought_on", "began_at", "ended_at")}
        texts = {name: value.isoformat() if value else "" for name, value in days.items()}
        seen = None if self.witnesses is None else list(self.witnesses)
        others = {"is_afterwards": self.is_afterwards, "place": self.place, "names": dict(self.names)}
        return {"witnesses": seen, **others, **texts}

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> Self:
        """Return the stored details; the defaults if nothing was stored."""
        if not kept:
            return cls()
        day, *times = (kept["fought_on"], kept["began_at"], kept["ended_at"])
        began_at, ended_at = (time.fromisoformat(text) if text else None for text in times)
        seen = None if kept["witnesses"] is None else tuple(kept["witnesses"])
        fought_on = date.fromisoformat(day) if day else None
        names = kept.get("names", {})
        return cls(seen, kept["is_afterwards"], fought_on, kept["place"], began_at, ended_at, names)


JUST_FOUGHT = TableFacts()


def open_table(battle: Battle, sides: Sequence[str], table: TableFacts) -> None:
    """Record which sides witness the dice of a new battle, and create a signing link for each side."""
    by = tuple(sides) if table.witnesses is None else table.witnesses
    log_store.append(battle.pk, 1, 1, [Fact(TableWitnessed(by, table.is_afterwards))])
    TableRecord.objects.create(
        battle=battle,
        is_afterwards=table.is_afterwards,
        fought_on=table.fought_on,
        place=table.place,
        began_at=table.began_at,
        ended_at=table.ended_at,
        names=dict(table.names),
    )
    SigningLink.objects.bulk_create(
        SigningLink(battle=battle, side=side, token=secrets.token_urlsafe(24)) for side in sides
    )


def renew_links(battle: Battle, sides: Iterable[str]) -> None:
    """Replace the signing links of sides whose seats have changed hands."""
    for link in SigningLink.objects.filter(battle=battle, side__in=[*sides]):
        link.token = secrets.token_urlsafe(24)
        link.save(update_fields=["token"])


def is_at_table(battle: Battle) -> bool:
    return battle.dice_scheme == TABLE


def own_seats(person: Holder, battle: Battle) -> list[Seat]:
    """Return the seats of sides that a person holds now in a tabletop battle, in the scenario's order."""
    if not (person.is_somebody and is_at_table(battle)):
        return []
    held = Holding.objects.filter(held_by(person), seat__battle=battle, to_entry=None)
    seats = Seat.objects.filter(pk__in=held.values("seat")).exclude(side=UMPIRE)
    return list(seats.select_related("battle__revision__scenario").order_by("id"))


def records_alone(person: Holder, battle: Battle) -> bool:
    """Return whether a person records all sides of a tabletop battle, and so sees everything."""
    sides = battle.seats.exclude(side=UMPIRE).count()
    return sides > 0 and len(own_seats(person, battle)) == sides


def sides_without_another(person: Holder, battle: Battle) -> list[str]:
    """Return the sides whose seats no other person holds now."""
    others = Holding.objects.filter(seat__battle=battle, to_entry=None).exclude(held_by(person))
    by_people = others.exclude(member=None, visitor=None)
    free = battle.seats.exclude(side=UMPIRE).exclude(pk__in=by_people.values("seat"))
    return list(free.order_by("id").values_list("side", flat=True))


def witnesses_of(
    context: BattleContext, full: ReplayCursor, seat: Seat, wanted: tuple[str, ...] | None
) -> tuple[str, ...] | None:
    """Return the sides that witness the dice of a seat's order.

    ``wanted`` are the witnesses that the player entered, None for no change. A single recorder decides for
    all sides. If there are several recorders, the player who enters a die is its witness. Another side is a
    witness only if it said so at the start; otherwise it confirms the dice later.
    """
    if full.table is None or seat.side == UMPIRE or is_recorded_by_one(seat.battle):
        return wanted
    before = full.witnessed.by if full.witnessed is not None else ()
    others = set(before if wanted is None else wanted).intersection(full.table.present)
    return tuple(side.key for side in context.initial.spec.sides if side.key in {seat.side, *others})


def unconfirmed(context: BattleContext, seat: Seat) -> int | None:
    """Return how many throws a seat's side still has to confirm; None if it never confirms dice.

    No side confirms dice if one person records both sides. The umpire never confirms dice.
    """
    if not is_at_table(seat.battle) or seat.side == UMPIRE or is_recorded_by_one(seat.battle):
        return None
    table = cursor_cache.newest(context, of_seat(seat)).table
    return table.unconfirmed(seat.side) if table is not None else None


def is_recorded_by_one(battle: Battle) -> bool:
    held = Holding.objects.filter(seat__battle=battle, to_entry=None).exclude(seat__side=UMPIRE)
    holders = list(held.values_list("member", "visitor", "bot"))
    return len(holders) == battle.seats.exclude(side=UMPIRE).count() and len(set(holders)) == 1
