"""Decides an order of Fleet Battle: an order goes in, facts come out.

All orders are plots: each side seals its own, and they are revealed when the last one is in.
"""

from collections.abc import Callable, Mapping
from typing import Any

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.orders import Given, IllegalOrder, OrderForm
from darkseas.engine.stages import plots
from darkseas.engine.stages.plots import PlotRules
from darkseas.engine.stages.stage import Stage

from ..combat import fleet_division, targets
from ..model import orders as o
from ..model.state import SET_UP, TIER, TRANSFERS, State
from . import sequence

#: The plot of each kind of stage.
_PLOTS: Mapping[str, type] = {
    SET_UP.kind: o.AssignGroups,
    TRANSFERS.kind: o.PlotTransfers,
    TIER: o.NameTargets,
}
_HANDLERS: Mapping[str, Callable[[Adjudication[State], str, Any], None]] = {
    SET_UP.kind: fleet_division.assign,
    TRANSFERS.kind: fleet_division.plot,
    TIER: targets.name_targets,
}
_FORMS: Mapping[str, Callable[[State, str], OrderForm]] = {
    SET_UP.kind: fleet_division.assign_form,
    TRANSFERS.kind: fleet_division.transfers_form,
    TIER: targets.form,
}


def _plot_of(stage: Stage) -> type | None:
    return _PLOTS.get(stage.kind)


PLOTS = PlotRules(
    order_names=o.ORDER_NAMES,
    plots=_plot_of,
    withdraw=o.WithdrawPlot,
    after_the_end="FB-B18",
    sides="FB-3",
    called="FB-2",
    taking_back="FB-3",
)


def decide(adjudication: Adjudication[State], given: Given) -> None:
    """Record the events that follow from an order, up to the next choice. Raise IllegalOrder if the order is
    not allowed.
    """
    if plots.takes_plot_back(adjudication, given, PLOTS):
        return
    stage = adjudication.state.stage
    if type(given.order) is not _plot_of(stage):
        raise IllegalOrder("This order is not due now.", rule="FB-2", field="order")
    _HANDLERS[stage.kind](adjudication, given.side, given.order)
    if not adjudication.state.called:
        sequence.advance(adjudication)


def legal_orders(view: State, side: str) -> tuple[OrderForm, ...]:
    """Return the orders that a side may give now, from its own view."""
    return plots.legal_orders(view, side, PLOTS, _forms_of_called)


def _forms_of_called(view: State, side: str) -> tuple[OrderForm, ...]:
    return (_FORMS[view.stage.kind](view, side),)
