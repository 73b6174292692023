"""Import and export of Tiled maps (JSON, orientation "hexagonal").

The layout: a tile layer "ground" of sea, land, shallows and the same out of play; a tile layer
"area: NAME" for each area; object layers "ports", "labels" (with name and class) and "edges" (lines along
hexsides); the rest as custom properties of the map. We write points and lines, and read every shape that has
a place where Tiled shows it; findings name the others. Information that layers cannot hold, such as the order
of a list, is in the property ``as_written``. It is ignored if its layer has changed.
Source: the JSON Map Format of Tiled's manual.
"""

from .reading import FromTiled, from_tiled
from .writing import to_tiled

__all__ = ["FromTiled", "from_tiled", "to_tiled"]
