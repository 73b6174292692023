"""A bot made of plans: one function for each order, random choices for the rest."""

from collections.abc import Callable, Mapping
from typing import Any

from ..dice.chooser import Chooser
from ..orders import OrderForm
from ..serialization.canonical_json import Json
from ..system import Bot
from .random_bot import random_order

Answer = dict[str, Json]
#: Fills a form: (side's view, side, form, chooser) -> blanks.
Plan = Callable[[Any, str, OrderForm, Chooser], Answer]


def bot_of(plans: Mapping[str, Plan]) -> Bot:
    """Return a bot that fills the first required form, or else the first form, by the plan for its order.

    `plans` is keyed by stored order name; a form without a plan is filled at random.
    """

    def bot(
        view: Any, side: str, forms: tuple[OrderForm, ...], chooser: Chooser
    ) -> tuple[str, dict[str, Json]]:
        pressing = tuple(form for form in forms if form.pressing)
        form = (pressing or forms)[0]
        plan = plans.get(form.order)
        if plan is None:
            return random_order((form,), chooser)
        return form.order, plan(view, side, form, chooser)

    return bot
