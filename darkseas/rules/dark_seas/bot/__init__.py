"""The captain: a sensible bot that knows nothing but its own side's view and the order forms.

It closes or shuns contact by mission, masses fire, keeps torpedoes for good odds, evades when
outgunned, and leads with dummies. Its judgement is rough arithmetic in whole numbers and fractions;
chance only breaks ties.
"""

from collections.abc import Callable, Mapping

from darkseas.engine.bots.random_bot import Chooser, random_order
from darkseas.engine.orders import OrderForm
from darkseas.engine.serialization.canonical_json import Json

from ..model.state import State
from . import combat, movement

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
    "dark_seas.deploy": movement.deploy,
    "dark_seas.place_dummies": movement.place_dummies,
    "dark_seas.move_blocks": movement.move,
    "dark_seas.set_speeds": movement.set_speeds,
    "dark_seas.declare_sightings": combat.declare_sightings,
    "dark_seas.declare_evasion": combat.declare_evasion,
    "dark_seas.declare_attacks": combat.declare_attacks,
}
