"""Order forms open to a side in its view: dice seeds, the rules' orders, and agreed endings."""

from darkseas.engine.dice import client_seeds
from darkseas.engine.events import UMPIRE, DrawOffered, OrderWithdrawn
from darkseas.engine.orders import OrderForm
from darkseas.engine.play import endings, free_actions

from .battle_context import BattleContext
from .cursor import ReplayCursor


def pressing_forms(context: BattleContext, view: ReplayCursor, side: str) -> tuple[OrderForm, ...]:
    """Return the required forms of a side, and the optional forms that belong to them.

    Return none for a side that is not to move, for the umpire, and after the end.
    """
    forms = _forms(context, view, side)
    return forms if any(form.pressing for form in forms) else ()


def all_forms(context: BattleContext, view: ReplayCursor, side: str) -> tuple[OrderForm, ...]:
    """Return all forms open to a side. Sides cannot agree on an ending before all dice seeds are given."""
    forms = _forms(context, view, side)
    if side == UMPIRE or view.is_over or waits_for_seeds(view):
        return forms
    may_offer = free_actions.may_still(view.repeats, side, DrawOffered)
    return (*forms, *endings.forms(side, view.draw_offer, may_offer=may_offer))


def waits_for_seeds(view: ReplayCursor) -> bool:
    """Return whether sides must still give their dice seeds before they can submit orders of the rules."""
    return view.ledger is not None and not view.ledger.is_open


def _forms(context: BattleContext, view: ReplayCursor, side: str) -> tuple[OrderForm, ...]:
    if side == UMPIRE or view.is_over:
        return ()
    if view.ledger is not None and not view.ledger.is_open:
        return client_seeds.forms(view.ledger, side)
    forms = context.rules.legal_orders(view, side)
    if any(form.pressing for form in forms) or free_actions.may_still(view.repeats, side, OrderWithdrawn):
        return forms
    return ()  # a side that is not to move could only withdraw a plot
