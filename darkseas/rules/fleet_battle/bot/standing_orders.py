"""Standing orders of Fleet Battle: no ship changes groups (FB-8) until the side loses one."""

from darkseas.engine.orders import OrderForm
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.standing_orders import StandingQuestion, StandingValue

from ..model.events import ShipSunk
from ..model.orders import ORDER_NAMES, PlotTransfers
from ..model.state import State


def _none(view: State, side: str, form: OrderForm, value: str) -> dict[str, Json]:
    return {"transfers": []}


def _cancelled(view: State, side: str, event: object, value: str) -> str:
    return "You have lost a ship." if isinstance(event, ShipSunk) and event.side == side else ""


STANDING_QUESTIONS: tuple[StandingQuestion, ...] = (
    StandingQuestion(
        ORDER_NAMES[PlotTransfers],
        "Changing groups",
        "FB-8",
        (StandingValue("none", "No ship changes groups", "Until you lose a ship."),),
        _none,
        _cancelled,
    ),
)
