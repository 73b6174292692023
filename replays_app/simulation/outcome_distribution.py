"""The outcome distribution of a balance: how many ships were sunk, which ones, and how many points were
scored.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import Any, Self

from darkseas.engine.presentation.standing import DAMAGED, EXITED, SUNK, Fate, ShipFate, Standing
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.scenario.stickers import ship_keys
from darkseas.engine.serialization.canonical_json import Json
from darkseas.rules import registry

#: The number of battles for each value, by side.
Histograms = dict[str, Counter[Fraction]]


@dataclass
class ShipCount:
    """The final status of a counter's ships over all battles: sunk, damaged and afloat, off the map."""

    sunk: int = 0
    damaged: int = 0
    exited: int = 0

    def add(self, ship: ShipFate) -> None:
        """Count a ship's status in one battle. A damaged ship that left the map counts as both."""
        self.sunk += ship.fate == SUNK
        self.damaged += ship.fate == DAMAGED or (ship.hurt and ship.fate != SUNK)
        self.exited += ship.fate == EXITED

    def __add__(self, other: Self) -> "ShipCount":
        return ShipCount(self.sunk + other.sunk, self.damaged + other.damaged, self.exited + other.exited)


@dataclass
class Spread:
    """Battles by ships sunk, by all points and by points for ships alone; ships by counter."""

    losses: Histograms = field(default_factory=dict)
    points: Histograms = field(default_factory=dict)
    ship_points: Histograms = field(default_factory=dict)
    ships: dict[str, dict[str, ShipCount]] = field(default_factory=dict)

    def add(self, spec: ScenarioSpec, standing: Standing) -> None:
        """Count one battle by its final standing."""
        losses = Counter(ship.side for ship in standing.sunk)
        fates = {ship.ship: fate_for_points(ship) for ship in standing.fates}
        for_ships = registry.system(spec.system).points_of_fates(spec, fates)
        for side in spec.sides:
            _count(self.losses, side.key, Fraction(losses[side.key]))
            _count(self.points, side.key, standing.scores[side.key])
            if side.key in for_ships:
                _count(self.ship_points, side.key, for_ships[side.key])
        stickers = _stickers(spec)
        for ship in standing.fates:
            by_sticker = self.ships.setdefault(ship.side, {})
            by_sticker.setdefault(stickers[ship.ship], ShipCount()).add(ship)

    def __add__(self, other: Self) -> "Spread":
        ships: dict[str, dict[str, ShipCount]] = {}
        for side, by_sticker in chain(self.ships.items(), other.ships.items()):
            for key, count in by_sticker.items():
                known = ships.setdefault(side, {})
                known[key] = known.get(key, ShipCount()) + count
        return Spread(
            losses=_both(self.losses, other.losses),
            points=_both(self.points, other.points),
            ship_points=_both(self.ship_points, other.ship_points),
            ships=ships,
        )

    def as_json(self) -> dict[str, Json]:
        """Return JSON as stored in a balance. Values are text, because points may be halves."""
        return {
            "losses": _histograms_json(self.losses),
            "points": _histograms_json(self.points),
            "ship_points": _histograms_json(self.ship_points),
            "ships": {
                side: {key: [one.sunk, one.damaged, one.exited] for key, one in by_sticker.items()}
                for side, by_sticker in self.ships.items()
            },
        }


def spread_from(value: Mapping[str, Any]) -> Spread | None:
    """Return a balance's distribution; None for an old balance without one."""
    if not value:
        return None
    return Spread(
        losses=_histograms(value["losses"]),
        points=_histograms(value["points"]),
        ship_points=_histograms(value["ship_points"]),
        ships={
            side: {key: ShipCount(*counts) for key, counts in by_sticker.items()}
            for side, by_sticker in value["ships"].items()
        },
    )


def fate_for_points(ship: ShipFate) -> Fate:
    """Return the status that decides points: a damaged ship that left the map counts as damaged."""
    return DAMAGED if ship.hurt and ship.fate == EXITED else ship.fate


def _stickers(spec: ScenarioSpec) -> dict[str, str]:
    """Return the counter of each ship of a battle."""
    return {key: ship.key for side in spec.sides for ship in side.ships for key in ship_keys(ship)}


def _count(histograms: Histograms, side: str, value: Fraction) -> None:
    histograms.setdefault(side, Counter())[value] += 1


def _both(first: Histograms, second: Histograms) -> Histograms:
    empty: Counter[Fraction] = Counter()
    return {side: first.get(side, empty) + second.get(side, empty) for side in {**first, **second}}


def _histograms_json(histograms: Histograms) -> dict[str, Json]:
    return {
        side: {str(value): battles for value, battles in sorted(counted.items())}
        for side, counted in histograms.items()
    }


def _histograms(value: Mapping[str, Mapping[str, int]]) -> Histograms:
    return {
        side: Counter({Fraction(text): battles for text, battles in counted.items()})
        for side, counted in value.items()
    }
