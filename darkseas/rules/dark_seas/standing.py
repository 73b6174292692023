"""How a battle of Dark Seas stands: points, and what has become of each ship, as far as a state shows it.

Who sinks or leaves the map is shown to everybody. Damage is shown with the block that a ship is in: of one
whose block is not known to a view, the view shows none.
"""

from darkseas.engine.presentation.standing import AFLOAT, DAMAGED, EXITED, SUNK, Fate, ShipFate, Standing

from .model.queries import ships_shown
from .model.scoring import scores
from .model.state import ShipStatus, State


def standing(state: State) -> Standing:
    """Scores and fates by what a state, whole or any side's view, shows."""
    ships, shown, points = state.scenario.ships, ships_shown(state), scores(state)
    fates = [
        ShipFate(key, ships[key].side, ships[key].name, _fate(status, key in shown))
        for key, status in state.ship_status.items()
    ]
    return Standing({side: points[side] for side in state.scenario.sides}, tuple(fates))


def _fate(status: ShipStatus, is_shown: bool) -> Fate:
    if status.sunk:
        return SUNK
    if status.exited:
        return EXITED
    return DAMAGED if status.damaged and is_shown else AFLOAT
