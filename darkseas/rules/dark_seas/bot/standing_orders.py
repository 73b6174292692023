"""What a side may answer beforehand: evasion (§17), its sightings (§22c), dummies that come back (§22d).

What is found or hit changes what such an answer means, so that cancels it: the holder is asked again.
"""

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.orders import OrderForm
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.standing_orders import StandingQuestion, StandingValue

from ..model.events import BlockSighted, ContactMade, ShipDamaged, ShipSunk
from ..model.orders import ORDER_NAMES, DeclareEvasion, DeclareSightings, PlaceDummies
from ..model.state import State
from . import declarations

HOLD, OUTGUNNED = "hold", "outgunned"


def _evasion(view: State, side: str, form: OrderForm, value: str) -> dict[str, Json]:
    """No block evades, or those that the bot would let evade."""
    if value == HOLD:
        return {"blocks": []}
    return declarations.declare_evasion(view, side, form, Chooser(b""))


def _evasion_cancelled(view: State, side: str, event: object, value: str) -> str:
    if value == HOLD:
        return _found_by_enemy(view, side, event, value)
    own = view.scenario.sides[side].ships
    if isinstance(event, ShipDamaged | ShipSunk) and event.ship in own:
        return "One of your ships is hit."
    return ""


def _sightings(view: State, side: str, form: OrderForm, value: str) -> dict[str, Json]:
    """Every sighting stands; a dummy that alone has sighted says that it saw nothing."""
    return declarations.declare_sightings(view, side, form, Chooser(b""))


def _no_dummies(view: State, side: str, form: OrderForm, value: str) -> dict[str, Json]:
    return {"dummies": []}


def _found_by_enemy(view: State, side: str, event: object, value: str) -> str:
    is_found = isinstance(event, BlockSighted | ContactMade) and event.by != side
    return "The enemy has found one of your blocks." if is_found else ""


def _contact(view: State, side: str, event: object, value: str) -> str:
    if isinstance(event, BlockSighted | ContactMade) and event.by == side:
        return "You have found the enemy."
    return _found_by_enemy(view, side, event, value)


STANDING_QUESTIONS: tuple[StandingQuestion, ...] = (
    StandingQuestion(
        ORDER_NAMES[DeclareEvasion],
        "Evasion",
        "§14c.i",
        (
            StandingValue(HOLD, "Hold course", "No block evades. Until the enemy finds one of your blocks."),
            StandingValue(
                OUTGUNNED,
                "Evade when outgunned",
                "As the captain would, block by block. Until one of your ships is hit.",
            ),
        ),
        _evasion,
        _evasion_cancelled,
    ),
    StandingQuestion(
        ORDER_NAMES[DeclareSightings],
        "Sightings",
        "§22c",
        (
            StandingValue(
                "stand",
                "Let all stand",
                "Dummies that alone sighted an enemy say that they saw nothing. "
                "Until the enemy finds one of your blocks.",
            ),
        ),
        _sightings,
        _found_by_enemy,
    ),
    StandingQuestion(
        ORDER_NAMES[PlaceDummies],
        "Dummies that could come back",
        "§22d",
        (StandingValue("never", "Leave them off the map", "Until either side finds the other."),),
        _no_dummies,
        _contact,
    ),
)
