"""Fields for the dice of an order at the table, one roll after another."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from replays_app.recording.needed_dice import NeededDice

#: Maximum number of rolls of an order in the form view. The map view has no limit.
MOST_THROWS = 200
_FACE = re.compile(r"[0-9]{1,3}")
Throw = tuple[int, ...]


@dataclass(slots=True)
class ThrowField:
    """A roll that an order needs: ``text`` as entered, ``faces`` None while the text is invalid.

    ``by_house`` lets the site roll; then the roll has no faces. ``needed`` has its purpose.
    """

    name: str
    needed: NeededDice
    what: str
    text: str = ""
    by_house: bool = False
    faces: Throw | None = None
    errors: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        """Number of dice and their sides."""
        count, sides = self.needed.count, self.needed.sides
        return f"{count} {'die' if count == 1 else 'dice'} of {sides} sides"


def throws_of(
    data: Mapping[str, str],
    next_throw: Callable[[list[Throw]], NeededDice | None],
    knows: Callable[[str], bool],
) -> list[ThrowField]:
    """Return the rolls of an order, up to the first roll without a result.

    ``next_throw`` returns the roll needed after the given ones. ``knows`` says whether the player may know
    the purpose of dice in a scope.
    """
    shown: list[ThrowField] = []
    throws: list[Throw] = []
    while len(shown) < MOST_THROWS:
        needed = next_throw(throws)
        if needed is None:
            break
        one = _read(f"dice.{len(shown)}", needed, needed.what if knows(needed.scope) else "", data)
        shown.append(one)
        if one.faces is None:
            break
        throws.append(one.faces)
    return shown


def _read(name: str, needed: NeededDice, what: str, data: Mapping[str, str]) -> ThrowField:
    text = data.get(name, "")[:500]
    one = ThrowField(name, needed, what, text, bool(data.get(f"{name}.house")))
    if one.by_house:
        one.faces = ()
        return one
    parts = text.replace(",", " ").split()
    faces = tuple(int(part) for part in parts if _FACE.fullmatch(part))
    is_throw = len(parts) == len(faces) == needed.count and all(1 <= face <= needed.sides for face in faces)
    if is_throw:
        one.faces = faces
    elif parts:
        words = "a number" if needed.count == 1 else f"{needed.count} numbers, separated by spaces,"
        one.errors.append(f"Enter {words} from 1 to {needed.sides}.")
    return one
