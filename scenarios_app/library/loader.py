"""Loads the library of historical battles: reads, checks and publishes its TOML files.

A file is a ScenarioSpec and is named by its key. Its `map` may be one of the shared files in `maps/data`:
`map = "savo-sound"` uses that file unchanged; a table with `shared = "savo-sound"` overrides some of its
fields.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from darkseas.engine.scenario.spec import BadScenario, Finding, MapSpec, ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from scenarios_app.checks.about import leads_somewhere
from scenarios_app.checks.all_checks import findings, hindering
from scenarios_app.maps.coasts import MAPS
from scenarios_app.maps.store import map_from, publish_of_library
from scenarios_app.models import Revision
from scenarios_app.revisions.store import canonical, digest_of, publish, spec_from

LIBRARY = Path(__file__).resolve().parent / "data"
T = TypeVar("T")


def scenario_files(folder: Path = LIBRARY) -> tuple[Path, ...]:
    """Return the scenario files of a folder, sorted by key."""
    return tuple(sorted(folder.glob("*.toml"), key=lambda path: path.stem))


def read_file(path: Path, map_folder: Path = MAPS) -> ScenarioSpec:
    """Return the scenario in a file, with the shared map from `map_folder` that it names.

    Raises BadScenario with findings, each at a dotted path of the file. Findings about the file's structure
    identify list members by index from 0; findings of the rules system use keys.
    """
    data = _toml(path, "file")
    if "map" in data:
        data["map"] = _whole_map(data["map"], map_folder)
    spec = spec_from(data)
    hinders = (*_of_name(spec, path), *hindering(findings(spec)), *_of_origins(data))
    if hinders:
        raise BadScenario(hinders)
    return spec


def load(folder: Path = LIBRARY, map_folder: Path = MAPS) -> list[tuple[str, bool]]:
    """Publish all maps and scenarios of two folders. Return each scenario's key and whether it is new.

    All files are read before the first is published. Raises BadScenario with the findings of all files; each
    path starts with the file's name. Loading twice changes nothing.
    """
    maps = _all_of(map_files(map_folder), read_map)
    specs = _all_of(scenario_files(folder), lambda path: read_file(path, map_folder))
    for shared in maps:
        publish_of_library(shared)
    return [_publish(spec) for spec in specs]


def map_files(folder: Path = MAPS) -> tuple[Path, ...]:
    """Return the map files of a folder, sorted by name."""
    return tuple(sorted(folder.glob("*.toml")))


def read_map(path: Path) -> MapSpec:
    """Return the map in a file. Raises BadScenario with findings at paths of the file."""
    spec = map_from(_toml(path, "file"))
    if spec.key != path.stem:
        raise BadScenario((Finding("key", f"The file is named “{path.stem}”, its key is “{spec.key}”."),))
    return spec


def _all_of(files: tuple[Path, ...], read_one: Callable[[Path], T]) -> list[T]:
    """Return the contents of all files. Raises BadScenario with the findings of all of them."""
    specs: list[T] = []
    faults: list[Finding] = []
    for path in files:
        try:
            specs.append(read_one(path))
        except BadScenario as fault:
            faults += [Finding(f"{path.name}: {f.where}", f.text, f.rule) for f in fault.findings]
    if faults:
        raise BadScenario(tuple(faults))
    return specs


def _publish(spec: ScenarioSpec) -> tuple[str, bool]:
    known = Revision.objects.filter(scenario__key=spec.key, number__isnull=False)
    is_known = known.filter(digest=digest_of(canonical(spec))).exists()
    publish(spec, origin="library")
    return spec.key, not is_known


# --- from the file -------------------------------------------------------------------------------


def _toml(path: Path, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise BadScenario((Finding(where, f"{path.name} cannot be read as TOML: {fault}"),)) from None


def _whole_map(value: Json, folder: Path) -> Json:
    """Return the map, completed from the shared map that it names, if any."""
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


# --- checks --------------------------------------------------------------------------------------


def _of_name(spec: ScenarioSpec, path: Path) -> Iterator[Finding]:
    if spec.key != path.stem:
        yield Finding("key", f"The file is named “{path.stem}”, its key is “{spec.key}”.")


def _of_origins(data: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield origins whose path does not exist: typing errors in library files."""
    for path in data.get("origins", {}):
        if not leads_somewhere(data, path.split(".")):
            yield Finding(f"origins.{path}", "leads to nothing in the scenario")
