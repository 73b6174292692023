"""Decide orders: one order in, events out. This is the entry point of the Dark Seas rules.

Each kind of order belongs to certain stages; its section decides it, and then the sequence of play runs on to
the next choice.
"""

from collections.abc import Callable, Mapping
from typing import Any

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.orders import Given, IllegalOrder, OrderForm
from darkseas.engine.stages import plots
from darkseas.engine.stages.plots import PlotRules
from darkseas.engine.stages.stage import BOTH, PlotSealed, Stage

from ..combat import declaration, evasion
from ..model import orders as o
from ..model.state import SET_UP, State
from ..movement import deployment, deployment_forms, dummies, movement
from ..spotting import phase
from . import daylight, sequence

Handler = Callable[[Adjudication[State], str, Any], None]


def decide(adjudication: Adjudication[State], given: Given) -> None:
    """Record the events that follow from an order, up to the next choice; IllegalOrder if it is not
    allowed.
    """
    if plots.takes_plot_back(adjudication, given, PLOTS):
        return
    side, order = given
    if isinstance(order, o.RemoveDummies):
        dummies.remove(adjudication, side, order)
        daylight.lift_false_smoke(adjudication)
        return
    stage = adjudication.state.stage
    handler = _HANDLERS.get((stage.kind, type(order)))
    if handler is None:
        raise IllegalOrder("This order is not due now.", rule="§14", field="order")
    handler(adjudication, side, order)
    if _is_answered(adjudication, stage):
        adjudication.state.called = ()
        sequence.advance(adjudication)


def legal_orders(view: State, side: str) -> tuple[OrderForm, ...]:
    """The orders that a side may give now, from its own view."""
    return plots.legal_orders(view, side, PLOTS, _forms_of_called)


def _forms_of_called(view: State, side: str) -> tuple[OrderForm, ...]:
    form = _FORMS[view.stage.kind](view, side)
    other = deployment_forms.free_form if view.stage == SET_UP else dummies.remove_form
    more = other(view, side)
    return (form,) if more is None else (form, more)


# --- plots ---------------------------------------------------------------------------------------

_SEALED: Mapping[Stage, type] = {
    SET_UP: o.Deploy,
    Stage("evasion", BOTH): o.DeclareEvasion,
    Stage("attacks", BOTH): o.DeclareAttacks,
}

PLOTS = PlotRules(
    order_names=o.ORDER_NAMES,
    plots=_SEALED.get,
    withdraw=o.WithdrawPlot,
    after_the_end="§7",
    sides="§7",
    called="§14",
    taking_back="DS-R29",
)


def _is_answered(adjudication: Adjudication[State], stage: Stage) -> bool:
    """Whether every side with orders due has given them; in plotted stages each side does so separately."""
    plotted = stage in _SEALED or stage == sequence.SPOTTING
    return not adjudication.state.called if plotted else True


def _declare_sightings(adjudication: Adjudication[State], side: str, order: o.DeclareSightings) -> None:
    phase.declare(adjudication, side, order)
    daylight.lift_false_smoke(adjudication)


def _declare_evasion(adjudication: Adjudication[State], side: str, order: o.DeclareEvasion) -> None:
    if adjudication.state.stage.who == BOTH:
        evasion.declare(adjudication, side, order, audience=(side,))
        adjudication.record(PlotSealed(side, "evasion"))
    else:
        evasion.declare(adjudication, side, order)


def _declare_attacks(adjudication: Adjudication[State], side: str, order: o.DeclareAttacks) -> None:
    if adjudication.state.stage.who == BOTH:
        declaration.declare(adjudication, side, order, audience=(side,))
        adjudication.record(PlotSealed(side, "attacks"))
    else:
        declaration.declare(adjudication, side, order)


_HANDLERS: Mapping[tuple[str, type], Handler] = {
    (SET_UP.kind, o.Deploy): deployment.deploy,
    ("dummies", o.PlaceDummies): dummies.place,
    ("move", o.MoveBlocks): movement.move,
    ("speeds", o.SetSpeeds): daylight.set_speeds,
    **{(kind, o.MoveBlocks): daylight.move for kind in daylight.SUB_PHASES},
    ("spotting", o.DeclareSightings): _declare_sightings,
    ("evasion", o.DeclareEvasion): _declare_evasion,
    ("attacks", o.DeclareAttacks): _declare_attacks,
}

_FORMS: Mapping[str, Callable[[State, str], OrderForm]] = {
    SET_UP.kind: deployment_forms.form,
    "dummies": dummies.place_form,
    "move": movement.form,
    "speeds": daylight.speeds_form,
    **dict.fromkeys(daylight.SUB_PHASES, daylight.move_form),
    "spotting": phase.declaration_form,
    "evasion": evasion.form,
    "attacks": declaration.form,
}
