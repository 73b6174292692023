"""What a side may order now, by its view: seeds for the dice, the rules' orders, ends to agree on."""

from darkseas.engine.dice import client_seeds
from darkseas.engine.events import UMPIRE, DrawOffered, OrderWithdrawn
from darkseas.engine.orders import OrderForm
from darkseas.engine.play import endings, free_actions

from .battle_context import BattleContext
from .cursor import ReplayCursor


def pressing_forms(context: BattleContext, view: ReplayCursor, side: str) -> tuple[OrderForm, ...]:
    """Return the forms of which a side has to fill one before the battle goes on, and what goes with them.

    None for a side that is not called, for the umpire, and after the end.
    """
    forms = _forms(context, view, side)
    return forms if any(form.pressing for form in forms) else ()


def all_forms(context: BattleContext, view: ReplayCursor, side: str) -> tuple[OrderForm, ...]:
    """Return all forms that a side may fill now; no end can be agreed on while seeds are waited for."""
    forms = _forms(context, view, side)
    if side == UMPIRE or view.is_over or waits_for_seeds(view):
        return forms
    may_offer = free_actions.may_still(view.repeats, side, DrawOffered)
    return (*forms, *endings.forms(side, view.draw_offer, may_offer=may_offer))


def waits_for_seeds(view: ReplayCursor) -> bool:
    """Return whether sides have still to put in their seeds for the dice, before any order of the rules."""
    return view.ledger is not None and not view.ledger.is_open


def _forms(context: BattleContext, view: ReplayCursor, side: str) -> tuple[OrderForm, ...]:
    if side == UMPIRE or view.is_over:
        return ()
    if view.ledger is not None and not view.ledger.is_open:
        return client_seeds.forms(view.ledger, side)
    forms = context.rules.legal_orders(view, side)
    if any(form.pressing for form in forms) or free_actions.may_still(view.repeats, side, OrderWithdrawn):
        return forms
    return ()  # who is not called could only take a plot back
