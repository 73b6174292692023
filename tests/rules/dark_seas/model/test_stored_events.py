"""Events as releases have stored them: each is read for ever, and a log of an old release folds as it did."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from darkseas.engine.events import BattleBegan, BattleEnded
from darkseas.engine.log.entry_codec import LogCodec
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.codec import read
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.model.scoring import scores

CODEC = LogCodec(SYSTEM)
STORED = Path(__file__).parent / "stored_events"
#: An entry of each kind as the release stored it; of later ones what is new, or has a new field.
FILES = ("r1.jsonl", "r2.jsonl")


def lines(name: str) -> list[bytes]:
    return (STORED / name).read_bytes().splitlines()


@pytest.mark.parametrize("name", FILES)
def test_what_a_release_stored_is_read_and_written_as_it_was(name: str) -> None:
    for line in lines(name):
        record = json.loads(line)
        entry = CODEC.decode(record)
        if record["shape"] == CODEC.shape(record["kind"]):
            assert CODEC.encode(entry, record["given_by"]) == line


def test_every_kind_and_shape_has_an_example() -> None:
    """An event that is new, or has a new shape, brings its line."""
    there = {(record["kind"], record["shape"]) for name in FILES for record in map(json.loads, lines(name))}
    assert there >= {(kind, shape) for kind in SYSTEM.events for shape in range(1, CODEC.shape(kind) + 1)}


def test_battle_of_the_first_release_folds_to_its_end() -> None:
    """Its points come out of the fold as they stand on record, and every entry can be told."""
    events = [CODEC.decode(json.loads(line)["entry"]).event for line in lines("battle-r1.jsonl")[1:]]
    began, ended = events[0], next(event for event in events if isinstance(event, BattleEnded))
    assert isinstance(began, BattleBegan)
    assert began.release == "r1"
    state = SYSTEM.initial_state(read(ScenarioSpec, dict(began.scenario)))
    for event in events[: events.index(ended)]:
        assert SYSTEM.describe(state, event).sentence
        setter = SYSTEM.setters.get(type(event))
        if setter is not None:
            setter(state, event)
    assert scores(state, final=True) == {side: Fraction(text) for side, text in ended.scores.items()}
