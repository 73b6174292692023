"""What a page needs to draw a scenario's chart: the ground as JSON, and where its coastline lies."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.contrib.staticfiles import finders
from django.templatetags.static import static

from darkseas.engine.presentation.chart import ChartSide, Ground
from darkseas.engine.scenario.spec import BadScenario, MapSpec, ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.rules.registry import system

_COAST_NAME = re.compile(r"[a-z0-9_]{1,60}")


def coast_address(map_spec: MapSpec | None) -> str:
    """Return the address of the coastline to draw beneath a map, or nothing where there is none."""
    return coast_named(map_spec.coast) if map_spec is not None else ""


@lru_cache(maxsize=256)
def coast_named(coast: str) -> str:
    """Return the address of a coastline by its name, or nothing where there is none."""
    name = f"maps/coast/{coast}.json"
    return static(name) if _COAST_NAME.fullmatch(coast) and finders.find(name) else ""


def plain_ground(spec: ScenarioSpec) -> dict[str, Json]:
    """Return the ground of a scenario as its own words have it: quick, and without open edges."""
    return write(ground_as_written(spec))


def ground_as_written(spec: ScenarioSpec) -> Ground:
    """Return the same as a record."""
    sides = tuple(ChartSide(side.key, side.name, side.navy, number) for number, side in enumerate(spec.sides))
    return Ground("hexes" if spec.map else "cards", spec.map, sides)


def starts_in_words(ground: Mapping[str, Any]) -> str:
    """Return where ships lie at the start, for who does not see the chart: "Ajax in 1917 facing NE; …"."""
    lying = [piece for piece in ground.get("pieces", ()) if piece.get("facing") and piece.get("at")]
    return "; ".join(f"{piece['title']} in {piece['at']} facing {piece['facing']}" for piece in lying)


def full_ground(spec: ScenarioSpec) -> dict[str, Json]:
    """Return the chart as the rules system draws it at the start: edges and set-up areas, cards dealt."""
    try:
        rules = system(spec.system)
        chart = rules.chart(rules.initial_state(spec))
    except (LookupError, BadScenario):  # a revision of former days: the map still tells
        return plain_ground(spec)
    lies_on_it = {"patches": chart.patches, "pieces": chart.pieces}
    return {
        **write(chart.ground),
        **{key: [write(item) for item in part] for key, part in lies_on_it.items()},
    }
