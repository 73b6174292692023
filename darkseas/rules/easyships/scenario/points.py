"""Points of a ship (ES-3)."""

from collections.abc import Mapping
from fractions import Fraction

from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import BadShape, read

from ..model.scenario import Ratings
from ..tables.rules_tables import FIXED, TYPES


def points(ratings: Ratings) -> int:
    """Return the points of a ship; a submarine's torpedoes count as guns of a fixed size."""
    hull = FIXED["points_weight"] * (ratings.armour + ratings.defence + ratings.moves)
    size, guns = _main_guns(ratings)
    both = (hull + ratings.air + Fraction(size * guns, FIXED["points_gun_share"])) / FIXED["points_share"]
    return -(-both.numerator // both.denominator)


def cost(ratings: Mapping[str, Json]) -> int | None:
    """Return the points for ratings as written in a scenario, or None if unreadable (ES-3)."""
    try:
        known: Ratings = read(Ratings, dict(ratings))
        return points(known) if known.type in TYPES else None
    except BadShape:
        return None


def _main_guns(ratings: Ratings) -> tuple[int, int]:
    """Return the size and number of the guns that count."""
    if TYPES[ratings.type].dives:
        return FIXED["submarine_gun_size"], ratings.torpedoes
    return (ratings.batteries[0].size, ratings.batteries[0].guns) if ratings.batteries else (0, 0)
