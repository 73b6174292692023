"""A balance against history: where among the battles of captains lies what happened, by side and by ship.

Only what happened in the battle counts (`Loss.outside_the_battle`). The percentile of history is the middle
one: of a hundred battles those in which less happened, and half of those in which just the same did.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from darkseas.engine.presentation.standing import DAMAGED, SUNK, Fate
from darkseas.engine.scenario.spec import ScenarioSpec, ShipSpec, SideSpec
from darkseas.engine.scenario.stickers import ship_keys
from darkseas.rules import registry

from .outcome_distribution import ShipCount, Spread

#: History lies within the battles where it is neither among the lowest so many in a hundred nor the highest.
TAIL = 5
_HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Measure:
    """A number of every battle, counted by its value, and the same number of history."""

    history: Fraction
    battles: Mapping[Fraction, int]

    @property
    def number(self) -> int:
        """How many battles there are."""
        return sum(self.battles.values())

    @property
    def mean(self) -> Fraction:
        """The average of the battles."""
        return sum((value * count for value, count in self.battles.items()), Fraction(0)) / self.number

    @property
    def fewer(self) -> int:
        """Battles in which it was less than in history."""
        return sum(count for value, count in self.battles.items() if value < self.history)

    @property
    def same(self) -> int:
        """Battles in which it was the same as in history."""
        return self.battles.get(self.history, 0)

    @property
    def more(self) -> int:
        """Battles in which it was more than in history."""
        return self.number - self.fewer - self.same

    @property
    def percentile(self) -> Fraction:
        """The middle percentile of history."""
        return Fraction(_HUNDRED * (2 * self.fewer + self.same), 2 * self.number)

    @property
    def is_in(self) -> bool:
        """Whether history lies between the fifth and the ninety-fifth of a hundred battles."""
        return self.at(TAIL) <= self.history <= self.at(_HUNDRED - TAIL)

    def at(self, percent: int) -> Fraction:
        """Return the least value that so many in a hundred battles do not exceed."""
        passed = 0
        for value, count in sorted(self.battles.items()):
            passed += count
            if _HUNDRED * passed >= percent * self.number:
                return value
        return Fraction(0)


@dataclass(frozen=True, slots=True)
class ShipMeasured:
    """A sticker: its ships, how many were sunk and damaged in history, and over all battles."""

    ship: ShipSpec
    sunk: int
    damaged: int
    here: ShipCount


@dataclass(frozen=True, slots=True)
class SideMeasured:
    """A side: ships that it lost, points for the other side's ships (where the rules can say), its ships."""

    side: SideSpec
    losses: Measure
    points: Measure | None
    ships: tuple[ShipMeasured, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """A scenario with its battles against history."""

    spec: ScenarioSpec
    battles: int
    sides: tuple[SideMeasured, ...]

    @property
    def is_in(self) -> bool:
        """Whether what both sides lost in history lies within the battles."""
        return all(side.losses.is_in for side in self.sides)


def measured(spec: ScenarioSpec, spread: Spread, battles: int) -> Measured | None:
    """Return a scenario's battles against history; None where it tells of none, or none was fought."""
    if not battles or spec.about.hypothetical or not (spec.about.losses or spec.about.winner):
        return None
    points = registry.system(spec.system).points_of_fates(spec, _fates(spec))
    sides = tuple(
        SideMeasured(
            side=side,
            losses=Measure(_lost(spec, side.key), spread.losses.get(side.key, Counter())),
            points=Measure(points[side.key], spread.ship_points[side.key])
            if side.key in points and side.key in spread.ship_points
            else None,
            ships=tuple(_ships(spec, side, spread.ships.get(side.key, {}))),
        )
        for side in spec.sides
    )
    return Measured(spec, battles, sides)


def sunk_in_history(spec: ScenarioSpec, side: str) -> int:
    """Return how many ships a side lost in the battle itself."""
    losses = [loss for loss in spec.about.losses if not loss.outside_the_battle]
    return sum(loss.count for loss in losses if loss.side == side and loss.fate == SUNK)


def _lost(spec: ScenarioSpec, side: str) -> Fraction:
    return Fraction(sunk_in_history(spec, side))


def _ships(spec: ScenarioSpec, side: SideSpec, counts: Mapping[str, ShipCount]) -> Iterable[ShipMeasured]:
    for ship in side.ships:
        sunk, damaged = (_happened(spec, side.key, ship, fate) for fate in (SUNK, DAMAGED))
        yield ShipMeasured(ship, sunk, damaged, counts.get(ship.key, ShipCount()))


def _happened(spec: ScenarioSpec, side: str, ship: ShipSpec, fate: Literal["sunk", "damaged"]) -> int:
    """How many ships of a sticker history knows to have been sunk, or damaged, in the battle."""
    losses = [loss for loss in spec.about.losses if not loss.outside_the_battle]
    known = (side, ship.name, fate)
    happened = sum(loss.count for loss in losses if (loss.side, loss.ship, loss.fate) == known)
    return min(ship.count, happened)


def _fates(spec: ScenarioSpec) -> dict[str, Fate]:
    """What became of each ship in history, those of a sticker in the order of their numbers."""
    fates: dict[str, Fate] = {}
    for side in spec.sides:
        for ship in side.ships:
            sunk, damaged = (_happened(spec, side.key, ship, fate) for fate in (SUNK, DAMAGED))
            keys = ship_keys(ship)
            fates |= dict.fromkeys(keys[:sunk], SUNK)
            fates |= dict.fromkeys(keys[sunk : sunk + damaged], DAMAGED)
    return fates


# --- many scenarios ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Totals:
    """Many scenarios at once: how many hold history within, the mean percentile of sides, ship by ship.

    `brier` is the mean squared difference between the share of battles in which a ship was sunk and what
    happened to her, over single ships; `constant` that of who says of every ship the share of all that were
    lost in history, and `skill` by how much the former is less.
    """

    scenarios: int
    within: int
    percentile: float
    lost: float
    lost_in_history: int
    ships: int
    brier: float
    constant: float

    @property
    def skill(self) -> float:
        """By how much battles foretell better than a constant; 0 where there is nothing to foretell."""
        return 1 - self.brier / self.constant if self.constant else 0.0


def totals(scenarios: Iterable[Measured]) -> Totals:
    """Return what scenarios come to together; at least one."""
    known = tuple(scenarios)
    sides = [side for one in known for side in one.sides]
    ships = [
        (ship.here.sunk / one.battles, ship.sunk)
        for one in known
        for side in one.sides
        for ship in side.ships
        if ship.ship.count == 1
    ]
    rate = sum(sunk for _, sunk in ships) / len(ships)
    return Totals(
        scenarios=len(known),
        within=sum(one.is_in for one in known),
        percentile=float(sum(side.losses.percentile for side in sides) / len(sides)),
        lost=float(sum(side.losses.mean for side in sides)),
        lost_in_history=int(sum(side.losses.history for side in sides)),
        ships=len(ships),
        brier=sum((share - sunk) ** 2 for share, sunk in ships) / len(ships),
        constant=rate * (1 - rate),
    )
