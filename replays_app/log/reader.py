"""Decode stored bytes directly into events: the fast path for our own logs.

A compiled decoder, built from the type hints of the events, reads a chunk of a log in one pass. Bytes from
elsewhere, and entries of an older schema version, are read strictly (`engine/log/entry_codec.py`).
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, Union

import msgspec

from darkseas.engine.events import Audience, Entry
from darkseas.engine.hexes.board import Hex, parse_label
from darkseas.engine.log.entry_codec import LogCodec
from darkseas.engine.orders import Given
from darkseas.engine.play.steps import read_order
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import RulesSystem

#: Battles use few different fractions, over and over.
_known_fraction = lru_cache(maxsize=4096)(Fraction)

_FROM_TEXT: Mapping[type, Callable[[str], Any]] = {Hex: parse_label, Fraction: _known_fraction}


class DecodedEntry(msgspec.Struct, tag_field="kind", kw_only=True, gc=False):
    """A decoded entry; ``event`` is None if the reader leaves out events of its type."""

    seq: int
    step: int
    audience: Audience
    event: Any = None


class LogReader:
    """Reads the logs of one rules system: all events or only some types."""

    def __init__(self, codec: LogCodec, wanted: frozenset[type] | None = None) -> None:
        self._codec = codec
        kinds = codec.types.items()
        self.names = tuple(name for name, kind in kinds if wanted is None or kind in wanted)
        entry_types = [_entry_type(name, kind, codec.shape(name), name in self.names) for name, kind in kinds]
        any_entry: Any = Union[tuple(entry_types)]  # noqa: UP007 - how many there are is not known before
        self._decode = msgspec.json.Decoder(list[any_entry], dec_hook=_from_text).decode

    def read(self, stored: Sequence[bytes]) -> list[DecodedEntry]:
        """Return entries from canonical bytes written by the codec; without ``wanted`` types, all events.

        Raises UnknownEvent for an unknown kind or schema version, ValueError for anything else that this
        release cannot read.
        """
        try:
            entries: list[DecodedEntry] = self._decode(b"[" + b",".join(stored) + b"]")
        except msgspec.DecodeError:
            return [self._read_one(canonical_json.decode(data)) for data in stored]
        return entries

    def _read_one(self, record: dict[str, Json]) -> DecodedEntry:
        """Read an entry of any schema version."""
        seq, step, event, audience = self._codec.decode(record)
        is_wanted = record["kind"] in self.names
        return DecodedEntry(seq=seq, step=step, audience=audience, event=event if is_wanted else None)


def quick_order(system: RulesSystem, side: str, name: str, blanks: Json) -> Given:
    """Return an order from the blanks in one of our own logs. Raises IllegalOrder as `read_order` does."""
    kind = system.orders.get(name)
    try:
        if kind is not None:
            return Given(side, msgspec.convert(blanks, kind, dec_hook=_from_text))
    except msgspec.ValidationError:
        pass  # `read_order` says what is wrong
    return read_order(system, side, name, blanks)


def as_entries(decoded: Sequence[DecodedEntry]) -> list[Entry]:
    return [Entry(entry.seq, entry.step, entry.event, entry.audience) for entry in decoded]


def _entry_type(name: str, kind: type, shape: int, is_wanted: bool) -> type[DecodedEntry]:
    """Return the struct for current entries of one kind; the payload of unwanted events is not decoded."""
    fields: list[tuple[str, Any]] = [("shape", Literal[shape])]
    if is_wanted:
        fields.append(("event", kind))
    title = name.title().translate({ord("."): None, ord("_"): None})
    renamed = {"event": "payload"}
    entry_type = msgspec.defstruct(
        title, fields, bases=(DecodedEntry,), tag=name, rename=renamed, kw_only=True, gc=False
    )
    assert issubclass(entry_type, DecodedEntry)  # noqa: S101 (it is its base)
    return entry_type


def _from_text(kind: type, value: str) -> Any:
    return _FROM_TEXT[kind](value)
