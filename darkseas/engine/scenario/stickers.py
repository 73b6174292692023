"""From the stickers of a scenario to its ships, and from its groups to the ships in them, for any system."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from ..serialization.codec import BadShape, read
from .scenario_errors import Findings
from .spec import GroupSpec, ShipSpec

S = TypeVar("S")
R = TypeVar("R")

#: Makes a system's ship of her key, her name and her place among the ships of the battle.
MakesShip = Callable[[str, str, int], S]


@dataclass(frozen=True, slots=True)
class ShipLimits:
    """How many ships a sticker may stand for, and how many a battle may have."""

    of_a_sticker: int
    of_a_battle: int

    def allow(self, spec: ShipSpec, there: int, where: str, findings: Findings, rule: str) -> bool:
        """Whether a sticker's ships may join the number that is `there`; if not, that is noted."""
        if 1 <= spec.count <= self.of_a_sticker and there + spec.count <= self.of_a_battle:
            return True
        text = f"A line stands for 1 to {self.of_a_sticker} ships, {self.of_a_battle} in the whole battle."
        findings.add(f"{where}.count", text, rule)
        return False


def ratings_of(spec: ShipSpec, kind: type[R], where: str, findings: Findings, rule: str) -> R | None:
    """A sticker's ratings as a record; None where they are wrong, which is noted at its place."""
    place = f"{where}.ratings"
    try:
        ratings: R = read(kind, dict(spec.ratings))
    except BadShape as error:
        findings.add(f"{place}.{error.where}" if error.where else place, error.reason, rule)
        return None
    return ratings


def ship_keys(spec: ShipSpec) -> tuple[str, ...]:
    """The keys of the ships of a sticker: her own, or with numbers behind it where there are several."""
    if spec.count == 1:
        return (spec.key,)
    return tuple([f"{spec.key}-{number}" for number in range(1, spec.count + 1)])


def add_ships(
    spec: ShipSpec, ships: dict[str, S], make: MakesShip[S], where: str, findings: Findings
) -> tuple[str, ...]:
    """Add the ships of a sticker to those of the battle, and return their keys.

    Several ships of one sticker have numbers behind key and name. A key that there is already is noted.
    """
    first = len(ships)
    keys = ship_keys(spec)
    for number, key in enumerate(keys):
        name = spec.name if spec.count == 1 else f"{spec.name} {number + 1}"
        if key in ships:
            findings.add(where, "The key of a ship is used twice.")
        ships[key] = make(key, name, first + number)
    return keys


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
