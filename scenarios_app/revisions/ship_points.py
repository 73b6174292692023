"""Victory points for sinking each ship, and totals by side, under the scenario's rules."""

from fractions import Fraction

from darkseas.engine.presentation.standing import SUNK
from darkseas.engine.presentation.words import points
from darkseas.engine.scenario.spec import BadScenario, ScenarioSpec
from darkseas.engine.scenario.stickers import ship_keys
from darkseas.rules.registry import system


def worths_of(spec: ScenarioSpec) -> dict[str, str]:
    """Return points by ship key, and side totals by "sides." plus the side's key.

    Empty if the points are part of the ratings or unknown.
    """
    if any("points" in ship.ratings for side in spec.sides for ship in side.ships):
        return {}
    try:
        rules = system(spec.system)
        fates = rules.standing(rules.initial_state(spec)).fates
        by_key = {fate.ship: fate.worth for fate in fates if fate.worth}
        ships = {
            ship.key: by_key[key]
            for side in spec.sides
            for ship in side.ships
            for key in ship_keys(ship)[:1]
            if key in by_key
        }
        return ships | _of_sides(spec) if ships else {}
    except (LookupError, BadScenario):  # revision from an older release
        return {}


def costs_of(spec: ScenarioSpec) -> dict[str, int]:
    """Return the purchase cost of each ship, even in an incomplete scenario.

    A sticker costs as much as all its ships.
    """
    try:
        cost = system(spec.system).cost
    except LookupError:  # a revision of former days
        return {}
    each = ((ship, cost(ship.ratings)) for side in spec.sides for ship in side.ships)
    return {ship.key: points_each * ship.count for ship, points_each in each if points_each is not None}


def _of_sides(spec: ScenarioSpec) -> dict[str, str]:
    """Return the total points of each side's ships, with the opponent's initial points."""
    count = system(spec.system).points_of_fates
    before = count(spec, {})
    made: dict[str, str] = {}
    for side in spec.sides:
        after = count(spec, {key: SUNK for ship in side.ships for key in ship_keys(ship)})
        total = sum((after[other] - before[other] for other in after), Fraction(0))
        if total:
            made[f"sides.{side.key}"] = points(total)
    return made
