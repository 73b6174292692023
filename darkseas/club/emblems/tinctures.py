"""The tinctures of emblems: two metals, and bunting colours that last at sea."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tincture:
    """A tincture: its display name, its colour value, and whether it is a metal (a light one)."""

    name: str
    colour: str
    is_metal: bool = False


TINCTURES: dict[str, Tincture] = {
    "white": Tincture("white", "#fbf8ef", is_metal=True),
    "gold": Tincture("gold", "#f4b81c", is_metal=True),
    "navy": Tincture("navy blue", "#1b3a6b"),
    "sea": Tincture("sea green", "#12706f"),
    "red": Tincture("red", "#b4232c"),
    "black": Tincture("black", "#22262c"),
    "green": Tincture("bottle green", "#1f5a39"),
    "purple": Tincture("purple", "#5b2c6f"),
}
