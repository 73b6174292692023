"""The JSON Schema of scenario files: what the library holds keeps to it, what is broken does not."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.rules.registry import SYSTEMS
from scenarios_app.file_format.field_notes import FRAME_NOTES
from scenarios_app.file_format.fields import FormField, fields_of
from scenarios_app.file_format.files import to_file
from scenarios_app.file_format.json_schema import scenario_schema
from scenarios_app.library.loader import scenario_files
from tests.scenarios_app.library.faulty_scenarios import Change, append, good, put, take
from tests.support.every_case import every_case
from tests.support.library.library_specs import library_spec

FILES = scenario_files()


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    schema = json.loads(json.dumps(scenario_schema()))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def of_file(key: str) -> Any:
    """What stands in the file of a good scenario."""
    return json.loads(to_file(good(key)))


@every_case("path", FILES)
def test_library_keeps_to_the_schema(path: Path, validator: Draft202012Validator) -> None:
    said = json.loads(to_file(library_spec(path.stem)))
    assert [error.message for error in validator.iter_errors(said)] == []


BROKEN: dict[str, tuple[str, Change]] = {
    "no title": ("savo-island", take("title")),
    "empty title": ("savo-island", put("title", "")),
    "key with blanks": ("savo-island", put("key", "Savo Island")),
    "unknown system": ("savo-island", put("system", "draughts")),
    "unknown field": ("savo-island", put("colour", "blue")),
    "one side": ("savo-island", take("sides.allies")),
    "side named as everybody": ("savo-island", put("sides.ijn.key", "all")),
    "training": ("savo-island", put("sides.ijn.rules.training", 9)),
    "training as a word": ("savo-island", put("sides.ijn.rules.training", "five")),
    "training left out": ("savo-island", take("sides.ijn.rules.training")),
    "rules left out": ("savo-island", take("sides.ijn.rules")),
    "unknown rule": ("savo-island", put("sides.ijn.rules.moral", 3)),
    "edge": ("savo-island", put("sides.ijn.rules.exit_edges", ["up"])),
    "group that moves a little": ("savo-island", put("sides.ijn.groups.main-column.rules", {"immobile": 1})),
    "points as a number": ("savo-island", put("sides.ijn.ships.kako.ratings.points", 28)),
    "points under 0": ("savo-island", put("sides.ijn.ships.kako.ratings.points", "-1")),
    "half a fraction": ("savo-island", put("sides.ijn.ships.kako.ratings.points", "1/0")),
    "three factors": ("savo-island", put("sides.ijn.ships.kako.ratings.batteries.0.factors", [1, 2, 3])),
    "defence class": ("savo-island", put("sides.ijn.ships.kako.ratings.defence_class", "Z")),
    "no map": ("savo-island", take("map")),
    "too many columns": ("savo-island", put("map.cols", 101)),
    "hex": ("savo-island", append("map.land", "B7")),
    "coast in an odd row": ("savo-island", put("map.coast_row", 3)),
    "no last turn": ("savo-island", take("aims.turn_limit")),
    "no light": ("savo-island", take("sea")),
    "dusk": ("savo-island", put("sea.conditions.0.light", "dusk")),
    "origin": ("savo-island", put("origins.aims", "hearsay")),
    "origin of a ship": ("savo-island", put("sides.ijn.ships.kako.origin", "hearsay")),
    "fate": ("savo-island", put("about.losses", [{"side": "ijn", "ship": "Kako", "fate": "lost"}])),
    "card": ("denmark-strait", put("sides.rn.ships.0.ratings.card", "raft")),
    "budget": ("denmark-strait", put("sides.rn.rules", {"budget": -1})),
    "limit of a raft": ("denmark-strait", put("sides.rn.rules", {"max_per_type": {"raft": 1}})),
    "map of cards": ("denmark-strait", put("map", {"key": "m", "title": "M", "cols": 1, "rows": 1})),
    "option": ("denmark-strait", put("options", {"memory_turns": 9})),
    "rules of the other system": ("denmark-strait", put("system", "dark_seas")),
}


@every_case("name", BROKEN)
def test_what_is_broken_does_not_keep_to_it(name: str, validator: Draft202012Validator) -> None:
    key, change = BROKEN[name]
    said = copy.deepcopy(of_file(key))
    assert validator.is_valid(said)
    change(said)
    assert not validator.is_valid(said)


def test_schema_may_be_named_in_the_file(validator: Draft202012Validator) -> None:
    assert validator.is_valid({"$schema": "scenario.json", **of_file("savo-island")})


def test_every_field_of_the_frame_has_its_note() -> None:
    def names(fields: tuple[FormField, ...], record: str) -> set[str]:
        found = {f"{record}.{field.name}" for field in fields}
        for field in fields:
            inner = field if field.kind == "record" else field.of
            if inner is not None and inner.kind == "record":
                found |= names(inner.fields, inner.record)
        return found

    assert set(FRAME_NOTES) == names(fields_of(ScenarioSpec, FRAME_NOTES), "ScenarioSpec")
    assert all(note.title and note.text.endswith(".") for note in FRAME_NOTES.values())


def test_schema_tells_titles_help_and_rules() -> None:
    definitions = scenario_schema()["$defs"]
    training = definitions["dark_seas.SideRules"]["properties"]["training"]
    assert training["title"] == "Training"
    assert training["description"].endswith("(§9)")
    assert (training["minimum"], training["maximum"]) == (1, 6)
    assert definitions["SideSpec"]["properties"]["mission"]["title"] == "Mission"


def test_every_system_with_a_form_has_its_part() -> None:
    told = [one["if"]["properties"]["system"]["const"] for one in scenario_schema()["allOf"]]
    assert told == [system.key for system in SYSTEMS if system.form]


def test_schema_is_served(client: Client) -> None:
    answer = client.get("/schema/scenario.json")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.json() == json.loads(json.dumps(scenario_schema()))
