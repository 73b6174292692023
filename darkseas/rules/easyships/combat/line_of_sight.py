"""Obstacles to fire and sight: ships in the line of fire, smoke, weather, night (ES-10, ES-21, ES-X3 to
ES-X6).
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from darkseas.engine.hexes.board import Hex, distance
from darkseas.engine.orders import IllegalOrder

from ..model.line_of_fire import passed_hexes
from ..model.scenario import Ship
from ..model.state import FUNNEL, State
from ..tables.rules_tables import SURFACE


class Surface(NamedTuple):
    """Ships and smoke on the surface, by hex."""

    ships: Mapping[Hex, str]
    smoke: AbstractSet[Hex]


def surface_of(state: State) -> Surface:
    """Return the current surface; compute it once for all lines of an order or form."""
    ships: dict[Hex, str] = {}
    smoke = {at for at, layers in state.smoke.items() if layers}
    for key, status in state.ship_status.items():
        if status.depth == SURFACE:
            for at in state.hull_of(key):
                ships.setdefault(at, key)
        if status.smoke == FUNNEL:
            smoke.update(state.hull_of(key))
    return Surface(ships, smoke)


def line_blocked(state: State, firer: str, target: str, surface: Surface) -> str | None:
    """Return the ship that blocks a line of fire (ES-21, ES-A10), or None."""
    start, end = state.ship_status[firer].bow, state.ship_status[target].bow
    if start is None or end is None:
        return None
    lying = (surface.ships.get(at) for at in passed_hexes(start, end))
    return next((key for key in lying if key not in (None, firer, target)), None)


def in_smoke(start: Hex, end: Hex, surface: Surface) -> bool:
    """Whether there is smoke on a line, including both ends (ES-10, ES-A27)."""
    smoke = surface.smoke
    return bool(smoke) and any(at in smoke for at in (start, *passed_hexes(start, end), end))


def sees_through(state: State, ship: Ship) -> bool:
    """Whether a ship's fire-control radar works through smoke, weather and night (ES-X6)."""
    return state.scenario.options.gunnery_radar and ship.ratings.radar


def sight(state: State) -> int:
    """Return the current visibility in hexes; 0 means unlimited (ES-X3, ES-X5)."""
    options, sea = state.scenario.options, state.scenario.sea
    is_thick = options.weather and sea.weather != "fair"
    return sea.sight if is_thick or (options.night and sea.night) else 0


def needs_starshell(state: State, firer: str, target: str) -> bool:
    """Whether a night target is beyond searchlight range and must be lit by starshell (ES-X5)."""
    sea = state.scenario.sea
    if not (state.scenario.options.night and sea.night and sea.searchlights):
        return False
    if sees_through(state, state.scenario.ships[firer]):
        return False
    return range_of(state, firer, target) > sea.searchlights


def range_of(state: State, firer: str, target: str) -> int:
    """Return the range from bow to bow (ES-20); 0 if a position is unknown."""
    start, end = state.ship_status[firer].bow, state.ship_status[target].bow
    return distance(start, end) if start is not None and end is not None else 0


def check_target(state: State, side: str, target: str, field: str, rule: str) -> Ship:
    """Return the enemy ship with this key.

    Raise IllegalOrder if she is not an enemy or is not on the surface of the map.
    """
    ship = state.scenario.ships.get(target)
    if ship is None or ship.side == side:
        raise IllegalOrder("Name an enemy ship.", rule=rule, field=field)
    status = state.ship_status[target]
    if status.sunk or status.submerged or status.bow is None:
        reason = f"{ship.name} is not on the map."
        raise IllegalOrder(reason, rule=rule, field=field)
    return ship


def check_seen(state: State, firer: str, target: str, field: str, surface: Surface) -> None:
    """Raise IllegalOrder if smoke, weather or night hides the target (ES-10, ES-X3, ES-X5)."""
    ship, aim = state.scenario.ships[firer], state.scenario.ships[target]
    start, end = state.ship_status[firer].bow, state.ship_status[target].bow
    if start is None or end is None or sees_through(state, ship):
        return
    if in_smoke(start, end, surface):
        reason = f"Smoke hides {aim.name}."
        raise IllegalOrder(reason, rule="ES-10", field=field)
    most = sight(state)
    if most and distance(start, end) > most:
        reason = f"{aim.name} is out of sight: visibility is {most} hexes."
        raise IllegalOrder(reason, rule="ES-X5", field=field)
