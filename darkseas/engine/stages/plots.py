"""Plots: the common start of `decide` and `legal_orders` for systems that ask for orders stage by stage.

This module serves any system whose state is a `StagedState`.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ..adjudication import Adjudication
from ..events import OrderWithdrawn
from ..orders import Given, IllegalOrder, OrderForm
from ..serialization.records import record
from .stage import Stage, StagedState

S = TypeVar("S", bound=StagedState)


@record
class PlotRules:
    """A system's plots: their types, the order that withdraws one, and citations.

    `plots` returns the type of order that is sealed in a stage, or None if orders are open there. The
    citations are for orders after the end, of an unknown side, of a side that is not to move, and for
    withdrawals.
    """

    order_names: Mapping[type, str]
    plots: Callable[[Stage], type | None]
    withdraw: type
    after_the_end: str
    sides: str
    called: str
    taking_back: str


def takes_plot_back(adjudication: Adjudication[Any], given: Given, rules: PlotRules) -> bool:
    """Start of `decide`: withdraw a plot if the order asks for it, and return whether it did.

    Raises IllegalOrder if the battle is over, the side is unknown or not to move, or there is nothing to
    withdraw.
    """
    state: StagedState = adjudication.state
    side, order = given
    if state.ended is not None:
        raise IllegalOrder("The battle is over.", rule=rules.after_the_end, field="order")
    if side not in state.scenario.sides:
        raise IllegalOrder("Only the two sides give orders.", rule=rules.sides, field="side")
    if isinstance(order, rules.withdraw):
        _take_back(adjudication, side, rules)
        return True
    if side not in state.called:
        raise IllegalOrder("This side has no orders due now.", rule=rules.called, field="order")
    return False


def _take_back(adjudication: Adjudication[Any], side: str, rules: PlotRules) -> None:
    plot = _plot_to_take_back(adjudication.state, side, rules)
    if plot is None:
        reason = "You have no plot to withdraw."
        raise IllegalOrder(reason, rule=rules.taking_back, field="order")
    adjudication.record(OrderWithdrawn(side, rules.order_names[plot]))


def _plot_to_take_back(state: StagedState, side: str, rules: PlotRules) -> type | None:
    """Return the type of a side's plot that is in while others are missing; None if there is none."""
    return rules.plots(state.stage) if side in state.sealed and state.called else None


def legal_orders(
    view: S, side: str, rules: PlotRules, forms: Callable[[S, str], tuple[OrderForm, ...]]
) -> tuple[OrderForm, ...]:
    """Return the orders that a side may give now: those of `forms` if it is to move, otherwise withdrawing
    its plot.
    """
    if view.ended is not None:
        return ()
    if side in view.called:
        return forms(view, side)
    if _plot_to_take_back(view, side, rules) is None:
        return ()
    name = rules.order_names[rules.withdraw]
    why = "Your plot is sealed. You may withdraw it until the other side has plotted."
    return (OrderForm(name, "Withdraw the plot", rules.taking_back, pressing=False, because=why),)
