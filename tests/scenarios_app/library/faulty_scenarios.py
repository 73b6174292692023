"""Good scenarios of the library with one mistake put into them."""

import copy
from collections.abc import Callable
from typing import Any

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.codec import read, write
from tests.support.library.library_specs import library_spec

Change = Callable[[dict[str, Any]], object]


def good(key: str) -> ScenarioSpec:
    """A scenario of the library as it stands."""
    return library_spec(key)


def with_mistake(key: str, change: Change) -> ScenarioSpec:
    """The scenario after something was done to its JSON."""
    said = copy.deepcopy(write(good(key)))
    change(said)
    spec: ScenarioSpec = read(ScenarioSpec, said)
    return spec


def put(path: str, value: Any) -> Change:
    """What sets a dotted place; members of lists by key or number."""

    def change(said: dict[str, Any]) -> None:
        holder, name = _holder(said, path)
        holder[name] = value

    return change


def take(path: str) -> Change:
    """What takes a dotted place away."""

    def change(said: dict[str, Any]) -> None:
        holder, name = _holder(said, path)
        del holder[name]

    return change


def append(path: str, value: Any) -> Change:
    """What adds to the list at a dotted place."""
    return lambda said: _at(said, path).append(value)


def again(path: str, **other: Any) -> Change:
    """What puts a member of a list there a second time, with other fields."""

    def change(said: dict[str, Any]) -> None:
        members, name = _holder(said, path)
        members.append({**copy.deepcopy(members[name]), **other})

    return change


def both(*changes: Change) -> Change:
    """What does one thing after the other."""

    def change(said: dict[str, Any]) -> None:
        for one in changes:
            one(said)

    return change


def _at(said: Any, path: str) -> Any:
    holder, name = _holder(said, path)
    return holder[name]


def _holder(said: Any, path: str) -> tuple[Any, Any]:
    *before, last = path.split(".")
    for part in before:
        said = said[_name(said, part)]
    return said, _name(said, last)


def _name(holder: Any, part: str) -> Any:
    if not isinstance(holder, list):
        return part
    named = [number for number, one in enumerate(holder) if isinstance(one, dict) and one.get("key") == part]
    return named[0] if named else int(part)
