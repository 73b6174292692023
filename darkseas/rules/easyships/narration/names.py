"""Names of ships, batteries, depths, hexes and dice in sentences."""

from collections.abc import Iterable, Mapping, Sequence

from darkseas.engine.hexes.board import FACINGS, Hex, label
from darkseas.engine.presentation.narration import Die, Working
from darkseas.engine.presentation.words import joined, signed
from darkseas.engine.stages import side_and_ship_names

from ..model.events import ModifierLine
from ..model.scenario import Battery
from ..model.state import State
from ..tables.rules_tables import BATTERIES, CRITICAL_HITS, DEPTHS, row_of

#: How many names a sentence takes before it says "and 3 others".
MOST_NAMES = 6

AREA_WORDS: Mapping[str, str] = {"fires": "fires", "flooding": "flooding", "speed": "engines"}
#: Formations of a side that is set up behind one hex.
FORMATION_WORDS: Mapping[str, str] = {
    "ahead": "in line ahead",
    "columns": "in two columns",
    "abreast": "in line abreast",
}
#: The facings in the order of their numbers.
FACING_WORDS = ("east", "north-east", "north-west", "west", "south-west", "south-east")


def ship_names(state: State, keys: Iterable[str]) -> str:
    return side_and_ship_names.ship_names(state, keys, MOST_NAMES)


def side_of(state: State, key: str) -> str:
    """Return the side of a ship, or "" for an unknown ship."""
    ship = state.scenario.ships.get(key)
    return ship.side if ship is not None else ""


def hex_words(hexes: Sequence[Hex]) -> str:
    """Hexes as a list: "0806 and 0807"."""
    return joined([label(at) for at in hexes], MOST_NAMES)


def places(hexes: Iterable[Hex]) -> tuple[str, ...]:
    """Return hexes by their labels on the map."""
    return tuple(label(at) for at in hexes)


def facing_words(facing: int) -> str:
    """Return a facing in words, or "nowhere" for an unknown number."""
    return FACING_WORDS[facing] if 0 <= facing < len(FACINGS) else "nowhere"


def depth_words(depth: int) -> str:
    return DEPTHS[depth].key if 0 <= depth < len(DEPTHS) else "no depth"


def battery_words(state: State, ship: str, battery: int) -> str:
    """A battery in a sentence: "the primary guns of Exeter"."""
    name = BATTERIES[battery] if 0 <= battery < len(BATTERIES) else "missing"
    return f"the {name} guns of {side_and_ship_names.ship_name(state, ship)}"


def guns_words(battery: Battery) -> str:
    """Guns by number and size: "6 × 11″"."""
    return f"{battery.guns} × {battery.size}″"


def critical_words(row: int, *, by_torpedo: bool = False) -> str:
    """Describe a critical hit; some rows differ between torpedoes and shells."""
    hit = row_of(CRITICAL_HITS, row)
    return hit.label_of_torpedo if by_torpedo and hit.label_of_torpedo else hit.label


def faces_words(faces: Sequence[int]) -> str:
    """Faces as a list: "2 and 5"."""
    return joined([str(face) for face in faces])


def dice(sides: int, faces: Iterable[int], what: str) -> tuple[Die, ...]:
    """Return these faces as dice of one roll."""
    return tuple(Die(sides, face, what) for face in faces)


def modifier_workings(lines: Iterable[ModifierLine]) -> tuple[Working, ...]:
    return tuple(Working(line.label, signed(line.amount), line.rule) for line in lines)
