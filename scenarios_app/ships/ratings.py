"""Ratings derived from ship data, prepared for display with their calculations and a small plot."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from darkseas.engine.scenario.ship_facts import ClassFacts, NoRatings, Step
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import Derive, RulesSystem
from darkseas.rules import registry

from .order_of_battle import title_of, words

#: Dimensions of a plot, in SVG units.
WIDTH, HEIGHT, FOOT, HEAD = 320, 170, 28, 18
MOST_BARS = 4


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a plot: its position, height and label."""

    x: int
    y: int
    width: int
    height: int
    middle: int
    text: str
    series: int


@dataclass(frozen=True, slots=True)
class Plot:
    """Factors by range as bars. `words` is the text alternative for screen readers."""

    width: int
    height: int
    base: int
    bars: tuple[Bar, ...]
    ranges: tuple[tuple[int, str], ...]
    series: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class SystemRatings:
    """Ratings of a ship in one rules system, or the reason why there are none."""

    key: str
    title: str
    ratings: tuple[tuple[str, str], ...] = ()
    workings: tuple[Step, ...] = ()
    plot: Plot | None = None
    refusal: str = ""


def ratings_of(facts: ClassFacts, when: str, ship: str) -> tuple[SystemRatings, ...]:
    """Return the ratings on an ISO date in every system that derives ratings."""
    return tuple(
        _in_system(system, system.derive, facts, when, ship)
        for system in registry.SYSTEMS
        if system.derive is not None
    )


def _in_system(system: RulesSystem, derive: Derive, facts: ClassFacts, when: str, ship: str) -> SystemRatings:
    try:
        derivation = derive(facts, when, ship)
    except NoRatings as fault:
        return SystemRatings(system.key, system.title, refusal=str(fault))
    ratings = tuple((title_of(key), words(value)) for key, value in derivation.ratings.items())
    return SystemRatings(system.key, system.title, ratings, derivation.workings, _plot(derivation.ratings))


# --- the plot ------------------------------------------------------------------------------------


def _plot(ratings: Mapping[str, Json]) -> Plot | None:
    """Return the plot of gun factors by range; None if the system has no such factors."""
    batteries = list(_batteries(ratings))
    if not batteries:
        return None
    ranges = max(len(factors) for _, factors in batteries)
    step = WIDTH // ranges
    return Plot(
        WIDTH,
        HEIGHT,
        HEIGHT - FOOT,
        tuple(_bars(batteries, step)),
        tuple((step * place + step // 2, f"range {place}") for place in range(ranges)),
        tuple(name for name, _ in batteries),
        "; ".join(f"{name} {', '.join(map(str, factors))}" for name, factors in batteries),
    )


def _batteries(ratings: Mapping[str, Json]) -> Iterator[tuple[str, list[int]]]:
    derivation = ratings.get("batteries")
    for battery in derivation[:MOST_BARS] if isinstance(derivation, list) else ():
        factors = battery.get("factors") if isinstance(battery, Mapping) else None
        if isinstance(factors, list) and factors:
            yield str(battery.get("weapon", "")), factors


def _bars(batteries: list[tuple[str, list[int]]], step: int) -> Iterator[Bar]:
    most = max(1, *(factor for _, factors in batteries for factor in factors))
    wide = (step - 16) // len(batteries)
    for series, (_, factors) in enumerate(batteries):
        for place, factor in enumerate(factors):
            high = (HEIGHT - FOOT - HEAD) * factor // most
            x = step * place + 8 + wide * series
            yield Bar(x, HEIGHT - FOOT - high, wide - 2, high, x + wide // 2 - 1, str(factor), series)
