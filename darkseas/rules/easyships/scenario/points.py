"""What a ship costs (ES-3)."""

from collections.abc import Mapping
from fractions import Fraction

from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import BadShape, read

from ..model.scenario import Ratings
from ..tables.rules_tables import FIXED, TYPES


def points(ratings: Ratings) -> int:
    """The points of a ship; of a submarine her torpedoes count as guns of a size of their own."""
    hull = FIXED["points_weight"] * (ratings.armour + ratings.defence + ratings.moves)
    size, guns = _main_guns(ratings)
    both = (hull + ratings.air + Fraction(size * guns, FIXED["points_gun_share"])) / FIXED["points_share"]
    return -(-both.numerator // both.denominator)


def cost(ratings: Mapping[str, Json]) -> int | None:
    """What a ship of these ratings costs, as a scenario has them; None where they cannot be read (ES-3)."""
    try:
        known: Ratings = read(Ratings, dict(ratings))
        return points(known) if known.type in TYPES else None
    except BadShape:
        return None


def _main_guns(ratings: Ratings) -> tuple[int, int]:
    """Size and number of what counts as her main guns."""
    if TYPES[ratings.type].dives:
        return FIXED["submarine_gun_size"], ratings.torpedoes
    return (ratings.batteries[0].size, ratings.batteries[0].guns) if ratings.batteries else (0, 0)
