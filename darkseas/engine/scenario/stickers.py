"""From the stickers of a scenario to its ships, and from its groups to the ships in them, for any system."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from .findings import Findings
from .spec import GroupSpec, ShipSpec

S = TypeVar("S")

#: Makes a system's ship of her key, her name and her place among the ships of the battle.
MakesShip = Callable[[str, str, int], S]


def add_ships(
    spec: ShipSpec, ships: dict[str, S], make: MakesShip[S], where: str, findings: Findings
) -> tuple[str, ...]:
    """Add the ships of a sticker to those of the battle, and return their keys.

    Several ships of one sticker have numbers behind key and name. A key that there is already is noted.
    """
    first = len(ships)
    keys = []
    for number in range(1, spec.count + 1):
        key, name = (
            (spec.key, spec.name) if spec.count == 1 else (f"{spec.key}-{number}", f"{spec.name} {number}")
        )
        if key in ships:
            findings.add(where, "The key of a ship is used twice.")
        ships[key] = make(key, name, first + number - 1)
        keys.append(key)
    return tuple(keys)


def ships_of_group(
    spec: GroupSpec, stickers: Mapping[str, tuple[str, ...]], where: str, findings: Findings, rule: str = ""
) -> Iterator[str]:
    """The keys of a group's ships in turn; a sticker that its side does not have is noted under the rule.

    `stickers` has the ships of each sticker of the side.
    """
    for sticker in spec.ships:
        if sticker not in stickers:
            findings.add(where, f"There is no ship “{sticker}” on this side.", rule)
        yield from stickers.get(sticker, ())
