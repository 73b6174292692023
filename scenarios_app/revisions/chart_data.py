"""Data for drawing a scenario's map: the ground as JSON and the address of its coastline."""

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
    """Return the URL of the coastline under a map, empty if it has none."""
    return coast_named(map_spec.coast) if map_spec is not None else ""


@lru_cache(maxsize=256)
def coast_named(coast: str) -> str:
    """Return the URL of a coastline by name, empty if there is none."""
    name = f"maps/coast/{coast}.json"
    return static(name) if _COAST_NAME.fullmatch(coast) and finders.find(name) else ""


def plain_ground(spec: ScenarioSpec) -> dict[str, Json]:
    """Return the map as the scenario file states it: fast, and without open edges."""
    return write(ground_as_written(spec))


def ground_as_written(spec: ScenarioSpec) -> Ground:
    """Return `plain_ground` as a record."""
    sides = tuple(ChartSide(side.key, side.name, side.navy, number) for number, side in enumerate(spec.sides))
    return Ground("hexes" if spec.map else "cards", spec.map, sides)


def starts_in_words(ground: Mapping[str, Any]) -> str:
    """Return starting positions as text for screen readers: "Ajax in 1917 facing NE; …"."""
    lying = [piece for piece in ground.get("pieces", ()) if piece.get("facing") and piece.get("at")]
    return "; ".join(f"{piece['title']} in {piece['at']} facing {piece['facing']}" for piece in lying)


def full_ground(spec: ScenarioSpec) -> dict[str, Json]:
    """Return the map as the rules system sets it up: edges, set-up areas and dealt cards."""
    try:
        rules = system(spec.system)
        chart = rules.chart(rules.initial_state(spec))
    except (LookupError, BadScenario):  # revision from an older release: show the plain map
        return plain_ground(spec)
    lies_on_it = {"patches": chart.patches, "pieces": chart.pieces}
    return {
        **write(chart.ground),
        **{key: [write(item) for item in part] for key, part in lies_on_it.items()},
    }
