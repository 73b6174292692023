"""Planes on burning carriers: lost at the end of a turn, or moved to another carrier (ES-31)."""

from collections import Counter
from collections.abc import Sequence

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.orders import IllegalOrder

from ..model.events import PlanesBurned, PlanesMoved
from ..model.orders import PlaneTransfer
from ..model.ships import may_fly
from ..model.state import State


def planes_at_risk(state: State, key: str) -> int:
    """Return how many planes a carrier loses at the end of the turn: one per remaining fire.

    Planes already moved to other carriers this turn count towards the number.
    """
    status = state.ship_status[key]
    burning = max(0, status.fires - state.landed.get(key, 0))
    return min(burning, status.air) if status.afloat else 0


def places_free(state: State, key: str) -> int:
    """Return how many planes a carrier can take in: 0 if she burns, evades or has lost none."""
    ship, status = state.scenario.ships[key], state.ship_status[key]
    return ship.ratings.air - status.air if may_fly(status) else 0


def move_planes(adjudication: Adjudication[State], side: str, transfers: Sequence[PlaneTransfer]) -> None:
    """Move planes at risk to other carriers; raise IllegalOrder if a move is not possible."""
    check(adjudication.state, side, transfers)
    for transfer in transfers:
        ship_status = adjudication.state.ship_status
        start, end = transfer.start, transfer.end
        left = {
            start: ship_status[start].air - transfer.planes,
            end: ship_status[end].air + transfer.planes,
        }
        adjudication.record(PlanesMoved(start, end, transfer.planes, left))


def check(state: State, side: str, transfers: Sequence[PlaneTransfer]) -> None:
    """Raise IllegalOrder if planes are not at risk or the other carrier has no room."""
    gone: Counter[str] = Counter()
    come: Counter[str] = Counter()
    for place, transfer in enumerate(transfers):
        field = f"blanks.transfers.{place}"
        for name, key in (("start", transfer.start), ("end", transfer.end)):
            ship = state.scenario.ships.get(key)
            if ship is None or ship.side != side:
                raise IllegalOrder("Name a carrier of yours.", rule="ES-31", field=f"{field}.{name}")
        gone[transfer.start] += transfer.planes
        come[transfer.end] += transfer.planes
        if not transfer.planes > 0 or gone[transfer.start] > planes_at_risk(state, transfer.start):
            reason = "Only planes that would burn this turn may leave."
            raise IllegalOrder(reason, rule="ES-31", field=f"{field}.planes")
        if come[transfer.end] > places_free(state, transfer.end):
            reason = "They can land only on a carrier with free space and no fire."
            raise IllegalOrder(reason, rule="ES-31", field=f"{field}.end")


def burn_planes(adjudication: Adjudication[State]) -> None:
    """Destroy the planes still at risk on burning carriers, and their fighters (ES-31)."""
    state = adjudication.state
    for key in state.scenario.ships:
        lost = planes_at_risk(state, key)
        if lost:
            adjudication.record(PlanesBurned(key, lost, state.ship_status[key].air - lost))
