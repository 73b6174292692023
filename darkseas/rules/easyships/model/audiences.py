"""Who may know what: submerged boats, and damage where the scenario keeps it secret (ES-12, ES-A44)."""

from darkseas.engine.events import EVERYONE, Audience

from .scenario import Ship
from .state import State


def of_place(state: State, ship: Ship) -> Audience:
    """Who may know where a ship is: nobody but her owner while she is submerged."""
    return (ship.side,) if state.ship_status[ship.key].submerged else EVERYONE


def of_damage(state: State, ship: Ship) -> Audience:
    """Who may know of damage other than fires (ES-A44); of a submerged boat her owner alone."""
    if state.scenario.options.damage_known == "owner":
        return (ship.side,)
    return of_place(state, ship)
