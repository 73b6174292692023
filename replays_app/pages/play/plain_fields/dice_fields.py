"""The dice of an order at the table, as fields: the throws that it asks for, one after the other."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from replays_app.recording.needed_dice import NeededDice

#: An order asks for so many throws at most on this page; more are for the page with the chart.
MOST_THROWS = 200
_FACE = re.compile(r"[0-9]{1,3}")
Throw = tuple[int, ...]


@dataclass(slots=True)
class ThrowField:
    """A throw that an order asks for: ``text`` is what was typed, ``faces`` None while that is no throw.

    ``by_house`` leaves it to the house, which is a throw without faces. ``needed`` says what it is for.
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
        """How many dice of how many sides."""
        count, sides = self.needed.count, self.needed.sides
        return f"{count} {'die' if count == 1 else 'dice'} of {sides} sides"


def throws_of(
    data: Mapping[str, str],
    next_throw: Callable[[list[Throw]], NeededDice | None],
    knows: Callable[[str], bool],
) -> list[ThrowField]:
    """Return the throws that an order asks for, up to the first that is not typed in yet.

    ``next_throw`` says what is needed after some; ``knows`` whether its giver may know what dice of a scope
    are for.
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
