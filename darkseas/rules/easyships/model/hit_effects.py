"""The effect of a hit, applied when the combat phase ends (ES-26, ES-28, ES-A21)."""

from typing import Literal

from darkseas.engine.serialization.records import record

Cause = Literal["shell", "bomb", "near miss", "torpedo"]


@record
class Effect:
    """Damage to apply to a ship: a row of the critical hit table, or fires and flooding alone.

    `row` is 0 without a critical hit. `fires` and `flooding` are added to the row's own and include any
    rolled by die. `tie` marks the fire of a shell that tied with the armour (ES-A43).
    """

    ship: str
    cause: Cause
    row: int = 0
    fires: int = 0
    flooding: int = 0
    tie: bool = False
    rule: str = "ES-26"
