"""Starshell orders from a form: one battery lights a target and the ship's others fire at it (ES-X5)."""

from collections.abc import Iterator

from darkseas.engine.orders import IllegalOrder

from ..model.orders import FireGuns, GunFire, LitFire
from ..model.scenario import Ship
from ..model.state import State
from . import gunnery, line_of_sight
from .gun_arithmetic import most_range
from .line_of_sight import Surface


def all_fire(state: State, side: str, order: FireGuns) -> tuple[GunFire, ...]:
    """Return the fire of every battery in an order; raise IllegalOrder if a ship in `lit` cannot fire that
    way.
    """
    by_light = {each.ship for each in order.lit}
    plain = [fire for fire in order.fire if fire.ship not in by_light]
    surface = line_of_sight.surface_of(state)
    for place, each in enumerate(order.lit):
        ship, field = state.scenario.ships.get(each.ship), f"blanks.lit.{place}"
        if ship is None or ship.side != side:
            raise IllegalOrder("Fire with a ship of yours.", rule="ES-20", field=f"{field}.ship")
        line_of_sight.check_target(state, side, each.target, f"{field}.target", "ES-20")
        made = tuple(lit_fire(state, each, surface))
        if not made:
            reason = (
                f"{ship.name} has no two batteries that reach this target, and one of them not her largest."
            )
            raise IllegalOrder(reason, rule="ES-X5", field=f"{field}.target")
        plain += made
    return tuple(plain)


def lit_fire(state: State, order: LitFire, surface: Surface) -> Iterator[GunFire]:
    """Yield starshell by a ship's smallest guns in range, then fire by all her other batteries.

    Yield nothing if she cannot light her target or has no battery left to fire at it.
    """
    ship = state.scenario.ships[order.ship]
    able = [number for number in range(len(ship.batteries)) if _reaches(state, ship, number, order, surface)]
    if len(able) > 1 and able[-1]:
        for number in able:
            yield GunFire(ship.key, number, order.target, starshell=number == able[-1])


def _reaches(state: State, ship: Ship, battery: int, order: LitFire, surface: Surface) -> bool:
    try:
        gunnery.check_one(state, ship.side, GunFire(ship.key, battery, order.target), "", surface)
    except IllegalOrder:
        return False
    return True


def lit_targets(state: State, ship: Ship, enemies: tuple[Ship, ...], surface: Surface) -> Iterator[str]:
    """Yield the enemies beyond searchlight range that a ship may light and fire at."""
    reach = most_range(ship.batteries[0].size) if ship.batteries else 0
    for enemy in enemies:
        near = line_of_sight.range_of(state, ship.key, enemy.key) <= reach
        dark = near and line_of_sight.needs_starshell(state, ship.key, enemy.key)
        if dark and any(lit_fire(state, LitFire(ship.key, enemy.key), surface)):
            yield enemy.key
