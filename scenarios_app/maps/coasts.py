"""Real coastlines with the library's raster of hexes, and parts of them cut out as maps of their own."""

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path

from darkseas.engine.hexes.board import Hex, label, parse_label
from darkseas.engine.scenario.spec import BadScenario, Finding, MapSpec, PlaceSpec
from darkseas.engine.serialization.codec import read

#: The map files of the library; scenarios share them.
MAPS = Path(__file__).resolve().parent / "data"


@cache
def rasters() -> dict[str, MapSpec]:
    """Return the whole raster of each coastline by the coastline's name, in the order of their titles."""
    found = {path.stem.replace("-", "_"): path for path in sorted(MAPS.glob("*.toml"))}
    maps = {
        name: read(MapSpec, tomllib.loads(path.read_text(encoding="utf-8"))) for name, path in found.items()
    }
    whole = {name: spec for name, spec in maps.items() if spec.coast == name}
    return dict(sorted(whole.items(), key=lambda one: one[1].title))


def cut_out(coast: str, col: int, row: int, cols: int, rows: int) -> MapSpec:
    """Return a part of a coastline's raster as a map: its land, hexes out of play, places and areas.

    Column and row are those of the raster that become our 0000. Raises BadScenario naming what is wrong.
    """
    whole = rasters().get(coast)
    if whole is None:
        raise BadScenario((Finding("coast", "There is no coastline of this name."),))
    if row % 2:
        raise BadScenario((Finding("row", "must be even, or the rows would be shifted against the coast"),))
    for name, first, count, most in (("cols", col, cols, whole.cols), ("rows", row, rows, whole.rows)):
        if first < 0 or count < 1 or first + count > most:
            raise BadScenario(
                (Finding(name, f"The coastline's map has {most} {_WORDS[name]}; stay within it."),)
            )

    def moved(hexes: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new for at in hexes if (new := _moved(at, col, row, cols, rows)))

    return replace(
        whole,
        key="",
        cols=cols,
        rows=rows,
        land=moved(whole.land),
        excluded=moved(whole.excluded),
        shallows=moved(whole.shallows),
        ports=moved(whole.ports),
        areas={name: moved(hexes) for name, hexes in whole.areas.items()},
        places=tuple(
            PlaceSpec(place.name, new, place.kind)
            for place in whole.places
            if (new := _moved(place.hex, col, row, cols, rows))
        ),
        coast_col=whole.coast_col + col,
        coast_row=whole.coast_row + row,
    )


_WORDS = {"cols": "columns", "rows": "rows"}


def _moved(text: str, col: int, row: int, cols: int, rows: int) -> str:
    """The label of a hex of the raster on the part, nothing where it lies outside."""
    at = parse_label(text)
    new = Hex(at.col - col, at.row - row)
    return label(new) if 0 <= new.col < cols and 0 <= new.row < rows else ""
