"""Plots: the openings of `decide` and of `legal_orders` where orders are called for stage by stage.

For any system whose state is a `StagedState`.
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
    """What a system says of its plots: which there are, the order that takes one back, and its citations.

    `plots` gives the type of order that is sealed in a stage, None where answers lie open. The citations are
    for orders after the end, of a side that there is not, of one that is not called, and for taking back.
    """

    order_names: Mapping[type, str]
    plots: Callable[[Stage], type | None]
    withdraw: type
    after_the_end: str
    sides: str
    called: str
    taking_back: str


def takes_plot_back(adjudication: Adjudication[Any], given: Given, rules: PlotRules) -> bool:
    """The opening of `decide`: whether the order has taken a plot back, and so is decided.

    IllegalOrder when the battle is over, when there is no such side, when it is not called, or when there is
    nothing to take back.
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
        raise IllegalOrder("This side is not called for an order now.", rule=rules.called, field="order")
    return False


def _take_back(adjudication: Adjudication[Any], side: str, rules: PlotRules) -> None:
    plot = _plot_to_take_back(adjudication.state, side, rules)
    if plot is None:
        reason = "There is no plot of this side to take back."
        raise IllegalOrder(reason, rule=rules.taking_back, field="order")
    adjudication.record(OrderWithdrawn(side, rules.order_names[plot]))


def _plot_to_take_back(state: StagedState, side: str, rules: PlotRules) -> type | None:
    """The type of a side's plot that is in while others are not."""
    return rules.plots(state.stage) if side in state.sealed and state.called else None


def legal_orders(
    view: S, side: str, rules: PlotRules, forms: Callable[[S, str], tuple[OrderForm, ...]]
) -> tuple[OrderForm, ...]:
    """The orders that a side may give now: those of `forms` when it is called, else to take its plot back."""
    if view.ended is not None:
        return ()
    if side in view.called:
        return forms(view, side)
    if _plot_to_take_back(view, side, rules) is None:
        return ()
    name = rules.order_names[rules.withdraw]
    why = "Your plot is sealed, and may be taken back until the other side's is in."
    return (OrderForm(name, "Take the plot back", rules.taking_back, pressing=False, because=why),)
