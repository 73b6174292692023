"""The real coastline of a map, loaded by name from the site's files."""

import json
import re
from functools import lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders

from darkseas.engine.scenario.spec import MapSpec

from .geometry import ROW, Point

_NAME = re.compile(r"[a-z0-9_]{1,60}")
#: Units per hex width in a coastline file.
_UNITS = 1000


def coast_of(spec: MapSpec) -> tuple[tuple[Point, ...], ...]:
    """Return the land outlines of a map in hex widths from 0000; empty without a coastline."""
    east = spec.coast_col + 0.5 * (spec.coast_row & 1)
    south = ROW * spec.coast_row
    return tuple(
        tuple((x / _UNITS - east, y / _UNITS - south) for x, y in ring) for ring in _rings(spec.coast)
    )


@lru_cache(maxsize=64)
def _rings(name: str) -> tuple[tuple[tuple[int, int], ...], ...]:
    path = finders.find(f"maps/coast/{name}.json") if _NAME.fullmatch(name) else None
    if not path:
        return ()
    coast = json.loads(Path(str(path)).read_text(encoding="utf-8"))
    return tuple(tuple((x, y) for x, y in ring) for shape in coast["land"] for ring in shape)
