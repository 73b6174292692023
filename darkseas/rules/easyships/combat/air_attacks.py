"""Bomb and torpedo attacks by planes that got past the defences (ES-17, ES-18)."""

from typing import NamedTuple

from darkseas.engine.adjudication import Adjudication

from ..model.state import State
from ..tables.rules_tables import FIXED, aircraft_of
from .gun_arithmetic import Aim, groups
from .gunnery import Salvo, shoot
from .torpedoes import Spread, run

#: Battery number recorded for bombs, which come from no battery.
NO_BATTERY = -1


class Planes(NamedTuple):
    """A group's planes, split into bombers and torpedo planes."""

    bombers: int
    torpedo_planes: int


def divided(planes: int) -> Planes:
    """Split the remaining planes: half of them, rounded up, dive-bomb (ES-17)."""
    bombers = -(-planes // 2)
    return Planes(bombers, planes - bombers)


def bombs_aimed(state: State, target: str) -> Aim:
    """Return how bombs are aimed at a ship: like guns of the scenario's year at close range (ES-17)."""
    size, evades = aircraft_of(state.scenario.sea.year).bomb, state.ship_status[target].evading
    return Aim(size, FIXED["bomb_range"], opening=False, target_evades=evades, firer_evades=False)


def attack(adjudication: Adjudication[State], key: str) -> None:
    """Resolve each group's bombs, then its torpedoes."""
    state = adjudication.state
    strike = state.strikes[key]
    for number, group in enumerate(strike.groups):
        if not group.planes:
            continue
        planes = divided(group.planes)
        aim = bombs_aimed(state, group.target)
        purpose = f"air/{key}/{number}"
        for part, count in enumerate(groups(planes.bombers)):
            bombs = f"{purpose}/bombs/{part}"
            shoot(
                adjudication,
                Salvo(strike.side, "", NO_BATTERY, group.target, count, aim, "bomb", bombs),
            )
        torpedoes = f"{purpose}/torpedoes"
        run(
            adjudication,
            Spread(strike.side, "", group.target, planes.torpedo_planes, near=False, purpose=torpedoes),
        )
