"""Ships sunk at the end of the damage phase by fire or flooding, or abandoned (ES-35)."""

from collections.abc import Sequence

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.orders import IllegalOrder

from ..model.events import ShipSunk, SinkingCause
from ..model.scenario import Ship
from ..model.state import State
from ..tables.rules_tables import FIRES, FLOODING, FireLevel, FloodLevel, level_of


def sinks(ship: Ship, row: FireLevel | FloodLevel | None) -> bool:
    """Whether this level of fires or flooding sinks a ship."""
    if row is None:
        return False
    by_type = row.sinks_submarine and ship.dives
    return row.sinks_all or by_type or ship.ratings.defence < row.sinks_below


def doomed(state: State) -> dict[str, SinkingCause]:
    """Return the ships that will sink and why, in the order of battle."""
    causes: dict[str, SinkingCause] = {}
    for key, ship in state.scenario.ships.items():
        status = state.ship_status[key]
        if status.sunk:
            continue
        if sinks(ship, level_of(FIRES, status.fires)):
            causes[key] = "fire"
        elif sinks(ship, level_of(FLOODING, status.flooding)):
            causes[key] = "flooding"
    return causes


def sink_doomed(adjudication: Adjudication[State]) -> None:
    """Sink the ships that are doomed after repairs (ES-A41)."""
    state = adjudication.state
    for key, cause in doomed(state).items():
        if not state.ship_status[key].sunk:
            adjudication.record(ShipSunk(key, state.scenario.ships[key].side, state.turn, cause, "ES-35"))


def check_abandoned(state: State, side: str, keys: Sequence[str]) -> None:
    """Raise IllegalOrder if a ship does not belong to the side or is no longer afloat (ES-35)."""
    for place, key in enumerate(keys):
        ship = state.scenario.ships.get(key)
        if ship is None or ship.side != side or state.ship_status[key].sunk or key in keys[:place]:
            reason = "Abandon a ship of yours that is afloat, once."
            raise IllegalOrder(reason, rule="ES-35", field=f"blanks.abandon.{place}")


def abandon(adjudication: Adjudication[State], side: str, keys: Sequence[str]) -> None:
    """Abandon ships, which sinks them (ES-35)."""
    check_abandoned(adjudication.state, side, keys)
    for key in keys:
        adjudication.record(ShipSunk(key, side, adjudication.state.turn, "abandoned", "ES-35"))
