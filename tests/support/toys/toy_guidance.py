"""What helps who orders in the coves: a bot and its reasons, a preview, an answer given beforehand."""

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.orders import Given, OrderForm
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.standing_orders import StandingQuestion, StandingValue
from darkseas.engine.system import Preview, PreviewLine, Warned

from .toy_rules import count_of_coves
from .toy_state import Plot, ShipHit, State


def choose_order(
    view: State, side: str, forms: tuple[OrderForm, ...], chooser: Chooser
) -> tuple[str, dict[str, Json]]:
    """Shell where the enemy was seen last, hide anywhere."""
    most = count_of_coves(view.scenario)
    shell = view.scouted.get(side) or 1 + chooser.below(most)
    return "plot", {"hide": 1 + chooser.below(most), "shell": shell}


def preview(view: State, given: Given) -> Preview:
    """What a plot will do."""
    order = given.order
    if not isinstance(order, Plot):
        return Preview()
    known = view.scouted.get(given.side)
    missed = (Warned(f"The enemy was in cove {known}.", "T-3"),) if known not in (None, order.shell) else ()
    text = f"Cove {order.shell} is shelled, and the squadron hides in cove {order.hide}."
    return Preview((PreviewLine("shell", text, "T-2", warnings=missed),))


def reasons(view: State, given: Given) -> tuple[str, ...]:
    """Why the bot shells where it does."""
    known = given.side in view.scouted
    return ("The enemy was seen there." if known else "Nobody knows where the enemy is.",)


def _same_plot(view: State, side: str, form: OrderForm, value: str) -> dict[str, Json] | None:
    """The same coves in every turn, or in the first two alone."""
    return {"hide": 1, "shell": 1} if value == "always" or view.turn < 2 else None


def _own_hit(view: State, side: str, event: object, value: str) -> str:
    """A hit on an own ship cancels what was answered beforehand."""
    own = next(other.ships for other in view.scenario.sides if other.key == side)
    is_own = isinstance(event, ShipHit) and event.ship in [ship.key for ship in own]
    return "A ship of yours is hit." if is_own else ""


QUESTION = StandingQuestion(
    "plot",
    "The plot",
    "T-1",
    (
        StandingValue("always", "Cove 1", "Until a ship is hit."),
        StandingValue("early", "Cove 1 in the first two turns", "Until a ship is hit."),
    ),
    _same_plot,
    _own_hit,
)
