"""The library: historical battles as TOML files, read, checked and published.

A file is a ScenarioSpec and is named by its key. Its `map` may be drawn from `library/maps`:
`map = "savo-sound"` takes that file as it is, and a table with `shared = "savo-sound"` takes it and
puts the table's own fields in place of the shared ones.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from darkseas.engine.canon import Json
from darkseas.engine.hexes import parse_label
from darkseas.engine.scenario import BadScenario, Finding, MapSpec, ScenarioSpec
from darkseas.rules.registry import system

from .models import Revision
from .spec import canonical, digest_of, publish, spec_from

LIBRARY = Path(__file__).resolve().parent / "library"
MAPS = "maps"

#: Where a number may come from.
ORIGINS = ("rulebook", "companion", "published", "derived", "house")


def scenario_files(folder: Path = LIBRARY) -> tuple[Path, ...]:
    """Return the scenario files of a folder in the order of their names; maps stand in their own."""
    return tuple(sorted(folder.glob("*.toml")))


def read_file(path: Path) -> ScenarioSpec:
    """Return the scenario that a file holds.

    Raises BadScenario with findings that name the place in the file as a dotted path, members of
    lists by their number from 0 where the shape is wrong, by their key where the rules system says so.
    """
    data = _toml(path, "file")
    if "map" in data:
        data["map"] = _whole_map(data["map"], path.parent / MAPS)
    spec = spec_from(data)
    findings = (*_of_name(spec, path), *_of_system(spec), *_of_places(spec.map), *_of_origins(data))
    if findings:
        raise BadScenario(findings)
    return spec


def load(folder: Path = LIBRARY) -> list[tuple[str, bool]]:
    """Publish every scenario of a folder; return each key, and whether that made a new revision.

    All files are read before the first is published. Raises BadScenario with the findings of all
    files, the file's name before the place. Loading twice changes nothing.
    """
    return [_publish(spec) for spec in _read_all(scenario_files(folder))]


def _read_all(files: tuple[Path, ...]) -> list[ScenarioSpec]:
    specs, findings = [], []
    for path in files:
        try:
            specs.append(read_file(path))
        except BadScenario as fault:
            findings += [Finding(f"{path.name}: {f.where}", f.text, f.rule) for f in fault.findings]
    if findings:
        raise BadScenario(tuple(findings))
    return specs


def _publish(spec: ScenarioSpec) -> tuple[str, bool]:
    is_known = Revision.objects.filter(digest=digest_of(canonical(spec))).exists()
    publish(spec, origin="library")
    return spec.key, not is_known


# --- from the file -------------------------------------------------------------------------------


def _toml(path: Path, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise BadScenario((Finding(where, f"{path.name} cannot be read as TOML: {fault}"),)) from None


def _whole_map(value: Json, folder: Path) -> Json:
    """The map with the shared one it names, if any, filled in."""
    if isinstance(value, str):
        return _shared_map(value, "map", folder)
    if isinstance(value, dict) and "shared" in value:
        own = {name: field for name, field in value.items() if name != "shared"}
        return {**_shared_map(value["shared"], "map.shared", folder), **own}
    return value


def _shared_map(key: Json, where: str, folder: Path) -> dict[str, Any]:
    known = {path.stem: path for path in sorted(folder.glob("*.toml"))}
    if not isinstance(key, str) or key not in known:
        raise BadScenario((Finding(where, f"There is no shared map “{key}”."),))
    return _toml(known[key], where)


# --- what must hold ------------------------------------------------------------------------------


def _of_name(spec: ScenarioSpec, path: Path) -> Iterator[Finding]:
    if spec.key != path.stem:
        yield Finding("key", f"The file is named “{path.stem}”, its key is “{spec.key}”.")


def _of_system(spec: ScenarioSpec) -> Iterator[Finding]:
    """What the rules system finds when it sets the scenario up."""
    try:
        initial_state = system(spec.system).initial_state
    except LookupError:
        yield Finding("system", f"There is no rules system “{spec.system}”.")
        return
    try:
        initial_state(spec)
    except BadScenario as fault:
        yield from fault.findings


def _of_places(map_spec: MapSpec | None) -> Iterator[Finding]:
    if map_spec is None:
        return
    if map_spec.coast_row % 2:
        yield Finding("map.coast_row", "must be even, or the rows would be shifted against the coast")
    for number, place in enumerate(map_spec.places):
        if not _is_on(map_spec, place.hex):
            yield Finding(f"map.places.{number}.hex", f"“{place.name}” does not lie on the map.")


def _is_on(map_spec: MapSpec, text: str) -> bool:
    try:
        col, row = parse_label(text)
    except ValueError:
        return False
    return col < map_spec.cols and row < map_spec.rows


def _of_origins(data: Mapping[str, Any]) -> Iterator[Finding]:
    for path, origin in data.get("origins", {}).items():
        if origin not in ORIGINS:
            yield Finding(f"origins.{path}", "must be one of " + ", ".join(ORIGINS))
        if not _leads_somewhere(data, path.split(".")):
            yield Finding(f"origins.{path}", "leads to nothing in the scenario")


def _leads_somewhere(value: Json, path: list[str]) -> bool:
    """Whether a dotted path leads to a field; in a list it names a member by key, or means all."""
    if not path:
        return True
    if isinstance(value, Mapping):
        return path[0] in value and _leads_somewhere(value[path[0]], path[1:])
    if not isinstance(value, list):
        return False
    named = [member for member in value if isinstance(member, Mapping) and member.get("key") == path[0]]
    if named:
        return any(_leads_somewhere(member, path[1:]) for member in named)
    return any(_leads_somewhere(member, path) for member in value)
