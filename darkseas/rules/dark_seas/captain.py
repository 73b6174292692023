"""The captain: a sensible bot that knows nothing but its own side's view and the order forms.

It closes or shuns contact by mission, masses fire, keeps torpedoes for good odds, evades when
outgunned, and leads with dummies. Its judgement is rough arithmetic in whole numbers and fractions;
chance only breaks ties.
"""

from collections.abc import Callable, Mapping

from ...engine.bots import Chooser, random_order
from ...engine.canon import Json
from ...engine.orders import OrderForm
from . import captain_combat, captain_movement
from .state import State

Answer = dict[str, Json]
Plan = Callable[[State, str, OrderForm, Chooser], Answer]


def captain(
    view: State, side: str, forms: tuple[OrderForm, ...], chooser: Chooser
) -> tuple[str, dict[str, Json]]:
    """The stored name and blanks of the order that a sensible captain gives now."""
    pressing = tuple(form for form in forms if form.pressing)
    form = (pressing or forms)[0]
    plan = _PLANS.get(form.order)
    if plan is None:
        return random_order((form,), chooser)
    return form.order, plan(view, side, form, chooser)


_PLANS: Mapping[str, Plan] = {
    "dark_seas.deploy": captain_movement.deploy,
    "dark_seas.place_dummies": captain_movement.place_dummies,
    "dark_seas.move_blocks": captain_movement.move,
    "dark_seas.set_speeds": captain_movement.set_speeds,
    "dark_seas.declare_sightings": captain_combat.declare_sightings,
    "dark_seas.declare_evasion": captain_combat.declare_evasion,
    "dark_seas.declare_attacks": captain_combat.declare_attacks,
}
