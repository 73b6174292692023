"""Turns the stickers of a scenario into ships, and its groups into lists of ships, for any system."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from ..serialization.codec import BadShape, read
from .scenario_errors import Findings
from .spec import GroupSpec, ShipSpec

S = TypeVar("S")
R = TypeVar("R")

#: Makes a system's ship from her key, name and number in the battle.
MakesShip = Callable[[str, str, int], S]


@dataclass(frozen=True, slots=True)
class ShipLimits:
    """The largest number of ships for a sticker, and for a battle."""

    of_a_sticker: int
    of_a_battle: int

    def allow(self, spec: ShipSpec, there: int, where: str, findings: Findings, rule: str) -> bool:
        """Whether a sticker's ships may join the `there` ships so far; otherwise add an error."""
        if 1 <= spec.count <= self.of_a_sticker and there + spec.count <= self.of_a_battle:
            return True
        text = f"A line can stand for 1 to {self.of_a_sticker} ships; a battle at most {self.of_a_battle}."
        findings.add(f"{where}.count", text, rule)
        return False


def ratings_of(spec: ShipSpec, kind: type[R], where: str, findings: Findings, rule: str) -> R | None:
    """Return a sticker's ratings as a record. If they are wrong, add an error and return None."""
    place = f"{where}.ratings"
    try:
        ratings: R = read(kind, dict(spec.ratings))
    except BadShape as error:
        findings.add(f"{place}.{error.where}" if error.where else place, error.reason, rule)
        return None
    return ratings


def ship_keys(spec: ShipSpec) -> tuple[str, ...]:
    """Return the keys of a sticker's ships: its own key, numbered if there are several."""
    if spec.count == 1:
        return (spec.key,)
    return tuple([f"{spec.key}-{number}" for number in range(1, spec.count + 1)])


def add_ships(
    spec: ShipSpec, ships: dict[str, S], make: MakesShip[S], where: str, findings: Findings
) -> tuple[str, ...]:
    """Add the ships of a sticker to the battle and return their keys.

    Several ships of one sticker get numbered keys and names. A duplicate key is an error.
    """
    first = len(ships)
    keys = ship_keys(spec)
    for number, key in enumerate(keys):
        name = spec.name if spec.count == 1 else f"{spec.name} {number + 1}"
        if key in ships:
            findings.add(where, "Two ships have the same key.")
        ships[key] = make(key, name, first + number)
    return keys


def ships_of_group(
    spec: GroupSpec, stickers: Mapping[str, tuple[str, ...]], where: str, findings: Findings, rule: str = ""
) -> Iterator[str]:
    """Yield the keys of a group's ships. A sticker that its side does not have is an error under `rule`.

    `stickers` maps each sticker of the side to its ships.
    """
    for sticker in spec.ships:
        if sticker not in stickers:
            findings.add(where, f"This side has no ship “{sticker}”.", rule)
        yield from stickers.get(sticker, ())
