"""Values from an untrusted file, checked against limits; errors name the path."""

import math

from darkseas.engine.scenario.spec import BadScenario, Finding
from darkseas.engine.serialization.canonical_json import Json

#: The most columns, and rows.
MOST = 100
MOST_LAYERS, MOST_OBJECTS, MOST_TILESETS, MOST_TILES = 150, 20_000, 64, 20_000
#: How many points of the lines on edges are looked at.
MOST_STEPS = 150_000
MOST_CHUNKS, MOST_CELLS, FARTHEST_TILE = 5_000, 60_000, 1_000_000
MOST_NODES, DEEPEST = 500_000, 24
LONGEST_TEXT = 4000
FARTHEST_PX = 10_000_000
LARGEST = 2**53 - 1


def refusal(where: str, text: str) -> BadScenario:
    """Return the refusal of a place, as a dotted path, with a sentence that says what to do."""
    return BadScenario((Finding(where, text),))


def look_through(value: Json) -> None:
    """Walk a value level by level. Raises BadScenario for too many or too deeply nested parts."""
    level, nodes = [value], 0
    for _ in range(DEEPEST):
        inner: list[Json] = []
        for item in level:
            if isinstance(item, list):
                inner.extend(item)
            elif isinstance(item, dict):
                inner.extend(item.values())
        nodes += len(inner)
        if nodes > MOST_NODES:
            raise refusal(
                "file", f"The file has more than {MOST_NODES} parts. Take away layers that are not the map."
            )
        if not inner:
            return
        level = inner
    raise refusal("file", f"The file is nested more than {DEEPEST} deep.")


def whole_number(value: Json, where: str, least: int, most: int) -> int:
    """Return a whole number within bounds; Tiled writes some as 3.0."""
    number = int(value) if isinstance(value, float) and value.is_integer() else value
    if type(number) is not int or not least <= number <= most:
        raise refusal(where, f"must be a whole number from {least} to {most}")
    return number


def number(value: Json, where: str) -> float:
    """Return a number of pixels."""
    if type(value) not in (int, float) or not abs(value) <= FARTHEST_PX or not math.isfinite(value):
        raise refusal(where, f"must be a number up to {FARTHEST_PX}")
    return float(value)


def text(value: Json, where: str) -> str:
    """Return a text; none is an empty one."""
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise refusal(where, f"must be text of at most {LONGEST_TEXT} characters")
    if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
        raise refusal(where, "holds a NUL or half a character")
    return value


def members(value: Json, where: str, most: int) -> list[dict[str, Json]]:
    """Return a list of objects; none is an empty one."""
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > most:
        raise refusal(where, f"must be a list of at most {most}")
    for place, item in enumerate(value):
        if not isinstance(item, dict):
            raise refusal(f"{where}.{place}", "must be an object")
    return value


def properties(holder: dict[str, Json], where: str) -> dict[str, Json]:
    """Return the custom properties of a part by name. Before Tiled 1.2 they were an object."""
    given = holder.get("properties")
    if isinstance(given, dict):
        return dict(given)
    listed = members(given, f"{where}properties", 200)
    return {str(item.get("name")): item.get("value") for item in listed}
