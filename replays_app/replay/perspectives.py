"""Perspectives on a battle, and the entries that each may see.

A perspective is a side's key, ``all`` (everything) or ``observer`` (public entries). Its entries are numbered
from 0 without gaps, because gaps would reveal the number of hidden entries (H-6).
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from darkseas.engine.events import UMPIRE, Audience, Entry, may_know
from darkseas.engine.log.entry_codec import LogCodec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from replays_app.log.reader import DecodedEntry
from replays_app.models import Battle, Seat

from .cursor import ReplayCursor

ALL = "all"
OBSERVER = "observer"


def of_seat(seat: Seat) -> str:
    """Return the perspective of a seat: its side's, or ``all`` for the umpire."""
    return ALL if seat.side == UMPIRE else seat.side


def open_to(battle: Battle, seat: Seat | None = None, *, sees_all: bool = False) -> tuple[str, ...]:
    """Return the perspectives open to the holder of this seat, or to a viewer without one.

    A running battle is open from the viewer's own side, and as an observer. A finished battle is open from
    all perspectives. So is a running battle for a viewer who ``sees_all`` because they record all sides at a
    table.
    """
    if battle.is_over or sees_all or (seat is not None and seat.side == UMPIRE):
        sides = [other.side for other in battle.seats.all() if other.side != UMPIRE]
        return (ALL, *sides, OBSERVER)
    return (OBSERVER,) if seat is None else (seat.side, OBSERVER)


def may_see(perspective: str, audience: Audience) -> bool:
    """Return whether a perspective may see a fact with this audience (law 7)."""
    if perspective == ALL:
        return True
    return may_know(audience, None if perspective == OBSERVER else perspective)


class Counterpart(NamedTuple):
    """The position of a moment in a perspective. ``is_same`` says whether the perspective knows this very
    entry.
    """

    n: int
    is_same: bool


def counterpart(audiences: Iterable[Audience], number: int, of: str, perspective: str) -> Counterpart:
    """Return the position of entry ``number`` of perspective ``of`` in another perspective.

    ``audiences`` are those of the whole log, in order. If the other perspective may not see the entry, its
    position is the last earlier entry that it may see. Raises LookupError if there is no such entry.
    """
    passed = known = 0
    for audience in audiences:
        is_known = may_see(perspective, audience)
        known += is_known
        if may_see(of, audience):
            if passed == number:
                return Counterpart(max(known - 1, 0), is_known)
            passed += 1
    raise LookupError(f"no entry {number}")


def entries_json(codec: LogCodec, view: ReplayCursor, entries: Iterable[Entry]) -> list[Json]:
    """Return the next entries as a seat sees them, and move its view past them."""
    lines = []
    for entry in entries:
        if may_see(view.perspective, entry.audience):
            lines.append(entry_json(codec, view, entry))
            view.count(entry)
    return lines


def entry_json(codec: LogCodec, before: ReplayCursor, entry: Entry | DecodedEntry) -> Json:
    """Return the next entry as a seat sees it, with the seat's own numbers.

    It names neither its audience nor the side whose order caused it, because both could reveal hidden facts.
    """
    kind = codec.names[type(entry.event)]
    shape = codec.shape(kind)
    return {
        "n": before.length,
        "step": before.step_of(entry),
        "kind": kind,
        "shape": shape,
        "payload": write(entry.event),
    }


def names(sides: Iterable[Any]) -> dict[str, str]:
    """Return the title of each perspective; ``sides`` have key and name."""
    return {ALL: "The whole truth", **{side.key: side.name for side in sides}, OBSERVER: "An observer"}
