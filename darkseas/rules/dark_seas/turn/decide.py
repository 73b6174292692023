"""One order in, facts out: the only place where the rules of Dark Seas are applied.

Each kind of order belongs to certain stages; its section decides it, and the sequence of play then
runs on to the next choice.
"""

from collections.abc import Callable, Mapping
from typing import Any

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import OrderWithdrawn
from darkseas.engine.orders import Given, IllegalOrder, OrderForm

from ..combat import declaration, evasion
from ..model import orders as o
from ..model.events import PlotSealed
from ..model.state import State
from ..movement import deployment, dummies, movement
from ..spotting import phase as spotting
from . import daylight, sequence

Case = Adjudication[State]
Handler = Callable[[Case, str, Any], None]


def decide(case: Case, given: Given) -> None:
    """Record what follows from an order, up to the next choice; IllegalOrder when it is not allowed."""
    state = case.state
    side, order = given
    if state.ended is not None:
        raise IllegalOrder("The battle is over.", rule="§7", field="order")
    if side not in state.sheet.sides:
        raise IllegalOrder("Only the two sides give orders.", rule="§7", field="side")
    if isinstance(order, o.WithdrawPlot):
        _withdraw(case, side)
        return
    if side not in state.called:
        raise IllegalOrder("This side is not called for an order now.", rule="§14", field="order")
    if isinstance(order, o.RemoveDummies):
        dummies.remove(case, side, order)
        daylight.lift_false_smoke(case)
        return
    stage = state.phase
    handler = _HANDLERS.get((_kind_of_stage(stage), type(order)))
    if handler is None:
        raise IllegalOrder("This order is not due now.", rule="§14", field="order")
    handler(case, side, order)
    if _is_answered(case, stage):
        state.called = ()
        sequence.advance(case)


def legal_orders(view: State, side: str) -> tuple[OrderForm, ...]:
    """The orders that a side may give now, from its own view."""
    if view.ended is not None:
        return ()
    if side not in view.called:
        return (WITHDRAW,) if _has_sealed(view, side) else ()
    forms = [_FORMS[_kind_of_stage(view.phase)](view, side)]
    removal = dummies.remove_form(view, side)
    if removal is not None:
        forms.append(removal)
    return tuple(forms)


def _kind_of_stage(phase: str) -> str:
    """The stage without the part that says whose it is."""
    return phase if phase == deployment.PHASE else phase.partition("-")[0]


# --- plots ---------------------------------------------------------------------------------------

WITHDRAW = OrderForm("dark_seas.withdraw_plot", "Take the plot back", "DS-R29", pressing=False)

_SEALED = {"evasion-both": o.DeclareEvasion, "attacks-both": o.DeclareAttacks, deployment.PHASE: o.Deploy}


def _is_answered(case: Case, stage: str) -> bool:
    """Whether every side that was called has answered: in plotted stages each answers for itself."""
    plotted = stage in _SEALED or stage == "spotting"
    return not case.state.called if plotted else True


def _has_sealed(state: State, side: str) -> bool:
    """Whether a side's plot of this stage is in while the other side's is not."""
    if not state.called or state.phase not in _SEALED:
        return False
    if state.phase == deployment.PHASE:
        return any(block.side == side for block in state.blocks.values())
    return side in (state.evaders if state.phase == "evasion-both" else state.attacks)


def _withdraw(case: Case, side: str) -> None:
    if not _has_sealed(case.state, side):
        raise IllegalOrder("There is no plot of this side to take back.", rule="DS-R29", field="order")
    case.record(OrderWithdrawn(side, o.ORDER_NAMES[_SEALED[case.state.phase]]))


def _declare_sightings(case: Case, side: str, order: o.DeclareSightings) -> None:
    spotting.declare(case, side, order)
    daylight.lift_false_smoke(case)


def _declare_evasion(case: Case, side: str, order: o.DeclareEvasion) -> None:
    sealed = case.state.phase == "evasion-both"
    if sealed:
        evasion.declare(case, side, order, audience=(side,))
        case.record(PlotSealed(side, "evasion"))
    else:
        evasion.declare(case, side, order)


def _declare_attacks(case: Case, side: str, order: o.DeclareAttacks) -> None:
    sealed = case.state.phase == "attacks-both"
    if sealed:
        declaration.declare(case, side, order, audience=(side,))
        case.record(PlotSealed(side, "attacks"))
    else:
        declaration.declare(case, side, order)


_HANDLERS: Mapping[tuple[str, type], Handler] = {
    ("set-up", o.Deploy): deployment.deploy,
    ("dummies", o.PlaceDummies): dummies.place,
    ("move", o.MoveBlocks): movement.move,
    ("speeds", o.SetSpeeds): daylight.set_speeds,
    ("sub", o.MoveBlocks): daylight.move,
    ("spotting", o.DeclareSightings): _declare_sightings,
    ("evasion", o.DeclareEvasion): _declare_evasion,
    ("attacks", o.DeclareAttacks): _declare_attacks,
}

_FORMS: Mapping[str, Callable[[State, str], OrderForm]] = {
    "set-up": deployment.form,
    "dummies": dummies.place_form,
    "move": movement.form,
    "speeds": daylight.speeds_form,
    "sub": daylight.move_form,
    "spotting": spotting.declaration_form,
    "evasion": evasion.form,
    "attacks": declaration.form,
}
