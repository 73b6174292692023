"""Export in our own format, and import of our and Tiled's files, recognised by their content."""

from dataclasses import dataclass

from darkseas.engine.scenario.spec import BadScenario, Finding, MapSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write

from .store import map_from
from .tiled import from_tiled

FORMAT = "darkseas-map"
VERSION = 1


@dataclass(frozen=True, slots=True)
class MapRead:
    """A map from a file, with a sentence for each part that was dropped."""

    map: MapSpec
    findings: tuple[str, ...] = ()


def to_file(spec: MapSpec) -> dict[str, Json]:
    """Return a map as a file of our own format."""
    return {"format": FORMAT, "version": VERSION, "map": write(spec)}


def from_file(value: Json) -> MapRead:
    """Return the map in a file of our format or Tiled's. Raises BadScenario with the invalid place."""
    if isinstance(value, dict) and value.get("format") == FORMAT:
        if value.get("version") != VERSION:
            raise BadScenario((Finding("version", f"This site reads version {VERSION} of the format."),))
        return MapRead(map_from(value.get("map")))
    file_map = from_tiled(value)
    return MapRead(map_from(write(file_map.map)), file_map.findings)
