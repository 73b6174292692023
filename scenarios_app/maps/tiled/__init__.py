"""Maps as Tiled keeps them (JSON, orientation "hexagonal"), both ways.

The layout: a tile layer "ground" of sea, land, shallows and the same out of play; a tile layer
"area: NAME" for each area; object layers "ports" (points), "labels" (points with name and class) and
"edges" (lines along hexsides); the rest as custom properties of the map. What layers cannot say, such as
the order of a list, stands in the property ``as_written`` and holds as long as its layer was not changed.
Source: the JSON Map Format of Tiled's manual.
"""

from .reading import FromTiled, from_tiled
from .writing import to_tiled

__all__ = ["FromTiled", "from_tiled", "to_tiled"]
