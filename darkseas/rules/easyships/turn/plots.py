"""Plots of both sides: checks on entry, and their events (ES-2)."""

from collections.abc import Callable, Mapping
from typing import Any

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.stages.stage import PlotSealed

from ..combat import air_defence, air_strikes, depth_charges, gunnery, starshell, strike_forms, torpedoes
from ..damage import carriers, repairs
from ..damage.sinking import check_abandoned
from ..model import orders as o
from ..model import plot_events as p
from ..model.orders import AntiAircraft
from ..model.state import State


def seal(adjudication: Adjudication[State], side: str, order: Any) -> None:
    """Check a plot and record it for its own side."""
    event = _READERS[type(order)](adjudication.state, side, order)
    adjudication.record(event, (side,))
    adjudication.record(PlotSealed(side, str(adjudication.state.stage)))


def _strikes(state: State, side: str, order: o.PlanStrikes) -> p.Plot:
    planned = strike_forms.planned(state, side, order)
    air_strikes.check(state, side, planned)
    return p.StrikesPlotted(side, planned)


def _anti_aircraft(state: State, side: str, order: o.FireAntiAircraft) -> p.Plot:
    check_anti_aircraft(state, side, order.fire)
    return p.AntiAircraftPlotted(side, order.fire)


def check_anti_aircraft(state: State, side: str, fire: tuple[o.AntiAircraftShot, ...]) -> None:
    """IllegalOrder if a shot names no group in the air, or a ship fires twice (ES-16)."""
    seen: set[str] = set()
    for place, shot in enumerate(fire):
        field = f"blanks.fire.{place}"
        strike, number = group_of(shot.group)
        in_air = state.strikes.get(strike)
        if in_air is None or in_air.side == side:
            raise IllegalOrder("Name a group of a strike on you.", rule="ES-16", field=f"{field}.group")
        if shot.ship in seen:
            raise IllegalOrder("Each of your ships fires once.", rule="ES-16", field=f"{field}.ship")
        seen.add(shot.ship)
        air_defence.check_one(state, side, strike, AntiAircraft(shot.ship, number), field)


def group_of(text: str) -> tuple[str, int]:
    """Return the strike and group number that an order names; -1 if it names none."""
    strike, _, number = text.rpartition("/")
    return strike, int(number) if number.isdecimal() else -1


def _guns(state: State, side: str, order: o.FireGuns) -> p.Plot:
    fire = starshell.all_fire(state, side, order)
    gunnery.check(state, side, fire)
    return p.GunsPlotted(side, fire)


def _torpedoes(state: State, side: str, order: o.LaunchTorpedoes) -> p.Plot:
    torpedoes.check(state, side, order.torpedoes)
    return p.TorpedoesPlotted(side, order.torpedoes)


def _depth_charges(state: State, side: str, order: o.DropDepthCharges) -> p.Plot:
    depth_charges.check(state, side, order.depth_charges)
    return p.DepthChargesPlotted(side, order.depth_charges)


def _repairs(state: State, side: str, order: o.ControlDamage) -> p.Plot:
    repairs.check(state, side, order.repairs)
    check_abandoned(state, side, order.abandon)
    return p.RepairsPlotted(side, o.each_roll(order.repairs), order.abandon)


def _transfers(state: State, side: str, order: o.MovePlanes) -> p.Plot:
    carriers.check(state, side, order.transfers)
    return p.TransfersPlotted(side, order.transfers)


_READERS: Mapping[type, Callable[[State, str, Any], p.Plot]] = {
    o.PlanStrikes: _strikes,
    o.FireAntiAircraft: _anti_aircraft,
    o.FireGuns: _guns,
    o.LaunchTorpedoes: _torpedoes,
    o.DropDepthCharges: _depth_charges,
    o.ControlDamage: _repairs,
    o.MovePlanes: _transfers,
}
