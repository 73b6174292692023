"""Points of each side and the status of every ship (ES-36)."""

from collections.abc import Mapping
from fractions import Fraction

from darkseas.engine.presentation.standing import AFLOAT, DAMAGED, SUNK, Fate, ShipFate, Standing
from darkseas.engine.presentation.words import points
from darkseas.engine.scenario.spec import ScenarioSpec

from .model.state import ShipStatus, State
from .model.victory import scores
from .scenario.setup import initial_state


def standing(state: State) -> Standing:
    """Return points and ship status, as far as this view shows them."""
    each = state.scenario.aims.value == "each"
    fates = tuple(
        ShipFate(key, ship.side, ship.name, _fate(state.ship_status[key]), points(1 if each else ship.points))
        for key, ship in state.scenario.ships.items()
    )
    return Standing(scores(state), fates)


def points_of_fates(spec: ScenarioSpec, fates: Mapping[str, Fate]) -> dict[str, Fraction]:
    """Return each side's points for enemy ships sunk, plus its head start."""
    scenario = initial_state(spec).scenario
    each = scenario.aims.value == "each"
    made = {key: Fraction(side.rules.head_start) for key, side in scenario.sides.items()}
    for key, fate in fates.items():
        if fate == SUNK:
            ship = scenario.ships[key]
            made[scenario.enemy_of(ship.side)] += 1 if each else ship.points
    return made


def _fate(status: ShipStatus) -> Fate:
    """Return sunk, hurt (damage that can be repaired, or lost guns) or sound."""
    if status.sunk:
        return SUNK
    hurt = status.fires or status.flooding or status.moves_lost or any(status.guns_lost)
    return DAMAGED if hurt else AFLOAT
