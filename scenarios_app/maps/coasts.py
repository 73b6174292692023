"""Real coastlines with the library's hex grid, and maps cut from them."""

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
    """Return all hexes of each coastline by its name, sorted by title."""
    paths = {path.stem.replace("-", "_"): path for path in sorted(MAPS.glob("*.toml"))}
    maps = {
        name: read(MapSpec, tomllib.loads(path.read_text(encoding="utf-8"))) for name, path in paths.items()
    }
    whole_coasts = {name: spec for name, spec in maps.items() if spec.coast == name}
    return dict(sorted(whole_coasts.items(), key=lambda item: item[1].title))


def cut_out(coast: str, col: int, row: int, cols: int, rows: int) -> MapSpec:
    """Return part of a coastline as a map: its land, hexes out of play, places and areas.

    Column and row of the coastline become hex 0000 of the map. Raises BadScenario with the invalid field.
    """
    raster = rasters().get(coast)
    if raster is None:
        raise BadScenario((Finding("coast", "There is no coastline of this name."),))
    if row % 2:
        raise BadScenario((Finding("row", "must be even, or the rows would be shifted against the coast"),))
    for name, first, count, most in (("cols", col, cols, raster.cols), ("rows", row, rows, raster.rows)):
        if first < 0 or count < 1 or first + count > most:
            raise BadScenario(
                (Finding(name, f"The coastline's map has {most} {_WORDS[name]}; stay within it."),)
            )

    def moved(hexes: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new for at in hexes if (new := _moved(at, col, row, cols, rows)))

    return replace(
        raster,
        key="",
        cols=cols,
        rows=rows,
        land=moved(raster.land),
        excluded=moved(raster.excluded),
        shallows=moved(raster.shallows),
        ports=moved(raster.ports),
        areas={name: moved(hexes) for name, hexes in raster.areas.items()},
        places=tuple(
            PlaceSpec(place.name, new, place.kind)
            for place in raster.places
            if (new := _moved(place.hex, col, row, cols, rows))
        ),
        coast_col=raster.coast_col + col,
        coast_row=raster.coast_row + row,
    )


_WORDS = {"cols": "columns", "rows": "rows"}


def _moved(text: str, col: int, row: int, cols: int, rows: int) -> str:
    """Return the map's label for a hex of the coastline; empty if the hex is outside the map."""
    at = parse_label(text)
    new = Hex(at.col - col, at.row - row)
    return label(new) if 0 <= new.col < cols and 0 <= new.row < rows else ""
