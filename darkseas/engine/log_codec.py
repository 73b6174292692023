"""Entries of a log to canonical bytes and back, lifting old shapes when they are read."""

from collections.abc import Callable, Container, Sequence
from typing import Any

from . import canon
from .canon import Json
from .codec import read, revive, write
from .events import SHARED_EVENTS, Entry
from .system import RulesSystem

#: A kind's name, its shape, and the canonical bytes of the whole entry.
StoredEvent = tuple[str, int, bytes]

_BEFORE_PAYLOAD = b'"payload":'
_AFTER_PAYLOAD = b',"seq":'


class UnknownEvent(LookupError):
    """A stored kind or shape that this release cannot read."""


class LogCodec:
    """Reads and writes the entries of one rules system's battles."""

    __slots__ = ("_readers", "_system", "names", "types")

    def __init__(self, system: RulesSystem) -> None:
        self._system = system
        self.types: dict[str, type] = {**SHARED_EVENTS, **system.events}
        self.names = {kind: name for name, kind in self.types.items()}
        self._readers: dict[str, Callable[[Any], Any]] = {n: revive(k) for n, k in self.types.items()}

    def shape(self, name: str) -> int:
        """Today's shape number of a kind of event."""
        return self._system.shapes.get(name, 1)

    def encode(self, entry: Entry, given_by: str | None) -> bytes:
        """The canonical bytes that are stored and hashed."""
        name = self.names[type(entry.event)]
        return canon.encode(
            {
                "audience": list(entry.audience),
                "given_by": given_by,
                "kind": name,
                "payload": write(entry.event),
                "seq": entry.seq,
                "shape": self.shape(name),
                "step": entry.step,
            }
        )

    def decode(self, record: dict[str, Any]) -> Entry:
        """An entry from its parsed bytes; UnknownEvent for a kind or shape from elsewhere."""
        event = self.event(record["kind"], record["shape"], record["payload"])
        return Entry(record["seq"], record["step"], event, tuple(record["audience"]))

    def decode_strictly(self, record: dict[str, Any]) -> Entry:
        """An entry from elsewhere: BadShape names the first field of its event that is wrong."""
        name, shape, payload = record["kind"], record["shape"], record["payload"]
        kind = self._type(name)
        today = self.shape(name)
        lifted = payload if shape == today else self._lift(name, shape, today, payload)
        return Entry(record["seq"], record["step"], read(kind, lifted), tuple(record["audience"]))

    def events(
        self,
        rows: Sequence[StoredEvent],
        wanted: Container[type],
        parse: Callable[[list[bytes]], list[Json]] = canon.decode_stored,
    ) -> list[object | None]:
        """The events of stored rows, None for those of a type that is not wanted; UnknownEvent as `decode`.

        The quick way through a log for who needs no entries: what is not wanted is passed unread, and
        of the rest the payload alone is read, by `parse`. The bytes must be such as `encode` wrote.
        """
        for name in {row[0] for row in rows} - self.types.keys():
            self._type(name)
        kept = {name for name, kind in self.types.items() if kind in wanted}
        payloads = iter(parse([_payload(row[2]) for row in rows if row[0] in kept]))
        event = self.event
        return [event(row[0], row[1], next(payloads)) if row[0] in kept else None for row in rows]

    def _type(self, name: str) -> type:
        kind = self.types.get(name)
        if kind is None:
            raise UnknownEvent(f"no event {name!r} in {self._system.key}")
        return kind

    def event(self, name: str, shape: int, payload: dict[str, Json]) -> object:
        """An event from its stored form, lifted to today's shape."""
        reader = self._readers.get(name)
        if reader is None:
            raise UnknownEvent(f"no event {name!r} in {self._system.key}")
        today = self.shape(name)
        if shape != today:
            payload = self._lift(name, shape, today, payload)
        return reader(payload)

    def _lift(self, name: str, shape: int, today: int, payload: dict[str, Json]) -> dict[str, Json]:
        if shape > today:
            raise UnknownEvent(f"{name} has shape {shape}; this release knows up to {today}")
        for step in range(shape, today):
            upcast = self._system.upcasts.get((name, step))
            if upcast is None:
                raise UnknownEvent(f"{name} of shape {step} cannot be lifted")
            payload = upcast(payload)
        return payload


def _payload(data: bytes) -> bytes:
    """The payload within an entry's canonical bytes.

    Keys are sorted: before it stand audience, given_by and kind, in whose texts a quote is always
    escaped; behind it stand only numbers.
    """
    return data[data.index(_BEFORE_PAYLOAD) + len(_BEFORE_PAYLOAD) : data.rindex(_AFTER_PAYLOAD)]
