"""Entries of a log to canonical bytes and back, lifting old shapes when they are read."""

from typing import Any

from ..events import SHARED_EVENTS, Entry
from ..serialization import canonical_json
from ..serialization.canonical_json import Json
from ..serialization.codec import read, write
from ..system import RulesSystem


class UnknownEvent(LookupError):
    """A stored kind or shape that this release cannot read."""


class LogCodec:
    """Reads and writes the entries of one rules system's battles."""

    __slots__ = ("_system", "names", "types")

    def __init__(self, system: RulesSystem) -> None:
        self._system = system
        self.types: dict[str, type] = {**SHARED_EVENTS, **system.events}
        self.names = {kind: name for name, kind in self.types.items()}

    def shape(self, name: str) -> int:
        """Today's shape number of a kind of event."""
        return self._system.shapes.get(name, 1)

    def encode(self, entry: Entry, given_by: str | None) -> bytes:
        """The canonical bytes that are stored and hashed."""
        name = self.names[type(entry.event)]
        return canonical_json.encode(
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
        """An entry from its parsed bytes.

        UnknownEvent for a kind or shape from elsewhere; BadShape names the first field of its event
        that is wrong.
        """
        payload = self.lifted(record["kind"], record["shape"], record["payload"])
        event = read(self.types[record["kind"]], payload)
        return Entry(record["seq"], record["step"], event, tuple(record["audience"]))

    def lifted(self, name: str, shape: int, payload: dict[str, Json]) -> dict[str, Json]:
        """A stored payload in today's shape; UnknownEvent for a kind or shape from elsewhere."""
        if name not in self.types:
            raise UnknownEvent(f"no event {name!r} in {self._system.key}")
        today = self.shape(name)
        if shape > today:
            raise UnknownEvent(f"{name} has shape {shape}; this release knows up to {today}")
        for step in range(shape, today):
            upcast = self._system.upcasts.get((name, step))
            if upcast is None:
                raise UnknownEvent(f"{name} of shape {step} cannot be lifted")
            payload = upcast(payload)
        return payload
