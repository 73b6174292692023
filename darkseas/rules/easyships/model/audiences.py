"""Audiences of hidden facts: submerged boats, and damage if the scenario keeps it secret (ES-12, ES-A44)."""

from darkseas.engine.events import EVERYONE, Audience

from .scenario import Ship
from .state import State


def of_place(state: State, ship: Ship) -> Audience:
    """Return the audience of a ship's position: only her owner while she is submerged."""
    return (ship.side,) if state.ship_status[ship.key].submerged else EVERYONE


def of_damage(state: State, ship: Ship) -> Audience:
    """Return the audience of damage other than fires (ES-A44): only the owner for a submerged boat."""
    if state.scenario.options.damage_known == "owner":
        return (ship.side,)
    return of_place(state, ship)
