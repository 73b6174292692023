"""The score of a fleet battle so far: the cost that each side has afloat, and which ships are sunk."""

from collections.abc import Mapping
from fractions import Fraction

from darkseas.engine.presentation.standing import AFLOAT, SUNK, Fate, ShipFate, Standing
from darkseas.engine.presentation.words import points
from darkseas.engine.scenario.spec import ScenarioSpec

from .model.scoring import scores
from .model.state import State
from .scenario.setup import initial_state


def standing(state: State) -> Standing:
    """Return the scores and the status of each ship, which are the same in every view because losses are
    public (FB-H2).
    """
    ship_status = state.ship_status
    fates = [
        ShipFate(ship.key, ship.side, ship.name, *_fate(ship.card.cost, bool(ship_status[ship.key].sunk)))
        for ship in state.scenario.ships.values()
    ]
    return Standing(scores(state), tuple(fates))


def points_of_fates(spec: ScenarioSpec, fates: Mapping[str, Fate]) -> dict[str, Fraction]:
    """Return each side's points (its cost afloat) if exactly these ships were sunk."""
    scenario = initial_state(spec).scenario
    afloat = [ship for ship in scenario.ships.values() if fates.get(ship.key) != SUNK]
    made = dict.fromkeys(scenario.sides, Fraction(0))
    for ship in afloat:
        made[ship.side] += ship.card.cost
    return made


def _fate(cost: int, is_sunk: bool) -> tuple[Fate, str]:
    """Return a ship's status and worth: her cost, for her own side while she is afloat."""
    return (SUNK, f"{points(cost)}, lost") if is_sunk else (AFLOAT, f"{points(cost)} while afloat")
