"""Log entries to canonical bytes and back, upcasting old schema versions."""

from typing import Any

from ..events import SHARED_EVENTS, Entry
from ..serialization import canonical_json
from ..serialization.canonical_json import Json
from ..serialization.codec import read, write
from ..system import RulesSystem


class UnknownEvent(LookupError):
    """A stored event type or schema version that this release cannot read."""


class LogCodec:
    """Reads and writes the log entries of one rules system."""

    __slots__ = ("_system", "names", "types")

    def __init__(self, system: RulesSystem) -> None:
        self._system = system
        self.types: dict[str, type] = {**SHARED_EVENTS, **system.events}
        self.names = {kind: name for name, kind in self.types.items()}

    def shape(self, name: str) -> int:
        """Return the current schema version of an event type."""
        return self._system.shapes.get(name, 1)

    def encode(self, entry: Entry, given_by: str | None) -> bytes:
        """Return the canonical bytes that are stored and hashed."""
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
        """Return the entry of parsed bytes.

        Raises UnknownEvent for an unknown event type or schema version; BadShape names the first wrong field
        of the event.
        """
        payload = self.lifted(record["kind"], record["shape"], record["payload"])
        event = read(self.types[record["kind"]], payload)
        return Entry(record["seq"], record["step"], event, tuple(record["audience"]))

    def lifted(self, name: str, shape: int, payload: dict[str, Json]) -> dict[str, Json]:
        """Upcast a stored payload to the current schema version. Raise UnknownEvent if that is impossible."""
        if name not in self.types:
            raise UnknownEvent(f"{self._system.key} has no event {name!r}")
        today = self.shape(name)
        if shape > today:
            raise UnknownEvent(f"{name} has shape {shape}; this release knows up to {today}")
        for step in range(shape, today):
            upcast = self._system.upcasts.get((name, step))
            if upcast is None:
                raise UnknownEvent(f"{name} of shape {step} cannot be upcast")
            payload = upcast(payload)
        return payload
