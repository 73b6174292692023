"""A balance compared with history: the rank of the historical losses among bot battles, by side and ship.

Only events of the battle itself count (`Loss.outside_the_battle`). The percentile of history is the mid-rank
percentile: the share of battles with lower numbers, plus half of those with the same number.
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

#: The percentage of battles at either end that counts as outside the usual range.
TAIL = 5
_HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Measure:
    """The distribution of a number over the battles, and the historical number."""

    history: Fraction
    battles: Mapping[Fraction, int]

    @property
    def number(self) -> int:
        return sum(self.battles.values())

    @property
    def mean(self) -> Fraction:
        return sum((value * count for value, count in self.battles.items()), Fraction(0)) / self.number

    @property
    def fewer(self) -> int:
        """The number of battles with less than in history."""
        return sum(count for value, count in self.battles.items() if value < self.history)

    @property
    def same(self) -> int:
        """The number of battles with the same as in history."""
        return self.battles.get(self.history, 0)

    @property
    def more(self) -> int:
        """The number of battles with more than in history."""
        return self.number - self.fewer - self.same

    @property
    def percentile(self) -> Fraction:
        """The mid-rank percentile of history."""
        return Fraction(_HUNDRED * (2 * self.fewer + self.same), 2 * self.number)

    @property
    def is_in(self) -> bool:
        """Whether history lies between the fifth and the ninety-fifth percentile."""
        return self.at(TAIL) <= self.history <= self.at(_HUNDRED - TAIL)

    def at(self, percent: int) -> Fraction:
        """Return the smallest value that this percentage of battles does not exceed."""
        passed = 0
        for value, count in sorted(self.battles.items()):
            passed += count
            if _HUNDRED * passed >= percent * self.number:
                return value
        return Fraction(0)


@dataclass(frozen=True, slots=True)
class ShipMeasured:
    """A counter: its ships, how many were sunk and damaged in history, and over all battles."""

    ship: ShipSpec
    sunk: int
    damaged: int
    here: ShipCount


@dataclass(frozen=True, slots=True)
class SideMeasured:
    """A side: its lost ships, points for the other side's ships (if the rules have them), its counters."""

    side: SideSpec
    losses: Measure
    points: Measure | None
    ships: tuple[ShipMeasured, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """A scenario's battles compared with history."""

    spec: ScenarioSpec
    battles: int
    sides: tuple[SideMeasured, ...]

    @property
    def is_in(self) -> bool:
        """Whether the historical losses of both sides are within the usual range of the battles."""
        return all(side.losses.is_in for side in self.sides)


def measured(spec: ScenarioSpec, spread: Spread, battles: int) -> Measured | None:
    """Return a scenario's comparison; None without a historical result or without battles."""
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
    """Return how many ships of a counter were sunk or damaged in the historical battle."""
    losses = [loss for loss in spec.about.losses if not loss.outside_the_battle]
    known = (side, ship.name, fate)
    happened = sum(loss.count for loss in losses if (loss.side, loss.ship, loss.fate) == known)
    return min(ship.count, happened)


def _fates(spec: ScenarioSpec) -> dict[str, Fate]:
    """Return the historical status of each ship; ships of a counter are in the order of their numbers."""
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
    """Totals of many scenarios: how many include history, the mean percentile of sides, and scores by ship.

    `brier` is the mean squared difference between a ship's share of battles in which she was sunk, and her
    historical loss (0 or 1). `constant` is the same for a forecast that gives every ship the overall
    historical share of losses. `skill` is how much smaller `brier` is than `constant`.
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
        """How much better than the constant forecast the battles are; 0 if no forecast is possible."""
        return 1 - self.brier / self.constant if self.constant else 0.0


def totals(scenarios: Iterable[Measured]) -> Totals:
    """Return the totals of at least one scenario."""
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
