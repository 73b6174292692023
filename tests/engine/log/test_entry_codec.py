"""Entries as canonical bytes: there and back, lifted from old shapes, or refused."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from darkseas.engine.events import EVERYONE, Entry, TurnBegan
from darkseas.engine.log.entry_codec import LogCodec, UnknownEvent
from darkseas.engine.serialization import canonical_json
from tests.support.builders import toy_bot_battle
from tests.support.toys.toy_system import TOY

CODEC = LogCodec(TOY)


def stored(entries: Sequence[Entry]) -> list[bytes]:
    """The bytes of entries, as the log keeps them."""
    return [CODEC.encode(entry, "p1") for entry in entries]


def parsed(data: bytes) -> dict[str, Any]:
    """The value of canonical bytes."""
    value: dict[str, Any] = canonical_json.decode(data)
    return value


def test_entries_come_back_as_they_were() -> None:
    entries = toy_bot_battle().entries
    assert len({type(entry.event) for entry in entries}) > 5
    assert [CODEC.decode(parsed(data)) for data in stored(entries)] == list(entries)


def test_kind_that_is_not_ours_is_refused() -> None:
    (data,) = stored([Entry(0, 0, TurnBegan(1), EVERYONE)])
    with pytest.raises(UnknownEvent, match=r"toy has no event 'toy\.nonsense'"):
        CODEC.decode({**parsed(data), "kind": "toy.nonsense"})


def test_old_shapes_are_lifted_step_by_step() -> None:
    lifted = replace(
        TOY,
        shapes={"turn_began": 3},
        upcasts={
            ("turn_began", 1): lambda payload: {"turn": payload["number"]},
            ("turn_began", 2): lambda payload: {**payload, "title": "lifted"},
        },
    )
    codec = LogCodec(lifted)
    record = {"audience": ["everyone"], "kind": "turn_began", "seq": 4, "shape": 1, "step": 2}
    old = {**record, "given_by": None, "payload": {"number": 5}}
    data = canonical_json.encode(old)
    assert codec.decode(parsed(data)) == Entry(4, 2, TurnBegan(5, "lifted"), EVERYONE)
    for shape, why in ((4, "this release knows up to 3"), (0, "of shape 0 cannot be upcast")):
        with pytest.raises(UnknownEvent, match=why):
            codec.decode({**old, "shape": shape})
