"""How a fleet battle stands: the cost of what each side has afloat, and which ships are sunk."""

from darkseas.engine.presentation.standing import AFLOAT, SUNK, Fate, ShipFate, Standing
from darkseas.engine.presentation.words import points

from .model.scoring import scores
from .model.state import State


def standing(state: State) -> Standing:
    """Scores and fates; the same from every view, for losses are open to both sides (FB-H2)."""
    ship_status = state.ship_status
    fates = [
        ShipFate(ship.key, ship.side, ship.name, *_fate(ship.card.cost, bool(ship_status[ship.key].sunk)))
        for ship in state.scenario.ships.values()
    ]
    return Standing(scores(state), tuple(fates))


def _fate(cost: int, is_sunk: bool) -> tuple[Fate, str]:
    """What has become of a ship, and what she counts: her cost, for her own side while she is afloat."""
    return (SUNK, f"{points(cost)}, lost") if is_sunk else (AFLOAT, f"{points(cost)} while afloat")
