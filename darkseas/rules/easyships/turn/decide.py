"""Turn one order into facts: the only place where the rules of EasyShips are applied.

Movement is ordered openly, ship by ship. In every other phase both sides seal a plot, and the phase is
resolved when both are in.
"""

from collections.abc import Iterator
from typing import Any

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.orders import Given, IllegalOrder, OrderForm
from darkseas.engine.stages import plots as stage_plots
from darkseas.engine.stages.plots import PlotRules
from darkseas.engine.stages.stage import BOTH, Stage

from ..model import orders as o
from ..model.state import SET_UP, State
from ..movement import move
from . import combat_forms, damage_forms, deployment_forms, movement_forms, plots, sequence
from .phases import DAMAGE, DEPLOY, MOVE, PLANES, PLOTTED


def _plot_of(stage: Stage) -> type | None:
    """Return the order type of a stage."""
    if stage == SET_UP:
        return o.Ready
    return PLOTTED[stage.kind].order if stage.who == BOTH else None


PLOTS = PlotRules(
    order_names=o.ORDER_NAMES,
    plots=_plot_of,
    withdraw=o.WithdrawPlot,
    after_the_end="ES-36",
    sides="ES-2",
    called="ES-2",
    taking_back="ES-2",
)


def decide(adjudication: Adjudication[State], given: Given) -> None:
    """Record the consequences of an order up to the next choice; IllegalOrder if it is not allowed."""
    if stage_plots.takes_plot_back(adjudication, given, PLOTS):
        return
    side, order = given
    stage = adjudication.state.stage
    if stage.kind == MOVE:
        _move(adjudication, side, order)
        return
    if type(order) is not (o.SetUp if stage.kind == DEPLOY else _plot_of(stage)):
        raise IllegalOrder("This order is not due now.", rule="ES-2", field="order")
    if isinstance(order, o.Ready):
        deployment_forms.ready(adjudication, side, order)
    elif isinstance(order, o.SetUp):
        deployment_forms.deploy(adjudication, side, order)
        sequence.advance(adjudication)
        return
    else:
        plots.seal(adjudication, side, order)
    if not adjudication.state.called:
        sequence.advance(adjudication)


def _move(adjudication: Adjudication[State], side: str, order: Any) -> None:
    """Move a ship or end the movement, which also ends when the last ship has moved."""
    if isinstance(order, o.ShipMove):
        move.move(adjudication, side, order)
        if movement_forms.unmoved(adjudication.state, side):
            return
    elif not isinstance(order, o.EndMoves):
        raise IllegalOrder("This order is not due now.", rule="ES-2", field="order")
    sequence.advance(adjudication)


def legal_orders(view: State, side: str) -> tuple[OrderForm, ...]:
    """Return the orders a side can give now, from its own view."""
    return stage_plots.legal_orders(view, side, PLOTS, _forms_of_called)


def _forms_of_called(view: State, side: str) -> tuple[OrderForm, ...]:
    return tuple(_forms(view, side))


def _forms(view: State, side: str) -> Iterator[OrderForm]:
    kind = view.stage.kind
    if view.stage == SET_UP:
        yield from deployment_forms.ready_form(view, side)
    elif kind == DEPLOY:
        yield from deployment_forms.deploy_forms(view, side)
    elif kind == MOVE:
        yield from movement_forms.forms(view, side)
    elif kind == DAMAGE:
        yield damage_forms.control_form(view, side)
    elif kind == PLANES:
        yield damage_forms.planes_form(view, side)
    else:
        yield from combat_forms.forms(view, side, kind)
