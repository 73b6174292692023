"""Stored bytes straight into events: the same as when they are read strictly, only quicker."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from darkseas.engine.bots.battle import fight
from darkseas.engine.events import EVERYONE, SHARED_EVENTS, DiceRolled, Entry, OrderGiven, TurnBegan
from darkseas.engine.log.entry_codec import LogCodec, UnknownEvent
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.codec import BadShape
from darkseas.rules import registry
from replays_app.log.reader import LogReader, as_entries
from scenarios_app.library import loader
from tests.support.builders import toy_bot_battle
from tests.support.every_case import every_case
from tests.support.toys.toy_system import TOY

CODEC = LogCodec(TOY)
SPECS = {path.stem: path for path in loader.scenario_files()}


def stored(entries: Sequence[Entry], codec: LogCodec = CODEC) -> list[bytes]:
    """Return the bytes of entries, as the log keeps them."""
    return [codec.encode(entry, "p1") for entry in entries]


@every_case("name", SPECS)
@every_case("led_by", ["captains", "random bots"])
def test_events_are_those_that_strict_reading_gives(name: str, led_by: str) -> None:
    spec = loader.read_file(SPECS[name])
    system = registry.system(spec.system)
    codec = LogCodec(system)
    led = {side.key: system.bot for side in spec.sides} if led_by == "captains" else {}
    entries = fight(system, spec, bytes(range(32)), bots=led).entries
    data = stored(entries, codec)
    decoded = as_entries(LogReader(codec).read(data))
    assert decoded == list(entries)
    # Equal is not enough: a hex equals a plain tuple.
    assert repr(decoded) == repr([codec.decode(canonical_json.decode(entry)) for entry in data])


def test_events_that_nobody_wants_are_left_out() -> None:
    entries = toy_bot_battle().entries
    wanted = frozenset(TOY.setters)
    decoded = LogReader(CODEC, wanted).read(stored(entries))
    assert [(entry.seq, entry.step, entry.audience) for entry in decoded] == [
        (e.seq, e.step, e.audience) for e in entries
    ]
    assert [entry.event for entry in decoded] == [
        e.event if type(e.event) in wanted else None for e in entries
    ]
    assert {entry.event is None for entry in decoded} == {True, False}
    assert LogReader(CODEC, frozenset()).names == ()


def test_texts_may_hold_whatever_looks_like_an_entry() -> None:
    trap = '"payload":{},"seq":1,\\"kind":"turn_began"'
    entries = [
        Entry(
            0,
            0,
            OrderGiven(trap, trap, {"payload": {"seq": 1, "x": trap}, "kind": [trap]}),
            (trap, "payload"),
        ),
        Entry(1, 0, DiceRolled(trap, 6, (1,), 1), ()),
        Entry(2, 1, TurnBegan(7, '","seq":9'), EVERYONE),
    ]
    assert as_entries(LogReader(CODEC, frozenset(SHARED_EVENTS.values())).read(stored(entries))) == entries


@every_case("wanted", [None, frozenset(), frozenset({TurnBegan})])
def test_old_shapes_among_new_ones_are_lifted(wanted: frozenset[type] | None) -> None:
    codec = LogCodec(
        replace(
            TOY,
            shapes={"turn_began": 2},
            upcasts={("turn_began", 1): lambda payload: {"turn": payload["number"], "title": "lifted"}},
        )
    )
    record: dict[str, Any] = canonical_json.decode(codec.encode(Entry(0, 0, TurnBegan(5), EVERYONE), None))
    old = canonical_json.encode({**record, "shape": 1, "payload": {"number": 4}})
    decoded = LogReader(codec, wanted).read([old, canonical_json.encode(record)])
    expected = [None, None] if wanted == frozenset() else [TurnBegan(4, "lifted"), TurnBegan(5)]
    assert [entry.event for entry in decoded] == expected
    with pytest.raises(UnknownEvent, match="knows up to 2"):
        LogReader(codec, wanted).read([canonical_json.encode({**record, "shape": 3})])


@every_case("wanted", [None, frozenset()])
def test_kind_that_is_not_ours_is_refused_wanted_or_not(wanted: frozenset[type] | None) -> None:
    (data,) = stored([Entry(0, 0, TurnBegan(1), EVERYONE)])
    record: dict[str, Any] = canonical_json.decode(data)
    with pytest.raises(UnknownEvent, match=r"toy has no event 'toy\.nonsense'"):
        LogReader(CODEC, wanted).read([data, canonical_json.encode({**record, "kind": "toy.nonsense"})])


@every_case("payload", [{"turn": "one"}, {"turn": 1.5}, {}, []])
def test_payload_that_no_event_fits_is_refused(payload: Any) -> None:
    (data,) = stored([Entry(0, 0, TurnBegan(1), EVERYONE)])
    record = canonical_json.decode(data)
    spoiled = data.replace(canonical_json.encode(record["payload"]), str(payload).replace("'", '"').encode())
    with pytest.raises((BadShape, canonical_json.BadJson)):
        LogReader(CODEC).read([spoiled])


def test_bytes_that_are_no_json_are_refused() -> None:
    (data,) = stored([Entry(0, 0, TurnBegan(1), EVERYONE)])
    with pytest.raises(canonical_json.BadJson):
        LogReader(CODEC).read([data[:-1]])
