"""As whom one may look at a battle, and what of an entry is shown to whom it may concern.

A perspective is a side's key, ``all`` (the whole truth) or ``observer`` (what everybody may know). Its
entries are numbered from 0 without gaps: holes would tell how much it has missed (H-6).
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
    """Return the perspective of a seat: its side's; everything for the umpire."""
    return ALL if seat.side == UMPIRE else seat.side


def open_to(battle: Battle, seat: Seat | None = None, *, sees_all: bool = False) -> tuple[str, ...]:
    """Return the perspectives that the holder of this seat, or None, may take.

    A running battle shows a side's own, and what everybody may know; afterwards all are open, and to who
    ``sees_all`` because they record all sides at a table.
    """
    if battle.is_over or sees_all or (seat is not None and seat.side == UMPIRE):
        sides = [other.side for other in battle.seats.all() if other.side != UMPIRE]
        return (ALL, *sides, OBSERVER)
    return (OBSERVER,) if seat is None else (seat.side, OBSERVER)


def may_see(perspective: str, audience: Audience) -> bool:
    """Return whether a perspective may know a fact for this audience (law 7)."""
    if perspective == ALL:
        return True
    return may_know(audience, None if perspective == OBSERVER else perspective)


class Counterpart(NamedTuple):
    """Where a moment stands in a perspective; ``is_same`` says that it is the very entry, known there too."""

    n: int
    is_same: bool


def counterpart(audiences: Iterable[Audience], number: int, of: str, perspective: str) -> Counterpart:
    """Return what entry ``number`` of the perspective ``of`` is in another, which counts its own.

    ``audiences`` are those of the whole log, in order. Where the other may not know the entry, it is the last
    one before it that they may know. Raises LookupError where there is no such entry.
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
    """Return what a seat is told of the entries that come next; its view counts those that it may know."""
    lines = []
    for entry in entries:
        if may_see(view.perspective, entry.audience):
            lines.append(entry_json(codec, view, entry))
            view.count(entry)
    return lines


def entry_json(codec: LogCodec, before: ReplayCursor, entry: Entry | DecodedEntry) -> Json:
    """Return what a seat is told of the entry that comes next for its cursor, under its own numbers.

    Neither who else may know it nor whose order led to it: both could tell of something hidden.
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
    """Return what each perspective is called; ``sides`` have key and name."""
    return {ALL: "The whole truth", **{side.key: side.name for side in sides}, OBSERVER: "An observer"}
