"""The layers of a Tiled file, out of their groups."""

from collections.abc import Iterator
from dataclasses import dataclass

from darkseas.engine.serialization.canonical_json import Json

from .limits import MOST_LAYERS, members, number, refusal, text

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer with its path in the file, its offset in pixels and whether Tiled hides it.

    Both include those of the groups around it. Parallax depends on the view, so it is ignored.
    """

    where: str
    value: dict[str, Json]
    name: str
    kind: str
    offset: Point
    is_hidden: bool


def layers_of(file: dict[str, Json]) -> list[Layer]:
    """Return all layers but groups, in order. Raises BadScenario for too many."""
    layers = list(_inside(file, "", (0.0, 0.0), is_hidden=False))
    if len(layers) > MOST_LAYERS:
        raise refusal("layers", f"A map may have at most {MOST_LAYERS} layers.")
    return layers


def _inside(holder: dict[str, Json], where: str, moved: Point, is_hidden: bool) -> Iterator[Layer]:
    for place, value in enumerate(members(holder.get("layers"), f"{where}layers", MOST_LAYERS)):
        at = f"{where}layers.{place}"
        offset = (
            moved[0] + number(value.get("offsetx", 0), f"{at}.offsetx"),
            moved[1] + number(value.get("offsety", 0), f"{at}.offsety"),
        )
        hidden = is_hidden or value.get("visible") is False
        if value.get("type") == "group":
            yield from _inside(value, f"{at}.", offset, hidden)
        else:
            name = text(value.get("name"), f"{at}.name")
            yield Layer(at, value, name, str(value.get("type")), offset, hidden)
