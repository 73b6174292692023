"""Forms of rules systems as JSON, and the addresses they are had under."""

import json
from typing import Any

from django.test import Client

from darkseas.rules.registry import SYSTEMS, system
from scenarios_app.file_format.form_json import form_of
from tests.support.every_case import every_case

KINDS = {"whole", "truth", "text", "choice", "fraction", "hex", "list", "record", "mapping", "options"}


def field(record: dict[str, Any], *path: str) -> dict[str, Any]:
    """Return a field within a record by the names that lead to it; "*" enters a list or mapping."""
    for name in path:
        if name == "*":
            record = record["of"]
        else:
            [record] = [one for one in record["fields"] if one["name"] == name]
    return record


def all_fields(told: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a field and everything that it holds."""
    inner = [*told.get("fields", []), *([told["of"]] if "of" in told else [])]
    return [told, *(field_json for field in inner for field_json in all_fields(field))]


@every_case("key", [one.key for one in SYSTEMS if one.form])
def test_every_field_is_told_in_full(key: str) -> None:
    form = json.loads(json.dumps(form_of(system(key))))
    assert form["system"] == key
    for part in form["parts"].values():
        for field_json in all_fields(part):
            assert field_json["kind"] in KINDS
            assert {"name", "title", "text", "rule", "unit", "least", "most", "names", "choices"} <= set(
                field_json
            )
            assert (field_json["kind"] in ("list", "mapping")) == ("of" in field_json)
            assert (field_json["kind"] in ("record", "options")) == ("fields" in field_json)
            if field_json["kind"] == "choice":
                assert field_json["choices"]
                assert all(choice["words"] or choice["value"] == "" for choice in field_json["choices"])
            if field_json["name"] and part is not field_json:
                assert field_json["title"]


def test_numbers_have_their_bounds_and_units() -> None:
    parts = form_of(system("dark_seas"))["parts"]
    training = field(parts["sides.rules"], "training")
    assert (training["kind"], training["least"], training["most"], training["optional"]) == (
        "whole", 1, 6, False,
    )  # fmt: skip
    visibility = field(parts["sea"], "conditions", "*", "visibility")
    assert (visibility["unit"], visibility["least"]) == ("hexes", 0)
    assert field(parts["sides.rules"], "dummies")["default"] == 0
    damaged = field(parts["aims"], "damaged")
    assert (damaged["kind"], damaged["default"]) == ("fraction", "1/2")


def test_lists_say_what_they_hold() -> None:
    parts = form_of(system("dark_seas"))["parts"]
    edges = field(parts["sides.rules"], "exit_edges")
    assert (edges["kind"], edges["default"]) == ("list", [])
    assert [choice["value"] for choice in edges["of"]["choices"]] == ["north", "south", "east", "west"]
    factors = field(parts["ratings"], "batteries", "*", "factors")
    assert factors["members"] == ["range 0", "range 1", "range 2", "range 3"]
    assert (factors["of"]["kind"], factors["of"]["least"]) == ("whole", 0)


def test_places_that_may_be_left_open_say_so() -> None:
    parts = form_of(system("dark_seas"))["parts"]
    at = field(parts["groups.rules"], "hex")
    assert (at["kind"], at["optional"], at["may_be_empty"], at["default"]) == ("hex", True, True, None)
    otherwise = field(parts["aims"], "otherwise")
    assert (otherwise["kind"], otherwise["names"], otherwise["default"]) == ("text", "side", "score")
    assert [choice["value"] for choice in otherwise["choices"]] == ["score", "draw"]


def test_mappings_say_what_their_keys_may_be() -> None:
    parts = form_of(system("fleet_battle"))["parts"]
    most = field(parts["sides.rules"], "max_per_type")
    assert (most["kind"], most["of"]["kind"], most["of"]["least"]) == ("mapping", "whole", 0)
    assert "destroyer" in [choice["value"] for choice in most["choices"]]
    assert field(parts["sea"], "cards", "*", "defence")["most"] == 100


def test_options_tell_titles_answers_and_origin() -> None:
    options = form_of(system("fleet_battle"))["parts"]["options"]
    assert options["kind"] == "options"
    memory = field(options, "memory_turns")
    assert [choice["value"] for choice in memory["choices"]] == [0, 1, 2, 3]
    assert (memory["default"], memory["origin"], memory["rule"]) == (1, "house", "FB-B10")
    assert field(options, "retreat")["kind"] == "truth"


def test_systems_and_forms_are_served(client: Client) -> None:
    systems = client.get("/api/v1/systems/").json()["systems"]
    by_key = {one["key"]: one for one in systems}
    assert by_key["dark_seas"]["has_map"] is True
    assert by_key["fleet_battle"]["has_map"] is False
    answer = client.get(by_key["dark_seas"]["form"])
    assert answer.status_code == 200
    assert answer.json() == json.loads(json.dumps(form_of(system("dark_seas"))))


def test_a_system_that_there_is_not_has_no_form(client: Client) -> None:
    answer = client.get("/api/v1/systems/draughts/form/")
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert client.post("/api/v1/systems/").status_code == 405
