"""Standing orders that a player may set: evasion (§17), sightings (§22c), returning dummies (§22d).

If a block is found or hit, such an order may no longer be right. So it is cancelled, and the player must
decide again.
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
    """Evade with no block, or with those the bot would choose."""
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
    """Keep every sighting; a dummy that is the only spotter declares its sighting void."""
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
            StandingValue(
                HOLD, "Hold course", "No block evades. Ends when the enemy finds one of your blocks."
            ),
            StandingValue(
                OUTGUNNED,
                "Evade when outgunned",
                "As the captain would, block by block. Ends when one of your ships is hit.",
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
                "Keep all sightings",
                "Sightings by dummies alone are declared void. Ends when the enemy finds one of your blocks.",
            ),
        ),
        _sightings,
        _found_by_enemy,
    ),
    StandingQuestion(
        ORDER_NAMES[PlaceDummies],
        "Dummies that can return",
        "§22d",
        (StandingValue("never", "Leave them off the map", "Ends when either side finds the other."),),
        _no_dummies,
        _contact,
    ),
)
