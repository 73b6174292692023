"""The captain: a sensible bot that knows nothing but its own side's view and the order forms.

They divide their escorts so that what is worth most is best covered, fire where the chance to sink,
weighed by cost, is best, bring u-boats up only for good odds, and move escorts where they help more.
Their judgement is rough arithmetic in fractions; they never gamble, so that chance has no part in it.
"""

from collections.abc import Callable, Mapping

from darkseas.engine.bots.random_bot import Chooser, random_order
from darkseas.engine.orders import OrderForm
from darkseas.engine.serialization.canonical_json import Json

from ..model.state import State
from . import fire, groups

Answer = dict[str, Json]
Plan = Callable[[State, str, OrderForm], Answer]


def captain(
    view: State, side: str, forms: tuple[OrderForm, ...], chooser: Chooser
) -> tuple[str, dict[str, Json]]:
    """The stored name and blanks of the order that a sensible captain gives now."""
    pressing = tuple(form for form in forms if form.pressing)
    form = (pressing or forms)[0]
    plan = _PLANS.get(form.order)
    if plan is None:
        return random_order((form,), chooser)
    return form.order, plan(view, side, form)


_PLANS: Mapping[str, Plan] = {
    "fleet_battle.assign_groups": groups.divide,
    "fleet_battle.plot_transfers": groups.transfer,
    "fleet_battle.name_targets": fire.name_targets,
}
