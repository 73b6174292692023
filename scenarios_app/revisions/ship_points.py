"""What each ship of a scenario counts for who sinks her, and each side together, as its rules have it."""

from fractions import Fraction

from darkseas.engine.presentation.standing import SUNK
from darkseas.engine.presentation.words import points
from darkseas.engine.scenario.spec import BadScenario, ScenarioSpec
from darkseas.engine.scenario.stickers import ship_keys
from darkseas.rules.registry import system


def worths_of(spec: ScenarioSpec) -> dict[str, str]:
    """Return what ships count by their keys, and all of a side's together by "sides." and hers.

    Nothing where their points stand among their ratings, or nobody knows.
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
    except (LookupError, BadScenario):  # a revision of former days
        return {}


def costs_of(spec: ScenarioSpec) -> dict[str, int]:
    """Return what each ship of a scenario, finished or not, costs to have; a sticker all of its ships."""
    try:
        cost = system(spec.system).cost
    except LookupError:  # a revision of former days
        return {}
    each = ((ship, cost(ship.ratings)) for side in spec.sides for ship in side.ships)
    return {ship.key: points_each * ship.count for ship, points_each in each if points_each is not None}


def _of_sides(spec: ScenarioSpec) -> dict[str, str]:
    """Return what all ships of each side count, beside what the other one has from the beginning."""
    count = system(spec.system).points_of_fates
    before = count(spec, {})
    made: dict[str, str] = {}
    for side in spec.sides:
        after = count(spec, {key: SUNK for ship in side.ships for key in ship_keys(ship)})
        total = sum((after[other] - before[other] for other in after), Fraction(0))
        if total:
            made[f"sides.{side.key}"] = points(total)
    return made
