"""What a hit will do once the combat phase is over (ES-26, ES-28, ES-A21)."""

from typing import Literal

from darkseas.engine.serialization.records import record

#: What caused an effect: a shell, a bomb, its near miss, a torpedo.
Cause = Literal["shell", "bomb", "near miss", "torpedo"]


@record
class Effect:
    """Something that a ship will take: a row of the critical hits, or fires and flooding by themselves.

    `row` is 0 where no critical hit belongs to it; `fires` and `flooding` come beside the row's own, those
    of a die included. `tie`: the fire of a shell that the armour just held (ES-A43).
    """

    ship: str
    cause: Cause
    row: int = 0
    fires: int = 0
    flooding: int = 0
    tie: bool = False
    rule: str = "ES-26"
