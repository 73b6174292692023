"""Errors that prevent a battle, each with its place in the scenario.

Reading (`setup.py`) has already checked that every part is present and of the right type.
"""

import re
from collections.abc import Collection, Iterator, Mapping

from darkseas.engine.hexes.board import Hex
from darkseas.engine.scenario.side_keys import side_key_findings
from darkseas.engine.scenario.spec import Finding

from ..model.scenario import Battery, Ratings, RulesScenario, Side
from ..model.ship_hexes import hull
from ..tables.rules_tables import BATTERIES

#: Bounds of ratings and of other numbers in a scenario, beyond those of any ship.
LIMITS: Mapping[str, tuple[int, int]] = {
    "year": (1885, 1950),
    "armour": (0, 20),
    "defence": (1, 100),
    "moves": (1, 8),
    "torpedoes": (0, 40),
    "air": (0, 100),
    "hexes": (0, 3),
    "faces": (0, 3),
}
LIMITS_OF_GUNS: Mapping[str, tuple[int, int]] = {"guns": (1, 60), "size": (1, 20), "turret": (0, 6)}
YEARS, MOST_TURNS, MOST_BUDGET, MOST_SIGHT = (1885, 1950), 200, 100_000, 60
_KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")


def ratings_findings(ratings: Ratings, where: str) -> Iterator[Finding]:
    """Return ratings out of bounds, and batteries that are too many or out of order (ES-3, ES-20)."""
    for name, (least, most) in LIMITS.items():
        value: int = getattr(ratings, name)
        if not least <= value <= most:
            yield Finding(f"{where}.{name}", f"{value} is out of bounds: give {least} to {most}.", "ES-3")
    if len(ratings.batteries) > len(BATTERIES):
        text = f"A ship has {len(BATTERIES)} batteries at most."
        yield Finding(f"{where}.batteries", text, "ES-20")
    sizes = [battery.size for battery in ratings.batteries]
    if sizes != sorted(sizes, reverse=True) or len(set(sizes)) != len(sizes):
        text = "Give each size of guns once, the largest first."
        yield Finding(f"{where}.batteries", text, "ES-20")
    for place, battery in enumerate(ratings.batteries):
        yield from _battery(battery, f"{where}.batteries.{place}")


def _battery(battery: Battery, where: str) -> Iterator[Finding]:
    for name, (least, most) in LIMITS_OF_GUNS.items():
        value: int = getattr(battery, name)
        if not least <= value <= most:
            yield Finding(f"{where}.{name}", f"{value} is out of bounds: give {least} to {most}.", "ES-3")
    arcs = battery.arcs
    for name in ("ahead", "abeam", "astern") if arcs is not None else ():
        bearing: int = getattr(arcs, name)
        if not 0 <= bearing <= battery.guns:
            text = f"Give 0 to {battery.guns}, as many guns as there are."
            yield Finding(f"{where}.arcs.{name}", text, "ES-X2")


def findings_of(scenario: RulesScenario, unplaced: Collection[str] = ()) -> Iterator[Finding]:
    """Return all errors of a scenario that could be read.

    Positions are not checked for sides in `unplaced`.
    """
    yield from side_key_findings(scenario.sides)
    yield from _sea(scenario)
    for side in scenario.sides.values():
        yield from _ships(scenario, side)
        yield from _points(scenario, side)
        if f"sides.{side.key}" not in unplaced:
            yield from _starts(scenario, side)
    placed = [bool(side.starts) for side in scenario.sides.values()]
    if any(placed) and not all(placed):
        text = "Place the ships of both sides, or of neither."
        yield Finding("sides", text, "ES-2")
    first, second = scenario.sides.values()
    if first.rules.edge and first.rules.edge == second.rules.edge:
        yield Finding(f"sides.{second.key}.rules.edge", "Give each side an edge of its own.", "ES-2")


def _sea(scenario: RulesScenario) -> Iterator[Finding]:
    least, most = YEARS
    if not least <= scenario.sea.year <= most:
        yield Finding("sea.year", f"Give the year of the battle, {least} to {most}.", "ES-1")
    for name in ("sight", "searchlights"):
        value: int = getattr(scenario.sea, name)
        if not 0 <= value <= MOST_SIGHT:
            yield Finding(f"sea.{name}", f"Give 0 (no limit) to {MOST_SIGHT} hexes.", "ES-X5")
    if not 0 <= scenario.aims.turn_limit <= MOST_TURNS:
        text = f"A battle has 1 to {MOST_TURNS} turns; 0 sets no limit."
        yield Finding("aims.turn_limit", text, "ES-36")


def _ships(scenario: RulesScenario, side: Side) -> Iterator[Finding]:
    where = f"sides.{side.key}.ships"
    if not side.ships:
        yield Finding(where, "The side has no ship that can be read: give one.", "ES-1")
    for key in side.ships:
        if not _KEY.fullmatch(key):
            text = f"“{key}” is no key for a ship: use small letters, digits and hyphens."
            yield Finding(f"{where}.{key}.key", text)
        ship = scenario.ships[key]
        if ship.ratings.year > scenario.sea.year:
            text = f"{ship.name} is of {ship.ratings.year}, after the year of the battle."
            yield Finding(f"{where}.{key}.ratings.year", text, "ES-1")


def cost_of(scenario: RulesScenario, side: Side) -> int:
    """Return the total points of a side's ships (ES-1)."""
    return sum(scenario.ships[key].points for key in side.ships)


def _points(scenario: RulesScenario, side: Side) -> Iterator[Finding]:
    where, budget = f"sides.{side.key}.rules.budget", side.rules.budget
    if not 0 <= budget <= MOST_BUDGET:
        yield Finding(where, f"Give 0 (no limit) to {MOST_BUDGET} points.", "ES-1")
    if not 0 <= side.rules.head_start <= MOST_BUDGET:
        text = f"Give 0 (none) to {MOST_BUDGET} points."
        yield Finding(f"sides.{side.key}.rules.head_start", text, "ES-36")
    over = cost_of(scenario, side) - budget
    if budget > 0 and over > 0:
        text = f"The ships cost {budget + over} of {budget} points: leave out {over}, or raise the budget."
        yield Finding(where, text, "ES-1")


def _starts(scenario: RulesScenario, side: Side) -> Iterator[Finding]:
    """Check positions: all ships of a side placed, on sea, without overlap."""
    where = f"sides.{side.key}.groups"
    missing = [scenario.ships[key].name for key in side.ships if key not in side.starts]
    if side.starts and missing:
        yield Finding(where, f"Place every ship; {missing[0]} is in no group.", "ES-2")
    taken: set[Hex] = set()
    for key, start in side.starts.items():
        ship = scenario.ships[key]
        lies = hull(start.hex, start.facing, ship.hexes)
        if any(not scenario.board.is_sea(at) for at in lies):
            yield Finding(where, f"{ship.name} would not lie on the sea of the map.", "ES-4")
        if taken.intersection(lies):
            yield Finding(where, f"{ship.name} would lie in the hex of another ship.", "ES-2")
        taken.update(lies)
