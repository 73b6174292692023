"""The theatres of the library's map: their bounds, and the positions of places on them.

The maps use the Mercator projection. The land is in static `theatres.svg` under the theatre's key, in whole
units; `Theatre.units` is their number per degree of longitude.
"""

import math
from dataclasses import dataclass

WORLD = "world"
#: Minutes of arc in a degree, and in half a turn.
_DEGREE = 60
_HALF_TURN = 180 * _DEGREE
#: Aspect ratio of a chart on a desktop screen.
_SEEN_WIDE = 2.4


@dataclass(frozen=True, slots=True)
class Theatre:
    """A theatre: edges in degrees, and chart units per degree."""

    key: str
    title: str
    west: float
    south: float
    east: float
    north: float
    units: int

    def contains(self, north: int, east: int) -> bool:
        """Return whether a position in minutes of arc is in the theatre."""
        lat, lon = north / _DEGREE, _turned(east, self.west) / _DEGREE
        return self.south <= lat <= self.north and self.west <= lon <= self.east

    def point(self, north: int, east: int) -> tuple[int, int]:
        """Return the chart position, in its units, of a position in minutes of arc."""
        return round(_turned(east, self.west) * self.units / _DEGREE), _down(north / _DEGREE, self.units)

    @property
    def view_box(self) -> str:
        """Return the chart's frame for SVG."""
        left, top = round(self.west * self.units), _down(self.north, self.units)
        wide = round(self.east * self.units) - left
        return f"{left} {top} {wide} {_down(self.south, self.units) - top}"

    @property
    def mark(self) -> int:
        """Return the radius of a battle's marker, which has the same visible size on every chart."""
        high = _down(self.south, self.units) - _down(self.north, self.units)
        return max(2, round(max((self.east - self.west) * self.units, high * _SEEN_WIDE) / 75))


def _down(lat: float, units: int) -> int:
    """Return the Mercator northing in chart units, pointing down as in SVG."""
    return -round(math.degrees(math.log(math.tan(math.pi / 4 + math.radians(lat) / 2))) * units)


def _turned(east: int, west: float) -> int:
    """Return minutes of longitude, normalised to the full turn that starts at a western edge."""
    return east + 2 * _HALF_TURN if east < west * _DEGREE else east


THE_WORLD = Theatre(WORLD, "The world", -180, -56, 180, 76, 10)
#: Smaller theatres come before larger ones that contain them. The first match is a position's theatre.
THEATRES = (
    Theatre("english-channel", "English Channel", -10.5, 46.5, 4, 52.5, 100),
    Theatre("mediterranean", "Mediterranean", -6.5, 30, 36.5, 46, 50),
    Theatre("arctic", "Arctic", 8, 66, 48, 78, 50),
    Theatre("norway", "Norway", -2, 57, 32, 74, 50),
    Theatre("solomons", "Solomons", 152.5, -11.2, 162.5, -3.6, 100),
    Theatre("netherlands-east-indies", "Netherlands East Indies", 104, -10.5, 119, 0.8, 100),
    Theatre("philippines", "Philippines", 119, 5.5, 128.5, 15, 100),
    Theatre("malaya", "Malaya", 98, -1.5, 108, 7.5, 100),
    Theatre("south-china-sea", "South China Sea", 98, -2, 122, 24, 50),
    Theatre("australian-waters", "Australian waters", 104, -45, 160, -9, 50),
    Theatre("indian-ocean", "Indian Ocean", 76, -4, 104, 18, 50),
    Theatre("north-pacific", "North Pacific", 155, 48, 190, 62, 50),
    Theatre("pacific", "Pacific", 118, -26, 186, 46, 50),
    Theatre("south-america", "South America", -82, -58, -48, -18, 50),
    Theatre("south-atlantic", "South Atlantic", -72, -56, 20, 4, 50),
    Theatre("north-atlantic", "North Atlantic", -62, 34, 12, 68, 50),
)
_BY_TITLE = {theatre.title.casefold(): theatre for theatre in THEATRES}
_BY_KEY = {theatre.key: theatre for theatre in THEATRES}


def theatre(key: str) -> Theatre | None:
    """Return a theatre by its key."""
    return _BY_KEY.get(key)


def theatre_of(written: str, north: int | None, east: int | None) -> str:
    """Return the author's theatre if it contains the position, otherwise the first theatre that does."""
    named = _BY_TITLE.get(written.strip().casefold())
    if north is None or east is None:
        return named.key if named else ""
    if named is not None and named.contains(north, east):
        return named.key
    return next((place.key for place in THEATRES if place.contains(north, east)), "")
