"""The part of a map that layers can hold: each hex once, row by row, within the map."""

from collections.abc import Iterable
from dataclasses import replace

from darkseas.engine.hexes.board import Hex, label, parse_label
from darkseas.engine.scenario.spec import MapSpec

from .layout import SIDE_ENDS, one_name

#: The fields that layers say.
DRAWN = ("land", "shallows", "excluded", "ports", "edges", "areas", "places")

#: The kinds of labels that the map editor offers.
LABEL_KINDS = ("island", "strait", "cape", "port", "sea", "mark")


def tidied(spec: MapSpec) -> MapSpec:
    """Return the map as its layers will say it when they are read again."""
    land = in_order(spec, spec.land)
    dry = set(land)
    return replace(
        spec,
        land=land,
        shallows=tuple(at for at in in_order(spec, spec.shallows) if at not in dry),
        excluded=in_order(spec, spec.excluded),
        ports=in_order(spec, spec.ports),
        edges=sides_in_order(spec, spec.edges),
        areas={name: in_order(spec, hexes) for name, hexes in spec.areas.items()},
        places=tuple(
            replace(place, kind=label_kind(place.kind)) for place in spec.places if hex_on(spec, place.hex)
        ),
    )


def label_kind(text: str) -> str:
    """Return the kind of a label from its class in Tiled: "mark" without one, our own kinds in any case."""
    kind = text.strip().casefold()
    return kind if kind in LABEL_KINDS else text or "mark"


def in_order(spec: MapSpec, hexes: Iterable[str]) -> tuple[str, ...]:
    """Return those hexes that lie on the map, each once, row by row."""
    named = {at for text in hexes if (at := hex_on(spec, text))}
    return tuple(label(at) for at in sorted(named, key=_by_row))


def sides_in_order(spec: MapSpec, edges: Iterable[str]) -> tuple[str, ...]:
    """Return those hexsides that lie on the map, each under one name, row by row."""
    named = set()
    for edge in edges:
        place, _, side = edge.partition("/")
        at = hex_on(spec, place)
        if at is not None and side in SIDE_ENDS:
            named.add(one_name(at, side, spec.cols, spec.rows))
    ordered = sorted(named, key=lambda one: (*_by_row(one[0]), one[1]))
    return tuple(f"{label(at)}/{side}" for at, side in ordered)


def hex_on(spec: MapSpec, text: str) -> Hex | None:
    """Return the hex with this label; None if it is not on the map."""
    try:
        at = parse_label(text)
    except ValueError:
        return None
    return at if at.col < spec.cols and at.row < spec.rows else None


def _by_row(at: Hex) -> tuple[int, int]:
    return at.row, at.col
