"""How a fleet battle stands: the cost of what each side has afloat, and which ships are sunk."""

from darkseas.engine.presentation.standing import AFLOAT, SUNK, ShipFate, Standing

from .model.scoring import scores
from .model.state import State


def standing(state: State) -> Standing:
    """Scores and fates; the same from every view, for losses are open to both sides (FB-H2)."""
    ship_status = state.ship_status
    fates = [
        ShipFate(ship.key, ship.side, ship.name, SUNK if ship_status[ship.key].sunk else AFLOAT)
        for ship in state.scenario.ships.values()
    ]
    return Standing(scores(state), tuple(fates))
