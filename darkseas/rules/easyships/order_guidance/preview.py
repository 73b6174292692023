"""Previews of orders, limited to what the player can know."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from darkseas.engine.orders import Given
from darkseas.engine.system import Preview, PreviewLine

from ..model import orders as o
from ..model.state import State
from . import preview_air, preview_combat, preview_damage, preview_movement

_Teller = Callable[[State, str, Any], Iterable[PreviewLine]]


def preview(view: State, given: Given) -> Preview:
    """Return the lines of a legal order from the player's own view; empty for orders without a preview."""
    teller = _TELLERS.get(type(given.order))
    return Preview(tuple(teller(view, given.side, given.order))) if teller is not None else Preview()


def _plot_back(view: State, side: str, order: o.WithdrawPlot) -> Iterable[PreviewLine]:
    yield PreviewLine("", "Your plot is withdrawn, and you can submit another.", "ES-2")


_TELLERS: Mapping[type, _Teller] = {
    o.Ready: preview_movement.ready,
    o.SetUp: preview_movement.set_up,
    o.ShipMove: preview_movement.move_ship,
    o.EndMoves: preview_movement.end_moves,
    o.PlanStrikes: preview_air.plan_strikes,
    o.FireAntiAircraft: preview_air.fire_anti_aircraft,
    o.FireGuns: preview_combat.fire_guns,
    o.LaunchTorpedoes: preview_combat.launch_torpedoes,
    o.DropDepthCharges: preview_combat.drop_depth_charges,
    o.ControlDamage: preview_damage.control_damage,
    o.MovePlanes: preview_damage.move_planes,
    o.WithdrawPlot: _plot_back,
}
