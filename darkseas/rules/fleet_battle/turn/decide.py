"""One order in, facts out: the only place where the rules of fleet battle are applied.

All orders are plots: each side called seals its own, and when the last is in they are opened together.
"""

from collections.abc import Callable, Mapping
from typing import Any

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import OrderWithdrawn
from darkseas.engine.orders import Given, IllegalOrder, OrderForm

from ..combat import groups, targets
from ..model import orders as o
from ..model.state import SET_UP, TRANSFERS, State
from . import sequence

Case = Adjudication[State]

WITHDRAW = OrderForm(o.ORDER_NAMES[o.WithdrawPlot], "Take the plot back", "FB-3", pressing=False)

#: The order of a stage, and the stages of tiers under one name.
_TIER = "tier"
_PLOTS: Mapping[str, type] = {SET_UP: o.AssignGroups, TRANSFERS: o.PlotTransfers, _TIER: o.NameTargets}
_HANDLERS: Mapping[str, Callable[[Case, str, Any], None]] = {
    SET_UP: groups.assign,
    TRANSFERS: groups.plot,
    _TIER: targets.name_targets,
}
_FORMS: Mapping[str, Callable[[State, str], OrderForm]] = {
    SET_UP: groups.assign_form,
    TRANSFERS: groups.transfers_form,
    _TIER: targets.form,
}


def decide(case: Case, given: Given) -> None:
    """Record what follows from an order, up to the next choice; IllegalOrder when it is not allowed."""
    state = case.state
    side, order = given
    if state.ended is not None:
        raise IllegalOrder("The battle is over.", rule="FB-B18", field="order")
    if side not in state.sheet.sides:
        raise IllegalOrder("Only the two sides give orders.", rule="FB-3", field="side")
    if isinstance(order, o.WithdrawPlot):
        _withdraw(case, side)
        return
    if side not in state.called:
        raise IllegalOrder("This side is not called for an order now.", rule="FB-2", field="order")
    kind = _kind_of(state.phase)
    if type(order) is not _PLOTS[kind]:
        raise IllegalOrder("This order is not due now.", rule="FB-2", field="order")
    _HANDLERS[kind](case, side, order)
    if not state.called:
        sequence.advance(case)


def legal_orders(view: State, side: str) -> tuple[OrderForm, ...]:
    """The orders that a side may give now, from its own view."""
    if view.ended is not None:
        return ()
    if side in view.called:
        return (_FORMS[_kind_of(view.phase)](view, side),)
    return (WITHDRAW,) if side in view.sealed and view.called else ()


def _kind_of(phase: str) -> str:
    return phase if phase in _PLOTS else _TIER


def _withdraw(case: Case, side: str) -> None:
    state = case.state
    if side not in state.sealed or not state.called:
        raise IllegalOrder("There is no plot of this side to take back.", rule="FB-3", field="order")
    case.record(OrderWithdrawn(side, o.ORDER_NAMES[_PLOTS[_kind_of(state.phase)]]))
