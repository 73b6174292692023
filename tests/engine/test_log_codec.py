"""Entries as canonical bytes: there and back, lifted from old shapes, or passed unread."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from darkseas.engine import canon
from darkseas.engine.events import EVERYONE, SHARED_EVENTS, DiceRolled, Entry, OrderGiven, TurnBegan
from darkseas.engine.log_codec import LogCodec, UnknownEvent
from tests.builders import toy_bout
from tests.toy_system import TOY

CODEC = LogCodec(TOY)


def stored(entries: Sequence[Entry]) -> list[tuple[str, int, bytes]]:
    """Kind, shape and bytes of entries, as the log keeps them."""
    found = []
    for entry in entries:
        name = CODEC.names[type(entry.event)]
        found.append((name, CODEC.shape(name), CODEC.encode(entry, "p1")))
    return found


def parsed(data: bytes) -> dict[str, Any]:
    """The value of canonical bytes."""
    value: dict[str, Any] = canon.decode(data)
    return value


def test_entries_come_back_as_they_were() -> None:
    entries = toy_bout().entries
    assert len({type(entry.event) for entry in entries}) > 5
    assert [CODEC.decode(parsed(data)) for _, _, data in stored(entries)] == list(entries)
    assert [CODEC.decode_strictly(parsed(data)) for _, _, data in stored(entries)] == list(entries)


def test_events_are_those_of_the_entries_and_none_where_not_wanted() -> None:
    entries = toy_bout().entries
    wanted = frozenset(TOY.setters)
    events = CODEC.events(stored(entries), wanted)
    assert events == [entry.event if type(entry.event) in wanted else None for entry in entries]
    assert None in events
    assert any(event is not None for event in events)
    assert CODEC.events(stored(entries), set(CODEC.types.values())) == [entry.event for entry in entries]
    assert CODEC.events(stored(entries), ()) == [None] * len(entries)


def test_payload_is_found_whatever_stands_in_the_texts_around_it() -> None:
    trap = '"payload":{},"seq":1,\\"payload":'
    entries = [
        Entry(
            0, 0, OrderGiven(trap, trap, {"payload": {"seq": 1, "x": trap}, "seq": [trap]}), (trap, "payload")
        ),
        Entry(1, 0, DiceRolled(trap, 6, (1,), 1), ()),
        Entry(2, 1, TurnBegan(7, '","seq":9'), EVERYONE),
    ]
    rows = [(name, shape, data) for name, shape, data in stored(entries)]
    assert CODEC.events(rows, set(SHARED_EVENTS.values())) == [entry.event for entry in entries]


@pytest.mark.parametrize("wanted", [(), frozenset(TOY.setters)])
def test_events_refuse_a_kind_that_is_not_ours_wanted_or_not(wanted: Any) -> None:
    (row,) = stored([Entry(0, 0, TurnBegan(1), EVERYONE)])
    with pytest.raises(UnknownEvent, match=r"no event 'toy\.nonsense' in toy"):
        CODEC.events([row, ("toy.nonsense", *row[1:])], wanted)


def test_old_shapes_are_lifted_step_by_step_wherever_they_are_read() -> None:
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
    data = canon.encode(old)
    assert codec.decode(parsed(data)) == Entry(4, 2, TurnBegan(5, "lifted"), EVERYONE)
    assert codec.decode_strictly(parsed(data)).event == TurnBegan(5, "lifted")
    assert codec.events([("turn_began", 1, data)], {TurnBegan}) == [TurnBegan(5, "lifted")]
    for shape, why in ((4, "this release knows up to 3"), (0, "of shape 0 cannot be lifted")):
        with pytest.raises(UnknownEvent, match=why):
            codec.decode({**old, "shape": shape})
