"""How a battle of Dark Seas stands: points, and what has become of each ship, as far as a state shows it.

Who sinks or is damaged is announced by name, and stays so in every view. Who left the map within a block that
nobody saw is known to their own side alone: to others a damaged ship in it is still damaged.
"""

from darkseas.engine.presentation.standing import AFLOAT, DAMAGED, EXITED, SUNK, Fate, ShipFate, Standing

from .model.scoring import counted_points, scores
from .model.state import ShipStatus, State
from .narration.ending import missed_in_words


def standing(state: State) -> Standing:
    """Scores and fates by what a state, whole or any side's view, shows."""
    ships, points = state.scenario.ships, scores(state)
    fates = [
        ShipFate(key, ships[key].side, ships[key].name, _fate(status))
        for key, status in state.ship_status.items()
    ]
    totals = {side: points[side] for side in state.scenario.sides}
    if state.ended is None:
        return Standing(totals, tuple(fates))
    counted, missed = counted_points(state, state.ended), missed_in_words(state, state.ended)
    return Standing(totals, tuple(fates), counted, missed)


def _fate(status: ShipStatus) -> Fate:
    if status.sunk:
        return SUNK
    if status.exited:
        return EXITED
    return DAMAGED if status.damaged else AFLOAT
